package sacrilege

import (
	"fmt"

	"familiar/engine"
	"familiar/engine/cards"
)

// Conserve fails unless all cards of the list exist exactly once, and the cached numbers agree with them.
func Conserve(s engine.State) error {
	state := s.(*State)
	if err := state.cards.Verify(); err != nil {
		return err
	}
	for i, k := range state.list {
		if n := state.cards.Total(cards.Kind(i)); n != k.copies {
			return fmt.Errorf("%d copies of %s, not %d", n, k.name, k.copies)
		}
	}
	if n := state.cards.PoolsAt(deck); n > 1 {
		return fmt.Errorf("the Necronomicon has %d pools", n)
	}
	if n := state.cards.SeenSize(deck); n > 0 {
		return fmt.Errorf("the Necronomicon holds %d seen cards", n)
	}
	for seat := range engine.Seat(state.players) {
		if n := state.cards.Unseen(state.altar(seat)); n > 0 {
			return fmt.Errorf("%d unseen cards lie on an altar", n)
		}
		worth := 0
		for k := range state.cards.SeenKinds(state.altar(seat)).All {
			worth += state.list[k].value * state.cards.Seen(state.altar(seat), k)
		}
		if worth != state.values[seat] {
			return fmt.Errorf("an altar is worth %d, %d is kept", worth, state.values[seat])
		}
	}
	return nil
}

// Rules are all rules that can refuse a move.
var Rules = []string{
	ruleForm, ruleHold, ruleAmend, ruleOver, ruleAmen, ruleFirst, ruleMust, ruleElsewhere, ruleAnswer, ruleNone, ruleOne, ruleSix,
	ruleStill, ruleDisrupt, ruleOther, ruleTwo, ruleTwice, rulePurge, ruleDeck,
}
