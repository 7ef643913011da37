package sator

import (
	"math/bits"

	"familiar/engine"
)

// checkAnswer checks an answer to the open question.
func (s *State) checkAnswer(m *engine.Move) engine.Violation {
	q := &s.asked
	k := s.carried()
	switch m.Verb {
	case verbDiscard:
		return s.checkDiscard(m)
	case verbDraw:
		return s.checkDraw(m, true)
	case verbAs:
		return s.checkAs(m)
	case verbPiece:
		return s.checkPiece(m)
	case verbTurn:
		return s.checkTurning(k, m)
	case verbSlide:
		return s.checkSlide(k, m)
	case verbDone:
		return because(s.barredDone(k), m)
	case verbSpend:
		return s.checkSpend(k, m)
	case verbPush:
		return s.checkPush(m)
	case verbGargoyle:
		at := s.Of(m.Args[0]).cell
		free := s.gargoyleCells()
		return engine.Unless(free.holds(at), ruleGargoyleCell, m)
	case verbStep:
		if to := s.Of(m.Args[0]).cell; to != nowhere {
			return s.checkStep(s.turn, cell(to), q.left)
		}
		return because(ruleForm, m)
	case verbLay:
		return s.checkLay(m)
	case verbLeap:
		to := s.Of(m.Args[0]).cell
		if to == nowhere {
			return because(ruleForm, m)
		}
		w := s.walker(s.turn)
		return w.judgeLeap(cell(to), k)
	}
	return s.checkSingle(m.Verb == verbSpin, m)
}

// checkDiscard checks a discard.
func (s *State) checkDiscard(m *engine.Move) engine.Violation {
	c, ok := s.card(m.Args[0])
	if !ok || !s.holds(s.turn, c) {
		return because(ruleHeld, m)
	}
	return engine.Unless(c.prayer || !s.mustPray(), ruleSwapPrayer, m)
}

// mustPray reports whether the next discard must be a prayer: rule swap.prayer.
func (s *State) mustPray() bool { return s.asked.owed && s.asked.left == 1 }

func (s *State) checkAs(m *engine.Move) engine.Violation {
	q := &s.asked
	does, ok := asEffect(m.Args[0])
	if !ok {
		return because(ruleForm, m)
	}
	return engine.Unless(s.anyPiece(q.card, does, s.round.points, q.golden), ruleEffect, m)
}

// asEffect returns the effect that the player has chosen for a joker.
func asEffect(word engine.Name) (effect, bool) {
	switch word {
	case wordRotas:
		return doRotas, true
	case wordMoves:
		return doMoves, true
	}
	return 0, false
}

func (s *State) checkPiece(m *engine.Move) engine.Violation {
	q := &s.asked
	bridge := int(s.Of(m.Args[0]).bridge)
	if bridge < 0 || s.laid[bridge].empty() {
		return because(ruleBoard, m)
	}
	rule := s.barredPiece(bridge, q.card, q.does, s.round.points, q.golden)
	if rule == rulePoints {
		k := s.kindOf(q.card)
		first := k.shift.cost
		if q.does == doRotas {
			first = k.turn.cost
		}
		return short(first + s.toll(bridge))
	}
	return because(rule, m)
}

// checkTurning checks a turn of ROTAS.
func (s *State) checkTurning(k *kind, m *engine.Move) engine.Violation {
	q := &s.asked
	at := s.Of(m.Args[0]).cell
	quarters, ok := quartersOf(m.Args[1])
	switch {
	case !ok || at == nowhere:
		return because(ruleForm, m)
	case !s.laid[q.bridge].holds(at):
		return because(rulePivot, m)
	case q.left == 0:
		return engine.Violate(ruleTwice)
	case s.round.points < k.turn.cost:
		return short(k.turn.cost)
	case at == q.pivot:
		return because(ruleOtherPivot, m)
	}
	return s.checkRest(q.bridge, &motion{pivot: cell(at), quarters: quarters}, m)
}

// checkSlide checks a shift by one cell, of MOVES or of a card that shifts far.
func (s *State) checkSlide(k *kind, m *engine.Move) engine.Violation {
	q := &s.asked
	d, ok := directionOf(m.Args[0])
	switch {
	case !ok:
		return because(ruleForm, m)
	case q.does != doHaul && s.round.points < k.shift.cost:
		return short(k.shift.cost)
	case q.left == 0:
		return engine.Violate(ruleMost)
	case s.laid[q.bridge].meets(s.grid.edge[d]):
		return because(ruleGrid, m)
	}
	if over := s.grid.aside(s.laid[q.bridge], d).and(s.others(q.bridge)); !over.empty() {
		return s.inTheWay(ruleOverlap, over)
	}
	x := s.sliding(q.bridge, q.made == 0)
	least, most := s.slidesAfter(k)
	_, ok = x.beyond(d, least, most)
	return engine.Unless(ok, ruleChange, m)
}

// slidesAfter returns how many more shifts of the card must follow, and how many may follow, one that is made now.
func (s *State) slidesAfter(k *kind) (least, most int) {
	q := &s.asked
	if q.does == doHaul {
		return max(0, k.least-q.made-1), q.left - 1
	}
	return 0, affordable(k.shift, s.round.points-k.shift.cost, q.left-1)
}

// barredDone returns the rule that forbids to end a card, if one does: row `done`.
func (s *State) barredDone(k *kind) string {
	q := &s.asked
	switch {
	case q.made == 0:
		return ruleEffect
	case q.task == askSlide:
		if q.does == doHaul && q.made < k.least {
			return ruleLeast
		}
		if x := s.sliding(q.bridge, false); x.barred.has(x.at) {
			return ruleChange
		}
	case q.task == askStep:
		if w := s.walker(s.turn); w.stopped() {
			return ruleStop
		}
	case q.task == askPush:
		if _, on := s.pushedLast(); on {
			return ruleStop
		}
	}
	return ""
}

func (s *State) checkSpend(k *kind, m *engine.Move) engine.Violation {
	points, ok := m.Args[0].Number()
	l := k.level(points)
	switch {
	case !ok || l == nil:
		return because(ruleLevel, m)
	case s.round.points < points:
		return short(points)
	}
	return engine.Unless(s.spendable(*l), ruleEffect, m)
}

func (s *State) checkPush(m *engine.Move) engine.Violation {
	seat, to := s.Of(m.Args[0]).seat, s.Of(m.Args[1]).cell
	switch {
	case seat == engine.NoSeat || seat == s.turn:
		return because(ruleRival, m)
	case to == nowhere:
		return because(ruleForm, m)
	}
	if rule := s.barredPawn(seat); rule != "" {
		return because(rule, m)
	}
	return s.checkStep(seat, cell(to), s.asked.left)
}

// barredPawn returns the rule that forbids to push an Acolyte at all, if one does: rules walk.pass and push.pawns.
func (s *State) barredPawn(seat engine.Seat) string {
	q := &s.asked
	if last, on := s.pushedLast(); on && last != seat {
		return rulePass
	}
	if q.pushed>>seat&1 == 0 && bits.OnesCount8(q.pushed) >= q.pawns {
		return rulePawns
	}
	return ""
}

func (s *State) checkLay(m *engine.Move) engine.Violation {
	q := &s.asked
	at, i := s.Of(m.Args[0]).cell, s.formOf(shapeOf(q.bridge), m.Args[1])
	if at == nowhere || i == noForm {
		return because(rulePlaceForm, m)
	}
	f := &s.forms[i]
	if !f.inside.has(cell(at)) {
		return because(ruleGrid, m)
	}
	to := f.laid[at]
	if over := to.and(s.others(q.bridge)); !over.empty() {
		return s.inTheWay(ruleOverlap, over)
	}
	return engine.Unless(!s.liesAgain(q.bridge, to), ruleChange, m)
}
