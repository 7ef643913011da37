package protocol

import (
	"encoding/json"
	"sync"
	"time"

	"familiar/engine"
)

// Version is the version of the protocol. A page of another version loads itself anew.
const Version = 1

// Snapshot is all that one viewer may see of the table. It does not change after it was shown; viewers that see the same share one.
type Snapshot struct {
	Type     MessageType `json:"type"` // TypeSnapshot
	Revision int64       `json:"revision"`
	Since    int64       `json:"since,omitempty"` // always 0 today, which means that the message holds everything; a later table may send what has changed since this revision: see docs/protocol.md
	You      You         `json:"you"`
	Phase    Phase       `json:"phase"`
	Game     *Game       `json:"game,omitempty"`
	Enrol    *Enrol      `json:"enrol,omitempty"`
	Devices  []Device    `json:"devices"`
	Muted    *bool       `json:"muted,omitempty"`    // the buzzer is mute; nil: there is none
	Boldness Boldness    `json:"boldness,omitempty"` // left out: Careful
	Notices  []Notice    `json:"notices,omitempty"`
	// Phones and FailedJoins are for hosts only: the phones, and the networks that wrong join codes came from since a host last cleared that list.
	Phones      []PhoneView  `json:"phones,omitempty"`
	FailedJoins []FailedJoin `json:"knocks,omitempty"`
	// Approve and Waiting are for hosts only, too: whether new phones wait until a host lets them in, and those that do.
	Approve bool          `json:"approve,omitempty"`
	Waiting []WaitingView `json:"waiting,omitempty"`

	// Names are the names of the game that runs, for viewers that do not have them yet.
	Names *Names `json:"-"`

	once  sync.Once
	bytes []byte
}

// Bytes returns the snapshot as JSON, made once for all viewers.
func (s *Snapshot) Bytes() []byte {
	s.once.Do(func() {
		// Every field is a plain value, so that encoding cannot fail.
		s.bytes, _ = json.Marshal(s)
	})
	return s.bytes
}

// Phase is the state of the table: without a game, during one, or after its end.
type Phase string

const (
	PhaseLobby Phase = "lobby" // no game is on the table
	PhaseGame  Phase = "game"
	PhaseOver  Phase = "over" // the game on the table has ended
)

// Boldness is how much the table decides by itself.
type Boldness string

const (
	Careful Boldness = "careful" // as at first: it asks wherever something can mean several moves
	Usual   Boldness = "usual"   // it takes what is usual, and shows what else it may have been; moves that were forgotten are offered
	Bold    Boldness = "bold"    // it also makes forgotten moves by itself, if only one way leads to what was shown
)

// You is the viewer itself.
type You struct {
	Seat int  `json:"seat"` // -1: a watcher
	Host bool `json:"host"` // may start, end and pause games
}

// Game is the game under way as the viewer may see it.
type Game struct {
	ID      string            `json:"id"`   // of this one game
	Game    string            `json:"game"` // the engine's id
	Title   string            `json:"title"`
	Started string            `json:"started"` // RFC 3339
	Options map[string]string `json:"options,omitempty"`
	Seats   []SeatView        `json:"seats"`
	Facts   map[string]string `json:"facts"`
	Turn    int               `json:"turn"`
	Winner  int               `json:"winner"` // -1: nobody yet
	Ask     AskView           `json:"ask"`
	// Moves are the viewer's legal moves as far as the viewer may know them, and TableMoves those of the table: a verb, then its
	// arguments.
	Moves      Tree      `json:"moves"`
	TableMoves Tree      `json:"tableMoves"`
	Log        []LogLine `json:"log"`             // the last moves that stand, oldest first
	Notes      []Note    `json:"notes,omitempty"` // what else happened at the table lately, oldest first
	Chores     []Chore   `json:"toDo,omitempty"`
	Undoable   int       `json:"undoable"`
	Paused     string    `json:"paused,omitempty"` // the word of the seat that has paused the game; "table": a host without a seat
	Hints      *bool     `json:"hints,omitempty"`  // hints are allowed; nil: the game has none
	Timer      *TimeView `json:"timer,omitempty"`
	Gesture    *Gesture  `json:"gesture,omitempty"`
	// Otherwise is what else the last move may have been, if the table has taken what is usual.
	Otherwise *Otherwise `json:"otherwise,omitempty"`
	Verdict   *Verdict   `json:"verdict,omitempty"`
}

// SeatView is a seat of the game.
type SeatView struct {
	Word   string `json:"word"`
	Title  string `json:"title"`
	Colour string `json:"colour"` // #rrggbb
	Taken  bool   `json:"taken"`  // somebody's phone has it
	Here   bool   `json:"here"`   // … and is connected
}

// AskView is what the game waits for.
type AskView struct {
	Seat int    `json:"seat"` // -1: the table
	Open bool   `json:"open"` // a question, not merely somebody's turn
	Key  string `json:"key"`
	Text string `json:"text"`
	N    int    `json:"n,omitempty"` // a number in the question: how many answers it still wants
	// Options are what the answers 1, 2 and so on stand for, if the question has such answers.
	Options []string `json:"options,omitempty"`
}

// LogLine is a move that stands.
type LogLine struct {
	N      int      `json:"n"`
	Seat   int      `json:"seat"` // -1: the table
	Text   string   `json:"text"`
	Also   []string `json:"also,omitempty"` // its consequences
	News   []string `json:"news,omitempty"` // the consequences that leave nothing to do
	Source string   `json:"via"`            // what people call the device that made it: "phone", "clock", or "Ann's phone" for a move that is not Ann's
	// Repeat is how often the same move was made before in the same gesture: an undo takes all of them back.
	Repeat int `json:"again,omitempty"`
}

// Note is something that happened beside the moves: somebody took a seat.
type Note struct {
	N    int    `json:"n"` // how many moves stood then
	Text string `json:"text"`
}

// Chore is something that a move asks of the people at the table, with the real pieces. It stands until another move asks for something, another
// turn begins or three more moves were made.
type Chore struct {
	Seat int    `json:"seat"` // who should do it; -1: anybody
	Text string `json:"text"`
}

// TimeView is a running timer. Left was right when the snapshot was made; viewers go on counting from there.
type TimeView struct {
	Run    int  `json:"run"`
	Seat   int  `json:"seat"`
	Total  int  `json:"total"` // milliseconds
	Left   int  `json:"left"`
	Paused bool `json:"paused"`
}

// Gesture is an observation that is not yet a move, such as a card on a reader that fits several moves.
type Gesture struct {
	ID      int         `json:"id"`
	Shown   []string    `json:"shown"` // what people call the cards
	Words   []string    `json:"words"` // the names of the cards
	At      string      `json:"at"`    // what people call the reader or button
	Kind    GestureKind `json:"kind"`
	Secret  bool        `json:"secret,omitempty"` // only the viewer's seat knows of it
	Text    string      `json:"text"`
	Options []Option    `json:"options,omitempty"` // as far as the viewer knows them to be possible
}

// GestureKind is what is asked about a gesture: a resolver.QuestionKind.
type GestureKind string

// Otherwise is what else the last move may have been. A `pick` corrects it. It stands until another move is made, or one is taken back.
type Otherwise struct {
	ID      int      `json:"id"`
	Text    string   `json:"text"`
	Options []Option `json:"options"`
}

// Option is an answer to a gesture's question.
type Option struct {
	Text string `json:"text"`
	Seat int    `json:"seat"` // who would have made the move; -1: the table
	Verb string `json:"verb"`
}

// Verdict is the result of the last gesture or request.
type Verdict struct {
	N     int      `json:"n"` // rises with each verdict
	OK    bool     `json:"ok"`
	Text  string   `json:"text"`            // what was tried, or done
	Rule  string   `json:"rule,omitempty"`  // the id of the rule that forbids it
	Words string   `json:"words,omitempty"` // why it is refused; the phone that asked reads the same as the text of its answer
	Names []string `json:"names,omitempty"` // the names involved
}

// Enrol is the enrolment of tags under way.
type Enrol struct {
	Game     string `json:"game"`
	Pack     string `json:"pack,omitempty"` // the owner's card list; empty: the house list
	Of       string `json:"of"`             // what people call the game
	Done     int    `json:"done"`
	Total    int    `json:"total"`
	Next     string `json:"next"`     // the word whose tag is awaited; empty at the end
	Title    string `json:"title"`    // what people call it
	Copy     int    `json:"copy"`     // which copy of it, from 1
	Optional bool   `json:"optional"` // it needs no tag: it is no card, or the tag is a token for all copies
	Bare     int    `json:"bare"`     // how many cards still need a tag
	Text     string `json:"text"`     // what happened last
}

// Device is the health of one device of the table.
type Device struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Text string `json:"text,omitempty"` // what is wrong and what to do; of a reader that works, what this game does not have for it
}

// PhoneView is a phone that was let in, as hosts see it.
type PhoneView struct {
	ID     string `json:"id"`               // by which requests name it
	Device string `json:"device,omitempty"` // what people call it: “iPhone, Safari”
	Seat   string `json:"seat,omitempty"`   // the word of its seat in the game under way
	Host   bool   `json:"host,omitempty"`
	Here   bool   `json:"here,omitempty"`  // it is connected
	Local  bool   `json:"local,omitempty"` // a browser on the machine itself, which is always host
	You    bool   `json:"you,omitempty"`   // it is the viewer's own
	Last   string `json:"last,omitempty"`  // when it left, if it is away; to the minute, RFC 3339
}

// WaitingView is a phone that waits until a host lets it in, as hosts see it.
type WaitingView struct {
	ID      string `json:"id"`
	Device  string `json:"device,omitempty"`
	Address string `json:"address"`
	Mark    string `json:"mark"` // a number, which the phone shows, too
}

// FailedJoin is a network from which wrong join codes came.
type FailedJoin struct {
	From  string `json:"from"`  // an address; in IPv6 a network of 64 bits
	Times int    `json:"times"` // how often, with the tries that had to wait
	Last  string `json:"last"`  // to the minute, RFC 3339
}

// Notice is something that everybody at the table should know: a damaged journal set aside, a full disk.
type Notice struct {
	Level string `json:"level"` // "info", "warning"
	Text  string `json:"text"`
}

// SeatNumber returns a seat as messages write it, counted from 0; -1 for nobody.
func SeatNumber(s engine.Seat) int {
	if s == engine.Nobody || s == engine.NoSeat {
		return -1
	}
	return int(s)
}

// Time returns a moment as messages write it.
func Time(at time.Time) string { return at.UTC().Format(time.RFC3339) }

// NoteLines is how many of the last notes a snapshot holds. In a game there are a few. Only somebody who wants to push some of them out of the log, with several phones,
// makes more, and does not succeed: there is room for one of each kind.
const NoteLines = 144

// AnswerLetters is how many letters of the text of an answer, or of a notice, are told: an error may repeat what somebody has written.
const AnswerLetters = 1000

// LogLines is how many of the last moves a snapshot holds.
const LogLines = 12
