package oracle

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// Check implements engine.State. It checks the rules in the order of the section Refusals.
func (s *State) Check(m engine.Move) engine.Violation {
	switch {
	case s.over():
		return engine.Violate(ruleOver)
	case !s.formed(&m):
		return engine.Violate(ruleForm)
	case m.Verb == verbHold:
		return engine.Unless(s.holdable(&m), ruleHold, &m)
	case m.Verb == verbAmend:
		return engine.Unless(s.amendable(&m), ruleAmend, &m)
	case len(s.agenda) > 0:
		if p := s.asked(); p.answeredBy(m.Verb) {
			return s.checkAnswer(p, &m)
		}
		return engine.Violate(ruleAskOpen)
	case isAnswer(m.Verb):
		return engine.Violate(ruleAskNone)
	case !s.timely(m.Verb):
		return engine.Violate(rulePhase)
	}
	return s.checkTurn(&m)
}

// formed reports whether a move keeps rule form: it has a signature, its numbers are in range, and its seat may make it. Of an amend only the seat and
// the arity are checked here; the rest is rule amend.state.
func (s *State) formed(m *engine.Move) bool {
	if m.Verb == verbAmend {
		n := m.Arity()
		return m.Seat == engine.Nobody && (n == 2 || n == 3)
	}
	if _, ok := s.Catalog().Match(*m); !ok {
		return false
	}
	switch m.Verb {
	case verbHold:
		return true
	case verbRune:
		return s.Catalog().Class(m.Args[0])&classDie == 0 || bounded(m.Args[2], 1, dieFaces)
	case verbTotal:
		return s.Of(m.Args[0]).seat != s.oracle && bounded(m.Args[1], 0, s.list.total)
	case verbSell:
		return m.Seat == s.oracle && bounded(m.Args[2], 0, s.list.price)
	case verbAct:
		return m.Seat != s.oracle && bounded(m.Args[0], 1, s.list.clock.act)
	}
	return m.Seat == engine.Nobody || m.Seat == s.oracle
}

// bounded reports whether a name is a number from least to most.
func bounded(name engine.Name, least, most int) bool {
	n, ok := name.Number()
	return ok && least <= n && n <= most
}

// isAnswer reports whether a verb is only an answer to questions, by the order of the constants. verbAdventurer is an answer and a move of its own.
func isAnswer(verb engine.Name) bool { return verb >= verbNoAdventurer && verb <= verbReveal }

// answeredBy reports whether a verb answers the question of an entry.
func (p *entry) answeredBy(verb engine.Name) bool {
	switch p.task {
	case taskLines:
		return verb == verbLine || verb == verbDone
	case taskUse:
		return verb == verbUse || verb == verbDone
	case taskAdventurers:
		return verb == verbAdventurer || verb == verbNoAdventurer
	}
	return verb == answerTo[p.task]
}

// answerTo is the verb of each question that has only one.
var answerTo = [...]engine.Name{
	taskWrite: verbWrite, taskGood: verbGood, taskX: verbX, taskIcon: verbIcon, taskDiscard: verbDiscard, taskBonus: verbBonus, taskMark: verbMark,
	taskFirst: verbFirst, taskSponsor: verbSponsor, taskReveal: verbReveal,
}

// timely reports whether a verb is allowed in the phase: rule day.phases.
func (s *State) timely(verb engine.Name) bool {
	switch verb {
	case verbRune:
		return s.phase == inThrow
	case verbAdventurer, verbCorruption:
		return s.phase < inScoring
	case verbReturn:
		return s.phase == inArrival || s.phase == inMarket
	case verbDawn:
		return s.phase == inArrival
	case verbEndDay, verbSell:
		return s.phase == inMarket
	case verbTotal:
		return s.phase == inScoring
	}
	return s.phase == inThrow || s.phase == inTurn // in inThrow rule throw.before refuses them
}

// checkTurn checks a move while no question is open.
func (s *State) checkTurn(m *engine.Move) engine.Violation {
	switch {
	case m.Seat != engine.Nobody && m.Seat != s.toMove():
		return engine.Violate(ruleTurn, s.Catalog().SeatName(s.toMove()))
	case m.Seat != engine.Nobody && s.phase == inThrow:
		return engine.Violate(ruleThrow)
	}
	switch m.Verb {
	case verbRune:
		return engine.Unless(s.bowl[runeOf(m.Args[0])].half == outside, ruleOnce, m)
	case verbAdventurer:
		return s.checkAdventurer(2, m)
	case verbReturn:
		return engine.Unless(s.returnable(m.Args[0]), ruleBag, m)
	case verbCorruption:
		return engine.Unless(s.canTaint(), ruleDeck, m)
	case verbTotal:
		return engine.Unless(s.seats[s.Of(m.Args[0]).seat].total == notEntered, ruleTotal, m)
	case verbNudge:
		return engine.Unless(s.boxes[nudge].ready > 0, ruleDestiny, m)
	case verbShift:
		return engine.Unless(s.boxes[shift].ready > 0, ruleDestiny, m)
	case verbSell:
		return engine.Unless(s.stall[goodOf(m.Args[0])][s.Of(m.Args[1]).colour] > 0, ruleSell, m)
	case verbDawn, verbEndDay, verbAct:
		return engine.Violation{}
	}
	if s.figure == m.Verb {
		return engine.Violate(ruleSame, m.Verb)
	}
	return s.checkAction(m)
}

// checkAction checks an action of the Oracle.
func (s *State) checkAction(m *engine.Move) engine.Violation {
	switch m.Verb {
	case verbReadStars:
		return engine.Unless(s.bowl.valueBeside(bone, false) > 0, ruleStarsRunes, m)
	case verbPredict:
		if s.foreseen() == 0 {
			return engine.Violate(rulePredictRunes)
		}
		return engine.Unless(s.foreseen() <= s.stripLeft(), ruleRoom, m)
	case verbHoroscope:
		return engine.Unless(s.bowl.diceIn(halfOf(m.Args[0])) != 0, ruleSide, m)
	case verbInfluence:
		return engine.Unless(s.allowsInfluence(&s.bowl, m.Args[0]), ruleInfluence, m)
	case verbRecruit:
		return engine.Unless(s.folk[s.Of(m.Args[0]).townsfolk] > 0, ruleTownsfolk, m)
	}
	return engine.Unless(s.manned() != 0, ruleManned, m)
}

// checkAdventurer checks the drawing of at most that many adventurers.
func (s *State) checkAdventurer(most int, m *engine.Move) engine.Violation {
	a, b := m.Args[0], m.Args[1]
	need := int16(1)
	if b != engine.None {
		if most < 2 || !s.paired() {
			return engine.Violate(rulePair)
		}
		if a == b {
			need = 2
		} else if s.bag[s.Of(b).adventurer] == 0 {
			return engine.Violate(ruleBag, b)
		}
	}
	return engine.Unless(s.bag[s.Of(a).adventurer] >= need, ruleBag, m)
}

// returnable reports whether adventurers of a colour, or of any colour, are out of the bag.
func (s *State) returnable(n engine.Name) bool {
	if n != wordAll {
		return s.out(int(s.Of(n).adventurer)) > 0
	}
	for i := range s.bag {
		if s.out(i) > 0 {
			return true
		}
	}
	return false
}

// checkAnswer checks an answer to the open question.
func (s *State) checkAnswer(p *entry, m *engine.Move) engine.Violation {
	switch m.Verb {
	case verbAdventurer:
		return s.checkAdventurer(p.n, m)
	case verbLine:
		return s.checkLine(m)
	case verbWrite:
		return s.checkWrite(p, m)
	case verbGood:
		c := int(s.Of(m.Args[0]).colour)
		if !palette(p.set).has(c) {
			return engine.Violate(ruleGoodsColour, m.Args[0])
		}
		return engine.Unless(s.supply(int(p.index), c) > 0, ruleSupply, m)
	case verbX:
		if c := s.Of(m.Args[0]).clan; c >= 0 {
			return engine.Unless(s.freeX(int(c)), ruleX, m)
		}
		return engine.Unless(s.free(rowOf(m.Args[0])), ruleFull, m)
	case verbIcon:
		return engine.Unless(s.freeIcon(int(s.Of(m.Args[0]).clan)), ruleIcon, m)
	case verbDiscard:
		return engine.Unless(s.cards.Holds(hand(s.oracle), s.kind(m.Args[0])), ruleDiscard, m)
	case verbBonus:
		if rule := s.barred(p, m.Args[0]); rule != "" {
			return engine.Violate(rule, m.Args[0])
		}
	case verbUse:
		bit := uint32(1) << s.Of(m.Args[0]).slot
		if p.given&bit == 0 {
			return engine.Violate(ruleManned, m.Args[0])
		}
		return engine.Unless(p.set&bit != 0, ruleStaffOnce, m)
	case verbFirst:
		c := s.Of(m.Args[0]).adventurer
		return engine.Unless(c == p.index || c == p.other, rulePair, m)
	case verbReveal:
		kinds := s.cards.HiddenKinds(hand(s.oracle))
		return engine.Unless(kinds.Has(s.kind(m.Args[0])), ruleReveal, m)
	}
	return engine.Violation{}
}

// lineOf returns the line between the points that a move names, noLine if there is none.
func (s *State) lineOf(m *engine.Move) int {
	return int(s.list.starMap.between(int(s.Of(m.Args[0]).point), int(s.Of(m.Args[1]).point)))
}

func (s *State) checkLine(m *engine.Move) engine.Violation {
	l := s.lineOf(m)
	switch {
	case l == noLine:
		return engine.Violate(ruleSegment, m.Args[:2]...)
	case s.lines[l]:
		return engine.Violate(ruleFree, m.Args[:2]...)
	}
	return engine.Unless(!s.blackened(l), ruleBlackened, m)
}

func (s *State) checkWrite(p *entry, m *engine.Move) engine.Violation {
	d, row := runeOf(m.Args[0]), rowOf(m.Args[1])
	switch {
	case p.set>>d&1 == 0:
		return engine.Violate(ruleDice, m.Args[0])
	case !s.free(row):
		return engine.Violate(ruleFull, m.Args[1])
	}
	return engine.Unless(s.bowl[d].face.follows(row, s.rows[row]), [rows]string{ruleTop, ruleBottom}[row], m)
}

// The names of the rows and of the kinds of destiny boxes.
var (
	rowNames = [rows]engine.Name{rowTop, rowBottom}
	boxNames = [boxKinds]engine.Name{verbNudge, verbShift}
)

// bonuses are the names of the possible bonuses of a prediction.
var bonuses = [...]engine.Name{goodTalisman, goodCharm, verbIcon, verbX}

// barred returns the rule that forbids a bonus of a prediction, "" if there is none: rule predict.bonus.
func (s *State) barred(p *entry, what engine.Name) string {
	switch what {
	case goodCharm, goodTalisman:
		good := goodOf(what)
		if p.n < leastCircled[good] {
			return ruleBonus
		}
		for c := range s.stall[good] {
			if s.supply(good, c) > 0 {
				return ""
			}
		}
		return ruleSupply
	case verbIcon:
		if !slices.ContainsFunc(s.lexicon.clans, func(n engine.Name) bool { return s.freeIcon(int(s.Of(n).clan)) }) {
			return ruleIcon
		}
	case verbX:
		if !s.free(top) && !s.free(bottom) && !slices.ContainsFunc(s.lexicon.clans, func(n engine.Name) bool { return s.freeX(int(s.Of(n).clan)) }) {
			return ruleWhere
		}
	}
	return ""
}

// leastCircled is the least number of circled icons for which a good is the bonus.
var leastCircled = [goods]int{charm: 2, talisman: 3}

// holding returns the kinds of the cards that a `hold` names, copies of a kind side by side: the kinds are taken in the order in which
// they are first named.
func (s *State) holding(m *engine.Move, all []cards.Kind) []cards.Kind {
	args := m.Args[:m.Arity()]
	for i, n := range args {
		if slices.Contains(args[:i], n) {
			continue
		}
		for _, other := range args[i:] {
			if other == n {
				all = append(all, s.kind(n))
			}
		}
	}
	return all
}

// holdable reports whether a hand may hold the cards that `hold` names.
func (s *State) holdable(m *engine.Move) bool {
	var room [engine.MaxArgs]cards.Kind
	return s.cards.CanSee(hand(m.Seat), s.holding(m, room[:0])...)
}
