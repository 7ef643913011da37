package sator

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// checkAmend checks an `amend`: rules amend.time and amend.value.
func (s *State) checkAmend(m *engine.Move) engine.Violation {
	switch {
	case m.Seat != engine.Nobody:
		return engine.Violate(ruleOrder)
	case !s.over() && (!s.setupDone() || s.asked.task != noTask || s.now.passing):
		return engine.Violate(ruleAmendTime)
	case !s.amendFormed(m):
		return engine.Violate(ruleForm, m.Args[:]...)
	}
	return engine.Unless(s.amendable(m), ruleAmend, m)
}

// amendFormed reports whether an `amend` has one of the forms in the section Amend. A number, cell or orientation that does not exist still counts
// as well formed.
func (s *State) amendFormed(m *engine.Move) bool {
	n := m.Arity()
	at := s.Of(m.Args[0])
	switch class := s.Catalog().Class(m.Args[0]); {
	case n == 3 && at.laid >= 0:
		return true
	case n == 3:
		from, to := s.Catalog().Class(m.Args[1]), s.Catalog().Class(m.Args[2])
		if m.Args[1] == m.Args[2] {
			return false
		}
		own := s.Of(m.Args[1]).owner == s.Of(m.Args[2]).owner
		switch {
		case class&classPrayer != 0:
			return from&(classHand|classPrayersOut|classPrayerPile) != 0 && to&(classHand|classPrayersOut) != 0 && own
		case class&engine.ClassUnseen != 0:
			return to&classHand != 0 && (from&(classHand|classPile) != 0 || from&classPrayerPile != 0 && own)
		}
		return class&classIncertus != 0 && from&(classHand|classDiscard|classPile) != 0 && to&(classHand|classDiscard) != 0
	case n == 2 && at.laid >= 0:
		return m.Args[1] == wordOut
	case n == 2:
		return class&(classCount|classAt|classGargoyle|classBook) != 0
	}
	return false
}

// amendable reports whether a well-formed `amend` leads to a possible state of the game.
func (s *State) amendable(m *engine.Move) bool {
	at := s.Of(m.Args[0])
	class := s.Catalog().Class(m.Args[0])
	switch {
	case at.laid >= 0 && m.Arity() == 2:
		return s.removable(int(at.laid), cells{})
	case at.laid >= 0:
		return s.relocatable(int(at.laid), m)
	case m.Arity() == 3:
		return s.cardAmendable(m)
	case class&classCount != 0:
		n, ok := m.Args[1].Number()
		return ok && (m.Args[0] == wordPoints && n <= turnPoints || m.Args[0] == wordSteps && n <= mostSteps)
	case class&classAt != 0:
		to := s.Of(m.Args[1]).cell
		occupied := s.acolytes().or(s.gargoyles())
		return m.Args[1] == wordStart || s.covered.holds(to) && !occupied.holds(to)
	case class&classGargoyle != 0:
		to, occupied := s.Of(m.Args[1]).cell, s.occupied()
		return m.Args[1] == wordHome || s.covered.holds(to) && !occupied.holds(to)
	}
	to := s.Of(m.Args[1]).cell
	occupied := s.allBooks().or(s.gargoyles())
	return m.Args[1] == wordTaken || to != nowhere && !occupied.holds(to)
}

// removable reports whether a bridge can move to other cells so that no Acolyte or Gargoyle on it is left without a bridge.
func (s *State) removable(bridge int, to cells) bool {
	standing := s.acolytes().or(s.gargoyles())
	return !s.laid[bridge].without(to).meets(standing)
}

// relocatable reports whether a bridge can lie where an `amend` puts it.
func (s *State) relocatable(bridge int, m *engine.Move) bool {
	at, i := s.Of(m.Args[1]).cell, s.formOf(shapeOf(bridge), m.Args[2])
	if at == nowhere || i == noForm || !s.forms[i].inside.has(cell(at)) {
		return false
	}
	to := s.forms[i].laid[at]
	return !to.meets(s.others(bridge)) && s.removable(bridge, to)
}

// cardAmendable reports whether a card can be where an `amend` puts it.
func (s *State) cardAmendable(m *engine.Move) bool {
	c, known := s.card(m.Args[0])
	c.prayer = c.prayer || s.Catalog().Class(m.Args[1])&classPrayerPile != 0
	if s.Catalog().Class(m.Args[2])&classHand != 0 {
		seat := s.Of(m.Args[2]).owner
		if s.handSize(seat) >= handLimit || c.prayer && s.prayers[seat].Size(prayerHand) >= prayersHeld {
			return false
		}
	}
	switch {
	case c.prayer && !known:
		return s.prayers[s.Of(m.Args[1]).owner].Size(prayerPile) > 0
	case c.prayer:
		return s.prayers[s.Of(m.Args[1]).owner].Holds(s.prayerPlace(m.Args[1]), c.kind)
	case !known:
		return s.incertus.Size(s.incertusPlace(m.Args[1])) > 0
	}
	return s.incertus.Holds(s.incertusPlace(m.Args[1]), c.kind)
}

// incertusPlace returns the place of Incertus cards that a name stands for.
func (s *State) incertusPlace(n engine.Name) cards.Place {
	switch n {
	case wordPile:
		return commonPile
	case verbDiscard:
		return discardPile
	}
	return hand(s.Of(n).owner)
}

// prayerPlace returns the place of a player's prayers that a name stands for.
func (s *State) prayerPlace(n engine.Name) cards.Place {
	switch class := s.Catalog().Class(n); {
	case class&classPrayerPile != 0:
		return prayerPile
	case class&classPrayersOut != 0:
		return prayersOut
	}
	return prayerHand
}

// amend corrects the state by hand. Nothing moves together with a bridge, and no book is gathered.
func (s *State) amend(m *engine.Move) {
	at := s.Of(m.Args[0])
	class := s.Catalog().Class(m.Args[0])
	to := s.Of(m.Args[1]).cell
	switch {
	case at.laid >= 0:
		s.relocate(int(at.laid), m)
	case m.Arity() == 3:
		s.relocateCard(m)
	case m.Args[0] == wordPoints:
		s.now.points, _ = m.Args[1].Number()
	case m.Args[0] == wordSteps:
		s.now.steps, _ = m.Args[1].Number()
	case class&classAt != 0:
		s.things[acolyteOf(at.owner)] = to
	case class&classGargoyle != 0:
		s.things[gargoyleOf(at.owner)] = to
	default:
		s.things[bookOf(at.owner, int(at.book))] = to
	}
}

// relocate moves a bridge to other cells, or removes it from the board.
func (s *State) relocate(bridge int, m *engine.Move) {
	if m.Arity() == 2 {
		if !s.laid[bridge].empty() {
			s.gone |= 1 << bridge
		}
		s.putOn(bridge, cells{})
		return
	}
	s.gone &^= 1 << bridge
	s.putOn(bridge, s.forms[s.formOf(shapeOf(bridge), m.Args[2])].laid[s.Of(m.Args[1]).cell])
}

// relocateCard moves a card. An unseen card comes from a pile or goes from hand to hand.
func (s *State) relocateCard(m *engine.Move) {
	c, known := s.card(m.Args[0])
	switch prayer := s.Catalog().Class(m.Args[1])&classPrayerPile != 0; {
	case !known && prayer:
		s.prayers[s.Of(m.Args[1]).owner].PassBlurred(prayerPile, prayerHand)
		return
	case !known:
		s.incertus.PassBlurred(s.incertusPlace(m.Args[1]), s.incertusPlace(m.Args[2]))
		return
	}
	if c.prayer {
		p := &s.prayers[s.Of(m.Args[1]).owner]
		p.Move(c.kind, s.prayerPlace(m.Args[1]), s.prayerPlace(m.Args[2]))
		return
	}
	s.incertus.Move(c.kind, s.incertusPlace(m.Args[1]), s.incertusPlace(m.Args[2]))
}
