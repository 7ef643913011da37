package sator

import "familiar/engine"

// Status implements engine.State.
func (s *State) Status() engine.Status {
	return engine.Status{Turn: s.turn, Over: s.over(), Winner: s.winner, Ask: s.ask()}
}

func (s *State) ask() engine.Ask {
	switch {
	case s.over():
		return engine.Ask{Seat: s.winner, Key: "over", Args: [2]engine.Name{s.seatNames[s.winner]}}
	case s.asked.task != noTask:
		return s.question()
	case s.now.passing:
		return engine.Ask{Seat: s.turn, Open: true, Key: "pass"}
	}
	a := engine.Ask{Seat: s.turn, Key: phaseKeys[s.phase]}
	switch s.phase {
	case inBooks:
		n := 0
		for _, p := range s.drawn {
			if p == notDrawn {
				n++
			}
		}
		a.Seat, a.Args[0] = engine.Nobody, engine.CappedNumber(n)
	case inDraw:
		a.Args[0] = engine.CappedNumber(handLimit - s.handSize(s.turn))
	}
	return a
}

// question returns the open question.
func (s *State) question() engine.Ask {
	q := &s.asked
	a := engine.Ask{Seat: s.turn, Open: true, Key: askKeys[q.task]}
	switch q.task {
	case askDiscard:
		a.Args[0] = engine.CappedNumber(q.left)
	case askAs, askPiece, askSpend, askPush:
		a.Args[0] = s.cardName(q.card)
	case askTurn, askSlide, askLay:
		a.Args[0] = s.bridgeNames[q.bridge]
	}
	return a
}
