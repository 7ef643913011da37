package companion

import (
	"context"
	"encoding/json"
	"sync"

	"familiar/engine/lang"
)

// Protocol is the version of the messages below. docs/protocol.md tells them to writers of other clients.
const Protocol = 1

// Snapshot is all that one viewer may see of the table. It never changes once it is handed out; viewers of the same seat
// share one.
type Snapshot struct {
	Type     string   `json:"type"` // "snapshot"
	Revision int64    `json:"revision"`
	You      You      `json:"you"`
	Phase    string   `json:"phase"` // "lobby", "game", "over"
	Game     *Game    `json:"game,omitempty"`
	Enrol    *Enrol   `json:"enrol,omitempty"`
	Devices  []Device `json:"devices"`
	Muted    *bool    `json:"muted,omitempty"` // the buzzer keeps still; nil: there is none
	Notices  []Notice `json:"notices,omitempty"`
	// Phones and Knocks are for hosts alone: who is in, and from where wrong join codes came since a host has last put them away.
	Phones      []PhoneView  `json:"phones,omitempty"`
	FailedJoins []FailedJoin `json:"knocks,omitempty"`

	// Names are the names of the game that runs, for viewers that do not have them yet.
	Names *Names `json:"-"`

	once  sync.Once
	bytes []byte
}

// Bytes is the snapshot as JSON, made once for all who see it.
func (s *Snapshot) Bytes() []byte {
	s.once.Do(func() {
		// Every field is a plain value, so that encoding cannot fail.
		s.bytes, _ = json.Marshal(s)
	})
	return s.bytes
}

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
	Log        []LogLine `json:"log"` // the last moves that stand, oldest first
	ToDo       []ToDo    `json:"toDo,omitempty"`
	Undoable   int       `json:"undoable"`
	Paused     string    `json:"paused,omitempty"` // the word of the seat that has paused the game; "table": a host without one
	Hints      *bool     `json:"hints,omitempty"`  // players may be told what they could reach; nil: this game does not know
	Timer      *TimeView `json:"timer,omitempty"`
	Gesture    *Gesture  `json:"gesture,omitempty"`
	Verdict    *Verdict  `json:"verdict,omitempty"`
}

// SeatView is a seat of the game.
type SeatView struct {
	Word   string `json:"word"`
	Title  string `json:"title"`
	Colour string `json:"colour"` // #rrggbb
	Taken  bool   `json:"taken"`  // somebody's phone has it
	Here   bool   `json:"here"`   // … and is connected
}

// AskView is what is waited for.
type AskView struct {
	Seat int    `json:"seat"` // -1: the table
	Open bool   `json:"open"` // a question, not merely somebody's turn
	Key  string `json:"key"`
	Text string `json:"text"`
	N    int    `json:"n,omitempty"` // a number in the question: of a question for several answers, how many it still wants
}

// LogLine is a move that stands.
type LogLine struct {
	N      int      `json:"n"`
	Seat   int      `json:"seat"` // -1: the table
	Text   string   `json:"text"`
	Also   []string `json:"also,omitempty"` // what followed by itself
	News   []string `json:"news,omitempty"` // what of that leaves nothing to do
	Source string   `json:"via"`            // what it was told by: a device as people call it, "phone", "clock"
	// Repeat is how often the same move was made before in the same gesture: an undo takes all of them back.
	Repeat int `json:"again,omitempty"`
}

// ToDo is something that a move asks of the people at the table, with the real pieces. It stands until another move asks for something, another
// turn begins or three more moves were made.
type ToDo struct {
	Seat int    `json:"seat"` // -1: whoever is near
	Text string `json:"text"`
}

// TimeView is a running timer. Left was true when the snapshot was made; viewers count on by themselves.
type TimeView struct {
	Run    int  `json:"run"`
	Seat   int  `json:"seat"`
	Total  int  `json:"total"` // milliseconds
	Left   int  `json:"left"`
	Paused bool `json:"paused"`
}

// Gesture is what was shown to the table and is not yet a move: a card on a reader that fits several moves.
type Gesture struct {
	ID      int      `json:"id"`
	Shown   []string `json:"shown"` // what people call it
	Words   []string `json:"words"` // the names
	At      string   `json:"at"`    // the reader or button, as people call it
	Kind    string   `json:"kind"`  // "ask", "catch-up", "replace", "wait", "hidden", "unknown"
	Text    string   `json:"text"`
	Options []Option `json:"options,omitempty"` // as far as the viewer knows them to be possible
}

// Option is an answer to a gesture's question.
type Option struct {
	Text string `json:"text"`
	Seat int    `json:"seat"` // who would have made the move; -1: the table
	Verb string `json:"verb"`
}

// Verdict is what became of the last gesture or request.
type Verdict struct {
	N     int      `json:"n"` // rises with each verdict
	OK    bool     `json:"ok"`
	Text  string   `json:"text"`           // what was tried, or done
	Rule  string   `json:"rule,omitempty"` // the id of the rule that forbids it
	Words string   `json:"words,omitempty"`
	Names []string `json:"names,omitempty"` // the names involved
}

// Hint is what a player could reach in the turn under way, as far as it was found out: for the phone that asked alone.
type Hint struct {
	Type  string `json:"type"` // "hint"
	Done  int    `json:"done"` // so much was tried
	Of    int    `json:"of"`   // of so much
	Goals []Goal `json:"goals"`
	State string `json:"state"` // "running", "done", "cancelled", "late": the time was over, "moved": the game has gone on
}

// Goal is something that could be reached.
type Goal struct {
	Goal  string   `json:"goal"`  // the word
	Title string   `json:"title"` // as people call it
	Moves []string `json:"moves"` // how, step by step, as people read moves
}

// Enrol is the enrolment of tags under way.
type Enrol struct {
	Game     string `json:"game"`
	Pack     string `json:"pack,omitempty"` // an own card list
	Of       string `json:"of"`             // the game as people call it
	Done     int    `json:"done"`
	Total    int    `json:"total"`
	Next     string `json:"next"`     // the word whose tag is awaited; empty at the end
	Title    string `json:"title"`    // as people call it
	Copy     int    `json:"copy"`     // which copy of it, from 1
	Optional bool   `json:"optional"` // its tag may be left out: it is no card, or the tag is a token for all copies of one
	Bare     int    `json:"bare"`     // cards without a tag that need one
	Text     string `json:"text"`     // what happened last
}

// Device is the health of one device of the table.
type Device struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Text string `json:"text,omitempty"` // what is wrong and what to do; of one that works, what it does not stand for in this game
}

// PhoneView is a phone that was let in, as hosts see it.
type PhoneView struct {
	ID     string `json:"id"`               // by which requests name it
	Device string `json:"device,omitempty"` // as people call it: “iPhone, Safari”
	Seat   string `json:"seat,omitempty"`   // the word of its seat in the game under way
	Host   bool   `json:"host,omitempty"`
	Here   bool   `json:"here,omitempty"`  // it is connected
	Local  bool   `json:"local,omitempty"` // a browser on the machine itself, which is always host
	You    bool   `json:"you,omitempty"`   // the phone to which this is told
	Last   string `json:"last,omitempty"`  // when one that is away left, to the minute, RFC 3339
}

// FailedJoin is a network from which wrong join codes came.
type FailedJoin struct {
	From  string `json:"from"`  // an address; in IPv6 a network of 64 bits
	Times int    `json:"times"` // so often, tries included that had to wait
	Last  string `json:"last"`  // to the minute, RFC 3339
}

// Notice is something that everybody at the table should know: a damaged journal set aside, a full disk.
type Notice struct {
	Level string `json:"level"` // "info", "warning"
	Text  string `json:"text"`
}

// Names are the names of a game for a viewer. They are sent before the first snapshot of a game.
type Names struct {
	Type   string              `json:"type"` // "names"
	Game   string              `json:"game"` // the ID of the game they belong to
	Names  map[string]NameView `json:"names"`
	Verbs  map[string]string   `json:"verbs"`
	Counts []CountView         `json:"counts"`
	Shared []CountView         `json:"shared"`
	Hint   *HintView           `json:"hint,omitempty"` // nil: this game gives none
	Amends []AmendView         `json:"amends"`
	Hold   []int               `json:"hold"` // the arguments of a `hold` of the most cards, as AmendView.Forms has them; a number counts the card before it
	Fits   []FitView           `json:"fits"` // what may stand in the arguments of amends and of hold
}

// HintView is what people read where they ask what they could reach.
type HintView struct {
	Ask  string `json:"ask"`  // the question
	None string `json:"none"` // what is said when nothing was found
}

// AmendView is something that can be put right by hand. Each of its forms has for every argument the index of what fits
// in Names.Fits.
type AmendView struct {
	Key    string   `json:"key"`
	Title  string   `json:"title"`
	Labels []string `json:"labels"` // of the arguments
	Forms  [][]int  `json:"forms"`
}

// FitView is what fits an argument: one of some words, or a number.
type FitView struct {
	Words  []string `json:"words,omitempty"`
	Number int      `json:"number,omitempty"` // the largest one; 0: a number does not fit
}

// NameView is what there is to say of a name.
type NameView struct {
	Title  string            `json:"title"`
	Sort   string            `json:"sort"` // "card", "seat", "place", "thing", "word"
	Text   string            `json:"text,omitempty"`
	Copies int               `json:"copies,omitempty"`
	Token  bool              `json:"token,omitempty"` // one tag stands for all copies
	Traits map[string]string `json:"traits,omitempty"`
}

// CountView is a fact worth showing at all times.
type CountView struct {
	Fact  string `json:"fact"`
	Label string `json:"label"`
	List  bool   `json:"list,omitempty"` // the fact is a list of names, absent if it is empty: shown is how many there are
}

// Request is what a phone asks for. Kind is one of move, check, undo, pick, drop, sit, stand, start, end, enrol, hint, hints, past, games, record,
// pause, kick, give, host, code, knocks, mute, packs.
type Request struct {
	Kind    string            `json:"type"`
	ID      int               `json:"id"`
	Seat    string            `json:"seat"`    // sit, give: which one; move, check: "table" for a move of the table, else one's own; may: whose move, one's own when left out
	Verb    string            `json:"verb"`    // move, check; may: left out, to be told the verbs
	Args    []string          `json:"args"`    // move, check, may
	Suppose bool              `json:"suppose"` // may: as if a turn of that seat began now
	Times   int               `json:"times"`   // move: how often at most, as long as the question is open that it answers; 1 when left out
	Steps   int               `json:"steps"`   // undo: how many; the last gesture when left out
	Of      int               `json:"of"`      // undo: of so many moves that stand, or else it is refused; of however many when left out
	At      int               `json:"at"`      // past: after so many moves, or after all if there are fewer; games: after so many newer ones
	Gesture int               `json:"gesture"` // pick, drop: which gesture
	Option  int               `json:"option"`  // pick: which option, from 0
	Game    string            `json:"game"`    // start, enrol; past, record: the ID of one game, past: the one under way when left out
	Names   bool              `json:"names"`   // past: with the names of that game
	Pack    string            `json:"pack"`    // start, enrol, packs: the card list, the house's when left out
	Seats   []string          `json:"seats"`   // start: the players, clockwise
	Options map[string]string `json:"options"` // start
	Colours map[string]string `json:"colours"` // start: words of the palette, by seat; those left out get one by themselves
	Phone   string            `json:"phone"`   // kick, give, host: which one, by its ID
	On      bool              `json:"on"`      // lay: have cards laid for one's question, or no more; hint: begin to look, or else cancel that; hints: allow them, or else forbid them; mute: keep the buzzer still, or else not; pause: stop the game, or else let it go on; host: make a phone host, or no more
	Action  string            `json:"action"`  // enrol: begin, take, skip, redo, stop; name: Args are the word of the last unknown tag; packs: see askPacks
	Edit    *Edit             `json:"edit"`    // packs
}

// Answer answers a request.
type Answer struct {
	Type    string            `json:"type"` // "answer"
	ID      int               `json:"id"`
	OK      bool              `json:"ok"`
	Rule    string            `json:"rule,omitempty"`
	Text    string            `json:"text,omitempty"` // why not, and what to do
	Names   []string          `json:"names,omitempty"`
	May     *May              `json:"may,omitempty"`     // to may
	Past    *Past             `json:"past,omitempty"`    // to past
	Games   *Played           `json:"games,omitempty"`   // to games
	Record  string            `json:"record,omitempty"`  // to record: the file; to packs: the list as a file
	Devices []ReaderStatsView `json:"devices,omitempty"` // to devices
	// Lists and List are answers to packs.
	Lists []ListView `json:"lists,omitempty"`
	List  *CardList  `json:"list,omitempty"`

	// said is the text before it is told to a phone in its language.
	said lang.Localized
	// later, if there is one, finds the answer out beside the table: it is called by whoever asked.
	later func(ctx context.Context) Answer
}

// ProbedCard is something that was laid on a reader for a phone's question about a move: for that phone alone.
type ProbedCard struct {
	Type string `json:"type"` // "laid"
	N    int    `json:"n"`    // rises with each
	Word string `json:"word,omitempty"`
	At   string `json:"at"`             // the reader, as people call it
	Text string `json:"text,omitempty"` // why it stands for nothing
}

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
