package sator

import "familiar/engine"

// task is the kind of the open question.
type task uint8

const (
	noTask task = iota
	askDiscard
	askFetch  // the card of a swap
	askSearch // the card of a swap, if the player looks through a pile
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

// question is a task that has begun and is not finished: a card, a swap, a prayer at a Gargoyle.
type question struct {
	task task

	card     card // card that is carried out, if any
	does     effect
	bridge   int // the chosen bridge, or noBridge
	left     int // remaining turns, cells, actions or Acolytes' steps, or cards to discard
	made     int // how many of them are done
	pivot    spot
	acolytes int         // number of different Acolytes that may be pushed
	pushed   uint8       // the Acolytes pushed so far, one bit per seat
	last     engine.Seat // the seat of the Acolyte that was pushed last
	previous played      // the card played before this one: rule card.golden

	search    bool        // in a swap: the player looks through a pile
	prayerDue bool        // in a swap: one of the discards must still be a prayer
	prayed    bool        // a prayer at a Gargoyle
	gargoyle  engine.Seat // the owner of that Gargoyle
}

// carrying reports whether a card is being carried out.
func (q *question) carrying() bool { return q.task >= askAs }

// carried returns the kind of the card that is being carried out, nil if there is none.
func (s *State) carried() *kind {
	if !s.asked.carrying() {
		return nil
	}
	return s.kindOf(s.asked.card)
}

// taskOf is the question that a verb answers, for verbs that answer only one.
var taskOf = [verbAmend]task{
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
	return q.task == taskOf[verb]
}

// fetches reports whether the next answer draws the card of a swap.
func (q *question) fetches() bool { return q.task == askFetch || q.task == askSearch }

// repeats reports whether the question stays open until the player says `done`.
func (q *question) repeats() bool {
	switch q.task {
	case askTurn, askSlide, askPush, askStep, askFervour:
		return true
	}
	return false
}

// counted reports whether the question shows a remaining number: the fact `left`.
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
