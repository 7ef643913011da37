package oracle

import "familiar/engine"

// Status implements engine.State.
func (s *State) Status() engine.Status {
	return engine.Status{Turn: s.toMove(), Over: s.over(), Winner: s.winner, Ask: s.ask()}
}

// toMove returns the seat whose turn it is. Before the turns of a day it is the seat that will have the first one.
func (s *State) toMove() engine.Seat {
	if s.phase == inArrival || s.phase == inThrow && s.setupThrow {
		return s.first()
	}
	return s.turn
}

func (s *State) ask() engine.Ask {
	if len(s.agenda) > 0 {
		return s.question(s.asked())
	}
	switch s.phase {
	case inThrow:
		return engine.Ask{Seat: engine.Nobody, Key: "throw", Args: [2]engine.Name{engine.CappedNumber(runes - s.bowl.count())}}
	case inArrival:
		return engine.Ask{Seat: engine.Nobody, Key: "arrival"}
	case inTurn:
		if s.turn == s.oracle {
			return engine.Ask{Seat: s.turn, Key: "turn"}
		}
		return engine.Ask{Seat: s.turn, Key: "act"}
	case inMarket:
		if s.stallEmpty() {
			return engine.Ask{Seat: engine.Nobody, Key: "market/empty"}
		}
		return engine.Ask{Seat: s.oracle, Key: "market"}
	case inScoring:
		return engine.Ask{Seat: engine.Nobody, Key: "scoring", Args: [2]engine.Name{engine.CappedNumber(s.totalsMissing())}}
	}
	if s.winner == engine.Nobody {
		return engine.Ask{Seat: engine.Nobody, Key: "over/tied"}
	}
	return engine.Ask{Seat: s.winner, Key: "over", Args: [2]engine.Name{s.lexicon.seats[s.winner]}}
}

// stallEmpty reports whether she has nothing to sell.
func (s *State) stallEmpty() bool {
	for good := range s.stall {
		for _, n := range s.stall[good] {
			if n > 0 {
				return false
			}
		}
	}
	return true
}

// question returns the open question.
func (s *State) question(p *entry) engine.Ask {
	a := engine.Ask{Seat: s.oracle, Open: true, Key: askKeys[p.task]}
	switch p.task {
	case taskLines, taskBonus, taskMark:
		a.Args[0] = engine.CappedNumber(p.n)
	case taskReveal:
		a.Args[0] = engine.CappedNumber(s.cards.Unseen(hand(s.oracle)))
	case taskAdventurers:
		a.Seat, a.Args[0] = engine.Nobody, engine.CappedNumber(p.n)
	case taskWrite:
		n := 0
		for d := range dice {
			if p.set>>d&1 != 0 {
				a.Args[n] = runeDieA + engine.Name(d)
				n++
			}
		}
	case taskGood:
		a.Key += "/" + goodWords[p.index]
	case taskFirst:
		a.Args = [2]engine.Name{s.lexicon.adventurers[p.index], s.lexicon.adventurers[p.other]}
		if s.Catalog().Word(a.Args[1]) < s.Catalog().Word(a.Args[0]) {
			a.Args[0], a.Args[1] = a.Args[1], a.Args[0]
		}
	}
	return a
}

var askKeys = [...]string{
	taskLines: "lines", taskWrite: "write", taskGood: "good", taskX: "x", taskIcon: "icon", taskDiscard: "discard", taskBonus: "bonus", taskMark: "mark",
	taskUse: "use", taskFirst: "first", taskSponsor: "sponsor", taskAdventurers: "adventurers", taskReveal: "reveal",
}
