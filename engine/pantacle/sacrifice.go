package pantacle

import "familiar/engine"

// sacrificePrice returns the price of a Sacrifice, in tokens or Adepts.
func (s *State) sacrificePrice(of sacrifice) int {
	return baseSacrificePrice + s.seats[s.turn].burden.cost[of]
}

// possible reports whether a Sacrifice can be carried out: rule sacrifice.
func (s *State) possible(of sacrifice) bool {
	x := &s.seats[s.turn]
	have := int(x.tokenCount)
	if of == ofAdepts {
		have = int(x.stock[adepts])
	}
	return x.discs != 0 && !x.burden.noSacrifice[of] && have >= s.sacrificePrice(of)
}

// startSacrifices begins the step Sacrifice of Powers. Under `no-sacrifice one` the player first chooses which of the two is barred: rule curse.one.
func (s *State) startSacrifices() {
	s.agenda.push(entry{step: stepPay, seat: s.turn, n: int16(ofPowers)})
	if s.seats[s.turn].burden.barOne && (s.possible(ofPowers) || s.possible(ofAdepts)) {
		s.push(askBar)
	}
}

// sacrificeAdepts begins the Sacrifice of Adepts. A curse `no-sacrifice one` that came with the Sacrifice of Powers bars it.
func (s *State) sacrificeAdepts() {
	if !s.sated {
		s.sacrifice(ofAdepts)
	}
}

// sacrifice pays the price of a Sacrifice that is possible and not barred, and asks for the disc.
func (s *State) sacrifice(of sacrifice) {
	if s.barred == barName(of) || !s.possible(of) {
		return
	}
	price := s.sacrificePrice(of)
	if of == ofPowers {
		s.powersSacrificed = true
		s.giveUp(price)
	} else {
		s.Event(s.turn, eventAdeptsPaid, engine.Number(s.pay(s.turn, adepts, price)))
	}
	s.push(askFlame)
}

func barName(of sacrifice) engine.Name {
	return [sacrifices]engine.Name{wordPowers, locationAdepts}[of]
}

// giveUp removes the oldest tokens. If Protection is among them, the curse that it kept face down is face up again at once.
func (s *State) giveUp(n int) {
	x := &s.seats[s.turn]
	var told engine.Move
	for i, p := range x.tokens[:n] {
		if i == engine.MaxArgs {
			s.Event(s.turn, eventPowersPaid, told.Args[:]...)
			told = engine.Move{}
		}
		told.Args[i%engine.MaxArgs] = powerName(p)
	}
	s.Event(s.turn, eventPowersPaid, told.Args[:]...)
	x.remove(0, n)
	if i := x.flipped(); i >= 0 && !x.has(power(protection)) {
		x.curses[i].down = false
		s.recount(s.turn)
		s.Event(s.turn, eventUncovered, s.lexicon.curses[x.curses[i].kind])
	}
}

// placeFlame moves a disc to the Pantacle: rules sacrifice.disc to sacrifice.order.
func (s *State) placeFlame(m *engine.Move) {
	x := &s.seats[s.turn]
	d, l := discOf(m.Args[0]), locationOf(m.Args[1])
	x.discs, x.flames = x.discs.without(int8(d)), x.flames.with(int8(l))
	s.agenda.push(entry{step: stepLocation, seat: s.turn, n: int16(l)})
	if d != top && s.curses.size() > 0 {
		s.push(stepCurses)
	}
}

// locationEffect carries out the effect of a location: rule location.
func (s *State) locationEffect(l location) {
	x := &s.seats[s.turn]
	if x.burden.noBenefit {
		s.Event(s.turn, eventIdle, locationName(l))
		return
	}
	switch l {
	case atPerFlame:
		s.startGain(s.turn, cubes, cubesPerFlame*x.flames.len())
	case atAdepts:
		s.startGain(s.turn, adepts, 2)
	case atInfluence:
		s.startGain(s.turn, cubes, 2)
	case atDemonic:
		s.claimToken(s.turn, demonicDiscard)
	case atExtraTurn:
		s.extra = true
		s.Event(s.turn, eventExtra)
	}
}

// claimToken gives a seat a token, if the seat has room for it and does not have it yet. It reports whether it did.
func (s *State) claimToken(seat engine.Seat, p power) bool {
	x := &s.seats[seat]
	switch {
	case x.has(p):
		return false
	case int(x.tokenCount) >= s.maxTokens:
		s.Event(seat, eventNoRoom, powerName(p))
		return false
	}
	x.add(p)
	s.Event(seat, eventToken, powerName(p))
	return true
}
