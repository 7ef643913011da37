package sacrilege

import (
	"slices"

	"familiar/engine"
)

// step is the kind of an agenda entry.
type step uint8

const (
	stepReward step = iota // effects to carry out, from entry.effect on
	stepPart               // an automatic part of an effect, n times
	stepAsk                // a question, n times
	stepPass               // the turn goes on to the left
)

// entry is a task on the agenda.
type entry struct {
	effect    *effect     // nil for tasks outside a reward: set-up, refill, hand limit, the end of a turn
	n         int32       // how often the question or part is still to come
	verb      engine.Name // of the answer
	card      int16       // the kind whose reward it is, or noCard
	step      step
	skip      bool        // an optional effect: the question may be skipped
	celebrant engine.Seat // of the card whose reward it is
	host      engine.Seat
	seat      engine.Seat // seat that is asked, or that the effect concerns
	partner   engine.Seat // give: the seat that gets the card; summon: the seat whose altar gets it
}

const noCard = -1

// opening returns the question for the first card of the Graveyard: rules setup.grave and deck.refill.
func opening() entry {
	return entry{step: stepAsk, verb: verbReveal, seat: engine.Nobody, card: noCard, n: 1}
}

// asked returns the open question, nil if there is none. Between two moves the first entry is always a question.
func (s *State) asked() *entry {
	if len(s.agenda) == 0 {
		return nil
	}
	return &s.agenda[0]
}

// push puts entries at the front of the agenda, in order.
func (s *State) push(entries ...entry) { s.agenda = slices.Insert(s.agenda, 0, entries...) }

// pop removes the first entry.
func (s *State) pop() { s.agenda = s.agenda[:copy(s.agenda, s.agenda[1:])] }

// spend counts the first entry down by one. The hand limit does not count: it asks until the hand is small enough.
func (s *State) spend() entry {
	e := s.agenda[0]
	switch {
	case e.isHandLimit():
	case e.n > 1:
		s.agenda[0].n--
	default:
		s.pop()
	}
	return e
}

// isHandLimit reports whether an entry is the question of the hand limit.
func (e *entry) isHandLimit() bool { return e.effect == nil && e.verb == verbDrop }

// run carries out the automatic entries until a question is open or the agenda is empty: see "What follows by itself".
func (s *State) run() {
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
			s.carryOutNext()
		case stepPart:
			s.part()
		case stepPass:
			s.pop()
			s.pass()
		case stepAsk:
			if !s.answerable(e) {
				s.pop()
			} else if only, ok := s.onlyAnswer(e); ok {
				s.Event(only.Seat, only.Verb, only.Args[:only.Arity()]...)
				s.answer(only)
			} else {
				return
			}
		}
	}
	s.agenda = s.agenda[:0]
}

// refill turns the Graveyard into the Necronomicon: rule deck.refill.
func (s *State) refill() {
	s.cards.Shuffle(grave, deck)
	s.Event(engine.Nobody, eventRefill)
	s.push(opening())
}

// onlyAnswer returns the answer that is made automatically: it is the only one, and the question reveals no hidden card.
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

// answerable reports whether a question has an answer other than skip.
func (s *State) answerable(e *entry) bool {
	switch e.verb {
	case verbReveal:
		return s.cards.Size(deck) > 0
	case verbDrop, verbDiscard, verbGive, verbSacrifice:
		if e.isHandLimit() {
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

// concerned returns the seat for which the effect of a question is carried out: for a gift the seat that gets the card, otherwise the seat that is asked.
func (s *State) concerned(e *entry) engine.Seat {
	if e.effect.do == doGive {
		return e.partner
	}
	return e.seat
}

// skippable reports whether the open question may be skipped: it is optional, or the hand is not known to hold a card that passes the filter.
func (s *State) skippable(e *entry) bool {
	if e.skip {
		return true
	}
	return e.verb == verbSacrifice && e.effect.filtered() && !s.cards.SeenKinds(s.hand(e.seat)).Meets(&e.effect.fits)
}
