package companion

import (
	"cmp"
	"maps"
	"slices"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/engine"
	"familiar/engine/lang"
)

// Anybody may ask of any move of anybody, legal now or not, whether it may be made: nothing is done. All of the answer comes from the view of whoever asks, so
// that it tells no more than that view does.

// mostNear is how many legal moves are told beside one that is not.
const mostNear = 4

// askMay answers whether a move may be made, or what may come next of one that is not whole.
func (t *Table) askMay(p *Phone, r protocol.Request) answer {
	if t.game == nil {
		return answered(errNoGame)
	}
	t.keepProbing(p)
	g, viewer := t.game, t.seatOf(p)
	c, words := g.catalog, g.inLanguage(p.language)
	seat := viewer
	if r.Seat != "" {
		if seat = c.Seat(c.Name(r.Seat)); r.Seat == "table" {
			seat = engine.Nobody
		} else if seat == engine.NoSeat {
			return answered(noSeat(r.Seat))
		}
	}
	state, moves := g.view(viewer).State, g.view(viewer).Legal()
	if r.Suppose {
		var ok bool
		if seat == engine.Nobody {
			return answered(lang.T("the table has no turn: ask for a player"))
		}
		if state, ok = state.WithTurnOf(seat); !ok {
			return answered(lang.T("no turn of {1} can begin as the game stands", g.who(seat)))
		}
		moves = slices.Collect(state.Moves)
	}
	moves = slices.DeleteFunc(slices.Clone(moves), func(m engine.Move) bool { return m.Seat != seat })
	may := protocol.May{Seat: seatNumber(seat)}
	if r.Verb == "" {
		may.Ways = g.verbsOf(seat, moves)
		return answer{Answer: protocol.Answer{OK: true, May: &may}}
	}
	m := c.Move(c.SeatWord(seat), r.Verb, r.Args...)
	may.Ways, may.Number = g.waysOn(m, moves)
	if _, may.Whole = c.Match(m); may.Whole {
		may.Text = words.tell([]engine.Move{m})
		words.weigh(&may, state, m, moves)
	}
	return answer{Answer: protocol.Answer{OK: true, May: &may}}
}

// verbsOf are the verbs that a seat has in this game, but for those that tell something to the table.
func (g *game) verbsOf(seat engine.Seat, legal []engine.Move) []protocol.Way {
	var ways []protocol.Way
	for _, verb := range g.catalog.Names(engine.ClassVerb) {
		theirs := slices.ContainsFunc(g.catalog.Signatures(verb), func(f engine.Signature) bool { return f.ByTable == (seat == engine.Nobody) })
		if !theirs || verb == g.hold || verb == g.amend {
			continue
		}
		ways = append(ways, protocol.Way{Word: g.catalog.Word(verb), Open: slices.ContainsFunc(legal, func(m engine.Move) bool { return m.Verb == verb })})
	}
	return ways
}

// waysOn are the words that may come next in a move, of any form that it has begun, and the largest number that may.
func (g *game) waysOn(m engine.Move, legal []engine.Move) (ways []protocol.Way, number int) {
	at := m.Arity()
	var next engine.Class
	for _, f := range g.catalog.Signatures(m.Verb) {
		begun := f.ByTable == (m.Seat == engine.Nobody) && len(f.Args) > at
		for i := 0; begun && i < at; i++ {
			begun = g.catalog.Class(m.Args[i])&f.Args[i] != 0
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
	for _, n := range g.catalog.Names(next &^ engine.ClassNumber) {
		ways = append(ways, protocol.Way{Word: g.catalog.Word(n), Open: open[n]})
		delete(open, n)
	}
	if next&engine.ClassNumber == 0 {
		return ways, 0
	}
	for _, n := range slices.Sorted(maps.Keys(open)) {
		if _, ok := n.Number(); ok {
			ways = append(ways, protocol.Way{Word: g.catalog.Word(n), Open: true})
		}
	}
	return ways, engine.MaxNumber
}

// weigh says whether a whole move may be made in a state, and what would follow, or which rule forbids it, and which legal moves are like it.
func (v *localizer) weigh(may *protocol.May, state engine.State, m engine.Move, legal []engine.Move) {
	c := v.game.catalog
	after := state.Clone()
	why := after.Play(m)
	if !why.OK() {
		refused := v.refusal(&resolver.Refusal{Moves: []engine.Move{m}, Why: why})
		may.Rule, may.Words, may.Names = refused.Rule, refused.Words, refused.Names
		for _, n := range why.Names {
			if n != engine.None {
				may.Things = append(may.Things, c.Word(n))
			}
		}
		for _, l := range nearest(c, m, legal) {
			near := protocol.Near{Verb: c.Word(l.Verb), Args: make([]string, l.Arity()), Text: v.tell([]engine.Move{l})}
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
	may.Facts = factsOf(after)
}

// nearest are the legal moves that are most like one that is not: of the same verb with the same arguments as far as they go, or else with words that begin alike, or
// else one of each verb.
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
				score += alike(c.Word(n), c.Word(m.Args[i]))
			}
		}
		if score > 0 || !verbs[l.Verb] {
			all = append(all, near{l, score})
		}
		verbs[l.Verb] = verbs[l.Verb] || score == 0
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(b.score, a.score) })
	var moves []engine.Move
	for _, n := range all[:min(len(all), mostNear)] {
		moves = append(moves, n.move)
	}
	return moves
}

// alike is how many letters two words begin with in common, up to nine.
func alike(a, b string) int {
	n := 0
	for n < min(len(a), len(b), 9) && a[n] == b[n] {
		n++
	}
	return n
}
