package companion

import (
	"log/slog"
	"slices"

	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/companion/wired"
	"familiar/engine"
)

// Options are the games, devices and callbacks of a table.
type Options struct {
	Games []engine.Game
	// State is the directory in which the table keeps games, tags, phones and the card lists of its owner.
	State string
	// Boot identifies this boot of the machine, so that a power cut is no crash; empty: crashes are not counted. See crashloop.Begin.
	Boot    string
	Readers []Reader
	Buttons []Button
	Knobs   []Knob
	// Boldness is how much the table decides by itself, until a host sets it.
	Boldness protocol.Boldness
	// Show is called with every new scene, and must not block.
	Show func(scene.Scene)
	// ReaderStats returns how the readers have done since the start.
	ReaderStats func() []ReaderStats
	// JoinURL makes the address at which phones join with a code.
	JoinURL func(code string) string
	TLS     bool // phones can reach the table over TLS, too
	Log     *slog.Logger
}

// What is wired to the table.
type (
	Reader      = wired.Reader
	Button      = wired.Button
	Knob        = wired.Knob
	ReaderStats = wired.ReaderStats
)

// Commands are words of buttons and tags that mean the same in every game.
const (
	commandConfirm = "confirm"
	commandUndo    = "undo"
	commandDrop    = "drop"
	commandRescan  = "again" // observes the card that lies on a reader once more
	commandMute    = "mute"  // makes the buzzer mute, or audible again
)

// longPressAll is what Button.Long says if a long press gives all answers that a question wants.
const longPressAll = "all"

func isCommand(word string) bool {
	return slices.Contains([]string{commandConfirm, commandUndo, commandDrop, commandRescan, commandMute}, word)
}
