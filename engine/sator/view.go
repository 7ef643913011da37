package sator

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// View implements engine.State. Everything is public except the hands; a seat knows the seen cards in its own.
func (s *State) View(seat engine.Seat) engine.State {
	var prayers [mostSeats]cards.Layout
	var secret [mostSeats]cards.Place
	n := 0
	for other := range engine.Seat(s.players) {
		if other == seat {
			prayers[other] = s.prayers[other].Blind()
			continue
		}
		prayers[other] = s.prayers[other].Blind(prayerHand)
		secret[n] = hand(other)
		n++
	}
	c := new(State)
	s.copyWith(s.incertus.Blind(secret[:n]...), prayers, c)
	return c
}

// Redacted implements engine.State. The player who draws a card knows it.
func (s *State) Redacted(m engine.Move, seat engine.Seat) (engine.Move, bool) {
	switch {
	case seat == m.Seat && seat != engine.Nobody:
	case m.Verb == verbHold:
		return engine.Move{}, false
	case m.Verb == verbDraw && m.Args[1] != engine.None:
		m.Args[1] = wordUnseen
	case m.Verb == verbAmend && s.veiled(m.Args[1]) && s.veiled(m.Args[2]):
		if seat == engine.Nobody || !slices.Contains(m.Args[1:3], s.hands[seat]) {
			m.Args[0] = wordUnseen
		}
	}
	return m, true
}

// veiled reports whether the cards in a place are face down.
func (s *State) veiled(place engine.Name) bool {
	return s.Catalog().Class(place)&(classHand|classPile|classPrayerPile) != 0
}

// Destination implements engine.State.
func (s *State) Destination(m engine.Move) engine.Name {
	if _, ok := s.Catalog().Match(m); !ok {
		return engine.None
	}
	switch m.Verb {
	case verbDiscard:
		if c, ok := s.card(m.Args[0]); ok && c.prayer {
			return s.prayersOut[m.Seat]
		}
		return verbDiscard
	case verbDraw, verbHold:
		return s.hands[m.Seat]
	case verbAmend:
		if s.Catalog().Class(m.Args[0])&engine.ClassCard != 0 {
			return m.Args[2]
		}
	}
	return engine.None
}
