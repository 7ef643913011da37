// Package scene is what the wired table shows and plays, as a value: panel, digits, lamps and buzzer each take from it what they can show.
// Everybody sees it, so it holds no secrets.
package scene

import (
	"time"

	"familiar/companion/protocol"
)

// Scene is what the wired table shows of the game at one moment.
type Scene struct {
	Phase   protocol.Phase
	Title   string // of the game; of the house in the lobby
	JoinURL string // where phones join, for a QR code in the lobby
	Code    string // the code to type instead
	Prompt  string // what the table waits for
	Paused  bool   // nothing can be played; the prompt says who has paused the game
	Turn    int    // the seat whose turn it is, -1 none
	Asked   int    // the seat that must answer, -1 none
	Winner  int    // -1 nobody
	Seats   []Seat
	Counts  []string // labels of the columns of Seats, short
	Shared  []Count
	Board   *Board            // nil: the game has none to draw
	Verdict *protocol.Verdict // of the last gesture, while it is worth showing
	Chores  []string          // tasks for the people at the table after the last move, until the next move
	News    []string          // other effects of that move, as long as its verdict is shown
	// Enrol is set while tags are enrolled.
	Enrol *protocol.Enrol
	// Choice is the list in which somebody chooses on the table itself, for example with a knob; nil: nobody does.
	Choice  *Choice
	Timer   *Timer
	Trouble string // a device that does not work, a full disk
	Muted   bool   // the buzzer is silent
	// Cue is the signal that comes with this scene; each one is played once.
	Cue  Cue
	CueN int // goes up by one with each cue
}

// Seat is a seat's row on the panel and its arc of the ring.
type Seat struct {
	Title  string
	Colour [3]uint8
	Counts []string
	Ring   *Ring // nil: the seat has none
}

// Ring is a ring that fills up: Done of its Of parts are filled.
type Ring struct{ Done, Of int }

// Count is a count of the table as a whole.
type Count struct{ Label, Value string }

// Board is the game's board as a small drawing in a square.
type Board struct {
	Circle bool    // the circle that fills the square
	Lines  [][]int // each joins some spots
	Spots  []Spot
}

// Spot is a place on the board.
type Spot struct {
	X, Y  float64 // from 0 to 1, from the left and from the top
	Seats []int   // the seats that have a mark on it
}

// Choice is a list from which one item is chosen.
type Choice struct {
	Title string // the question
	Items []string
	At    int // the item that would be taken now, counted from 0
}

// Timer is a running timer. It ends at Ends, on the monotonic clock; while Paused, Left does not shrink.
type Timer struct {
	Total  time.Duration
	Left   time.Duration
	Ends   time.Time
	Paused bool
	Seat   int
}

// Cue is a short signal: a sound and a flash.
type Cue int

const (
	CueNone    Cue = iota
	CueAccept      // a move was made
	CueRefuse      // something was refused, or a tag could not be enrolled
	CueAsk         // the table asks a question
	CueTurn        // another turn begins
	CueBegin       // a timer starts
	CueTick        // another second of the timer has gone
	CueFanfare     // somebody won something: see engine.CueFanfare
	CueThud        // something failed: see engine.CueThud
	CueWin         // the game is over
	CueTrouble     // a device has died
)
