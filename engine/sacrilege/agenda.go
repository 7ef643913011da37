package sacrilege

import (
	"slices"

	"familiar/engine"
)

// step says what an entry of the agenda is.
type step uint8

const (
	stepReward step = iota // effects to carry out, from entry.effect on
	stepPart               // a part of an effect that happens by itself, n times
	stepAsk                // a question, n times
	stepPass               // the turn goes on to the left
)

// entry is something that is still to be done.
type entry struct {
	effect    *effect // nil for what belongs to no reward: set-up, refill, hand limit, the end of a turn
	n         int32
	verb      engine.Name // of the answer
	card      int16       // the kind whose reward it is; noCard
	step      step
	skip      bool        // an optional effect: the question may be skipped
	celebrant engine.Seat // of the card whose reward it is
	host      engine.Seat
	seat      engine.Seat // who is asked, or concerned
	partner   engine.Seat // give: who gets the card; summon: on whose altar
}

const noCard = -1

// opening asks for the first card of the Graveyard: rules 3 and 22.
func opening() entry {
	return entry{step: stepAsk, verb: verbReveal, seat: engine.Nobody, card: noCard, n: 1}
}

// asked is the open question, nil if there is none. Between two moves nothing else than a question leads the agenda.
func (s *State) asked() *entry {
	if len(s.agenda) == 0 {
		return nil
	}
	return &s.agenda[0]
}

// push puts entries at the front of the agenda, in their order.
func (s *State) push(entries ...entry) { s.agenda = slices.Insert(s.agenda, 0, entries...) }

// pop takes the first entry away.
func (s *State) pop() entry {
	e := s.agenda[0]
	s.agenda = s.agenda[:copy(s.agenda, s.agenda[1:])]
	return e
}

// spend takes one of the times of the first entry away. The hand limit asks until it holds.
func (s *State) spend() entry {
	e := s.agenda[0]
	switch {
	case e.limit():
	case e.n > 1:
		s.agenda[0].n--
	default:
		s.pop()
	}
	return e
}

// limit reports whether an entry is the question of the hand limit.
func (e *entry) limit() bool { return e.effect == nil && e.verb == verbDrop }

// settle does what follows by itself, until a question is open or nothing is left: the numbered list of section 3.
func (s *State) settle() {
	for !s.over {
		if s.cards.Size(deck) == 0 && s.cards.Size(grave) >= 2 {
			s.refill()
		}
		if len(s.agenda) == 0 {
			if !s.amen {
				return
			}
			s.judge()
			continue
		}
		switch e := &s.agenda[0]; e.step {
		case stepReward:
			s.carryNext()
		case stepPart:
			s.part()
		case stepPass:
			s.pop()
			s.pass()
		case stepAsk:
			if !s.answerable(e) {
				s.pop()
			} else if only, ok := s.onlyAnswer(e); ok {
				s.event(only.Seat, only.Verb, only.Args[:only.Arity()]...)
				s.answer(only)
			} else {
				return
			}
		}
	}
	s.agenda = s.agenda[:0]
}

// refill makes the Graveyard the Necronomicon: rule 22.
func (s *State) refill() {
	s.cards.Shuffle(grave, deck)
	s.event(engine.Nobody, eventRefill)
	s.push(opening())
}

// onlyAnswer is the answer that is made by itself: it is the only one, and the question shows no hidden card.
func (s *State) onlyAnswer(e *entry) (engine.Move, bool) {
	switch e.verb {
	case verbChoose, verbMove, verbTake, verbDestroy, verbRaze, verbSwap, verbRaise:
	default:
		return engine.Move{}, false
	}
	if s.skippable(e) {
		return engine.Move{}, false
	}
	var only engine.Move
	n := 0
	s.answers(e, func(m engine.Move) bool {
		only = m
		n++
		return n < 2
	})
	return only, n == 1
}

// answerable reports whether a question can be answered by more than skip.
func (s *State) answerable(e *entry) bool {
	switch e.verb {
	case verbReveal:
		return s.cards.Size(deck) > 0
	case verbDrop, verbDiscard, verbGive, verbSacrifice:
		if e.limit() {
			return s.handSize(e.seat) > handLimit
		}
		return s.can(e.effect, e.celebrant, s.concerned(e))
	case verbAccept, verbDone:
		return true
	}
	found := false
	s.answers(e, func(engine.Move) bool {
		found = true
		return false
	})
	return found
}

// concerned is the seat for which the effect of a question is carried out: of a gift the one who is asked, or else the one
// who gets it.
func (s *State) concerned(e *entry) engine.Seat {
	if e.effect.do == doGive {
		return e.partner
	}
	return e.seat
}

// skippable reports whether the open question may be skipped: it is optional, or nobody can know whether the hand holds
// a card that passes the filter.
func (s *State) skippable(e *entry) bool {
	if e.skip {
		return true
	}
	return e.verb == verbSacrifice && e.effect.filtered() && !s.cards.SeenKinds(s.hand(e.seat)).Meets(&e.effect.fits)
}
