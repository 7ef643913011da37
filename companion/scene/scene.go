// Package scene is what the wired table shows and lets hear: panel, lamps and buzzer each take from it what they can show. Everything in it may be seen by
// everyone.
package scene

import (
	"time"

	"familiar/companion/protocol"
)

// Scene is what the wired table shows of the game: everything in it may be seen by everybody. Panel, lamps and buzzer each
// take from it what they can show.
type Scene struct {
	Phase   string // "lobby", "game", "over"
	Title   string // of the game; of the house in the lobby
	JoinURL string // where phones join, for a QR code in the lobby
	Code    string // the code to type instead
	Prompt  string // what is waited for
	Paused  bool   // nothing is played; the prompt says who has stopped the game
	Turn    int    // the seat whose turn it is, -1 none
	Asked   int    // the seat that is awaited, -1 none
	Winner  int    // -1 nobody
	Seats   []Seat
	Counts  []string // labels of the columns of Seats, short
	Shared  []Count
	Board   *Board            // nil: there is none to draw
	Verdict *protocol.Verdict // of the last gesture, while it is worth showing
	ToDo    []string          // what the last move asks of the people at the table, until the next one is made
	News    []string          // what else followed from it, as long as its verdict is shown
	// Enrol is there while tags are enrolled.
	Enrol *protocol.Enrol
	// Choice is what somebody chooses from on the table itself, as by turning a knob; nil: nobody does.
	Choice  *Choice
	Timer   *Timer
	Trouble string // a device that does not work, a full disk
	Muted   bool   // nothing is heard
	// Cue is what is heard and flashes with this scene; each one is played once.
	Cue  Cue
	CueN int // rises with each cue
}

// Seat is a seat's row on the panel and its arc of the ring.
type Seat struct {
	Title  string
	Colour [3]uint8
	Counts []string
	Ring   *Ring // nil: it has none
}

// Ring is a ring that fills up: so many of its parts are filled.
type Ring struct{ Done, Of int }

// Count is a count of the table as a whole.
type Count struct{ Label, Value string }

// Board is the game's board as a small drawing in a square.
type Board struct {
	Circle bool    // the one that fills the square
	Lines  [][]int // each through some spots
	Spots  []Spot
}

// Spot is a place on the board.
type Spot struct {
	X, Y  float64 // from 0 to 1, from the left and from the top
	Seats []int   // those that have a mark on it
}

// Choice is a list from which one item is chosen.
type Choice struct {
	Title string // what is asked
	Items []string
	At    int // the item that would be taken now, counted from 0
}

// Timer is a running timer. It ends at Ends, which lies on the monotonic clock; while Paused, Left does not shrink.
type Timer struct {
	Total  time.Duration
	Left   time.Duration
	Ends   time.Time
	Paused bool
	Seat   int
}

// Cue is a short sign for ear and eye.
type Cue int

const (
	CueNone    Cue = iota
	CueAccept      // a move was taken
	CueRefuse      // a move was refused
	CueAsk         // something is asked
	CueTurn        // another seat's turn begins
	CueBegin       // a timer begins
	CueTick        // another second of it has gone
	CueFanfare     // it ended well: the seat for which it ran is better off
	CueThud        // it ended without effect
	CueWin         // the game is won
	CueTrouble     // a device died
)
