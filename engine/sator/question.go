package sator

import "familiar/engine"

// task is what is asked while something is begun.
type task uint8

const (
	noTask task = iota
	askDiscard
	askFetch  // the card of an exchange
	askSearch // that of one for which a pile is looked through
	askAs
	askPiece
	askTurn
	askSlide
	askLay
	askSpend
	askPush
	askGargoyle
	askStep
	askLeap
	askFervour
	tasks
)

// question is what is begun and not finished: a card that is carried out, an exchange, a prayer at a Gargoyle.
type question struct {
	task task

	card   card // that is carried out, where one is
	does   effect
	bridge int // that was chosen for it, or noBridge
	left   int // turns, cells, actions or Acolytes' steps, or cards to discard
	made   int // how many of them were made
	pivot  spot
	pawns  int         // how many different Acolytes may be pushed
	pushed uint8       // which were, a bit each
	last   engine.Seat // whose Acolyte was pushed last
	golden played      // the card played before: rule card.golden

	search   bool        // an exchange for which a pile is looked through
	owed     bool        // of it: a prayer must still be discarded
	prayed   bool        // a prayer at a Gargoyle
	gargoyle engine.Seat // whose
}

// carrying reports whether it is a card that is carried out.
func (q *question) carrying() bool { return q.task >= askAs }

// carried is what the card says that is carried out, nil if none is.
func (s *State) carried() *kind {
	if !s.asked.carrying() {
		return nil
	}
	return s.kindOf(s.asked.card)
}

// asked are the questions that the verbs answer which answer only one.
var asked = [verbAmend]task{
	verbDiscard: askDiscard, verbAs: askAs, verbPiece: askPiece, verbTurn: askTurn, verbSlide: askSlide, verbLay: askLay, verbSpend: askSpend,
	verbPush: askPush, verbGargoyle: askGargoyle, verbStep: askStep, verbLeap: askLeap, verbShift: askFervour, verbSpin: askFervour,
}

// answered reports whether a verb answers the question.
func (q *question) answered(verb engine.Name) bool {
	switch verb {
	case verbDraw:
		return q.fetches()
	case verbDone:
		return q.repeats()
	}
	return q.task == asked[verb]
}

// fetches reports whether the card of an exchange is to be drawn.
func (q *question) fetches() bool { return q.task == askFetch || q.task == askSearch }

// repeats reports whether the question is asked until somebody says that it is done.
func (q *question) repeats() bool {
	switch q.task {
	case askTurn, askSlide, askPush, askStep, askFervour:
		return true
	}
	return false
}

// counted reports whether the question counts what is left: see part 6.
func (q *question) counted() bool {
	switch q.task {
	case askDiscard, askFetch, askSearch, askTurn, askSlide, askStep, askFervour, askPush:
		return true
	case askPiece:
		return q.does == doRotas || q.does == doMoves || q.does == doHaul
	}
	return false
}

var askKeys = [tasks]string{
	askDiscard: "discard", askFetch: "fetch", askSearch: "search", askAs: "as", askPiece: "piece", askTurn: "turn", askSlide: "slide", askLay: "lay", askSpend: "spend",
	askPush: "push", askGargoyle: "gargoyle", askStep: "step", askLeap: "leap", askFervour: "fervour",
}

var phaseKeys = [phases]string{
	inColours: "colour", inBooks: "placement", inDraft: "draft", inBridges: "place", inSwap: "swap", inPlay: "play", inWalk: "walk", inDraw: "draw",
}

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
	case s.round.passing:
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
		a.Seat, a.Args[0] = engine.Nobody, engine.Counted(n)
	case inDraw:
		a.Args[0] = engine.Counted(handSize - s.handSize(s.turn))
	}
	return a
}

// question returns the open question.
func (s *State) question() engine.Ask {
	q := &s.asked
	a := engine.Ask{Seat: s.turn, Open: true, Key: askKeys[q.task]}
	switch q.task {
	case askDiscard:
		a.Args[0] = engine.Counted(q.left)
	case askAs, askPiece, askSpend, askPush:
		a.Args[0] = s.cardName(q.card)
	case askTurn, askSlide, askLay:
		a.Args[0] = s.bridgeNames[q.bridge]
	}
	return a
}
