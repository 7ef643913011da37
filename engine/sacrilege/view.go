package sacrilege

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// View implements engine.State. Everything is public except the cards in hands: a seat knows the seen ones in its own hand. All other cards that are
// not seen on the table become one pool, so the view cannot reveal what others have shown.
func (s *State) View(seat engine.Seat) engine.State {
	var secret [mostSeats]cards.Place
	n := 0
	for other := range engine.Seat(s.players) {
		if other != seat {
			secret[n] = s.hand(other)
			n++
		}
	}
	return s.with(s.cards.Blind(secret[:n]...))
}

// Redacted implements engine.State.
func (s *State) Redacted(m engine.Move, seat engine.Seat) (engine.Move, bool) {
	if seat == m.Seat && seat != engine.Public {
		return m, true
	}
	switch m.Verb {
	case verbHold:
		return engine.Move{}, false
	case verbDraw, verbGive:
		if m.Args[0] != engine.None && !(m.Verb == verbGive && s.receives(seat)) {
			m.Args[0] = wordUnseen
		}
	case verbAmend:
		if m.Arity() == 3 && !s.witnesses(seat, m.Args[1], m.Args[2]) {
			m.Args[0] = wordUnseen
		}
	}
	return m, true
}

// receives reports whether the open question gives a card to a seat.
func (s *State) receives(seat engine.Seat) bool {
	e := s.asked()
	return e != nil && e.verb == verbGive && e.partner == seat
}

// witnesses reports whether a seat sees which card moves between two places: the card lies open in one of them, or one of them is the seat's own hand.
func (s *State) witnesses(seat engine.Seat, places ...engine.Name) bool {
	for _, n := range places {
		p := s.Of(n).place
		if p < 0 {
			continue
		}
		if !s.hides(cards.Place(p)) || seat != engine.Public && cards.Place(p) == s.hand(seat) {
			return true
		}
	}
	return false
}

// Destination implements engine.State.
func (s *State) Destination(m engine.Move) engine.Name {
	if _, ok := s.Catalog().Match(m); !ok || s.Of(m.Args[0]).kind < 0 {
		return engine.None
	}
	switch m.Verb {
	case verbSacrifice:
		return s.places[s.altar(s.seat(m.Args[1]))]
	case verbInvoke:
		return s.places[s.altar(m.Seat)]
	case verbDraw, verbHold:
		return s.places[s.hand(m.Seat)]
	case verbDiscard, verbDrop, verbDestroy:
		return placeGrave
	case verbMove:
		return s.places[s.altar(s.seat(m.Args[2]))]
	case verbSwap:
		return s.places[s.altar(s.seat(m.Args[3]))]
	case verbAmend:
		return m.Args[2]
	}
	return s.answerDestination(m)
}

// answerDestination returns the destination of a card whose place depends on the open question.
func (s *State) answerDestination(m engine.Move) engine.Name {
	e := s.asked()
	if e == nil || e.verb != m.Verb {
		return engine.None
	}
	switch m.Verb {
	case verbReveal:
		return s.places[s.revealTo(e)]
	case verbGive:
		return s.places[s.hand(e.partner)]
	case verbTake:
		return s.places[s.hand(s.taker(e, m.Args[1]))]
	case verbRaise:
		if (m.Args[1] == engine.None) != (e.effect.into == intoHand) {
			return engine.None
		}
		return s.places[s.raisedTo(e, m.Args[1])]
	}
	return engine.None
}
