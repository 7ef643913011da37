package sator

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// Play implements engine.State.
func (s *State) Play(m engine.Move) engine.Violation {
	if v := s.Check(m); !v.OK() {
		return v
	}
	s.Log = s.Log[:0]
	if m.Verb == verbHold {
		s.hold(&m)
		return engine.Violation{}
	}
	switch {
	case m.Verb == verbAmend:
		s.amend(&m)
	case s.phase < inSwap:
		s.setUp(&m)
	case s.asked.task == askDiscard || s.asked.fetches():
		s.discardOrDraw(&m)
	case s.asked.task != noTask:
		s.answer(&m)
	default:
		s.act(&m)
	}
	if s.setupDone() {
		s.follow()
	}
	return engine.Violation{}
}

// setUp makes a move of the set-up: section Set-up.
func (s *State) setUp(m *engine.Move) {
	switch m.Verb {
	case verbColour:
		s.seats[m.Seat].colour = s.Of(m.Args[0]).colour
		for k := range s.cardList.prayers {
			s.prayers[m.Seat].Hide(prayerPile, cards.Kind(k))
		}
		s.turn = engine.Seat((int(m.Seat) + 1) % s.players)
		if s.turn == 0 {
			s.phase = inBooks
		}
	case verbPlacement:
		s.turnUp(int(s.Of(m.Args[0]).placement))
	case verbDraft:
		shape := s.Of(m.Args[0]).shape
		s.seats[m.Seat].stock[shape]++
		s.draftTurn()
	case verbPlace:
		s.place(int(s.Of(m.Args[0]).bridge), s.formOf(shapeOf(int(s.Of(m.Args[0]).bridge)), m.Args[2]), cell(s.Of(m.Args[1]).cell))
	}
}

// turnUp puts books on the cells of a placement card: rule books.card. After the last card the bridges are dealt: rule bridges.deal.
func (s *State) turnUp(card int) {
	p := &s.placements[card]
	s.drawn[p.colour] = int16(card)
	for seat := range engine.Seat(s.players) {
		s.things[bookOf(seat, p.colour)] = spot(p.cells[s.seats[seat].colour])
	}
	if slices.Contains(s.drawn, notDrawn) {
		return
	}
	each := uint8(typesPerShape / s.players)
	for seat := range s.players {
		for shape := range s.shapes {
			s.seats[seat].stock[shape] = each
		}
	}
	s.Event(engine.Nobody, eventBridges)
	if typesPerShape%s.players > 0 {
		s.phase = inDraft
		s.draftTurn()
		return
	}
	s.beginLaying()
}

// drafted returns the number of bridges that were chosen in the draft.
func (s *State) drafted() int {
	n := 0
	for seat := range s.players {
		for shape := range s.shapes {
			n += int(s.seats[seat].stock[shape])
		}
	}
	return n - s.players*(typesPerShape/s.players)*len(s.shapes)
}

// draftTurn gives the choice to the next player: rule draft.left. The order reverses each time all players have chosen.
func (s *State) draftTurn() {
	n := s.drafted()
	if n == len(s.shapes) {
		s.beginLaying()
		return
	}
	at := n % s.players
	if n/s.players%2 == 1 {
		at = s.players - 1 - at
	}
	s.turn = s.nth(at)
}

// leftInDraft reports whether a shape is still to be chosen.
func (s *State) leftInDraft(shape int) bool {
	n := 0
	for seat := range s.players {
		n += int(s.seats[seat].stock[shape])
	}
	return n < typesPerShape
}

func (s *State) beginLaying() {
	s.phase = inBridges
	s.prepareBridges()
	s.nextToLay(0)
}

// place lays a bridge.
func (s *State) place(bridge, form int, anchor cell) {
	laid := s.forms[form].laid[anchor]
	s.seats[s.turn].stock[shapeOf(bridge)]--
	s.putOn(bridge, laid)
	s.setup.occupy(s.forms, laid)
	for seat := range engine.Seat(s.players) {
		s.setup.lack[seat] = s.lackOf(seat, s.unary(seat), cells{})
	}
	s.nextToLay(s.counterClockwise(s.turn))
}

// deal deals the Incertus cards and begins the first player's turn: rule deal.
func (s *State) deal() {
	s.setup = bridgeSetup{}
	for i := range s.cardList.incertus {
		for range s.cardList.incertus[i].copies {
			s.incertus.Hide(commonPile, cards.Kind(i))
		}
	}
	for n, count := range dealt[s.players] {
		seat := s.nth(n)
		count = min(count, s.incertus.Size(commonPile))
		for range count {
			s.incertus.Pass(commonPile, hand(seat))
		}
		if count > 0 {
			s.Event(seat, eventDealt, engine.CappedNumber(count))
		}
	}
	s.begin(0)
}

// begin begins a player's turn: rule turn.points.
func (s *State) begin(seat engine.Seat) {
	s.turn, s.phase = seat, inSwap
	r := &s.now
	*r = turnState{points: turnPoints, pastPositions: r.pastPositions[:0], riders: r.riders[:0]}
	s.Event(seat, eventNext)
}

// act makes a move while no question is open.
func (s *State) act(m *engine.Move) {
	switch m.Verb {
	case verbSwap:
		cost := drawCost
		if m.Args[0] == wordSearch {
			cost = searchCost
		}
		s.now.points -= cost
		s.asked = question{task: askDiscard, left: swapDiscards, search: m.Args[0] == wordSearch, prayerDue: m.Args[0] == wordSearch, bridge: noBridge}
	case verbDraw:
		s.draw(m)
	case verbPlay:
		s.playCard(m)
	case verbWalk:
		s.phase = inWalk
		s.now.steps--
		s.roam(cell(s.Of(m.Args[0]).cell), true)
		w := s.walker(s.turn)
		s.now.passing = w.stopped()
	case verbRest:
		s.rest()
	case verbFree:
		s.now.freed = true
		if m.Args[0] == verbWalk {
			s.roam(cell(s.Of(m.Args[1]).cell), !s.onlyWalk)
			return
		}
		bridge, x := s.single(m.Args[0] == verbTurn, m.Args[1:])
		s.moveOnce(bridge, &x)
	case verbPray:
		s.asked = question{task: askDiscard, left: prayerDiscards, prayed: true, gargoyle: s.Of(m.Args[0]).seat, bridge: noBridge}
	}
}

// rest ends the walk and puts away the played cards.
func (s *State) rest() {
	s.phase = inDraw
	s.now.points, s.now.steps = 0, 0
	s.incertus.Gather(front, discardPile)
	s.prayers[s.turn].Gather(prayerFront, prayersOut)
}

// discardOrDraw carries out an answer of a swap or of a prayer at a Gargoyle: rules swap.cards and pray.cards.
func (s *State) discardOrDraw(m *engine.Move) {
	q := &s.asked
	if m.Verb == verbDraw {
		s.draw(m)
		s.asked = question{}
		return
	}
	c, _ := s.card(m.Args[0])
	if c.prayer {
		q.prayerDue = false
		s.prayers[s.turn].Move(c.kind, prayerHand, prayersOut)
	} else {
		s.incertus.Move(c.kind, hand(s.turn), discardPile)
	}
	q.left--
	if q.left > 0 {
		return
	}
	if q.prayed {
		s.sendHome(q.gargoyle)
		s.asked = question{}
		return
	}
	q.task = askFetch
	if q.search {
		q.task = askSearch
	}
}

// draw moves a card into the hand.
func (s *State) draw(m *engine.Move) {
	unseen := m.Args[1] == engine.None || m.Args[1] == wordUnseen
	c, _ := s.card(m.Args[1])
	if m.Args[0] == wordFidei {
		p := &s.prayers[s.turn]
		if unseen {
			p.PassBlurred(prayerPile, prayerHand)
			return
		}
		p.Move(c.kind, prayerPile, prayerHand)
		return
	}
	if unseen {
		s.incertus.PassBlurred(commonPile, hand(s.turn))
		return
	}
	s.incertus.Move(c.kind, commonPile, hand(s.turn))
}

// sendHome removes a Gargoyle from the board.
func (s *State) sendHome(seat engine.Seat) {
	s.things[gargoyleOf(seat)] = nowhere
	s.Event(seat, eventHome)
}

// canGive reports whether a pile can give a card: rule hand.prayers.
func (s *State) canGive(deck engine.Name) bool {
	if deck == wordIncertus {
		return s.incertus.Size(commonPile) > 0
	}
	p := &s.prayers[s.turn]
	return p.Size(prayerPile) > 0 && p.Size(prayerHand) < prayersHeld
}

// drained reports whether neither pile can give a card.
func (s *State) drained() bool { return !s.canGive(wordIncertus) && !s.canGive(wordFidei) }

// follow carries out the automatic consequences of a move: the end of the game, a shuffle of the pile, the end of cards, swaps and turns.
func (s *State) follow() {
	s.findWinner()
	if s.incertus.Size(commonPile) == 0 && s.incertus.Size(discardPile) > 0 {
		s.Event(engine.Nobody, eventShuffled, engine.CappedNumber(s.incertus.Size(discardPile)))
		s.incertus.Shuffle(discardPile, commonPile)
	}
	if s.over() {
		s.asked, s.now.passing = question{}, false
		return
	}
	if s.asked.repeats() && !s.answerable() {
		s.Event(s.turn, verbDone)
		s.asked = question{}
	}
	if s.asked.fetches() && s.drained() {
		s.Event(s.turn, eventNone)
		s.asked = question{}
	}
	if s.phase == inDraw && s.asked.task == noTask && (s.handSize(s.turn) >= handLimit || s.drained()) {
		s.seats[s.turn].turns++
		s.begin(s.after(s.turn))
	}
}

// findWinner checks whether a player has gathered all books: rule end.over.
func (s *State) findWinner() {
	if s.over() && s.gathered(s.winner) == len(s.colours) {
		return
	}
	s.winner = engine.Nobody
	for seat := range engine.Seat(s.players) {
		if s.gathered(seat) == len(s.colours) {
			s.winner = seat
			s.Event(seat, eventWon)
			return
		}
	}
}

// hold records that the hand was shown to hold some cards.
func (s *State) hold(m *engine.Move) {
	incertus, prayers, _ := s.shown(m)
	s.incertus.See(hand(m.Seat), incertus...)
	s.prayers[m.Seat].See(prayerHand, prayers...)
}

// WithTurnOf implements engine.State.
func (s *State) WithTurnOf(seat engine.Seat) (engine.State, bool) {
	if !s.setupDone() || s.over() {
		return nil, false
	}
	c := s.Clone().(*State)
	c.asked = question{}
	c.rest()
	c.begin(seat)
	return c, true
}
