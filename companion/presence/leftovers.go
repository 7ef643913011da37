package presence

import (
	"slices"
	"time"

	"familiar/companion/resolver"
	"familiar/engine"
)

// Leftovers are the names of the last move that no reader has seen. A tag with such a name belongs to that move if it comes in time, and is not read as a
// new one.
type Leftovers struct {
	Names []engine.Name
	Seat  engine.Seat
	Until time.Time
}

// Claim reports whether a name is left over from the last move, and takes it off the list.
func (l *Leftovers) Claim(o resolver.Observation, n engine.Name) bool {
	i := slices.Index(l.Names, n)
	if i < 0 || o.At.After(l.Until) || o.Seat != engine.NoSeat && o.Seat != l.Seat {
		return false
	}
	l.Names = slices.Delete(l.Names, i, i+1)
	return true
}
