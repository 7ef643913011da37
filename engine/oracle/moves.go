package oracle

import "familiar/engine"

// Moves implements engine.State.
func (s *State) Moves(yield func(engine.Move) bool) {
	if s.over() {
		return
	}
	if len(s.agenda) > 0 {
		s.answers(s.asked(), yield)
		return
	}
	if s.phase != inScoring && !(s.arrivals(2, yield) && s.taints(yield)) {
		return
	}
	switch s.phase {
	case inThrow:
		s.throws(yield)
	case inArrival:
		_ = s.returns(yield) && yield(engine.Move{Seat: engine.Nobody, Verb: verbDawn})
	case inTurn:
		if s.turn == s.oracle {
			_ = s.destinyMoves(yield) && s.actions(yield)
			return
		}
		for h := 1; h <= s.list.clock.act; h++ {
			if !yield(one(s.turn, verbAct, engine.Number(h))) {
				return
			}
		}
	case inMarket:
		_ = s.returns(yield) && yield(engine.Move{Seat: engine.Nobody, Verb: verbEndDay}) && s.sales(yield)
	case inScoring:
		s.totals(yield)
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

// throws yields the possible positions of the runes that are not entered yet.
func (s *State) throws(yield func(engine.Move) bool) {
	for r := range runes {
		if s.bowl[r].half != outside {
			continue
		}
		for _, half := range halves {
			if !s.facings(r, half, yield) {
				return
			}
		}
	}
}

// facings yields the faces that a rune may show in a half.
func (s *State) facings(r int, half engine.Name, yield func(engine.Move) bool) bool {
	name := runeDieA + engine.Name(r)
	switch {
	case r < dice:
		for v := 1; v <= dieFaces; v++ {
			if !yield(three(engine.Nobody, verbRune, name, half, engine.Number(v))) {
				return false
			}
		}
		return true
	case r == coin:
		return yield(three(engine.Nobody, verbRune, name, half, faceTree)) && yield(three(engine.Nobody, verbRune, name, half, faceSkull))
	}
	return yield(two(engine.Nobody, verbRune, name, half))
}

// arrivals yields the drawings of adventurers, at most that many at once.
func (s *State) arrivals(most int, yield func(engine.Move) bool) bool {
	pairs := most > 1 && s.paired()
	for i, n := range s.bag {
		if n == 0 {
			continue
		}
		a := s.lexicon.adventurers[i]
		if !yield(one(engine.Nobody, verbAdventurer, a)) {
			return false
		}
		if !pairs {
			continue
		}
		for j, b := range s.lexicon.adventurers {
			if (s.bag[j] > 1 || s.bag[j] == 1 && i != j) && !yield(two(engine.Nobody, verbAdventurer, a, b)) {
				return false
			}
		}
	}
	return true
}

// canTaint reports whether a Corruption card is left: rule corruption.deck.
func (s *State) canTaint() bool { return s.cards.Size(deck) > 0 || s.cards.Size(discardPile) > 0 }

func (s *State) taints(yield func(engine.Move) bool) bool {
	return !s.canTaint() || engine.Choices(engine.Nobody, verbCorruption, s.lexicon.seats, nil, yield)
}

func (s *State) returns(yield func(engine.Move) bool) bool {
	isOut := func(i int) bool { return s.out(i) > 0 }
	return engine.Choices(engine.Nobody, verbReturn, s.lexicon.adventurers, isOut, yield) &&
		(!s.returnable(wordAll) || yield(one(engine.Nobody, verbReturn, wordAll)))
}

// destinyMoves yields the uses of the black destiny boxes.
func (s *State) destinyMoves(yield func(engine.Move) bool) bool {
	if s.boxes[nudge].ready > 0 {
		for d := range dice {
			for _, way := range [...]engine.Name{wordUp, wordDown} {
				if !yield(two(s.oracle, verbNudge, runeDieA+engine.Name(d), way)) {
					return false
				}
			}
		}
	}
	if s.boxes[shift].ready > 0 {
		for r := range runes {
			if !yield(one(s.oracle, verbShift, runeDieA+engine.Name(r))) {
				return false
			}
		}
	}
	return true
}

// actions yields the actions that she may choose.
func (s *State) actions(yield func(engine.Move) bool) bool {
	return (s.figure == verbReadStars || s.bowl.valueBeside(bone, false) == 0 || yield(engine.Move{Seat: s.oracle, Verb: verbReadStars})) &&
		(s.figure == verbPredict || s.foreseen() == 0 || s.foreseen() > s.stripLeft() || engine.Choices(s.oracle, verbPredict, s.lexicon.strip, nil, yield)) &&
		(s.figure == verbHoroscope || engine.Choices(s.oracle, verbHoroscope, halves[:], s.rolledIn, yield)) &&
		(s.figure == verbInfluence || engine.Choices(s.oracle, verbInfluence, influenceChoices[:], s.mayInfluence, yield)) &&
		(s.figure == verbRecruit || s.recruits(yield)) &&
		(s.figure == verbStaff || s.manned() == 0 || yield(engine.Move{Seat: s.oracle, Verb: verbStaff}))
}

// foreseen returns the number of icons of a prediction, 0 if there can be none: rules predict.runes and predict.count.
func (s *State) foreseen() int { return s.bowl.valueBeside(voodoo, s.sum) }

// halves are the names of the halves of the bowl.
var halves = [...]engine.Name{placeLeft, placeRight}

// rolledIn reports whether a die lies in a half.
func (s *State) rolledIn(i int) bool { return s.bowl.diceIn(halfOf(halves[i])) != 0 }

// influenceChoices are the names of the choices of the action influence.
var influenceChoices = [...]engine.Name{verbNudge, verbShift, verbX}

// mayInfluence reports whether the bowl allows a choice of influence.
func (s *State) mayInfluence(i int) bool { return s.allowsInfluence(&s.bowl, influenceChoices[i]) }

func (s *State) recruits(yield func(engine.Move) bool) bool {
	for i, n := range s.folk {
		if n == 0 {
			continue
		}
		for _, slot := range s.lexicon.slots {
			if !yield(two(s.oracle, verbRecruit, s.lexicon.townsfolk[i], slot)) {
				return false
			}
		}
	}
	return true
}

func (s *State) sales(yield func(engine.Move) bool) bool {
	for good := range s.stall {
		for i, n := range s.stall[good] {
			if n == 0 {
				continue
			}
			for price := 0; price <= s.list.price; price++ {
				if !yield(three(s.oracle, verbSell, goodCharm+engine.Name(good), s.lexicon.colours[i], engine.Number(price))) {
					return false
				}
			}
		}
	}
	return true
}

func (s *State) totals(yield func(engine.Move) bool) {
	for seat := range engine.Seat(s.players) {
		if seat == s.oracle || s.seats[seat].total != notEntered {
			continue
		}
		for gold := 0; gold <= s.list.total; gold++ {
			if !yield(two(engine.Nobody, verbTotal, s.lexicon.seats[seat], engine.Number(gold))) {
				return
			}
		}
	}
}

// answers yields the answers to a question.
func (s *State) answers(p *entry, yield func(engine.Move) bool) {
	o := s.oracle
	switch p.task {
	case taskLines:
		_ = s.drawableLines(yield) && yield(engine.Move{Seat: o, Verb: verbDone})
	case taskWrite:
		s.writings(p, yield)
	case taskGood:
		engine.Choices(o, verbGood, s.lexicon.colours, func(i int) bool { return palette(p.set).has(i) && s.supply(int(p.index), i) > 0 }, yield)
	case taskX:
		_ = engine.Choices(o, verbX, rowNames[:], s.free, yield) && engine.Choices(o, verbX, s.lexicon.clans, s.freeX, yield)
	case taskIcon:
		engine.Choices(o, verbIcon, s.lexicon.clans, s.freeIcon, yield)
	case taskDiscard:
		s.cards.Kinds(hand(o)).Moves(o, verbDiscard, s.lexicon.corruption, yield)
	case taskBonus:
		engine.Choices(o, verbBonus, bonuses[:], func(i int) bool { return s.barred(p, bonuses[i]) == "" }, yield)
	case taskMark:
		engine.Choices(o, verbMark, boxNames[:], func(box int) bool { return s.blank(box) > 0 }, yield)
	case taskUse:
		_ = engine.Choices(o, verbUse, s.lexicon.slots, func(i int) bool { return p.set>>i&1 != 0 }, yield) && yield(engine.Move{Seat: o, Verb: verbDone})
	case taskFirst:
		_ = yield(one(o, verbFirst, s.lexicon.adventurers[p.index])) && yield(one(o, verbFirst, s.lexicon.adventurers[p.other]))
	case taskSponsor:
		engine.Choices(o, verbSponsor, s.lexicon.clans, nil, yield)
	case taskAdventurers:
		_ = s.arrivals(p.n, yield) && yield(engine.Move{Seat: engine.Nobody, Verb: verbNoAdventurer})
	case taskReveal:
		s.cards.HiddenKinds(hand(o)).Moves(o, verbReveal, s.lexicon.corruption, yield)
	}
}

// drawableLines yields the lines that may be drawn. Their ends may be named in either order.
func (s *State) drawableLines(yield func(engine.Move) bool) bool {
	for i := range s.lines {
		if !s.drawable(i) {
			continue
		}
		l := &s.list.starMap.lines[i]
		p, q := s.points[l.p], s.points[l.q]
		if !yield(two(s.oracle, verbLine, p, q)) || !yield(two(s.oracle, verbLine, q, p)) {
			return false
		}
	}
	return true
}

// writings yields the rows in which the dice may be written.
func (s *State) writings(p *entry, yield func(engine.Move) bool) {
	for d := range dice {
		if p.set>>d&1 == 0 {
			continue
		}
		for row := range rows {
			if s.free(row) && s.bowl[d].face.follows(row, s.rows[row]) && !yield(two(s.oracle, verbWrite, runeDieA+engine.Name(d), rowTop+engine.Name(row))) {
				return
			}
		}
	}
}

// free reports whether a row has a box left.
func (s *State) free(row int) bool { return len(s.rows[row]) < len(s.list.rows[row]) }

func (s *State) freeX(clan int) bool { return s.clans[clan].x < s.list.clans[clan].boxes }

func (s *State) freeIcon(clan int) bool { return s.clans[clan].icons < s.list.clans[clan].icons }
