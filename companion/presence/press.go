package presence

import (
	"time"

	"familiar/engine"
)

// Press is a press of a button that made a move.
type Press struct {
	Button string
	At     time.Time
	Move   engine.Move // the last of those that it made
	Stand  int         // how many moves stood then
}

// Again reports whether another press of a button belongs to the same gesture: a finger that wanted to end a turn slipped, and would end that of the next
// player, whom nobody has seen do anything. stood is how many moves stand now, and asked is who would make the next one. Of the same player a second press
// counts: two cards may have been drawn. So does one that shows a card or a token once more.
func (p Press) Again(button string, at time.Time, stood int, asked engine.Seat) bool {
	return button == p.Button && at.Sub(p.At) < Shaky && stood == p.Stand && asked != p.Move.Seat && p.Move.Arity() == 0
}
