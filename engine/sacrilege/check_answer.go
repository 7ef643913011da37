package sacrilege

import "familiar/engine"

// checkAnswer checks a move while a question is open.
func (s *State) checkAnswer(e *entry, m *engine.Move) engine.Violation {
	if m.Seat != e.seat || m.Verb != e.verb && m.Verb != verbSkip {
		return s.askedFirst(e)
	}
	if m.Verb == verbSkip {
		if !s.skippable(e) {
			return engine.Violate(ruleMust, e.verb)
		}
		return engine.Violation{}
	}
	if v := s.checkAnswerCards(e, m); !v.OK() {
		return v
	}
	return engine.Unless(s.allowed(e, m), ruleAnswer, m)
}

// askedFirst returns the refusal with the open question and its seat.
func (s *State) askedFirst(e *entry) engine.Violation {
	if e.seat == engine.Nobody {
		return engine.Violate(ruleFirst, e.verb)
	}
	return engine.Violate(ruleFirst, e.verb, s.seats[e.seat])
}

// checkAnswerCards checks whether the cards of an answer can be in the places from which they must come.
func (s *State) checkAnswerCards(e *entry, m *engine.Move) engine.Violation {
	switch m.Verb {
	case verbReveal:
		return s.checkLies(m.Args[0], deck)
	case verbDrop, verbDiscard, verbSacrifice:
		return s.checkLies(m.Args[0], s.hand(e.seat))
	case verbGive:
		if m.Args[0] == engine.None || m.Args[0] == wordUnseen {
			return engine.Violation{}
		}
		return s.checkLies(m.Args[0], s.hand(e.seat))
	case verbMove, verbTake, verbDestroy:
		return s.checkLies(m.Args[0], s.altar(s.seat(m.Args[1])))
	case verbRaise:
		return s.checkLies(m.Args[0], grave)
	case verbSwap:
		if v := s.checkLies(m.Args[0], s.altar(s.seat(m.Args[1]))); !v.OK() {
			return v
		}
		return s.checkLies(m.Args[2], s.altar(s.seat(m.Args[3])))
	}
	return engine.Violation{}
}

// allowed reports whether the effect allows an answer whose cards are in the right places.
func (s *State) allowed(e *entry, m *engine.Move) bool {
	x := e.effect
	switch m.Verb {
	case verbChoose:
		return s.mayChoose(e, m.Args[0])
	case verbSacrifice:
		return s.passes(x, m.Args[0]) && s.within(x.on, e, m.Args[1])
	case verbMove:
		return m.Args[1] != m.Args[2] && s.passes(x, m.Args[0]) && s.within(x.from, e, m.Args[1]) && s.within(x.to, e, m.Args[2])
	case verbTake, verbDestroy:
		return s.passes(x, m.Args[0]) && s.within(x.from, e, m.Args[1])
	case verbRaze:
		return s.within(x.from, e, m.Args[0]) && s.cards.Size(s.altar(s.seat(m.Args[0]))) > 0
	case verbSwap:
		return m.Args[1] != m.Args[3] && s.within(x.from, e, m.Args[1]) && s.within(x.to, e, m.Args[3])
	case verbRaise:
		if !s.passes(x, m.Args[0]) {
			return false
		}
		if x.into == intoHand {
			return m.Args[1] == engine.None
		}
		return m.Args[1] != engine.None && s.within(x.to, e, m.Args[1])
	}
	return true
}

// passes reports whether a card passes the filters of an effect.
func (s *State) passes(x *effect, card engine.Name) bool { return x.admits(&s.list[s.kind(card)]) }

// within reports whether the altar of a seat belongs to an area.
func (s *State) within(a area, e *entry, name engine.Name) bool {
	return s.area(a, e).has(s.seat(name))
}

// mayChoose checks the answer to `choose`: the number of an option, or a seat for which the effect can do something.
func (s *State) mayChoose(e *entry, name engine.Name) bool {
	if e.effect.do == doEither {
		n := s.digit(name)
		return n >= 1 && n <= len(e.effect.options)
	}
	seat := s.seat(name)
	if seat == engine.NoSeat || seat == e.celebrant && e.effect.who != whoOne {
		return false
	}
	return s.can(e.effect, e.celebrant, seat)
}
