package people

import (
	"time"

	"familiar/companion/protocol"
)

// Table is what people can do at a table, and what they see of it. A call returns when everybody sees what came of it.
type Table interface {
	// Put lays a tag on a reader, and Take lifts it again.
	Put(reader string, tag Tag)
	Take(reader string, tag Tag)
	Press(button string)
	// Ask makes a request on the phone of a seat; Watcher's is that of somebody without one.
	Ask(seat int, r protocol.Request) protocol.Answer
	// See returns what that phone shows.
	See(seat int) *protocol.Snapshot
	// Moves returns the moves that stand, as records write them: everybody can read them on a phone.
	Moves() []string
	Wait(d time.Duration)
}

// Watcher is the phone of somebody who only watches.
const Watcher = -1

// Tag is a tag on a copy of a card or of another thing, by its word in the catalog.
type Tag struct {
	Word string
	Copy int
}

// Layout is where the devices of a table are.
type Layout struct {
	Readers []Reader
	Buttons []Button
	// Stays means that cards stay on the readers of their places. Otherwise they are lifted again.
	Stays bool
}

// Reader is a reader of tags. Place is a place of the game, "" if the reader stands for none there.
type Reader struct{ Name, Place string }

// Button is a button with the words that it may say.
type Button struct {
	Name  string
	Words []string
}
