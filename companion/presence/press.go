package presence

import (
	"time"

	"familiar/engine"
)

// DoublePress is how soon after the first press a finger presses a button by mistake a second time.
const DoublePress = 600 * time.Millisecond

// Press is a press of a button that made a move.
type Press struct {
	Button string
	At     time.Time
	Move   engine.Move // the move, or the last one if it made several
	Stand  int         // how many moves stood after it
}

// Again reports whether another press of the button is a double press, which would make a move of the next player: a finger that ends a turn must not end the
// next one, too. stood is how many moves stand now, and asked is the seat that would move. A second press that moves the same seat counts, as the player may
// have drawn two cards. A second press that shows a card or a token once more counts, too.
func (p Press) Again(button string, at time.Time, stood int, asked engine.Seat) bool {
	return button == p.Button && at.Sub(p.At) < DoublePress && stood == p.Stand && asked != p.Move.Seat && p.Move.Arity() == 0
}
