package pantacle

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// Moves implements engine.State.
func (s *State) Moves(yield func(engine.Move) bool) {
	if s.over {
		return
	}
	e := s.asked()
	switch e.step {
	case askPeek:
		others := func(i int) bool { return engine.Seat(i) != e.seat }
		_ = engine.Choices(e.seat, verbPeek, s.lexicon.seats, others, yield) && yield(answerWith(e, verbPass, engine.None))
	case askBar:
		_ = yield(answerWith(e, verbBar, wordPowers)) && yield(answerWith(e, verbBar, locationAdepts))
	case askFlame:
		s.flames(e, yield)
	case askReach:
		for n := 1; n <= s.mostReach(); n++ {
			if !yield(answerWith(e, verbReach, engine.Number(n))) {
				return
			}
		}
	case askCurse:
		_ = s.turnUpAnswers(e, yield) && s.keepAnswers(e, yield)
	case askAbsorb:
		s.loaded(e.seat, e.of).Moves(e.seat, verbAbsorb, s.lexicon.curses, yield)
	case askFlip:
		if s.canTurnDown(e.seat) {
			s.faceUpKinds(e.seat).Moves(e.seat, verbFlip, s.lexicon.curses, yield)
		}
	case askFavor:
		s.favors(e, yield)
	case askBribe:
		_ = s.bribes(e, yield) && yield(answerWith(e, verbPass, engine.None))
	case askAdd:
		s.cards.Kinds(s.hand(e.seat)).Moves(e.seat, verbAdd, s.lexicon.blades, yield)
	case askMoon:
		if s.cards.Kinds(s.hand(e.seat)).Moves(e.seat, verbMoon, s.lexicon.blades, yield) && s.moons > 0 {
			yield(answerWith(e, verbDone, engine.None))
		}
	}
}

// answerWith returns an answer with one argument.
func answerWith(e *entry, verb, word engine.Name) engine.Move {
	return engine.Move{Seat: e.seat, Verb: verb, Args: [engine.MaxArgs]engine.Name{word}}
}

func (s *State) flames(e *entry, yield func(engine.Move) bool) {
	x := &s.seats[e.seat]
	for d := range discs {
		if !x.discs.has(int8(d)) {
			continue
		}
		for l := range locations {
			if !x.flames.has(int8(l)) && !yield(s.flameMoves[e.seat][d][l]) {
				return
			}
		}
	}
}

// turnUpAnswers yields the cards that may be turned up now. A player who does not see them only knows that one is turned up.
func (s *State) turnUpAnswers(e *entry, yield func(engine.Move) bool) bool {
	if !s.drawable() {
		return true
	}
	if s.curses.blind && !yield(answerWith(e, verbCurse, wordUnseen)) {
		return false
	}
	return kindsOf(s.curses.top()).Moves(e.seat, verbCurse, s.lexicon.curses, yield)
}

// keepAnswers yields the cards that may be kept now.
func (s *State) keepAnswers(e *entry, yield func(engine.Move) bool) bool {
	if !s.canKeep() {
		return true
	}
	shown := cards.SetOf(s.curses.drawn...)
	if s.curses.unseen > 0 {
		hidden := kindsOf(s.curses.top())
		shown.Include(&hidden)
	}
	return shown.Moves(e.seat, verbKeep, s.lexicon.curses, yield)
}

func kindsOf(slots []slot) cards.Set {
	var set cards.Set
	for _, c := range slots {
		set.Add(c.kind)
	}
	return set
}

// faceUpKinds returns the kinds of a seat's face-up curses.
func (s *State) faceUpKinds(seat engine.Seat) cards.Set {
	var set cards.Set
	for _, c := range s.seats[seat].curses {
		if !c.down {
			set.Add(c.kind)
		}
	}
	return set
}

func (s *State) favors(e *entry, yield func(engine.Move) bool) {
	closed := s.closed()
	for f := range favors {
		if !closed.has(f) && !yield(s.favorMoves[e.seat][f]) {
			return
		}
	}
}
