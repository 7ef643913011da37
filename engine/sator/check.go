package sator

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// Check implements engine.State. It checks the rules in the order of the section Refusals.
func (s *State) Check(m engine.Move) engine.Violation {
	switch {
	case m.Verb == verbHold:
		return s.checkHold(&m)
	case m.Verb == verbAmend:
		return s.checkAmend(&m)
	case s.over():
		return engine.Violate(ruleOver)
	case !wellFormed(&m):
		return engine.Violate(ruleForm)
	case m.Seat != s.actor():
		return engine.Violate(ruleOrder, s.seatName(s.actor()))
	case !s.setupDone():
		return s.checkSetup(&m)
	case s.asked.task != noTask:
		if !s.asked.answered(m.Verb) {
			return engine.Violate(ruleQuestion)
		}
		return s.checkAnswer(&m)
	case !isTurnVerb(m.Verb):
		return engine.Violate(ruleQuestion)
	case s.now.passing && m.Verb != verbWalk:
		return engine.Violate(rulePass)
	}
	return s.checkTurn(&m)
}

// arities are the fewest and most arguments of each verb.
var arities = [verbAmend + 1][2]int{
	verbColour: {1, 1}, verbPlacement: {1, 1}, verbDraft: {1, 1}, verbPlace: {3, 3}, verbSwap: {1, 1}, verbDiscard: {1, 1}, verbDraw: {1, 2}, verbPlay: {1, 1},
	verbAs: {1, 1}, verbPiece: {1, 1}, verbTurn: {2, 2}, verbSlide: {1, 1}, verbDone: {0, 0}, verbSpend: {1, 1}, verbPush: {2, 2}, verbGargoyle: {1, 1},
	verbStep: {1, 1}, verbLay: {2, 2}, verbLeap: {1, 1}, verbShift: {2, 2}, verbSpin: {3, 3}, verbWalk: {1, 1}, verbRest: {0, 0}, verbFree: {2, 4},
	verbPray: {1, 1},
}

// wellFormed reports whether a move has a verb and a possible number of arguments: rule move.form.
func wellFormed(m *engine.Move) bool {
	if m.Verb == engine.None || m.Verb >= verbHold {
		return false
	}
	n := m.Arity()
	for _, a := range m.Args[n:] {
		if a != engine.None {
			return false
		}
	}
	if m.Args[engine.MaxArgs-1] == engine.Excess || n < arities[m.Verb][0] || n > arities[m.Verb][1] {
		return false
	}
	if m.Verb != verbFree {
		return true
	}
	switch m.Args[0] {
	case verbWalk:
		return n == 2
	case verbSlide:
		return n == 3
	case verbTurn:
		return n == 4
	}
	return false
}

// actor returns the seat that has to move: the actor of the section Moves, or Nobody.
func (s *State) actor() engine.Seat {
	if s.phase == inBooks {
		return engine.Nobody
	}
	return s.turn
}

func (s *State) seatName(seat engine.Seat) engine.Name {
	if seat == engine.Nobody {
		return engine.None
	}
	return s.seatNames[seat]
}

// isTurnVerb reports whether a verb is possible while no question is open.
func isTurnVerb(verb engine.Name) bool {
	switch verb {
	case verbSwap, verbDraw, verbPlay, verbWalk, verbRest, verbFree, verbPray:
		return true
	}
	return false
}

// checkSetup checks a move of the set-up.
func (s *State) checkSetup(m *engine.Move) engine.Violation {
	if m.Verb != phaseVerbs[s.phase] {
		return engine.Violate(ruleQuestion)
	}
	switch m.Verb {
	case verbColour:
		return engine.Unless(s.colourFree(int(s.Of(m.Args[0]).colour)), ruleColour, m)
	case verbPlacement:
		p := s.Of(m.Args[0]).placement
		return engine.Unless(p >= 0 && s.placementLeft(int(p)), ruleBooks, m)
	case verbDraft:
		shape := s.Of(m.Args[0]).shape
		return engine.Unless(shape >= 0 && s.leftInDraft(int(shape)), ruleDraft, m)
	}
	return s.checkPlace(m)
}

var phaseVerbs = [phases]engine.Name{inColours: verbColour, inBooks: verbPlacement, inDraft: verbDraft, inBridges: verbPlace}

// placementLeft reports whether no placement card of the same colour was turned up.
func (s *State) placementLeft(card int) bool { return s.drawn[s.placements[card].colour] == notDrawn }

// colourFree reports whether a colour exists and no player has it.
func (s *State) colourFree(colour int) bool {
	for seat := range s.players {
		if int(s.seats[seat].colour) == colour {
			return false
		}
	}
	return colour >= 0
}

// checkPlace checks the laying of a bridge: rules place.stock to place.block.
func (s *State) checkPlace(m *engine.Move) engine.Violation {
	bridge := int(s.Of(m.Args[0]).bridge)
	if bridge < 0 || !s.laid[bridge].empty() || s.seats[s.turn].stock[shapeOf(bridge)] == 0 {
		return violation(ruleStock, m)
	}
	at, i := s.Of(m.Args[1]).cell, s.formOf(shapeOf(bridge), m.Args[2])
	if at == nowhere || i == noForm {
		return violation(rulePlaceForm, m)
	}
	f, anchor := &s.forms[i], cell(at)
	laid := f.laid[anchor]
	switch {
	case !f.inside.has(anchor):
		return violation(rulePlaceGrid, m)
	case laid.meets(s.covered):
		return s.inTheWay(rulePlaceOverlap, laid.and(s.covered))
	case !s.setup.open[i].has(anchor):
		return s.inTheWay(ruleTwins, s.twinsOn(laid))
	case !s.setup.relieved && s.blocks(f.shape, f.laid[anchor]):
		return violation(ruleBlock, m)
	}
	return engine.Violation{}
}

// twinsOn returns the books on some cells that share their colour with another book there.
func (s *State) twinsOn(laid cells) cells {
	var all cells
	for seat := range engine.Seat(s.players) {
		if books := s.booksOf(seat).and(laid); books.size() > 1 {
			all = all.or(books)
		}
	}
	return all
}

// inTheWay returns a violation with the cells that are in the way, as many as it can hold.
func (s *State) inTheWay(rule string, x cells) engine.Violation {
	v := engine.Violate(rule)
	n := 0
	for c := range x.all {
		if n == len(v.Names) {
			break
		}
		v.Names[n] = s.cellNames[c]
		n++
	}
	return v
}

// violation returns the violation of a rule with the arguments of the move, if there is a rule.
func violation(rule string, m *engine.Move) engine.Violation {
	if rule == "" {
		return engine.Violation{}
	}
	return engine.Violate(rule, m.Args[:]...)
}

// tooFewPoints returns the violation with the number of points needed.
func tooFewPoints(points int) engine.Violation {
	return engine.Violate(rulePoints, engine.CappedNumber(points))
}

// checkTurn checks a move while no question is open.
func (s *State) checkTurn(m *engine.Move) engine.Violation {
	r := &s.now
	switch m.Verb {
	case verbSwap:
		return s.checkSwap(m)
	case verbDraw:
		return s.checkDraw(m, s.phase == inDraw)
	case verbPlay:
		return s.checkPlay(m)
	case verbWalk:
		switch to := s.Of(m.Args[0]).cell; {
		case s.phase == inDraw:
			return engine.Violate(ruleWalkTime)
		case to == nowhere:
			return violation(ruleForm, m)
		case r.pinned:
			return engine.Violate(ruleStill)
		default:
			return s.checkStep(s.turn, cell(to), r.steps)
		}
	case verbRest:
		return engine.Unless(s.phase != inDraw, ruleRestTime, m)
	case verbFree:
		return s.checkFree(m)
	}
	return s.checkPray(m)
}

func (s *State) checkSwap(m *engine.Move) engine.Violation {
	cost := drawCost
	if m.Args[0] == wordSearch {
		cost = searchCost
	}
	switch {
	case m.Args[0] != wordSearch && m.Args[0] != verbDraw:
		return violation(ruleForm, m)
	case s.phase != inSwap:
		return engine.Violate(ruleSwapTime)
	case s.now.points < cost:
		return tooFewPoints(cost)
	case s.handSize(s.turn) < swapDiscards:
		return engine.Violate(ruleSwapCards)
	case m.Args[0] == wordSearch && s.prayers[s.turn].Size(prayerHand) == 0:
		return engine.Violate(ruleSwapPrayer)
	}
	return engine.Violation{}
}

// checkDraw checks the drawing of a card.
func (s *State) checkDraw(m *engine.Move, timely bool) engine.Violation {
	fidei := m.Args[0] == wordFidei
	p := &s.prayers[s.turn]
	switch {
	case !fidei && m.Args[0] != wordIncertus:
		return violation(ruleForm, m)
	case !timely:
		return engine.Violate(ruleDrawTime)
	case fidei && p.Size(prayerPile) == 0, !fidei && s.incertus.Size(commonPile) == 0:
		return violation(ruleDrawPile, m)
	case fidei && p.Size(prayerHand) >= prayersHeld:
		return engine.Violate(ruleHandPrayers)
	case m.Args[1] == engine.None || m.Args[1] == wordUnseen:
		return engine.Violation{}
	}
	c, ok := s.card(m.Args[1])
	held := ok && c.prayer == fidei
	if held && fidei {
		held = p.Holds(prayerPile, c.kind)
	} else if held {
		held = s.incertus.Holds(commonPile, c.kind)
	}
	return engine.Unless(held, ruleDrawPile, m)
}

// checkPlay checks the playing of a card.
func (s *State) checkPlay(m *engine.Move) engine.Violation {
	c, ok := s.card(m.Args[0])
	switch {
	case s.phase != inSwap && s.phase != inPlay:
		return engine.Violate(rulePlayTime)
	case !ok || !s.holds(s.turn, c):
		return violation(ruleHeld, m)
	case c.prayer && s.seats[s.turn].turns == 0:
		return violation(rulePlayFirst, m)
	}
	switch rule := s.barredCard(c); rule {
	case "":
		return engine.Violation{}
	case rulePoints:
		return tooFewPoints(s.kindOf(c).smallest())
	default:
		return violation(rule, m)
	}
}

// checkStep checks a step of an Acolyte: section Refusals, a step.
func (s *State) checkStep(seat engine.Seat, to cell, left int) engine.Violation {
	w := s.walker(seat)
	if rule := w.barredStep(to, left); rule != "" {
		return engine.Violate(rule, s.cellNames[to])
	}
	return engine.Violation{}
}

func (s *State) checkFree(m *engine.Move) engine.Violation {
	if s.now.freed {
		return engine.Violate(ruleFree)
	}
	if m.Args[0] != verbWalk {
		args := engine.Move{Seat: m.Seat, Verb: m.Verb}
		copy(args.Args[:], m.Args[1:])
		return s.checkSingle(m.Args[0] == verbTurn, &args)
	}
	switch to := s.Of(m.Args[1]).cell; {
	case to == nowhere:
		return violation(ruleForm, m)
	case s.now.pinned:
		return engine.Violate(ruleStill)
	default:
		return s.checkStep(s.turn, cell(to), 1)
	}
}

// checkSingle checks a single shift or turn: the arguments are PIECE DIRECTION, or PIECE CELL ANGLE.
func (s *State) checkSingle(turned bool, m *engine.Move) engine.Violation {
	bridge := int(s.Of(m.Args[0]).bridge)
	if bridge < 0 || s.laid[bridge].empty() {
		return violation(ruleBoard, m)
	}
	if turned {
		at := s.Of(m.Args[1]).cell
		if _, ok := quartersOf(m.Args[2]); !ok || at == nowhere {
			return violation(ruleForm, m)
		}
		if !s.laid[bridge].holds(at) {
			return violation(rulePivot, m)
		}
	} else if _, ok := directionOf(m.Args[1]); !ok {
		return violation(ruleForm, m)
	}
	switch {
	case s.held(bridge):
		return violation(ruleGargoyle, m)
	case s.manned(bridge):
		return violation(ruleAcolyte, m)
	}
	_, x := s.single(turned, m.Args[:])
	return s.checkEndPosition(bridge, &x, m)
}

// checkEndPosition checks the final position of a bridge: rules piece.grid, piece.overlap and piece.change.
func (s *State) checkEndPosition(bridge int, x *motion, m *engine.Move) engine.Violation {
	to, ok := s.moved(bridge, x)
	if !ok {
		return violation(ruleGrid, m)
	}
	if over := to.and(s.others(bridge)); !over.empty() {
		return s.inTheWay(ruleOverlap, over)
	}
	return engine.Unless(!s.restoresPosition(bridge, x, to), ruleChange, m)
}

func (s *State) checkPray(m *engine.Move) engine.Violation {
	seat := s.Of(m.Args[0]).seat
	if seat == engine.NoSeat || s.things[gargoyleOf(seat)] == nowhere {
		return violation(rulePrayGargoyle, m)
	}
	if s.handSize(s.turn) < prayerDiscards {
		return engine.Violate(rulePrayCards)
	}
	return engine.Unless(s.praysWhere(seat), rulePrayBeside, m)
}

// praysWhere reports whether the Acolyte stands where it may pray at a Gargoyle: rule pray.beside.
func (s *State) praysWhere(seat engine.Seat) bool {
	w := s.walker(s.turn)
	return !s.besideOnly || w.beside().meets(setOf(cell(s.things[gargoyleOf(seat)])))
}

// checkHold checks a `hold`: rule hold.hand.
func (s *State) checkHold(m *engine.Move) engine.Violation {
	n := m.Arity()
	if int(m.Seat) >= s.players || n == 0 || m.Args[engine.MaxArgs-1] == engine.Excess {
		return violation(ruleForm, m)
	}
	incertus, prayers, ok := s.shown(m)
	return engine.Unless(ok && s.incertus.CanSee(hand(m.Seat), incertus...) && s.prayers[m.Seat].CanSee(prayerHand, prayers...), ruleHold, m)
}

// shown returns the cards that a `hold` names, by deck, and whether all names are cards.
func (s *State) shown(m *engine.Move) (incertus, prayers []cards.Kind, ok bool) {
	for _, n := range m.Args[:m.Arity()] {
		c, ok := s.card(n)
		switch {
		case !ok:
			return nil, nil, false
		case c.prayer:
			prayers = append(prayers, c.kind)
		default:
			incertus = append(incertus, c.kind)
		}
	}
	return incertus, prayers, true
}
