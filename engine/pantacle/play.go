package pantacle

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// Play implements engine.State.
func (s *State) Play(m engine.Move) engine.Violation {
	if v := s.Check(m); !v.OK() {
		return v
	}
	s.Log = s.Log[:0]
	switch m.Verb {
	case verbAmend:
		s.amend(&m)
	case verbHold:
		var room [engine.MaxArgs]cards.Kind
		s.cards.SeeAll(s.hand(m.Seat), s.bladesOf(&m, room[:0])...)
	default:
		s.answer(s.agenda.pop(), &m)
	}
	s.run()
	return engine.Violation{}
}

// answer plays an answer to a question.
func (s *State) answer(e entry, m *engine.Move) {
	switch m.Verb {
	case verbBar:
		s.barred = m.Args[0]
	case verbFlame:
		s.placeFlame(m)
	case verbReach:
		s.declare(m)
	case verbCurse:
		s.turnUp(m)
	case verbKeep:
		s.keep(s.curse(m.Args[0]))
	case verbAbsorb:
		s.absorb(e, m)
	case verbFlip:
		s.flip(e.seat, s.curse(m.Args[0]))
	case verbFavor:
		s.announce(m)
	case verbBribe:
		s.bribe(m)
	case verbPass:
		if e.step == askBribe {
			s.askForBribe(s.next(e.seat))
		}
	case verbAdd:
		s.add(e, m)
	case verbMoon:
		s.discardMoon(m)
	}
	// After peek and done, only the waiting steps follow.
}
