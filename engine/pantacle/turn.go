package pantacle

import "familiar/engine"

// begin begins a turn: rules turn and turn.first.
func (s *State) begin(seat engine.Seat) {
	s.turn, s.phase = seat, inPreparation
	s.announced, s.extra, s.powersSacrificed, s.sated, s.barred, s.moons = false, false, false, false, engine.None, 0
	unprepared := !s.seats[seat].started
	if s.prepared {
		unprepared = !s.anyStarted()
	}
	s.seats[seat].started = true
	s.push(stepFavor)
	if !unprepared {
		// Each at most once: rule preparation. The agenda is a stack, so the first step is pushed last.
		s.push(stepAdepts, stepPowers, stepPeek, stepPurchase, stepToll)
	}
}

func (s *State) anyStarted() bool {
	for i := range s.seats {
		if s.seats[i].started {
			return true
		}
	}
	return false
}

// toll takes the pieces that curses cost at the start of a Preparation.
func (s *State) toll() {
	b := &s.seats[s.turn].burden
	s.counted(s.turn, eventTollCubes, s.pay(s.turn, cubes, b.toll[cubes]))
	s.counted(s.turn, eventTollAdepts, s.pay(s.turn, adepts, b.toll[adepts]))
}

// purchase buys an Adept, if that is possible: rule influence.
func (s *State) purchase() {
	x := &s.seats[s.turn]
	price, loaded := s.price(s.turn), s.loaded(s.turn, adepts)
	if x.burden.noPurchase || int(x.stock[cubes]) < price || s.reserve[adepts] == 0 && loaded.Empty() {
		return
	}
	s.pay(s.turn, cubes, price)
	s.Event(s.turn, eventBought, engine.Number(price))
	s.startGain(s.turn, adepts, 1)
}

// peek asks for the player whose hand is looked at: rule bewitchment.
func (s *State) peek() {
	if s.seats[s.turn].has(power(bewitchment)) {
		s.push(askPeek)
	}
}

// startMoon begins the Change of the Moon: rule moon.
func (s *State) startMoon() {
	s.phase = inMoon
	s.push(stepRefill, stepMoonCube)
	if s.handSize(s.turn) > 0 {
		s.push(askMoon)
	}
}

// discardMoon discards a blade at the Change of the Moon.
func (s *State) discardMoon(m *engine.Move) {
	s.lastMoon = s.blade(m.Args[0])
	s.throw(s.turn, s.lastMoon)
	s.moons++
	if s.seats[s.turn].has(demonicDiscard) && s.handSize(s.turn) > 0 {
		s.push(askMoon)
	}
}

// payMoonCube gives a cube if the last blade shows the Moon Phase of the Favor: rule moon.cube.
func (s *State) payMoonCube() {
	if s.moons > 0 && s.moonPays() && s.list.favorDefs[s.ongoing].moonPhase == s.list.blades[s.lastMoon].moonPhase {
		s.Event(s.turn, eventMoon, favorName(s.ongoing))
		s.startGain(s.turn, cubes, 1)
	}
}

// moonPays reports whether the moon of a blade can bring a cube this turn.
func (s *State) moonPays() bool {
	return s.announced && s.ongoing != indoctrination && s.list.favorDefs[s.ongoing].moonPhase != noMoonPhase && !s.seats[s.turn].burden.noMoon
}

// refill draws blades and then gives the turn to the next seat: rules moon.refill and moon.next.
func (s *State) refill() {
	missing := s.limit(s.turn) - s.handSize(s.turn)
	drawn := 0
	for drawn < missing && s.draw(s.turn) {
		drawn++
	}
	s.counted(s.turn, eventDrawn, drawn)
	s.counted(s.turn, eventShort, missing-drawn)
	next := s.next(s.turn)
	if s.extra {
		next = s.turn
		s.Event(next, eventAgain)
	} else {
		s.Event(next, eventNext)
	}
	s.agenda.push(entry{step: stepTurn, seat: next})
}

// WithTurnOf implements engine.State. Curse cards that were turned up and not yet kept return to their pile. There is no turn for a seat that could
// do nothing: every Favor is forbidden to it and its hand is empty.
func (s *State) WithTurnOf(seat engine.Seat) (engine.State, bool) {
	if s.over {
		return nil, false
	}
	c := s.clone()
	c.agenda = agenda{}
	c.curses.putBack(s.turn)
	c.begin(seat)
	c.run()
	if c.over || c.turn != seat {
		return nil, false
	}
	return c, true
}
