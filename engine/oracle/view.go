package oracle

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// View implements engine.State. Everything is public except the Corruption cards in hands; a seat knows the seen ones in its own. After the last day
// her hand lies open.
func (s *State) View(seat engine.Seat) engine.State {
	var room [mostSeats]cards.Place
	secret := room[:0]
	for other := range engine.Seat(s.players) {
		if other != seat && !s.bare(other) {
			secret = append(secret, hand(other))
		}
	}
	return s.with(s.cards.Blind(secret...))
}

// bare reports whether a seat shows its Corruption cards to everybody: rule score.reveal.
func (s *State) bare(seat engine.Seat) bool { return seat == s.oracle && s.phase >= inScoring }

// Redacted implements engine.State.
func (s *State) Redacted(m engine.Move, seat engine.Seat) (engine.Move, bool) {
	switch {
	case seat == m.Seat && seat != engine.Nobody:
	case m.Verb == verbHold:
		if !s.bare(m.Seat) {
			return engine.Move{}, false
		}
	case m.Verb == verbAmend && s.veiled(m.Args[1]) && s.veiled(m.Args[2]):
		// A card that moves from one hidden place to another is known to the owners of these hands.
		if seat == engine.Nobody || !slices.Contains(m.Args[1:3], s.hands[seat]) {
			m.Args[0] = wordUnseen
		}
	}
	return m, true
}

// veiled reports whether the Corruption cards in a place are face down.
func (s *State) veiled(place engine.Name) bool {
	class := s.Catalog().Class(place)
	return class&classDeck != 0 || class&classHand != 0 && !s.bare(s.Of(place).seat)
}

// Destination implements engine.State.
func (s *State) Destination(m engine.Move) engine.Name {
	if _, ok := s.Catalog().Match(m); !ok {
		return engine.None
	}
	switch m.Verb {
	case verbRune, verbRecruit:
		return m.Args[1]
	case verbShift:
		if h := s.bowl[runeOf(m.Args[0])].half; h != outside {
			return placeLeft + engine.Name(h.other()-left)
		}
	case verbDiscard:
		return verbDiscard
	case verbReveal, verbHold:
		return s.hands[m.Seat]
	case verbAmend:
		if s.Catalog().Class(m.Args[0])&engine.ClassCard != 0 {
			return m.Args[2]
		}
	}
	return engine.None
}
