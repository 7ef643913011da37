package resolver

import "familiar/engine"

// Audience is who is told something, or may know it: everyone at the table, or one seat alone. It is a type of its own, and not a seat with a special value, so
// that the compiler refuses code that mixes the two up and would reveal a hand.
type Audience struct {
	alone bool // seat is all of it
	seat  engine.Seat
}

// Everyone is all players and all who watch.
var Everyone Audience

// Only is one seat alone.
func Only(seat engine.Seat) Audience { return Audience{alone: true, seat: seat} }

// Seat returns the one seat, if it is that alone.
func (a Audience) Seat() (engine.Seat, bool) { return a.seat, a.alone }

// Has reports whether a viewer is told: a seat, or engine.Public for a viewer without a seat.
func (a Audience) Has(viewer engine.Seat) bool { return !a.alone || a.seat == viewer }

// Viewer is in whose view of the game that is told: the seat's, or what everybody may know.
func (a Audience) Viewer() engine.Seat {
	if a.alone {
		return a.seat
	}
	return engine.Public
}
