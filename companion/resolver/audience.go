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

// Numbers numbers what audiences are told. The numbers that a viewer is told rise, and tell nothing of what only others are told. The zero Numbers is ready for use.
type Numbers struct {
	open   int                 // how often everybody was told something
	secret map[engine.Seat]int // how often a seat alone was, since then
}

// secretNumbers is how many numbers there are for what a seat alone is told between two things for everybody.
const secretNumbers = 1000

// Next returns the next number for an audience.
func (n *Numbers) Next(to Audience) int {
	seat, alone := to.Seat()
	if !alone {
		n.open++
		clear(n.secret)
		return n.open * secretNumbers
	}
	if n.secret == nil {
		n.secret = make(map[engine.Seat]int)
	}
	n.secret[seat]++
	return n.open*secretNumbers + n.secret[seat]
}
