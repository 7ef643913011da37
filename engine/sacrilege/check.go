package sacrilege

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// The rule ids of "Refusals", in the order in which they are checked. For a move that is no answer, card.elsewhere comes last.
const (
	ruleForm      = "move.form"
	ruleHold      = "hold.hand"
	ruleAmend     = "amend.state"
	ruleOver      = "game.over"
	ruleAmen      = "ritual.amen"
	ruleFirst     = "ask.first"
	ruleMust      = "ask.must"
	ruleElsewhere = "card.elsewhere"
	ruleAnswer    = "ask.answer"
	ruleNone      = "ask.none"
	ruleOne       = "ritual.one"
	ruleSix       = "ritual.six"
	ruleStill     = "ritual.still"
	ruleDisrupt   = "ritual.disrupt"
	ruleOther     = "turn.other"
	ruleTwo       = "turn.two"
	ruleTwice     = "turn.twice"
	rulePurge     = "purge.empty"
	ruleDeck      = "deck.empty"
)

// Check implements engine.State.
func (s *State) Check(m engine.Move) engine.Violation {
	if !s.formed(&m) {
		return engine.Violate(ruleForm)
	}
	switch m.Verb {
	case verbHold:
		return s.checkHold(&m)
	case verbAmend:
		return engine.Unless(s.amendable(&m), ruleAmend, &m)
	}
	if s.over {
		return engine.Violate(ruleOver)
	}
	if m.Verb == verbAmen {
		return engine.Unless(s.ritual != noRitual && !s.amen, ruleAmen, &m)
	}
	if e := s.asked(); e != nil {
		return s.checkAnswer(e, &m)
	}
	if onlyAnswers(m.Verb) {
		return engine.Violate(ruleNone, m.Verb)
	}
	if m.Verb == verbPray {
		return s.checkPrayer(m.Seat)
	}
	return s.checkAction(&m)
}

// formed reports whether a move has a signature. For an amend only the seat and the number of arguments matter.
func (s *State) formed(m *engine.Move) bool {
	if m.Verb == verbAmend {
		n := m.Arity()
		return m.Seat == engine.Nobody && (n == 2 || n == 3)
	}
	if _, ok := s.Catalog().Match(*m); !ok {
		return false
	}
	return m.Verb != verbChoose || s.seat(m.Args[0]) != engine.NoSeat || s.digit(m.Args[0]) > 0
}

func (s *State) checkHold(m *engine.Move) engine.Violation {
	var room [engine.MaxArgs]cards.Kind
	return engine.Unless(s.cards.CanSee(s.hand(m.Seat), s.held(m, room[:0])...), ruleHold, m)
}

// held returns the kinds that a hold names.
func (s *State) held(m *engine.Move, kinds []cards.Kind) []cards.Kind {
	for _, n := range m.Args[:m.Arity()] {
		kinds = append(kinds, s.kind(n))
	}
	return kinds
}

// onlyAnswers reports whether a verb is only an answer to a question.
func onlyAnswers(verb engine.Name) bool {
	switch verb {
	case verbChoose, verbMove, verbTake, verbDestroy, verbRaze, verbSwap, verbRaise, verbGive, verbAccept, verbSkip,
		verbDone, verbDiscard, verbDrop, verbReveal:
		return true
	}
	return false
}

func (s *State) checkPrayer(seat engine.Seat) engine.Violation {
	switch {
	case s.ritual != noRitual:
		return engine.Violate(ruleOne, s.seats[s.ritual])
	case !s.canPray(seat):
		return engine.Violate(ruleSix, s.seats[seat])
	}
	return engine.Violation{}
}

// checkAction checks the four actions, green cards and the end of a turn.
func (s *State) checkAction(m *engine.Move) engine.Violation {
	var k *kind
	if m.Verb == verbSacrifice {
		k = &s.list[s.kind(m.Args[0])]
	}
	green := k != nil && k.green
	if s.ritual != noRitual {
		if !green {
			return engine.Violate(ruleStill, s.seats[s.ritual])
		}
		if !s.disrupts(k, throw{by: m.Seat, on: s.seat(m.Args[1]), prays: s.ritual}) {
			return engine.Violate(ruleDisrupt, m.Args[0], s.seats[s.ritual])
		}
	}
	if !green {
		if v := s.checkTurn(m); !v.OK() {
			return v
		}
	}
	return s.checkSource(m)
}

// checkTurn checks whose turn it is and what that seat has done in it.
func (s *State) checkTurn(m *engine.Move) engine.Violation {
	if m.Seat != s.turn {
		return engine.Violate(ruleOther, s.seats[s.turn])
	}
	a := action(slices.Index(actionVerbs[:], m.Verb))
	if a < 0 {
		return engine.Violation{} // end
	}
	if s.actionsLeft() == 0 {
		return engine.Violate(ruleTwo, s.seats[s.turn])
	}
	if !s.canUse(a) {
		return engine.Violate(ruleTwice, m.Verb)
	}
	return engine.Unless(a != actPurge || s.cards.Size(s.altar(m.Seat)) > 0, rulePurge, m)
}

// checkSource checks whether the card can be in the place from which it must come.
func (s *State) checkSource(m *engine.Move) engine.Violation {
	var from cards.Place
	switch m.Verb {
	case verbSacrifice:
		from = s.hand(m.Seat)
	case verbInvoke, verbDraw:
		from = deck
		if s.cards.Size(deck) == 0 {
			return engine.Violate(ruleDeck)
		}
	default:
		return engine.Violation{}
	}
	if m.Args[0] != engine.None && m.Args[0] != wordUnseen {
		return s.checkLies(m.Args[0], from)
	}
	return engine.Violation{}
}

// checkLies checks whether a card can be in a place.
func (s *State) checkLies(card engine.Name, p cards.Place) engine.Violation {
	if !s.cards.Holds(p, s.kind(card)) {
		return engine.Violate(ruleElsewhere, card, s.places[p])
	}
	return engine.Violation{}
}
