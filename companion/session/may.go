package session

import (
	"cmp"
	"maps"
	"slices"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/engine"
	"familiar/engine/lang"
)

// maxNear is how many legal moves are shown beside one that is not legal.
const maxNear = 4

// May reports whether a move of any seat may be made and why not, and what may come next in it. Nothing is done. The whole answer comes from the viewer's own
// view, so that it reveals no more than that view does.
func (g *Game) May(viewer engine.Seat, words *Localizer, r protocol.MayRequest) (*protocol.May, error) {
	c, seat := g.Catalog, viewer
	switch r.Seat {
	case "":
	case "table":
		seat = engine.Nobody
	default:
		if seat = c.Seat(c.Name(r.Seat)); seat == engine.NoSeat {
			return nil, NoSeatError(r.Seat)
		}
	}
	state, moves := g.View(viewer).State, g.View(viewer).Legal()
	if r.WithTurn {
		var ok bool
		if seat == engine.Nobody {
			return nil, lang.T("the table has no turn: ask for a player")
		}
		if state, ok = state.WithTurnOf(seat); !ok {
			return nil, lang.T("no turn of {1} can begin as the game stands", g.Who(seat))
		}
		moves = slices.Collect(resolver.Moves(state))
	}
	moves = slices.DeleteFunc(slices.Clone(moves), func(m engine.Move) bool { return m.Seat != seat })
	may := &protocol.May{Seat: protocol.SeatNumber(seat)}
	if r.Verb == "" {
		may.Ways = g.verbsOf(seat, moves)
		return may, nil
	}
	m := c.Move(c.SeatWord(seat), r.Verb, r.Args...)
	may.Ways, may.Number = g.waysOn(m, moves)
	if _, may.Whole = c.Match(m); may.Whole {
		may.Text = words.RenderMoves([]engine.Move{m})
		words.addVerdict(may, state, m, moves)
	}
	return may, nil
}

// NoSeatError returns the error for a word that is not the name of a seat.
func NoSeatError(word string) error { return lang.T(`there is no seat "{1}" in this game`, word) }

// verbsOf returns the verbs of a seat's moves in this game, without `hold` and `amend`.
func (g *Game) verbsOf(seat engine.Seat, legal []engine.Move) []protocol.Way {
	var ways []protocol.Way
	for _, verb := range g.Catalog.Names(engine.ClassVerb) {
		has := slices.ContainsFunc(g.Catalog.Signatures(verb), func(f engine.Signature) bool { return f.ByNobody == (seat == engine.Nobody) })
		if !has || verb == g.Hold || verb == g.Amend {
			continue
		}
		ways = append(ways, protocol.Way{Word: g.Catalog.Word(verb), Open: slices.ContainsFunc(legal, func(m engine.Move) bool { return m.Verb == verb })})
	}
	return ways
}

// waysOn returns the words that may come next in a move, by any signature that fits it so far, and the largest number that may come next.
func (g *Game) waysOn(m engine.Move, legal []engine.Move) (ways []protocol.Way, number int) {
	at := m.Arity()
	var next engine.Class
	for _, f := range g.Catalog.Signatures(m.Verb) {
		begun := f.ByNobody == (m.Seat == engine.Nobody) && len(f.Args) > at
		for i := 0; begun && i < at; i++ {
			begun = g.Catalog.Class(m.Args[i])&f.Args[i] != 0
		}
		if begun {
			next |= f.Args[at]
		}
	}
	if next == 0 {
		return nil, 0
	}
	open := make(map[engine.Name]bool)
	for _, l := range legal {
		if l.Verb == m.Verb && slices.Equal(l.Args[:at], m.Args[:at]) {
			open[l.Args[at]] = true
		}
	}
	for _, n := range g.Catalog.Names(next &^ engine.ClassNumber) {
		ways = append(ways, protocol.Way{Word: g.Catalog.Word(n), Open: open[n]})
		delete(open, n)
	}
	if next&engine.ClassNumber == 0 {
		return ways, 0
	}
	for _, n := range slices.Sorted(maps.Keys(open)) {
		if _, ok := n.Number(); ok {
			ways = append(ways, protocol.Way{Word: g.Catalog.Word(n), Open: true})
		}
	}
	return ways, engine.MaxNumber
}

// addVerdict adds whether a complete move may be made in a state and what would follow, or which rule forbids it and which legal moves are like it.
func (v *Localizer) addVerdict(may *protocol.May, state engine.State, m engine.Move, legal []engine.Move) {
	c := v.Game.Catalog
	after := state.Clone()
	why := after.Play(m)
	if !why.OK() {
		refused := v.Refusal(&resolver.Refusal{Moves: []engine.Move{m}, Why: why})
		may.Rule, may.Words, may.Names = refused.Rule, refused.Words, refused.Names
		for _, n := range why.Names {
			if n != engine.None {
				may.Things = append(may.Things, c.Word(n))
			}
		}
		for _, l := range nearest(c, m, legal) {
			near := protocol.Near{Verb: c.Word(l.Verb), Args: make([]string, l.Arity()), Text: v.RenderMoves([]engine.Move{l})}
			for i := range near.Args {
				near.Args[i] = c.Word(l.Args[i])
			}
			may.Near = append(may.Near, near)
		}
		return
	}
	may.OK = true
	for _, e := range after.Events() {
		text, _ := v.Event(c, e)
		may.Follows = append(may.Follows, text)
	}
	may.Ask = v.Ask(c, after.Status().Ask)
	may.Facts = maps.Collect(after.Facts)
}

// nearest returns the legal moves that are most similar to a move that is not legal: with the same verb and equal arguments, or else with words that begin with
// the same letters, or else one of each verb.
func nearest(c *engine.Catalog, m engine.Move, legal []engine.Move) []engine.Move {
	type near struct {
		move  engine.Move
		score int
	}
	var all []near
	verbs := make(map[engine.Name]bool) // of those that have nothing in common with it
	for _, l := range legal {
		score := 0
		if l.Verb == m.Verb {
			score = 100
		}
		for i, n := range l.Args {
			switch {
			case n == engine.None:
			case n == m.Args[i]:
				score += 20
			case m.Has(n):
				score += 10
			case l.Verb == m.Verb && m.Args[i] != engine.None:
				score += commonPrefix(c.Word(n), c.Word(m.Args[i]))
			}
		}
		if score > 0 || !verbs[l.Verb] {
			all = append(all, near{l, score})
		}
		verbs[l.Verb] = verbs[l.Verb] || score == 0
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(b.score, a.score) })
	var moves []engine.Move
	for _, n := range all[:min(len(all), maxNear)] {
		moves = append(moves, n.move)
	}
	return moves
}

// commonPrefix returns how many bytes two words have in common at their beginning, up to nine.
func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b), 9) && a[n] == b[n] {
		n++
	}
	return n
}
