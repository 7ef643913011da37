package protocol

// May is what there is to say of a move that somebody asks about, whole or not: all of it as far as whoever asks may know.
type May struct {
	Seat   int    `json:"seat"`             // whose move it would be; -1: the table's
	Ways   []Way  `json:"ways,omitempty"`   // the words that may come next: verbs, or what stands in the next argument
	Number int    `json:"number,omitempty"` // a number from 0 to this one may come next
	Whole  bool   `json:"whole"`            // it is a move as it stands: the rest is said of one
	OK     bool   `json:"ok"`               // it may be made
	Text   string `json:"text,omitempty"`   // the move as people read it
	// If it may be made: what would follow by itself, what would be asked then, and the facts as they would be.
	Follows []string          `json:"follows,omitempty"`
	Ask     string            `json:"ask,omitempty"`
	Facts   map[string]string `json:"facts,omitempty"`
	// If not: the rule that forbids it, in its words, the names of what stands in the way, the same as words, and legal moves that are like it.
	Rule   string   `json:"rule,omitempty"`
	Words  string   `json:"words,omitempty"`
	Names  []string `json:"names,omitempty"`
	Things []string `json:"things,omitempty"`
	Near   []Near   `json:"near,omitempty"`
}

// Way is a word that may come next in a move.
type Way struct {
	Word string `json:"word"`
	Open bool   `json:"open"` // a legal move goes on so
}

// Near is a legal move that is like one that is not.
type Near struct {
	Text string   `json:"text"`
	Verb string   `json:"verb"`
	Args []string `json:"args"`
}

// ProbedCard is something that was laid on a reader for a phone's question about a move: for that phone alone.
type ProbedCard struct {
	Type MessageType `json:"type"` // TypeLaid
	N    int         `json:"n"`    // rises with each
	Word string      `json:"word,omitempty"`
	At   string      `json:"at"`             // the reader, as people call it
	Text string      `json:"text,omitempty"` // why it stands for nothing
}
