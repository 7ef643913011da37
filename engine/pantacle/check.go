package pantacle

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// The rule ids of "Refusals", in the order in which they are checked.
const (
	ruleOver       = "game.over"
	ruleForm       = "move.form"
	ruleSeat       = "turn.seat"
	ruleImpossible = "amend.impossible"
	ruleHold       = "hold.hand"
	ruleVerb       = "turn.verb"
	ruleOther      = "bewitchment.other"
	ruleDisc       = "sacrifice.disc"
	ruleLocation   = "sacrifice.location"
	ruleFive       = "curse.five"
	rulePile       = "curse.pile"
	ruleCost       = "curse.cost"
	ruleFirst      = "curse.first"
	ruleKeep       = "curse.keep"
	ruleAbsorb     = "exhaustion.choice"
	ruleFlip       = "protection.flip"
	ruleMarked     = "favor.marked"
	ruleOwned      = "favor.owned"
	ruleCursed     = "favor.cursed"
	ruleTrack      = "bribe.track"
	rulePrice      = "bribe.price"
	ruleHounds     = "bribe.hounds"
	ruleHand       = "bribe.hand"
	ruleExtra      = "bribe.extra"
	ruleMoonHand   = "moon.hand"
	ruleMoonFirst  = "moon.first"
)

// Check implements engine.State.
func (s *State) Check(m engine.Move) engine.Violation {
	switch {
	case s.over:
		return engine.Violate(ruleOver)
	case !s.formed(&m):
		return engine.Violate(ruleForm)
	case (m.Verb == verbAmend) != (m.Seat == engine.Nobody):
		return engine.Violate(ruleSeat)
	case m.Verb == verbAmend:
		return engine.Unless(s.amendable(&m), ruleImpossible, &m)
	case m.Verb == verbHold:
		var room [engine.MaxArgs]cards.Kind
		return engine.Unless(s.cards.CanLeave(s.hand(m.Seat), s.bladesOf(&m, room[:0])...), ruleHold, &m)
	}
	return s.checkAnswer(&m)
}

// formed reports whether a move has a signature, whichever seat makes it.
func (s *State) formed(m *engine.Move) bool {
	swapped := *m
	if _, ok := s.Catalog().Match(swapped); !ok {
		switch {
		case m.Seat == engine.Nobody:
			swapped.Seat = 0
		case int(m.Seat) < s.players:
			swapped.Seat = engine.Nobody
		default:
			return false
		}
		if _, ok := s.Catalog().Match(swapped); !ok {
			return false
		}
	}
	switch m.Verb {
	case verbReach:
		n := number(m.Args[0])
		return n >= 1 && n <= mostTurnedUp
	case verbCurse:
		return m.Args[0] != wordUnseen || s.curses.blind
	}
	return true
}

// bladesOf returns the blades that a move names, in order.
func (s *State) bladesOf(m *engine.Move, kinds []cards.Kind) []cards.Kind {
	for _, n := range m.Args[:m.Arity()] {
		if n != wordTrack {
			kinds = append(kinds, s.blade(n))
		}
	}
	return kinds
}

// answerVerbs are the verbs that answer each question, one or two.
var answerVerbs = [...][2]engine.Name{
	askPeek: {verbPeek, verbPass}, askBar: {verbBar}, askFlame: {verbFlame}, askReach: {verbReach}, askCurse: {verbCurse, verbKeep}, askAbsorb: {verbAbsorb},
	askFlip: {verbFlip}, askFavor: {verbFavor}, askBribe: {verbBribe, verbPass}, askAdd: {verbAdd}, askMoon: {verbMoon, verbDone},
}

// answers reports whether a verb answers the open question.
func (e *entry) answers(verb engine.Name) bool { return slices.Contains(answerVerbs[e.step][:], verb) }

// checkAnswer checks an answer to the open question.
func (s *State) checkAnswer(m *engine.Move) engine.Violation {
	e := s.asked()
	if m.Seat != e.seat {
		return engine.Violate(ruleSeat, s.lexicon.seats[e.seat])
	}
	if !e.answers(m.Verb) {
		return engine.Violate(ruleVerb, m.Verb)
	}
	switch m.Verb {
	case verbPeek:
		return engine.Unless(s.seat(m.Args[0]) != m.Seat, ruleOther, m)
	case verbFlame:
		return s.checkFlame(m)
	case verbReach:
		return s.checkReach(m)
	case verbCurse:
		return s.checkCurse(m)
	case verbKeep:
		return s.checkKeep(m)
	case verbAbsorb:
		loaded := s.loaded(e.seat, e.of)
		return engine.Unless(loaded.Has(s.curse(m.Args[0])), ruleAbsorb, m)
	case verbFlip:
		return engine.Unless(s.canTurnDown(e.seat) && s.seats[e.seat].find(s.curse(m.Args[0]), false) >= 0, ruleFlip, m)
	case verbFavor:
		return s.checkFavor(favorOf(m.Args[0]))
	case verbBribe:
		return s.checkBribe(m)
	case verbAdd:
		return engine.Unless(s.cards.Holds(s.hand(m.Seat), s.blade(m.Args[0])), ruleHand, m)
	case verbMoon:
		return engine.Unless(s.cards.Holds(s.hand(m.Seat), s.blade(m.Args[0])), ruleMoonHand, m)
	case verbDone:
		return engine.Unless(s.moons > 0, ruleMoonFirst, m)
	}
	return engine.Violation{}
}

func (s *State) checkFlame(m *engine.Move) engine.Violation {
	x := &s.seats[s.turn]
	if !x.discs.has(int8(discOf(m.Args[0]))) {
		return engine.Violate(ruleDisc, m.Args[0])
	}
	return engine.Unless(!x.flames.has(int8(locationOf(m.Args[1]))), ruleLocation, m)
}

func (s *State) checkReach(m *engine.Move) engine.Violation {
	n := number(m.Args[0])
	if n > s.curses.size() {
		return engine.Violate(rulePile, m.Args[0])
	}
	return engine.Unless(totalCost(n) <= int(s.seats[s.turn].stock[cubes]), ruleCost, m)
}

func (s *State) checkCurse(m *engine.Move) engine.Violation {
	switch {
	case s.enough():
		return engine.Violate(ruleFive, m.Args[0])
	case s.curses.size() == 0, m.Args[0] != wordUnseen && !s.curses.onTop(s.curse(m.Args[0])):
		return engine.Violate(rulePile, m.Args[0])
	}
	return engine.Unless(s.affordable(), ruleCost, m)
}

func (s *State) checkKeep(m *engine.Move) engine.Violation {
	if !s.canKeep() {
		return engine.Violate(ruleFirst, m.Args[0])
	}
	return engine.Unless(s.curses.shows(s.curse(m.Args[0])), ruleKeep, m)
}

// checkBribe checks the names in a bribe: rules bribe.price to bribe.discard.
func (s *State) checkBribe(m *engine.Move) engine.Violation {
	n, tracks := m.Arity(), 0
	for _, a := range m.Args[:n] {
		if a == wordTrack {
			tracks++
		}
	}
	x := &s.seats[m.Seat]
	var room [engine.MaxArgs]cards.Kind
	blades := s.bladesOf(m, room[:0])
	pairs := n - 2 // a pair of Hounds replaces one blade, so it adds one name
	switch {
	case tracks > 1, tracks == 1 && x.resolve < mostResolve:
		return engine.Violate(ruleTrack)
	case !s.pays(blades, tracks):
		return engine.Violate(rulePrice, favorName(s.ongoing))
	case pairs > 0 && x.burden.noHounds, pairs > 1 && s.onePair:
		return engine.Violate(ruleHounds)
	case !s.cards.CanLeave(s.hand(m.Seat), blades...):
		return engine.Violate(ruleHand, m.Args[:]...)
	}
	return engine.Unless(s.handSize(m.Seat) >= len(blades)+x.burden.bribeExtra, ruleExtra, m)
}

// pays reports whether blades, and perhaps the Hound of the track, are the price of the Favor: one of each Keeper. A pair of Hounds can replace either.
func (s *State) pays(blades []cards.Kind, tracks int) bool {
	payers := &s.payers[s.ongoing]
	switch len(blades) + tracks {
	case 2:
		return tracks == 0 &&
			(payers[0].Has(blades[0]) && payers[1].Has(blades[1]) || payers[0].Has(blades[1]) && payers[1].Has(blades[0]))
	case 3:
		for i, k := range blades {
			if (payers[0].Has(k) || payers[1].Has(k)) && s.allHounds(blades[:i]) && s.allHounds(blades[i+1:]) {
				return true
			}
		}
		return false
	}
	return s.allHounds(blades)
}

func (s *State) allHounds(blades []cards.Kind) bool {
	for _, k := range blades {
		if !s.hounds.Has(k) {
			return false
		}
	}
	return true
}
