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
		return violation(s.barredDone(k), m)
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
		return violation(ruleForm, m)
	case verbLay:
		return s.checkLay(m)
	case verbLeap:
		to := s.Of(m.Args[0]).cell
		if to == nowhere {
			return violation(ruleForm, m)
		}
		w := s.walker(s.turn)
		return w.checkLeap(cell(to), k)
	}
	return s.checkSingle(m.Verb == verbSpin, m)
}

// checkDiscard checks a discard.
func (s *State) checkDiscard(m *engine.Move) engine.Violation {
	c, ok := s.card(m.Args[0])
	if !ok || !s.holds(s.turn, c) {
		return violation(ruleHeld, m)
	}
	return engine.Unless(c.prayer || !s.mustDiscardPrayer(), ruleSwapPrayer, m)
}

// mustDiscardPrayer reports whether the next discard must be a prayer: rule swap.prayer.
func (s *State) mustDiscardPrayer() bool { return s.asked.prayerDue && s.asked.left == 1 }

func (s *State) checkAs(m *engine.Move) engine.Violation {
	q := &s.asked
	does, ok := asEffect(m.Args[0])
	if !ok {
		return violation(ruleForm, m)
	}
	return engine.Unless(s.anyPiece(q.card, does, s.now.points, q.previous), ruleEffect, m)
}

// asEffect returns the effect that a word chooses for an either card.
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
		return violation(ruleBoard, m)
	}
	rule := s.barredPiece(bridge, q.card, q.does, s.now.points, q.previous)
	if rule == rulePoints {
		k := s.kindOf(q.card)
		first := k.shift.cost
		if q.does == doRotas {
			first = k.turn.cost
		}
		return tooFewPoints(first + s.toll(bridge))
	}
	return violation(rule, m)
}

// checkTurning checks a turn of ROTAS.
func (s *State) checkTurning(k *kind, m *engine.Move) engine.Violation {
	q := &s.asked
	at := s.Of(m.Args[0]).cell
	quarters, ok := quartersOf(m.Args[1])
	switch {
	case !ok || at == nowhere:
		return violation(ruleForm, m)
	case !s.laid[q.bridge].holds(at):
		return violation(rulePivot, m)
	case q.left == 0:
		return engine.Violate(ruleTwice)
	case s.now.points < k.turn.cost:
		return tooFewPoints(k.turn.cost)
	case at == q.pivot:
		return violation(ruleOtherPivot, m)
	}
	return s.checkEndPosition(q.bridge, &motion{pivot: cell(at), quarters: quarters}, m)
}

// checkSlide checks a shift by one cell, of MOVES or of a card that shifts far.
func (s *State) checkSlide(k *kind, m *engine.Move) engine.Violation {
	q := &s.asked
	d, ok := directionOf(m.Args[0])
	switch {
	case !ok:
		return violation(ruleForm, m)
	case q.does != doHaul && s.now.points < k.shift.cost:
		return tooFewPoints(k.shift.cost)
	case q.left == 0:
		return engine.Violate(ruleMost)
	case s.laid[q.bridge].meets(s.grid.edge[d]):
		return violation(ruleGrid, m)
	}
	if over := s.grid.stepped(s.laid[q.bridge], d).and(s.others(q.bridge)); !over.empty() {
		return s.inTheWay(ruleOverlap, over)
	}
	x := s.sliding(q.bridge, q.made == 0)
	least, most := s.slidesAfter(k)
	_, ok = x.afterShift(d, least, most)
	return engine.Unless(ok, ruleChange, m)
}

// slidesAfter returns the fewest and the most shifts of the card that may follow one that is made now.
func (s *State) slidesAfter(k *kind) (least, most int) {
	q := &s.asked
	if q.does == doHaul {
		return max(0, k.least-q.made-1), q.left - 1
	}
	return 0, affordable(k.shift, s.now.points-k.shift.cost, q.left-1)
}

// barredDone returns the rule that forbids ending a card, if one does: section Refusals, `done`.
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
		return violation(ruleLevel, m)
	case s.now.points < points:
		return tooFewPoints(points)
	}
	return engine.Unless(s.spendable(*l), ruleEffect, m)
}

func (s *State) checkPush(m *engine.Move) engine.Violation {
	seat, to := s.Of(m.Args[0]).seat, s.Of(m.Args[1]).cell
	switch {
	case seat == engine.NoSeat || seat == s.turn:
		return violation(ruleRival, m)
	case to == nowhere:
		return violation(ruleForm, m)
	}
	if rule := s.barredAcolyte(seat); rule != "" {
		return violation(rule, m)
	}
	return s.checkStep(seat, cell(to), s.asked.left)
}

// barredAcolyte returns the rule that forbids pushing an Acolyte at all, if one does: rules walk.pass and push.pawns.
func (s *State) barredAcolyte(seat engine.Seat) string {
	q := &s.asked
	if last, on := s.pushedLast(); on && last != seat {
		return rulePass
	}
	if q.pushed>>seat&1 == 0 && bits.OnesCount8(q.pushed) >= q.acolytes {
		return rulePawns
	}
	return ""
}

func (s *State) checkLay(m *engine.Move) engine.Violation {
	q := &s.asked
	at, i := s.Of(m.Args[0]).cell, s.formOf(shapeOf(q.bridge), m.Args[1])
	if at == nowhere || i == noForm {
		return violation(rulePlaceForm, m)
	}
	f := &s.forms[i]
	if !f.inside.has(cell(at)) {
		return violation(ruleGrid, m)
	}
	to := f.laid[at]
	if over := to.and(s.others(q.bridge)); !over.empty() {
		return s.inTheWay(ruleOverlap, over)
	}
	return engine.Unless(!s.isOrWasAt(q.bridge, to), ruleChange, m)
}
