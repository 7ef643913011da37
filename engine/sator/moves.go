package sator

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// Moves implements engine.State.
func (s *State) Moves(yield func(engine.Move) bool) {
	switch {
	case s.over():
	case !s.setupDone():
		s.preparations(yield)
	case s.asked.task != noTask:
		s.answers(yield)
	default:
		s.actions(yield)
	}
}

// one returns a move with one argument.
func one(seat engine.Seat, verb, word engine.Name) engine.Move {
	return engine.Move{Seat: seat, Verb: verb, Args: [engine.MaxArgs]engine.Name{word}}
}

// two returns a move with two arguments.
func two(seat engine.Seat, verb, word, other engine.Name) engine.Move {
	return engine.Move{Seat: seat, Verb: verb, Args: [engine.MaxArgs]engine.Name{word, other}}
}

// three returns a move with three arguments.
func three(seat engine.Seat, verb, word, other, third engine.Name) engine.Move {
	return engine.Move{Seat: seat, Verb: verb, Args: [engine.MaxArgs]engine.Name{word, other, third}}
}

// preparations yields the moves of the set-up.
func (s *State) preparations(yield func(engine.Move) bool) {
	switch s.phase {
	case inColours:
		engine.Choices(s.turn, verbColour, s.colourNames, s.colourFree, yield)
	case inBooks:
		engine.Choices(engine.Nobody, verbPlacement, s.placementNames, s.placementLeft, yield)
	case inDraft:
		engine.Choices(s.turn, verbDraft, s.shapeNames, s.leftInDraft, yield)
	case inBridges:
		s.layings(yield)
	}
}

// layings yields the layings of all bridges.
func (s *State) layings(yield func(engine.Move) bool) {
	v := s.coverage()
	for shape := range s.shapes {
		if s.seats[s.turn].stock[shape] == 0 {
			continue
		}
		x := v.checkShape(shape)
		for q, i := range s.shapes[shape].forms {
			if i == noForm {
				continue
			}
			anchors := v.layable(i, &x)
			for bridge := shape * typesPerShape; bridge < (shape+1)*typesPerShape; bridge++ {
				if s.laid[bridge].empty() && !s.layingsAt(bridge, anchors, wordR0+engine.Name(q), yield) {
					return
				}
			}
		}
	}
}

// layingsAt yields the layings of a bridge at some anchors. It writes several moves before it yields the first of them: to copy a move right after a
// part of it was written costs a store-forwarding stall.
func (s *State) layingsAt(bridge int, anchors cells, orientation engine.Name, yield func(engine.Move) bool) bool {
	var few [16]engine.Move
	for i := range few {
		few[i] = three(s.turn, verbPlace, s.bridgeNames[bridge], engine.None, orientation)
	}
	n := 0
	for c := range anchors.all {
		few[n].Args[1] = s.cellNames[c]
		if n++; n == len(few) {
			if !each(few[:], yield) {
				return false
			}
			n = 0
		}
	}
	return each(few[:n], yield)
}

func each(moves []engine.Move, yield func(engine.Move) bool) bool {
	for _, m := range moves {
		if !yield(m) {
			return false
		}
	}
	return true
}

// actions yields the moves of a turn while no question is open.
func (s *State) actions(yield func(engine.Move) bool) {
	if s.now.passing {
		s.walks(yield)
		return
	}
	if s.phase == inDraw {
		_ = s.draws(yield) && s.frees(yield) && s.prays(yield)
		return
	}
	_ = s.swaps(yield) && s.plays(yield) && s.walks(yield) && s.frees(yield) && s.prays(yield) && yield(engine.Move{Seat: s.turn, Verb: verbRest})
}

func (s *State) swaps(yield func(engine.Move) bool) bool {
	if s.phase != inSwap || s.handSize(s.turn) < swapDiscards {
		return true
	}
	if s.now.points >= drawCost && !yield(one(s.turn, verbSwap, verbDraw)) {
		return false
	}
	return s.now.points < searchCost || s.prayers[s.turn].Size(prayerHand) == 0 || yield(one(s.turn, verbSwap, wordSearch))
}

// plays yields the cards that may be played.
func (s *State) plays(yield func(engine.Move) bool) bool {
	if s.phase != inSwap && s.phase != inPlay {
		return true
	}
	incertus := s.incertus.Kinds(hand(s.turn))
	for k := range incertus.All {
		if s.barredCard(card{k, false}) == "" && !yield(one(s.turn, verbPlay, s.incertusNames[k])) {
			return false
		}
	}
	if s.seats[s.turn].turns == 0 {
		return true
	}
	prayers := s.prayers[s.turn].Kinds(prayerHand)
	for k := range prayers.All {
		if s.barredCard(card{k, true}) == "" && !yield(one(s.turn, verbPlay, s.prayerNames[k])) {
			return false
		}
	}
	return true
}

// toCells yields a verb with each of some cells.
func (s *State) toCells(verb engine.Name, to cells, yield func(engine.Move) bool) bool {
	for c := range to.all {
		if !yield(one(s.turn, verb, s.cellNames[c])) {
			return false
		}
	}
	return true
}

func (s *State) walks(yield func(engine.Move) bool) bool {
	if s.now.pinned || s.now.steps == 0 {
		return true
	}
	w := s.walker(s.turn)
	return s.toCells(verbWalk, w.ways(s.now.steps), yield)
}

// frees yields the free actions.
func (s *State) frees(yield func(engine.Move) bool) bool {
	if s.now.freed {
		return true
	}
	if !s.now.pinned {
		w := s.walker(s.turn)
		for c := range w.ways(1).all {
			if !yield(two(s.turn, verbFree, verbWalk, s.cellNames[c])) {
				return false
			}
		}
	}
	return s.singles(func(turned bool, bridge, way, angle engine.Name) bool {
		how := verbSlide
		if turned {
			how = verbTurn
		}
		return yield(engine.Move{Seat: s.turn, Verb: verbFree, Args: [engine.MaxArgs]engine.Name{how, bridge, way, angle}})
	})
}

// singles yields the single shifts and turns of bridges without Acolytes and Gargoyles: bridge and direction, or bridge, cell and angle.
func (s *State) singles(yield func(turned bool, bridge, way, angle engine.Name) bool) bool {
	fixed := s.gargoyles().or(s.acolytes())
	for bridge, n := range s.bridgeNames {
		if s.laid[bridge].empty() || s.laid[bridge].meets(fixed) {
			continue
		}
		for d := range s.shiftsOf(bridge) {
			if !yield(false, n, wordNorth+engine.Name(d), engine.None) {
				return false
			}
		}
		for pivot, q := range s.turnsOf(bridge, nowhere) {
			if !yield(true, n, s.cellNames[pivot], angleName(q)) {
				return false
			}
		}
	}
	return true
}

func (s *State) prays(yield func(engine.Move) bool) bool {
	if s.handSize(s.turn) < prayerDiscards {
		return true
	}
	return engine.Choices(s.turn, verbPray, s.seatNames, func(i int) bool {
		return s.things[gargoyleOf(engine.Seat(i))] != nowhere && s.praysWhere(engine.Seat(i))
	}, yield)
}

// draws yields the cards that may be drawn.
func (s *State) draws(yield func(engine.Move) bool) bool {
	if s.canGive(wordIncertus) && !s.drawsOf(wordIncertus, s.incertus.Kinds(commonPile), s.incertusNames, yield) {
		return false
	}
	return !s.canGive(wordFidei) || s.drawsOf(wordFidei, s.prayers[s.turn].Kinds(prayerPile), s.prayerNames, yield)
}

func (s *State) drawsOf(deck engine.Name, kinds cards.Set, names []engine.Name, yield func(engine.Move) bool) bool {
	if !yield(two(s.turn, verbDraw, deck, wordUnseen)) {
		return false
	}
	for k := range kinds.All {
		if !yield(two(s.turn, verbDraw, deck, names[k])) {
			return false
		}
	}
	return true
}

// answers yields the answers to the open question.
func (s *State) answers(yield func(engine.Move) bool) {
	q := &s.asked
	k := s.carried()
	switch q.task {
	case askDiscard:
		s.discards(yield)
	case askFetch, askSearch:
		s.draws(yield)
	case askAs:
		_ = (!s.anyPiece(q.card, doRotas, s.now.points, q.previous) || yield(one(s.turn, verbAs, wordRotas))) &&
			(!s.anyPiece(q.card, doMoves, s.now.points, q.previous) || yield(one(s.turn, verbAs, wordMoves)))
	case askPiece:
		engine.Choices(s.turn, verbPiece, s.bridgeNames, func(bridge int) bool {
			return !s.laid[bridge].empty() && s.barredPiece(bridge, q.card, q.does, s.now.points, q.previous) == ""
		}, yield)
	case askTurn:
		_ = s.turns(k, yield) && s.dones(k, yield)
	case askSlide:
		_ = s.slides(k, yield) && s.dones(k, yield)
	case askLay:
		for i, anchor := range s.relays(q.bridge) {
			if !yield(two(s.turn, verbLay, s.cellNames[anchor], wordR0+engine.Name(s.forms[i].quarters))) {
				return
			}
		}
	case askSpend:
		for _, l := range k.levels {
			if s.spendable(l) && !yield(one(s.turn, verbSpend, engine.CappedNumber(l.points))) {
				return
			}
		}
	case askPush:
		_ = s.pushes(yield) && s.dones(k, yield)
	case askGargoyle:
		s.toCells(verbGargoyle, s.gargoyleCells(), yield)
	case askStep:
		w := s.walker(s.turn)
		_ = s.toCells(verbStep, w.ways(q.left), yield) && s.dones(k, yield)
	case askLeap:
		w := s.walker(s.turn)
		for c := range w.leaps(k, s.now.points) {
			if !yield(one(s.turn, verbLeap, s.cellNames[c])) {
				return
			}
		}
	case askFervour:
		_ = s.fervours(yield) && s.dones(k, yield)
	}
}

func (s *State) dones(k *kind, yield func(engine.Move) bool) bool {
	return s.barredDone(k) != "" || yield(engine.Move{Seat: s.turn, Verb: verbDone})
}

func (s *State) discards(yield func(engine.Move) bool) {
	if s.mustDiscardPrayer() || s.incertus.Kinds(hand(s.turn)).Moves(s.turn, verbDiscard, s.incertusNames, yield) {
		s.prayers[s.turn].Kinds(prayerHand).Moves(s.turn, verbDiscard, s.prayerNames, yield)
	}
}

func (s *State) turns(k *kind, yield func(engine.Move) bool) bool {
	q := &s.asked
	if q.left == 0 || s.now.points < k.turn.cost {
		return true
	}
	for pivot, quarters := range s.turnsOf(q.bridge, q.pivot) {
		if !yield(two(s.turn, verbTurn, s.cellNames[pivot], angleName(quarters))) {
			return false
		}
	}
	return true
}

func (s *State) slides(k *kind, yield func(engine.Move) bool) bool {
	q := &s.asked
	if q.left == 0 || q.does != doHaul && s.now.points < k.shift.cost {
		return true
	}
	x := s.sliding(q.bridge, q.made == 0)
	least, most := s.slidesAfter(k)
	for d := range directions {
		if _, ok := x.afterShift(d, least, most); ok && !yield(one(s.turn, verbSlide, wordNorth+engine.Name(d))) {
			return false
		}
	}
	return true
}

func (s *State) fervours(yield func(engine.Move) bool) bool {
	return s.asked.left == 0 || s.singles(func(turned bool, bridge, way, angle engine.Name) bool {
		if turned {
			return yield(three(s.turn, verbSpin, bridge, way, angle))
		}
		return yield(two(s.turn, verbShift, bridge, way))
	})
}

func (s *State) pushes(yield func(engine.Move) bool) bool {
	for seat, n := range s.seatNames {
		if engine.Seat(seat) == s.turn || s.barredAcolyte(engine.Seat(seat)) != "" {
			continue
		}
		w := s.walker(engine.Seat(seat))
		for c := range w.ways(s.asked.left).all {
			if !yield(two(s.turn, verbPush, n, s.cellNames[c])) {
				return false
			}
		}
	}
	return true
}
