package athame

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// View implements engine.State. Everything is public except the bank cards in hands; a seat knows the seen ones in its own. The seen cards of
// the bank, which only an amend puts there, are hidden too: whether a draw removes one depends on what was shown to its seat. As long as
// artificeMayBeHeld is false, everybody knows that no hand has an artifice.
func (s *State) View(seat engine.Seat) engine.State {
	secret := [1 + mostSeats]cards.Place{bank}
	n := 1
	for other := range engine.Seat(s.players) {
		if other != seat {
			secret[n] = s.hand(other)
			n++
		}
	}
	known := s.cards.Blind(secret[:n]...)
	if !s.artificeMayBeHeld {
		arcanaKinds := s.artifices
		arcanaKinds.Include(&s.eventKinds)
		known.SplitPool(bank, &arcanaKinds)
	}
	return s.with(known)
}

// Redacted implements engine.State. A card that goes from the bank to a hand, or from hand to hand, is known to the owners of these hands.
func (s *State) Redacted(m engine.Move, seat engine.Seat) (engine.Move, bool) {
	if seat == m.Seat && seat != engine.Public {
		return m, true
	}
	n := m.Args[0]
	switch m.Verb {
	case verbHold:
		return engine.Move{}, false
	case verbTake:
		if s.isBankCard(n) && !s.eventKinds.Has(s.card(n)) {
			m.Args[0] = wordUnseen
		}
	case verbSteal, verbGive:
		if s.isBankCard(n) && !s.handles(seat) {
			m.Args[0] = wordUnseen
		}
	case verbAmend:
		if s.isBankCard(n) && s.secret(m.Args[1]) && s.secret(m.Args[2]) && m.Args[2] != placeBank && !s.owns(seat, m.Args[1:3]) {
			m.Args[0] = wordUnseen
		}
	}
	return m, true
}

func (s *State) isBankCard(n engine.Name) bool { return s.Of(n).bank >= 0 }

// handles reports whether the open theft or gift moves a card out of a seat's hand or into it.
func (s *State) handles(seat engine.Seat) bool {
	if len(s.agenda) == 0 || s.asked().task != taskStep {
		return false
	}
	switch p := s.asked(); p.effect.do {
	case doSteal:
		return seat == p.seat || seat == p.other
	case doGive:
		return seat == p.seat || seat == s.receiver(p)
	}
	return false
}

// secret reports whether a place may hold unseen cards.
func (s *State) secret(place engine.Name) bool {
	return s.Catalog().Class(place)&(classBank|classHand) != 0
}

// owns reports whether one of some places is a seat's hand.
func (s *State) owns(seat engine.Seat, places []engine.Name) bool {
	return seat != engine.Public && slices.ContainsFunc(places, func(n engine.Name) bool { return s.place(n) == s.hand(seat) })
}

// Destination implements engine.State.
func (s *State) Destination(m engine.Move) engine.Name {
	if _, ok := s.Catalog().Match(m); !ok {
		return engine.None
	}
	n := m.Args[0]
	switch m.Verb {
	case verbAllot:
		return s.places[s.allotted(m.Seat)]
	case verbPay, verbUse:
		return s.places[pileAt(s.list.bank[s.card(n)].pile)]
	case verbReveal:
		if s.resources.Has(s.card(n)) {
			return placeMarket
		}
		return placeArcana
	case verbTake:
		if !s.isBankCard(n) {
			return engine.None
		}
		if s.eventKinds.Has(s.card(n)) {
			return s.places[s.eventPlace(s.ownerOf(s.card(n), m.Seat))]
		}
		return s.places[s.hand(m.Seat)]
	case verbPick, verbSalvage, verbHold:
		return s.places[s.hand(m.Seat)]
	case verbDiscard:
		if s.isSpell(n) {
			return placeDeck
		}
		return s.places[pileAt(s.list.bank[s.card(n)].pile)]
	case verbSteal, verbGive:
		return s.handedTo(m)
	case verbRelease:
		if len(s.agenda) > 0 && s.asked().answeredBy(verbRelease) && s.asked().effect.toHand {
			return s.places[s.hand(s.asked().seat)]
		}
		return s.places[pileAt(s.list.bank[s.card(n)].pile)]
	case verbCast:
		return placeDeck
	case verbAmend:
		if s.Catalog().Class(n)&engine.ClassCard != 0 {
			return m.Args[2]
		}
	}
	return engine.None
}

// handedTo returns the place of a card after it was stolen or given.
func (s *State) handedTo(m engine.Move) engine.Name {
	to := m.Seat
	if m.Verb == verbGive && len(s.agenda) > 0 && s.asked().answeredBy(verbGive) {
		to = s.receiver(s.asked())
	}
	switch n := m.Args[0]; {
	case s.isSpell(n):
		return s.lexicon.held[to]
	case s.isBankCard(n):
		return s.places[s.hand(to)]
	}
	return engine.None
}
