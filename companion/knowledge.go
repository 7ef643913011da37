package companion

import (
	"slices"

	"familiar/engine"
)

// knowledge is the state as whoever may know what was shown knows it. What others are shown of a gesture comes from here: the true
// state would tell them of hands. Whether a move is legal is found out when it is made.
func (t *Table) knowledge(s observation) *seatView { return t.game.view(s.audience().viewer()) }

// readings lists the moves that fit what was shown, as far as whoever may see it knows.
func (t *Table) readings(s observation) []engine.Move {
	known := t.knowledge(s)
	return s.readingsAmong(slices.Values(known.legal()), known.state, t.game.hold)
}

// likely are the readings that a seat knows to be possible: it may know more than others. If it knows of none that is, a refusal says why.
func (t *Table) likely(s observation, fits []engine.Move, seat engine.Seat) []engine.Move {
	its, known := t.game.view(seat), t.knowledge(s)
	if its == known || slices.Equal(its.legal(), known.legal()) {
		return fits
	}
	legal, _ := parted(fits, its.allows)
	if len(legal) == 0 {
		return fits
	}
	return legal
}

// unambiguous returns the only interpretation, if there is one. Where every reading names nothing but what was shown, the true state may break a tie: that
// reveals the card on the reader, and no other one. It may not where a tag is a token, which somebody without such a card can lay, and not for a card on
// a secret reader: everyone sees whether a question is asked, and that would reveal other hands to its seat.
func (t *Table) unambiguous(s observation, fits []engine.Move) (engine.Move, bool) {
	if m, ok := s.play(t.game.catalog, fits); ok {
		return m, true
	}
	whole, further := parted(fits, func(m engine.Move) bool { return s.complete(t.game.catalog, m) })
	if s.secret || len(s.names) == 0 || len(further) > 0 || slices.ContainsFunc(s.names, t.game.token) {
		return engine.Move{}, false
	}
	return only(whole, func(m engine.Move) bool { return t.game.history.State().Check(m).OK() })
}

// token reports whether one tag stands for all copies of a card, so that it moves with none of them.
func (g *game) token(n engine.Name) bool { return g.catalog.Entry(n).Token }
