package companion

import (
	"log/slog"
	"slices"

	"familiar/companion/scene"
	"familiar/engine"
)

// Options are what a table is made of.
type Options struct {
	Games []engine.Game
	// State is the directory in which the table keeps games, tags, phones and the card lists of its owner.
	State   string
	Readers []Reader
	Buttons []Button
	Knobs   []Knob
	// CatchUp takes forgotten moves at once when only one way leads to what was shown, instead of offering it.
	CatchUp bool
	// Show is handed every new scene; it must not block.
	Show func(scene.Scene)
	// ReaderStats returns how the readers did since the start.
	ReaderStats func() []ReaderStats
	// JoinURL makes the address at which phones join with a code.
	JoinURL func(code string) string
	Log     *slog.Logger
}

// Reader is a reader of the wired table and what it stands for.
type Reader struct {
	Name  string
	Title string // as people call it; made of what it stands for when left out
	Seat  int    // counted from 1; 0: nobody's
	Place string // of that seat, or of the table: "altar", "hand", "grave"; "" for any
}

// Button is a button of the wired table and what it does.
type Button struct {
	Name  string
	Title string
	Press string // a verb of the game, a seat, "confirm", "undo", "drop", "again" or "mute"; or several of them, parted by blanks
	Long  string // the same for a long press; or "all": what Press says, as often as the question is open that it answers
	Seat  int    // whose button it is, counted from 1; 0: anybody's
}

// Words of buttons and command tags that no game needs to know.
const (
	commandConfirm = "confirm"
	commandUndo    = "undo"
	commandDrop    = "drop"
	commandRescan  = "again" // shows once more what lies on a reader
	commandMute    = "mute"  // makes the buzzer mute, or heard again
)

// allOfIt is what a button says that is held for all answers that a question wants.
const allOfIt = "all"

func isCommand(word string) bool {
	return slices.Contains([]string{commandConfirm, commandUndo, commandDrop, commandRescan, commandMute}, word)
}
