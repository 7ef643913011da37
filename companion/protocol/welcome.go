package protocol

import "familiar/companion/palette"

// Hello is the first message of a phone.
type Hello struct {
	Type     MessageType `json:"type"`     // TypeHello
	Protocol int         `json:"protocol"` // Version
	Token    string      `json:"token"`    // of an earlier Welcome
	Code     string      `json:"code"`     // the join code
	Link     string      `json:"link"`     // of the answer to a CarryRequest, over TLS only
	Revision int64       `json:"revision"` // of the snapshot that the phone holds; 0: it holds none
	Language string      `json:"language"` // the code of the language that the viewer reads: "fr"
	Page     string      `json:"page"`     // any word, the same for all connections of one page in a browser
}

// Refused is the message to a phone that is not let in.
type Refused struct {
	Type MessageType `json:"type"` // TypeRefused
	Code RefusalCode `json:"code"`
	Text string      `json:"text"` // why, and what to do
}

// RefusalCode says why a phone is not let in. It is the reason with which the connection is closed, too.
type RefusalCode string

const (
	RefusedNoCode    RefusalCode = "join"     // the table asks for its join code
	RefusedWrongCode RefusalCode = "wrong"    // the join code is not this table's
	RefusedWait      RefusalCode = "wait"     // too many wrong codes, or too many new phones at once
	RefusedProtocol  RefusalCode = "protocol" // the first message is no Hello of this version
	RefusedKicked    RefusalCode = "kicked"   // a host has removed the phone
	RefusedLink      RefusalCode = "link"     // the link was used already, is too old, or came without TLS
	RefusedCarried   RefusalCode = "carried"  // the phone goes on over TLS
	RefusedLeft      RefusalCode = "left"     // the phone has left the table
	RefusedEnded     RefusalCode = "ended"    // the phone's owner has ended this connection from another one
	RefusedTurned    RefusalCode = "turned"   // a host has not let the phone in
	RefusedLate      RefusalCode = "late"     // no host has let the phone in for ten minutes
)

// Welcome is everything that a phone needs before its first snapshot.
type Welcome struct {
	Type     MessageType `json:"type"` // TypeWelcome
	Protocol int         `json:"protocol"`
	Version  string      `json:"version"` // of the program
	Page     string      `json:"page"`    // a hash of all files that browsers load
	Token    string      `json:"token"`   // by which the phone is known again
	Local    bool        `json:"local"`   // it is a browser on the machine itself
	Virtual  bool        `json:"virtual"` // the phone may open the bench
	Invitation
	Secure  *Secure          `json:"secure,omitempty"` // nil: the table is not served over TLS
	Games   []GameView       `json:"games"`
	Colours []palette.Colour `json:"colours"` // that seats can choose
}

// Invitation is what the next phone needs to join.
type Invitation struct {
	Code    string   `json:"code"`
	JoinURL string   `json:"joinURL"`
	QR      []string `json:"qr"` // of JoinURL, row by row; 1 is dark
}

// Wait is the message to a phone that waits until a host lets it in.
type Wait struct {
	Type   MessageType `json:"type"`             // TypeWait
	Mark   string      `json:"mark"`             // a number by which the host recognizes it
	Device string      `json:"device,omitempty"` // what hosts see it called: “iPhone, Safari”
	Host   bool        `json:"host"`             // a host is connected
	Token  string      `json:"token,omitempty"`  // it was let in: it comes again with this token
}

// Secure is how a phone comes to talk to the table over TLS.
type Secure struct {
	Home string `json:"home"` // the table's URL over TLS, without a path
	// The others are left out where browsers trust the certificate already.
	AuthorityURL string   `json:"authorityURL,omitempty"` // of the table's own authority, over plain HTTP
	QR           []string `json:"qr,omitempty"`           // of AuthorityURL, as that of an Invitation
	Fingerprint  string   `json:"fingerprint,omitempty"`  // SHA-256, of the authority
}

// ChangedCode tells phones that have joined a new join code.
type ChangedCode struct {
	Type MessageType `json:"type"` // TypeCode
	Invitation
}

// GameView is a game that can be begun.
type GameView struct {
	ID       string       `json:"id"`
	Title    string       `json:"title"`
	About    string       `json:"about"`
	MinSeats int          `json:"least"` // players
	MaxSeats int          `json:"most"`
	Options  []OptionView `json:"options"`
}

// OptionView is something that can be chosen when a game begins.
type OptionView struct {
	Name   string   `json:"name"`
	Values []string `json:"values"` // the default first
	Rule   string   `json:"rule"`
	Words  string   `json:"words"` // the plain words of that rule
}
