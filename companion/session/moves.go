package session

import (
	"slices"
	"strings"

	"familiar/companion/resolver"
	"familiar/engine"
	"familiar/engine/lang"
)

// Awaited returns the question that the game asks now, as people read it.
func (g *Game) Awaited() lang.Localized {
	ask := g.View(engine.Public).Status.Ask
	return g.Localize(func(v *Localizer) string { return v.Ask(g.Catalog, ask) })
}

// MenuMoves returns the legal moves of a seat that can be made without laying a card, sorted by resolver.CompareMoves. The list names no hidden card: a move
// with a card is in it only while the game asks an open question and the card lies face up. The move that the timer makes is not in it.
func (s *View) MenuMoves(seat engine.Seat) []engine.Move {
	if s.menuMoves == nil {
		s.menuMoves = s.findMenuMoves()
	}
	return s.menuMoves[seat]
}

// findMenuMoves returns the cardless moves of all seats. There may be thousands: they are sorted once for each position of the game, not at each turn of a knob.
func (s *View) findMenuMoves() map[engine.Seat][]engine.Move {
	c := s.State.Catalog()
	open := make(map[engine.Name]bool)
	if s.Status.Ask.Open {
		for _, value := range s.Facts {
			for word := range strings.FieldsSeq(value) {
				open[c.Name(word)] = true
			}
		}
	}
	hidden := func(n engine.Name) bool { return c.Class(n)&engine.ClassCard != 0 && !open[n] }
	all := make(map[engine.Seat][]engine.Move)
	for _, m := range s.Legal() {
		f, _ := c.Match(m)
		isTimers := s.Status.Timer.For > 0 && m == s.Status.Timer.Then
		if !isTimers && !f.Laid && !slices.ContainsFunc(m.Args[:], hidden) {
			all[m.Seat] = append(all[m.Seat], s.shortest(m))
		}
	}
	for seat, moves := range all {
		slices.SortFunc(moves, resolver.CompareMoves)
		all[seat] = slices.Compact(moves)
	}
	return all
}

// shortest returns a move without the unseen card at its end, if it is legal without it, too.
func (s *View) shortest(m engine.Move) engine.Move {
	last := m.Arity() - 1
	if last < 0 || s.State.Catalog().Class(m.Args[last])&engine.ClassUnseen == 0 {
		return m
	}
	short := m
	if short.Args[last] = engine.None; s.Allows(short) {
		return short
	}
	return m
}

// WordsOf returns the words of a move from word from on, as people read them. The verb is word 0.
func (g *Game) WordsOf(m engine.Move, from int) lang.Localized {
	names := m.Args[min(max(0, from-1), m.Arity()):m.Arity()]
	return g.Localize(func(v *Localizer) string {
		args := strings.Join(v.Titles(names), ", ")
		switch {
		case from > 0 && args == "":
			return lang.T("That is all").In(v.Code)
		case from > 0:
			return args
		case args == "":
			return v.VerbTitle(m.Verb)
		}
		return v.VerbTitle(m.Verb) + ": " + args
	})
}
