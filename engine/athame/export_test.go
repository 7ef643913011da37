package athame

import (
	"fmt"

	"familiar/engine"
	"familiar/engine/cards"
)

// Conserve fails unless all bank cards and spells exist exactly once, lie in allowed places, and the cached numbers agree with them.
func Conserve(s engine.State) error {
	state := s.(*State)
	for _, t := range []*cards.Layout{&state.cards, &state.spells} {
		if err := t.Verify(); err != nil {
			return err
		}
	}
	for i, c := range state.list.bank {
		if n := state.cards.Total(cards.Kind(i)); n != c.copies {
			return fmt.Errorf("%d copies of %s, not %d", n, c.name, c.copies)
		}
	}
	for i, x := range state.list.spells {
		if n := state.spells.Total(cards.Kind(i)); n != x.copies {
			return fmt.Errorf("%d copies of %s, not %d", n, x.name, x.copies)
		}
	}
	for p := market; p < state.hand(0); p++ {
		if n := state.cards.Unseen(p); n > 0 {
			return fmt.Errorf("%d unseen cards in place %d", n, p)
		}
	}
	for seat := range engine.Seat(state.players) {
		if err := state.conserveSeat(seat); err != nil {
			return fmt.Errorf("seat %d: %w", seat, err)
		}
	}
	kept := state.binding
	if state.updateRules(); !state.over() && kept != state.binding {
		return fmt.Errorf("the special rules in force are %v, not %v", state.binding, kept)
	}
	state.binding = kept
	return nil
}

func (s *State) conserveSeat(seat engine.Seat) error {
	x := &s.seats[seat]
	if n := s.cards.Unseen(s.allotted(seat)) + s.cards.Unseen(s.eventPlace(seat)); n > 0 {
		return fmt.Errorf("%d unseen cards lie open", n)
	}
	if seen := s.cards.SeenKinds(s.hand(seat)).And(s.eventKinds); !seen.Empty() {
		return fmt.Errorf("events in the hand: %v", seen)
	}
	if n := s.spells.Size(built(seat)); n > 0 && seat != s.turn {
		return fmt.Errorf("%d spells are laid out", n)
	}
	r := s.ritualOf(seat)
	if r == nil {
		return nil
	}
	lacking := 0
	for k := range s.list.bank {
		n := s.needs(seat, cards.Kind(k))
		if n < 0 {
			return fmt.Errorf("%d too many of %s", -n, s.list.bank[k].name)
		}
		lacking += n
	}
	if lacking != int(x.lacking) {
		return fmt.Errorf("%d cards are lacking, not %d", lacking, x.lacking)
	}
	if (lacking == 0) != (s.winner == seat) {
		return fmt.Errorf("%d cards are lacking, and the winner is %d", lacking, s.winner)
	}
	jokers := 0
	for j := range s.jokers.All {
		jokers += s.cards.Seen(s.allotted(seat), j)
	}
	if jokers != len(x.jokerUses) {
		return fmt.Errorf("%d jokers stand for %v", jokers, x.jokerUses)
	}
	return nil
}

// Rules are all rules that can refuse a move.
var Rules = []string{
	ruleForm, ruleHold, ruleOver, ruleAmend, ruleAskFirst, ruleAskNone, ruleOther, rulePhase, ruleBank, ruleRitual, ruleLimit, ruleNeeded,
	ruleHolds, ruleBarred, ruleEmpty, ruleNone, ruleNoBuild, ruleDeck, ruleCost, rulePayKind, ruleFits, ruleRest, ruleNoCast, rulePassive,
	ruleCastHeld, ruleTarget, ruleExtra, ruleJoker, ruleWhen, ruleUseTarget, ruleSort, ruleLacks, ruleSalvage, rulePick, ruleRelease,
}
