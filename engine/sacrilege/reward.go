package sacrilege

import (
	"familiar/engine"
)

// carryOutNext carries out the next effect of the reward at the front of the agenda: see "How an effect is carried out".
func (s *State) carryOutNext() {
	e := s.agenda[0]
	x := e.effect
	if x.next != nil {
		s.agenda[0].effect = x.next
	} else {
		s.pop()
	}
	if !s.applies(&e) {
		return
	}
	if verb := asksCelebrant[x.do]; verb != engine.None {
		s.askCelebrant(e, verb, x.n)
		return
	}
	s.carryOutForSeats(e)
}

// asksCelebrant are the verbs of the answers to effects that only ask the celebrant.
var asksCelebrant = [words]engine.Name{
	doEither: verbChoose, doMove: verbMove, doTake: verbTake, doDestroy: verbDestroy, doRaze: verbRaze, doSwap: verbSwap, doRaise: verbRaise,
}

// applies reports whether the condition of an effect holds now.
func (s *State) applies(e *entry) bool {
	switch e.effect.when {
	case whenOwn:
		return e.host == e.celebrant
	case whenForeign:
		return e.host != e.celebrant
	case whenPlus:
		return s.values[e.host] > 0
	case whenMinus:
		return s.values[e.host] < 0
	}
	return true
}

// askCelebrant asks the celebrant n times. An optional effect may be skipped each time.
func (s *State) askCelebrant(e entry, verb engine.Name, n int32) {
	e.step, e.verb, e.n = stepAsk, verb, n
	e.seat, e.skip = e.celebrant, e.effect.optional
	s.push(e)
}

// carryOutForSeats carries out an effect that concerns seats: the celebrant chooses a seat, or accepts, or the effect begins at once.
func (s *State) carryOutForSeats(e entry) {
	x := e.effect
	switch {
	case x.choosesSeat():
		s.askCelebrant(e, verbChoose, 1)
	case x.optional && !x.asksFirst():
		if s.canAny(x, e.celebrant, s.concerns(&e)) {
			s.askCelebrant(e, verbAccept, 1)
		}
	default:
		s.pushParts(e, s.concerns(&e), x.optional)
	}
}

// concerns returns the seats of `who`; if one of them is to be chosen, the possible choices.
func (s *State) concerns(e *entry) seats {
	if e.effect.do == doGive {
		return s.all &^ seatSet(e.celebrant)
	}
	switch e.effect.who {
	case whoSelf:
		return seatSet(e.celebrant)
	case whoHost:
		return seatSet(e.host)
	case whoOther, whoOthers:
		return s.all &^ seatSet(e.celebrant)
	}
	return s.all
}

// pushParts puts the parts of an effect at the front of the agenda, clockwise from the celebrant.
func (s *State) pushParts(e entry, concerned seats, skip bool) {
	var parts [mostSeats]entry
	n := 0
	seat := e.celebrant
	for range s.players {
		if concerned.has(seat) {
			parts[n] = partFor(e, seat, skip)
			n++
		}
		seat = s.next(seat)
	}
	s.push(parts[:n]...)
}

// partFor returns the part of an effect for one seat: a question, or an automatic part.
func partFor(e entry, seat engine.Seat, skip bool) entry {
	p := e
	p.step, p.seat, p.n, p.skip = stepAsk, seat, e.effect.n, skip
	switch e.effect.do {
	case doDiscard:
		p.verb = verbDiscard
	case doDrop:
		p.verb = verbDrop
	case doSacrifice:
		p.verb = verbSacrifice
	case doGive:
		p.verb, p.seat, p.partner = verbGive, e.celebrant, seat
	case doTribute:
		p.verb, p.partner = verbGive, e.celebrant
	case doSummon:
		p.verb, p.seat, p.partner = verbReveal, engine.Nobody, seat
	case doBury:
		p.verb, p.seat = verbReveal, engine.Nobody
	case doManual:
		p.verb = verbDone
	default:
		p.step = stepPart
	}
	return p
}

// can reports whether an effect can do something for a seat: the last column of the words in "The vocabulary of rewards".
func (s *State) can(e *effect, celebrant, seat engine.Seat) bool {
	switch e.do {
	case doDraw, doSummon, doBury:
		return s.cards.Size(deck) > 0
	case doDiscard, doDrop:
		return s.handSize(seat) > 0
	case doGive:
		return seat != celebrant && s.handSize(celebrant) > 0
	case doTribute, doSteal, doLook:
		return seat != celebrant && s.handSize(seat) > 0
	case doTrade:
		return seat != celebrant && s.handSize(celebrant)+s.handSize(seat) > 0
	case doSacrifice:
		held := s.cards.Kinds(s.hand(seat))
		return held.Meets(&e.fits)
	case doExtra:
		return celebrant == s.turn
	}
	return true
}

func (s *State) canAny(e *effect, celebrant engine.Seat, among seats) bool {
	for seat := range engine.Seat(s.players) {
		if among.has(seat) && s.can(e, celebrant, seat) {
			return true
		}
	}
	return false
}

// part carries out the first entry, which is a part, once; a part that can do nothing is dropped.
func (s *State) part() {
	p := s.agenda[0]
	if !s.can(p.effect, p.celebrant, p.seat) {
		s.pop()
		return
	}
	s.spend()
	switch p.effect.do {
	case doDraw:
		s.shiftUnseen(deck, s.hand(p.seat))
		s.eventDraw(p.seat)
	case doSteal:
		s.shiftUnseen(s.hand(p.seat), s.hand(p.celebrant))
		s.Event(p.celebrant, eventStolen, s.seats[p.seat])
	case doTrade:
		s.cards.Swap(s.hand(p.celebrant), s.hand(p.seat))
		s.Event(p.celebrant, eventTraded, s.seats[p.seat])
	case doLook:
		s.Event(p.celebrant, eventLooked, s.seats[p.seat])
	case doSleep:
		s.skips[p.seat]++
		s.Event(p.seat, eventAsleep)
	case doExtra:
		s.extra++
		if p.effect.repeat {
			s.repeats++
		}
		s.Event(p.celebrant, eventExtra)
	}
}

// eventDraw records that a seat drew a card. Several draws in a row are one event with their number.
func (s *State) eventDraw(seat engine.Seat) {
	if i := len(s.Log) - 1; i >= 0 && s.Log[i].Seat == seat && s.Log[i].Verb == eventDrawn {
		n, several := s.Log[i].Args[0].Number()
		if !several {
			n = 1
		}
		s.Log[i].Args[0] = engine.Number(n + 1)
		return
	}
	s.Event(seat, eventDrawn)
}
