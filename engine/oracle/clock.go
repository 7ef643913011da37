package oracle

import "familiar/engine"

// spend moves a seat's clock piece, and pushes the marks that it passes or reaches: rules clock.cost and clock.marks.
func (s *State) spend(seat engine.Seat, hours int) {
	x := &s.seats[seat]
	from := x.hours
	x.hours = min(from+hours, s.list.clock.hours)
	s.clockMoves++
	x.lastMove = s.clockMoves
	s.Event(seat, eventMoved, engine.CappedNumber(x.hours))
	for i := len(s.list.clock.marks) - 1; i >= 0; i-- {
		if m := &s.list.clock.marks[i]; from < m.hour && m.hour <= x.hours {
			s.push(s.gift(m.gives, seat))
		}
	}
}

// gift returns the task of a mark of the clock.
func (s *State) gift(g gift, seat engine.Seat) entry {
	switch {
	case g == giveCorruption:
		return entry{task: taskTaint, seat: seat}
	case g == givePair && s.paired():
		return entry{task: taskAdventurers, n: 2}
	}
	return entry{task: taskAdventurers, n: 1}
}

// pass gives the turn to the next seat, or begins the market: rule clock.turn.
func (s *State) pass() {
	s.turn = s.first()
	if s.seats[s.turn].hours >= s.list.clock.hours {
		s.openMarket()
		return
	}
	s.phase = inTurn
	s.Event(s.turn, eventNext)
	if s.turn != s.oracle {
		return
	}
	if s.setupThrow {
		s.setupThrow = false
		return
	}
	s.bowl = bowl{}
	s.phase = inThrow
	s.Event(s.turn, eventThrows)
}

// openMarket begins the market: rule market.icons.
func (s *State) openMarket() {
	s.phase, s.turn = inMarket, s.oracle
	s.Event(engine.Nobody, eventMarket)
	for i := len(s.clans) - 1; i >= 0; i-- {
		for range s.clans[i].icons {
			s.push(entry{task: taskReceive, index: int16(i), atMarket: true})
		}
	}
}

// endDay begins the next day, or the scoring: rule market.sell.
func (s *State) endDay() {
	if s.day == s.list.days {
		s.phase = inScoring
		s.Event(engine.Nobody, eventScoring)
		s.push(entry{task: taskReveal, seat: s.oracle})
		return
	}
	s.day++
	s.phase = inArrival
	for i := range s.seats {
		s.seats[i].hours = 0
	}
	s.turn = s.first()
	s.Event(engine.Nobody, eventNewDay, engine.CappedNumber(s.day))
}

// thrown ends a throw when all runes are entered: rules setup.throw and throw.same.
func (s *State) thrown() {
	switch {
	case s.bowl.count() < runes:
	case s.setupThrow && s.bowl.oneSided():
		s.bowl = bowl{}
		s.Event(s.oracle, eventRethrown)
	case s.setupThrow:
		s.phase = inArrival
	default:
		s.phase = inTurn
		if s.bowl.oneSided() {
			s.taint(s.oracle)
		}
	}
}

// totalsMissing returns the number of other seats whose final gold is not entered yet.
func (s *State) totalsMissing() int {
	n := 0
	for seat := range engine.Seat(s.players) {
		if seat != s.oracle && s.seats[seat].total == notEntered {
			n++
		}
	}
	return n
}

// finish ends the game: rules score.total and score.winner.
func (s *State) finish() {
	gold := s.gold
	for _, who := range s.staff {
		if who == noTownsfolk {
			continue
		}
		if c := s.list.clan(s.list.townsfolk[who].clan); c >= 0 {
			gold += s.list.clans[c].gold
		}
	}
	for k, n := range s.cards.Copies(hand(s.oracle)) {
		gold -= int(n) * s.list.corruption[k].cost
	}
	s.seats[s.oracle].total = gold
	s.phase = phaseOver
	if gold < 0 {
		s.Event(s.oracle, eventOwes, engine.CappedNumber(-gold))
	} else {
		s.Event(s.oracle, eventTotalled, engine.CappedNumber(gold))
	}
	if best := s.best(); len(best) == 1 {
		s.winner = best[0]
		s.Event(s.winner, eventWon)
	} else {
		s.Event(engine.Nobody, eventTied)
	}
}

// best returns the seats with the most gold.
func (s *State) best() []engine.Seat {
	var best []engine.Seat
	for seat := range engine.Seat(s.players) {
		switch most := s.seats[seat].total; {
		case len(best) == 0 || most > s.seats[best[0]].total:
			best = append(best[:0], seat)
		case most == s.seats[best[0]].total:
			best = append(best, seat)
		}
	}
	return best
}

// WithTurnOf implements engine.State. The runes stay as they are; if they are not all in the bowl, the Oracle throws them first.
func (s *State) WithTurnOf(seat engine.Seat) (engine.State, bool) {
	if s.phase != inTurn && (s.phase != inThrow || s.setupThrow) || s.seats[seat].hours >= s.list.clock.hours {
		return nil, false
	}
	c := s.Clone().(*State)
	c.agenda = nil
	c.turn, c.phase = seat, inTurn
	if seat == c.oracle && c.bowl.count() < runes {
		c.phase = inThrow
	}
	return c, true
}
