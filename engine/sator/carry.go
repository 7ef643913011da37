package sator

import (
	"slices"

	"familiar/engine"
)

// playCard plays a card: rules card.held, play.effect and steps.
func (s *State) playCard(m *engine.Move) {
	c, _ := s.card(m.Args[0])
	k := s.kindOf(c)
	s.phase = inPlay
	if c.prayer {
		s.prayers[s.turn].Move(c.kind, prayerHand, prayerFront)
	} else {
		s.incertus.Move(c.kind, hand(s.turn), front)
		s.now.steps++
	}
	s.now.points -= k.cost
	s.asked = question{task: firstAsked[k.does], card: c, does: k.does, bridge: noBridge, pivot: nowhere, last: engine.NoSeat}
	q := &s.asked
	// From here on, the last card is this one, and its bridge is still unknown. previous keeps the card before it until this card chooses a bridge.
	q.previous = s.now.last
	s.now.last = played{card: c, bridge: noBridge, ok: true}
	switch k.does {
	case doRotas:
		q.left = k.turn.most
	case doMoves:
		q.left = k.shift.most
	case doStride, doHaul, doFervour:
		q.left = k.most
	case doManual:
		s.Event(s.turn, eventManual, m.Args[0])
	}
	s.now.pinned = s.now.pinned || k.does == doFervour
}

// firstAsked is the first question of a card, by effect.
var firstAsked = [effects]task{
	doRotas: askPiece, doMoves: askPiece, doEither: askAs, doPush: askSpend, doGargoyle: askGargoyle, doStride: askStep, doRelay: askPiece,
	doHaul: askPiece, doLeap: askLeap, doFervour: askFervour, doRemove: askPiece, doManual: noTask,
}

// answer plays an answer to the question of a card.
func (s *State) answer(m *engine.Move) {
	q := &s.asked
	k := s.kindOf(q.card)
	switch m.Verb {
	case verbDone:
		s.asked = question{}
	case verbAs:
		q.task = askPiece
		if m.Args[0] == wordRotas {
			q.does, q.left = doRotas, k.turn.most
		} else {
			q.does, q.left = doMoves, k.shift.most
		}
	case verbPiece:
		s.choose(int(s.Of(m.Args[0]).bridge))
	case verbTurn:
		quarters, _ := quartersOf(m.Args[1])
		pivot := cell(s.Of(m.Args[0]).cell)
		s.now.points -= k.turn.cost
		q.pivot = spot(pivot)
		s.moveOnce(q.bridge, &motion{pivot: pivot, quarters: quarters})
		s.countDown()
	case verbSlide:
		d, _ := directionOf(m.Args[0])
		if q.does != doHaul {
			s.now.points -= k.shift.cost
		}
		if q.made == 0 {
			s.remember(q.bridge)
		}
		x := motion{shift: steps[d]}
		to, _ := s.moved(q.bridge, &x)
		s.move(q.bridge, &x, to)
		s.countDown()
	case verbLay:
		s.remember(q.bridge)
		s.putOn(q.bridge, s.forms[s.formOf(shapeOf(q.bridge), m.Args[1])].laid[s.Of(m.Args[0]).cell])
		s.asked = question{}
	case verbSpend:
		points, _ := m.Args[0].Number()
		l := k.level(points)
		s.now.points -= points
		q.task, q.left, q.acolytes = askPush, l.cells, l.acolytes
	case verbPush:
		q.last = s.Of(m.Args[0]).seat
		q.pushed |= 1 << q.last
		s.things[acolyteOf(q.last)] = s.Of(m.Args[1]).cell
		s.countDown()
	case verbGargoyle:
		s.things[gargoyleOf(s.turn)] = s.Of(m.Args[0]).cell
		s.asked = question{}
	case verbStep:
		s.roam(cell(s.Of(m.Args[0]).cell), !s.onlyWalk)
		s.countDown()
	case verbLeap:
		to := cell(s.Of(m.Args[0]).cell)
		w := s.walker(s.turn)
		between, _ := w.leapTo(to)
		s.now.points -= between * k.shift.cost
		s.asked = question{}
		s.roam(to, !s.onlyWalk)
	case verbShift, verbSpin:
		bridge, x := s.single(m.Verb == verbSpin, m.Args[:])
		s.moveOnce(bridge, &x)
		s.countDown()
	}
}

// countDown counts one movement or step of a card.
func (s *State) countDown() {
	s.asked.left--
	s.asked.made++
}

// choose sets the bridge of a card, and pays the toll: rule piece.toll. A remove card removes it at once.
func (s *State) choose(bridge int) {
	q := &s.asked
	if q.does == doRemove {
		for seat := range engine.Seat(s.players) {
			if s.laid[bridge].holds(s.things[gargoyleOf(seat)]) {
				s.sendHome(seat)
			}
		}
		s.putOn(bridge, cells{})
		s.gone |= 1 << bridge
		s.asked = question{}
		return
	}
	q.bridge = bridge
	s.now.last.bridge = bridge
	switch q.does {
	case doRotas:
		q.task = askTurn
	case doRelay:
		q.task = askLay
	default:
		q.task = askSlide
	}
	if toll := s.toll(bridge); toll > 0 && q.card.tolled() {
		s.now.points -= toll
		for seat := range engine.Seat(s.players) {
			if s.laid[bridge].holds(s.things[acolyteOf(seat)]) {
				s.now.paid[bridge] |= 1 << seat
			}
		}
		s.Event(s.turn, eventToll, engine.CappedNumber(toll), s.bridgeNames[bridge])
	}
}

// tolled reports whether the player of a card pays for the Acolytes on the bridge that it moves: rule piece.toll.
func (c card) tolled() bool { return !c.prayer }

// moveOnce makes a movement that is complete in itself: rule piece.change.
func (s *State) moveOnce(bridge int, x *motion) {
	to, _ := s.moved(bridge, x)
	s.remember(bridge)
	s.move(bridge, x, to)
}

// single returns a bridge and its single movement. For a turn args are PIECE CELL ANGLE, otherwise PIECE DIRECTION.
func (s *State) single(turned bool, args []engine.Name) (int, motion) {
	bridge := int(s.Of(args[0]).bridge)
	if !turned {
		d, _ := directionOf(args[1])
		return bridge, motion{shift: steps[d]}
	}
	quarters, _ := quartersOf(args[2])
	return bridge, motion{pivot: cell(s.Of(args[1]).cell), quarters: quarters}
}

// level returns the level of a card with that price.
func (k *kind) level(points int) *level {
	if i := slices.IndexFunc(k.levels, func(l level) bool { return l.points == points }); i >= 0 {
		return &k.levels[i]
	}
	return nil
}

// answerable reports whether the question of a card has an answer other than `done`.
func (s *State) answerable() bool {
	for m := range s.answers {
		if m.Verb != verbDone {
			return true
		}
	}
	return false
}

// pushedLast returns the Acolyte that was pushed last, and whether it must go on: rule walk.pass.
func (s *State) pushedLast() (engine.Seat, bool) {
	q := &s.asked
	if q.task != askPush || q.last == engine.NoSeat {
		return engine.NoSeat, false
	}
	w := s.walker(q.last)
	return q.last, w.stopped()
}
