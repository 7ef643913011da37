package pantacle

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// View implements engine.State. Everything is public except two things: the blades in hands (a seat knows the seen ones in its own), and the curse
// cards that were turned up and not kept, which only the drawer has seen.
func (s *State) View(seat engine.Seat) engine.State {
	var secret [mostSeats]cards.Place
	n := 0
	for other := range engine.Seat(s.players) {
		if other != seat {
			secret[n] = s.hand(other)
			n++
		}
	}
	return s.with(s.cards.Blind(secret[:n]...), s.curses.view(seat, seat == s.turn))
}

// Redacted implements engine.State.
func (s *State) Redacted(m engine.Move, seat engine.Seat) (engine.Move, bool) {
	if seat == m.Seat && seat != engine.Public {
		return m, true
	}
	switch m.Verb {
	case verbHold:
		return engine.Move{}, false
	case verbCurse:
		m.Args[0] = wordUnseen
	case verbAmend:
		if signature, _ := s.Catalog().Match(m); signature.Key == "blade" && !s.witnesses(seat, m.Args[1], m.Args[2]) {
			m.Args[0] = wordUnseen
		}
	}
	return m, true
}

// witnesses reports whether a seat sees which blade moves between two places: the blade lies open in one of them, or one of them is the seat's own hand.
func (s *State) witnesses(seat engine.Seat, places ...engine.Name) bool {
	return slices.ContainsFunc(places, func(n engine.Name) bool {
		p := s.place(n)
		return p == discard || seat != engine.Public && p == s.hand(seat)
	})
}

// Destination implements engine.State.
func (s *State) Destination(m engine.Move) engine.Name {
	signature, ok := s.Catalog().Match(m)
	if !ok {
		return engine.None
	}
	switch m.Verb {
	case verbHold:
		return s.places[s.hand(m.Seat)]
	case verbBribe, verbAdd, verbMoon:
		return placeDiscard
	case verbCurse, verbKeep:
		if m.Args[0] != wordUnseen {
			return s.faceUp[m.Seat]
		}
	case verbAmend:
		if signature.Key == "blade" && m.Args[0] != wordUnseen || signature.Key == "curse" {
			if s.Catalog().Class(m.Args[2])&engine.ClassPlace != 0 {
				return m.Args[2]
			}
		}
	}
	return engine.None
}
