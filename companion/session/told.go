package session

import (
	"maps"

	"familiar/engine"
)

// told is the game as a seat was told of it: with the moves as the seat may know them, so without what others have said of their hands.
type told struct {
	state engine.State
	truth engine.State // after the same moves
	upTo  int          // how many of the moves that stand both have
	alike bool         // the seat sees the same in both
}

// mostTold is the most moves of such a game. No game at a table has so many.
const mostTold = 4096

// AsTold returns the position of the game as a seat was told of it. It returns nil where that game has come to differ from what the seat sees, because what others have
// said of their hands has changed what everybody sees, and for engine.Public, which has told nothing itself. The state belongs to the game, and must not be changed.
func (g *Game) AsTold(seat engine.Seat) engine.State {
	t := g.told[seat]
	switch {
	case len(g.Log) > mostTold || seat == engine.Public:
		return nil
	case t == nil:
		t = &told{state: g.History.At(0), truth: g.History.At(0), alike: true}
		if g.told == nil {
			g.told = make(map[engine.Seat]*told)
		}
		g.told[seat] = t
	}
	if t.upTo < len(g.Log) {
		t.follow(g, seat)
	}
	if !t.alike {
		return nil
	}
	return t.state
}

// follow makes the moves of the game that came since.
func (t *told) follow(g *Game, seat engine.Seat) {
	for ; t.upTo < len(g.Log); t.upTo++ {
		t.truth.Play(g.History.Moves()[t.upTo])
		m := g.Log[t.upTo].RedactedFor(seat)
		if m.Verb != engine.None && !t.state.Play(m).OK() {
			t.state = t.truth.View(seat) // a card that only others have seen has a consequence that everybody sees
		}
	}
	view, seen := t.state.View(seat), g.View(seat)
	t.alike = view.Status() == seen.Status && maps.Equal(maps.Collect(view.Facts), seen.Facts)
}

// CheckAs returns the rule that forbids a move as far as a seat can know, so that it reveals nothing else.
func (g *Game) CheckAs(seat engine.Seat, m engine.Move) engine.Violation {
	v := g.View(seat).State.Check(m)
	if told := g.AsTold(seat); told != nil && v.OK() {
		v = told.Check(m)
	}
	return v
}
