package athame

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// The keys of the signatures of `amend`.
const (
	amendCount    = "count"
	amendUnseen   = "unseen"
	amendResource = "resource"
	amendArtifice = "artifice"
	amendJoker    = "joker"
	amendEvent    = "event"
	amendSpell    = "spell"
)

// amendable reports whether an `amend` leads to a possible state of the game: rule amend.state.
func (s *State) amendable(m *engine.Move) bool {
	signature, ok := s.Catalog().Match(*m)
	if !ok || s.phase < inAllot || s.phase > inAct || s.paying() {
		return false
	}
	if signature.Key == amendCount {
		n, _ := m.Args[1].Number()
		return n <= mostSkips
	}
	if m.Args[1] == m.Args[2] {
		return false
	}
	switch signature.Key {
	case amendUnseen:
		return s.cards.CanPass(s.place(m.Args[1]))
	case amendSpell:
		return s.spells.Seen(s.spellPlace(m.Args[1]), s.spell(m.Args[0])) > 0
	}
	k, as := s.relocated(m)
	return s.mayLeave(k, as, m) && s.mayCome(k, as, m)
}

// paying reports whether a payment is open.
func (s *State) paying() bool { return len(s.agenda) > 0 && s.asked().task == taskPay }

// relocated returns the bank card that an `amend` moves, and the resource that it stands for in a ritual circle.
func (s *State) relocated(m *engine.Move) (k, as cards.Kind) {
	k = s.card(m.Args[0])
	if m.Args[3] == engine.None {
		return k, k
	}
	return k, s.card(m.Args[3])
}

// spellPlace returns the place of spells that a name stands for.
func (s *State) spellPlace(n engine.Name) cards.Place {
	if n == placeDeck {
		return decks
	}
	return held(s.Of(n).owner)
}

// mayLeave reports whether a card can be in the place from which an `amend` takes it.
func (s *State) mayLeave(k, as cards.Kind, m *engine.Move) bool {
	if s.Catalog().Class(m.Args[1])&classAllotted != 0 {
		return s.lies(s.Of(m.Args[1]).owner, k, as)
	}
	if s.eventKinds.Has(k) && s.underWay(k) {
		return false
	}
	return s.cards.Holds(s.place(m.Args[1]), k)
}

// underWay reports whether an event is on the agenda.
func (s *State) underWay(k cards.Kind) bool {
	return slices.ContainsFunc(s.agenda, func(p entry) bool { return p.task == taskEvent && p.card == k && !p.cancelled })
}

// mayCome reports whether a card can be in the place to which an `amend` moves it.
func (s *State) mayCome(k, as cards.Kind, m *engine.Move) bool {
	from, to := s.Catalog().Class(m.Args[1]), s.Catalog().Class(m.Args[2])
	switch {
	case s.jokers.Has(k) && ((from|to)&classAllotted != 0) != (m.Args[3] != engine.None):
		return false
	case s.eventKinds.Has(k) && (from|to)&classEvents != 0 && !s.rounds.Has(k):
		return false
	case to&classPile != 0 && s.place(m.Args[2]) != pileAt(s.list.bank[k].pile):
		return false
	case to&classMarket != 0:
		return s.cards.Size(market) < inMarket
	case to&classAllotted != 0:
		return s.needs(s.Of(m.Args[2]).owner, as) > 0
	}
	return true
}

// amend corrects the state by hand.
func (s *State) amend(m *engine.Move) {
	signature, _ := s.Catalog().Match(*m)
	switch signature.Key {
	case amendCount:
		s.seats[s.Of(m.Args[0]).owner].skips, _ = m.Args[1].Number()
	case amendUnseen:
		s.pass(s.place(m.Args[1]), s.place(m.Args[2]))
	case amendSpell:
		s.spells.Move(s.spell(m.Args[0]), s.spellPlace(m.Args[1]), s.spellPlace(m.Args[2]))
	default:
		k, as := s.relocated(m)
		s.move(k, s.place(m.Args[1]), s.place(m.Args[2]))
		s.updateRound(k)
		if s.Catalog().Class(m.Args[1])&classAllotted != 0 {
			s.removeAllotted(s.Of(m.Args[1]).owner, k, as)
		}
		if s.Catalog().Class(m.Args[2])&classAllotted != 0 {
			s.addAllotted(s.Of(m.Args[2]).owner, k, as)
		}
	}
}
