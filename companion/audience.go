package companion

import "familiar/engine"

// Audience is who is told something, or may know of it: everyone at the table, or one seat alone. A seat by itself never says that: the compiler sees where
// what one hand holds would be told to all.
type Audience struct {
	alone bool // seat is all of it
	seat  engine.Seat
}

// Everyone is all at the table, whoever watches included.
var Everyone Audience

// Only is one seat alone.
func Only(seat engine.Seat) Audience { return Audience{alone: true, seat: seat} }

// only returns the one seat, if it is that alone.
func (a Audience) only() (engine.Seat, bool) { return a.seat, a.alone }

// has reports whether a viewer is told: a seat, or engine.Table for whoever has none.
func (a Audience) has(viewer engine.Seat) bool { return !a.alone || a.seat == viewer }

// viewer is in whose view of the game that is told: the seat's, or what everybody may know.
func (a Audience) viewer() engine.Seat {
	if a.alone {
		return a.seat
	}
	return engine.Table
}
