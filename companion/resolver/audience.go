package resolver

import "familiar/engine"

// Audience is the set of viewers that something is announced to, or that may know it: everyone at the table, or one seat. It is a type of its own, and not a
// seat with a special value, so that the compiler refuses code that mixes the two up and would reveal a hand.
type Audience struct {
	alone bool // seat is the only viewer
	seat  engine.Seat
}

// Everyone is the audience of all players and watchers.
var Everyone Audience

// Only returns the audience of one seat.
func Only(seat engine.Seat) Audience { return Audience{alone: true, seat: seat} }

// Seat returns the only seat of the audience, and false for Everyone.
func (a Audience) Seat() (engine.Seat, bool) { return a.seat, a.alone }

// Has reports whether a viewer belongs to the audience: a seat, or engine.Public for a viewer without a seat.
func (a Audience) Has(viewer engine.Seat) bool { return !a.alone || a.seat == viewer }

// Viewer returns the viewer whose view of the game is used for the audience: the seat, or engine.Public.
func (a Audience) Viewer() engine.Seat {
	if a.alone {
		return a.seat
	}
	return engine.Public
}
