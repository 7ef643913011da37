package sator

import (
	"slices"

	"familiar/engine"
)

// barredCard returns the rule that forbids playing a card in the hand, if one does: rules fervour.still, points.short and play.effect.
func (s *State) barredCard(c card) string {
	k, r := s.kindOf(c), &s.now
	switch {
	case k.does == doFervour && r.roamed, (k.does == doStride || k.does == doLeap) && r.pinned:
		return ruleStill
	case r.points < k.smallest():
		return rulePoints
	case !s.feasible(c, k, r.points-k.cost):
		return ruleEffect
	}
	return ""
}

// feasible reports whether a card has a legal sequence of answers, the shortest and cheapest being enough: rule play.effect.
func (s *State) feasible(c card, k *kind, points int) bool {
	switch k.does {
	case doEither:
		return s.anyPiece(c, doRotas, points, s.now.last) || s.anyPiece(c, doMoves, points, s.now.last)
	case doPush:
		return slices.ContainsFunc(k.levels, s.spendable)
	case doGargoyle:
		return !s.gargoyleCells().empty()
	case doStride:
		w := s.walker(s.turn)
		return !w.ways(k.most).empty()
	case doLeap:
		w := s.walker(s.turn)
		for range w.leaps(k, points) {
			return true
		}
		return false
	case doFervour:
		return k.most > 0 && s.anySingle()
	case doManual:
		return true
	}
	return s.anyPiece(c, k.does, points, s.now.last)
}

// anyPiece reports whether a card can move any bridge.
func (s *State) anyPiece(c card, does effect, points int, last played) bool {
	for bridge := range s.laid {
		if !s.laid[bridge].empty() && s.barredPiece(bridge, c, does, points, last) == "" {
			return true
		}
	}
	return false
}

// anySingle reports whether a single action can shift or turn any bridge.
func (s *State) anySingle() bool {
	for bridge := range s.laid {
		if s.laid[bridge].empty() || s.held(bridge) || s.manned(bridge) {
			continue
		}
		if s.turnable(bridge) {
			return true
		}
		for range s.shiftsOf(bridge) {
			return true
		}
	}
	return false
}

// shiftsOf yields the legal single shifts of a bridge.
func (s *State) shiftsOf(bridge int) func(yield func(direction) bool) {
	return func(yield func(direction) bool) {
		others := s.others(bridge)
		for d := range directions {
			if s.laid[bridge].meets(s.grid.edge[d]) {
				continue
			}
			to := s.grid.stepped(s.laid[bridge], d)
			if !to.meets(others) && !s.restoresPosition(bridge, &motion{shift: steps[d]}, to) && !yield(d) {
				return
			}
		}
	}
}

// gargoyleCells returns the cells on which the player may put the Gargoyle: rule gargoyle.cell.
func (s *State) gargoyleCells() cells {
	if s.things[gargoyleOf(s.turn)] != nowhere {
		return cells{}
	}
	return s.covered.without(s.occupied())
}

// spendable reports whether a level can be chosen: there are enough points, and an Acolyte can be pushed.
func (s *State) spendable(l level) bool {
	if l.points > s.now.points || l.acolytes == 0 {
		return false
	}
	for seat := range engine.Seat(s.players) {
		if seat != s.turn {
			if w := s.walker(seat); !w.ways(l.cells).empty() {
				return true
			}
		}
	}
	return false
}

// barredPiece returns the rule that forbids choosing a bridge for a card, if one does: section Refusals, `piece`. Last is the card played before.
func (s *State) barredPiece(bridge int, c card, does effect, points int, last played) string {
	k := s.kindOf(c)
	switch does {
	case doRotas, doMoves:
		return s.barredMove(bridge, c, does, points, last)
	case doRemove:
		if s.manned(bridge) || s.laid[bridge].meets(s.allBooks()) {
			return ruleRemoveBare
		}
		return ""
	}
	switch {
	case s.held(bridge):
		return ruleGargoyle
	case s.manned(bridge):
		return ruleAcolyte
	}
	if does == doRelay {
		switch {
		case s.laid[bridge].meets(s.occupied()):
			return ruleRelayBare
		case !s.relayable(bridge):
			return ruleEffect
		}
		return ""
	}
	if x := s.sliding(bridge, true); !x.ends(max(1, k.least), k.most) {
		return ruleEffect
	}
	return ""
}

// barredMove is barredPiece for ROTAS and MOVES.
func (s *State) barredMove(bridge int, c card, does effect, points int, last played) string {
	k := s.kindOf(c)
	switch {
	case does == doRotas && k.shapeOrType != anyBridge && k.shapeOrType != shapeOf(bridge):
		return ruleShape
	case does == doMoves && k.shapeOrType != anyBridge && k.shapeOrType != typeOf(bridge):
		return ruleType
	case s.held(bridge):
		return ruleGargoyle
	case last.ok && last.card == c && last.bridge == bridge:
		return ruleGolden
	}
	if c.tolled() {
		points -= s.toll(bridge)
	}
	if does == doRotas {
		switch {
		case points < k.turn.cost:
			return rulePoints
		case k.turn.most == 0 || !s.turnable(bridge):
			return ruleEffect
		}
		return ""
	}
	if points < k.shift.cost {
		return rulePoints
	}
	if x := s.sliding(bridge, true); !x.ends(1, affordable(k.shift, points, k.shift.most)) {
		return ruleEffect
	}
	return ""
}

// affordable returns how often something can be done, at most left times.
func affordable(p price, points, left int) int {
	if p.cost > 0 {
		return min(left, points/p.cost)
	}
	return left
}

// relayable reports whether a bridge can be laid in another position: rule piece.change.
func (s *State) relayable(bridge int) bool {
	for range s.relays(bridge) {
		return true
	}
	return false
}

// relays yields the positions in which a lifted bridge without things on it may be laid.
func (s *State) relays(bridge int) func(yield func(int, cell) bool) {
	return func(yield func(int, cell) bool) {
		others := s.others(bridge)
		for _, i := range s.cardList.shapes[shapeOf(bridge)].forms {
			if i == noForm {
				continue
			}
			f := &s.forms[i]
			for anchor := range f.inside.without(f.meeting(others)).all {
				if !s.isOrWasAt(bridge, f.laid[anchor]) && !yield(i, anchor) {
					return
				}
			}
		}
	}
}

// isOrWasAt reports whether a bridge without things has, or had before, that position: rule piece.change.
func (s *State) isOrWasAt(bridge int, to cells) bool {
	return s.laid[bridge] == to || s.wasAt(bridge, to)
}
