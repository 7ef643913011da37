package pantacle

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// closed returns the Favors that may not be announced.
func (s *State) closed() favorSet {
	x := &s.seats[s.turn]
	return favorSet(0).with(s.ongoing) | favorSet(x.tokenSet)&tokenFavors | x.burden.noFavor
}

// checkFavor returns the rule that forbids a Favor, if one does.
func (s *State) checkFavor(f favor) engine.Violation {
	switch {
	case f == s.ongoing:
		return engine.Violate(ruleMarked, favorName(f))
	case (favorSet(s.seats[s.turn].tokenSet) & tokenFavors).has(f):
		return engine.Violate(ruleOwned, favorName(f))
	case s.closed().has(f):
		return engine.Violate(ruleCursed, favorName(f))
	}
	return engine.Violation{}
}

// startFavor asks for a Favor, if any may be announced: rule favor.cursed.
func (s *State) startFavor() {
	s.phase = inFavor
	s.push(stepMoon)
	if s.closed() == allFavors {
		s.Event(s.turn, eventNoFavor)
		return
	}
	s.push(askFavor)
}

// announce moves the tracker and asks the first opponent.
func (s *State) announce(m *engine.Move) {
	s.ongoing, s.announced, s.phase = favorOf(m.Args[0]), true, inBribery
	s.askForBribe(s.next(s.turn))
}

// askForBribe asks a seat for a bribe, or else the next seat that may bribe. After the last one the active player receives the Favor: rule bribe.
func (s *State) askForBribe(seat engine.Seat) {
	for ; seat != s.turn; seat = s.next(seat) {
		if !s.seats[seat].burden.noBribe {
			s.agenda.push(entry{step: askBribe, seat: seat})
			return
		}
		s.Event(seat, eventPassedOver)
	}
	s.push(stepReceive)
}

// bribe pays the price of a bribe: rules bribe.track and bribe.discard.
func (s *State) bribe(m *engine.Move) {
	for _, n := range m.Args[:m.Arity()] {
		if n == wordTrack {
			s.seats[m.Seat].resolve = 0
			s.Event(m.Seat, eventStep, engine.Number(0))
		}
	}
	var room [engine.MaxArgs]cards.Kind
	blades := s.bladesOf(m, room[:0])
	s.cards.TakeAll(s.hand(m.Seat), blades...)
	for _, k := range blades {
		s.putOnRow(k)
	}
	s.agenda.push(entry{step: stepReceive, seat: m.Seat})
	if owed := s.seats[m.Seat].burden.bribeExtra; owed > 0 {
		s.agenda.push(entry{step: askAdd, seat: m.Seat, n: int16(owed)})
	}
}

// add discards one more blade.
func (s *State) add(e entry, m *engine.Move) {
	s.throw(e.seat, s.blade(m.Args[0]))
	if e.n--; e.n > 0 {
		s.agenda.push(e)
	}
}

// receive gives the Favor to the briber or the active player: rules favor.receive and win.
func (s *State) receive(seat engine.Seat) {
	s.Event(seat, eventReceived, favorName(s.ongoing))
	if s.seats[seat].flames == allFive {
		s.win(seat)
		return
	}
	s.agenda.push(entry{step: stepBenefit, seat: seat})
	if seat != s.turn {
		s.push(stepCompensation)
	}
}

// compensate gives the active player the compensation for a Favor that was bribed away: rule bribe.compensation.
func (s *State) compensate() {
	x := &s.seats[s.turn]
	if x.burden.noCompensation {
		s.Event(s.turn, eventNoStep)
		return
	}
	if x.resolve < mostResolve {
		x.resolve++
		s.Event(s.turn, eventStep, engine.Number(int(x.resolve)))
	}
	s.startGain(s.turn, cubes, 1)
}

// benefit carries out the Favor: rules favor.benefit and conversion.
func (s *State) benefit(seat engine.Seat) {
	if p, ok := s.ongoing.power(); ok {
		if s.claimToken(seat, p) && p == power(protection) {
			s.protect(seat)
		}
		return
	}
	switch s.ongoing {
	case recruitment:
		s.startGain(seat, adepts, 1)
	case indoctrination:
		s.startGain(seat, adepts, 2)
	case conversion:
		s.convert(seat)
	}
}

// convert takes a cube from each other player who has one. Hunt adds one from the reserve, which no curse reduces.
func (s *State) convert(seat engine.Seat) {
	x := &s.seats[seat]
	any := false
	for other := s.next(seat); other != seat; other = s.next(other) {
		if y := &s.seats[other]; y.stock[cubes] > 0 {
			y.stock[cubes]--
			x.stock[cubes]++
			any = true
			s.Event(seat, eventStolen, s.lexicon.seats[other])
		}
	}
	if any && x.has(power(hunt)) {
		s.agenda.push(entry{step: stepGain, seat: seat, of: cubes, n: 1})
	}
}

func (s *State) win(seat engine.Seat) {
	s.over, s.winner, s.phase = true, seat, phaseOver
	s.Event(seat, eventWon)
}
