package sacrilege

import (
	"familiar/engine"
)

// answers yields the answers to a question, except skip.
func (s *State) answers(e *entry, yield func(engine.Move) bool) bool {
	switch e.verb {
	case verbReveal:
		return s.cards.Kinds(deck).Moves(engine.Nobody, verbReveal, s.kinds, yield)
	case verbDrop, verbDiscard:
		return s.cards.Kinds(s.hand(e.seat)).Moves(e.seat, e.verb, s.kinds, yield)
	case verbGive:
		unseen := engine.Move{Seat: e.seat, Verb: verbGive, Args: [engine.MaxArgs]engine.Name{wordUnseen}}
		return yield(unseen) && s.cards.Kinds(s.hand(e.seat)).Moves(e.seat, verbGive, s.kinds, yield)
	case verbSacrifice:
		held := s.cards.Kinds(s.hand(e.seat)).And(e.effect.fits)
		return s.sacrificesOf(e.seat, held, s.area(e.effect.on, e), yield)
	case verbChoose:
		return s.choices(e, yield)
	case verbMove:
		return s.moveAnswers(e, yield)
	case verbTake, verbDestroy:
		return s.pickAnswers(e, yield)
	case verbRaze:
		return s.razeAnswers(e, yield)
	case verbSwap:
		return s.swapAnswers(e, yield)
	case verbRaise:
		return s.raiseAnswers(e, yield)
	}
	return yield(engine.Move{Seat: e.seat, Verb: e.verb})
}

// area returns the altars of an area for a question.
func (s *State) area(a area, e *entry) seats { return a.altars(s.all, e.celebrant, e.host, e.seat) }

// choices yields the seats that may be chosen, or the numbers of the options.
func (s *State) choices(e *entry, yield func(engine.Move) bool) bool {
	if e.effect.do == doEither {
		return engine.Choices(e.seat, verbChoose, s.digits[1:1+len(e.effect.options)], nil, yield)
	}
	among := s.concerns(e)
	return engine.Choices(e.seat, verbChoose, s.seats, func(i int) bool {
		return among.has(engine.Seat(i)) && s.can(e.effect, e.celebrant, engine.Seat(i))
	}, yield)
}

func (s *State) moveAnswers(e *entry, yield func(engine.Move) bool) bool {
	m := engine.Move{Seat: e.seat, Verb: verbMove}
	from, to := s.area(e.effect.from, e), s.area(e.effect.to, e)
	for i, source := range s.seats {
		if !from.has(engine.Seat(i)) {
			continue
		}
		m.Args[1] = source
		lying := s.cards.SeenKinds(s.altar(engine.Seat(i))).And(e.effect.fits)
		for k := range lying.All {
			m.Args[0] = s.kinds[k]
			for j, target := range s.seats {
				if j == i || !to.has(engine.Seat(j)) {
					continue
				}
				m.Args[2] = target
				if !yield(m) {
					return false
				}
			}
		}
	}
	return true
}

// pickAnswers yields the cards that may be taken or destroyed.
func (s *State) pickAnswers(e *entry, yield func(engine.Move) bool) bool {
	m := engine.Move{Seat: e.seat, Verb: e.verb}
	from := s.area(e.effect.from, e)
	for i, source := range s.seats {
		if !from.has(engine.Seat(i)) {
			continue
		}
		m.Args[1] = source
		lying := s.cards.SeenKinds(s.altar(engine.Seat(i))).And(e.effect.fits)
		for k := range lying.All {
			m.Args[0] = s.kinds[k]
			if !yield(m) {
				return false
			}
		}
	}
	return true
}

func (s *State) razeAnswers(e *entry, yield func(engine.Move) bool) bool {
	from := s.area(e.effect.from, e)
	return engine.Choices(e.seat, verbRaze, s.seats, func(i int) bool {
		return from.has(engine.Seat(i)) && s.cards.Size(s.altar(engine.Seat(i))) > 0
	}, yield)
}

func (s *State) swapAnswers(e *entry, yield func(engine.Move) bool) bool {
	m := engine.Move{Seat: e.seat, Verb: verbSwap}
	from, to := s.area(e.effect.from, e), s.area(e.effect.to, e)
	for i, a := range s.seats {
		if !from.has(engine.Seat(i)) {
			continue
		}
		for j, b := range s.seats {
			if j == i || !to.has(engine.Seat(j)) {
				continue
			}
			m.Args[1], m.Args[3] = a, b
			if !s.exchanges(m, engine.Seat(i), engine.Seat(j), yield) {
				return false
			}
		}
	}
	return true
}

// exchanges yields the pairs of cards of two altars.
func (s *State) exchanges(m engine.Move, a, b engine.Seat, yield func(engine.Move) bool) bool {
	for k := range s.cards.SeenKinds(s.altar(a)).All {
		for l := range s.cards.SeenKinds(s.altar(b)).All {
			m.Args[0], m.Args[2] = s.kinds[k], s.kinds[l]
			if !yield(m) {
				return false
			}
		}
	}
	return true
}

func (s *State) raiseAnswers(e *entry, yield func(engine.Move) bool) bool {
	lying := s.cards.SeenKinds(grave).And(e.effect.fits)
	if e.effect.into == intoHand {
		return lying.Moves(e.seat, verbRaise, s.kinds, yield)
	}
	m := engine.Move{Seat: e.seat, Verb: verbRaise}
	to := s.area(e.effect.to, e)
	for k := range lying.All {
		m.Args[0] = s.kinds[k]
		for i, name := range s.seats {
			if !to.has(engine.Seat(i)) {
				continue
			}
			m.Args[1] = name
			if !yield(m) {
				return false
			}
		}
	}
	return true
}
