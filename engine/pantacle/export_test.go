package pantacle

import (
	"fmt"
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// Conserve fails unless all blades, curses, cubes and Adepts exist exactly once, and the cached numbers agree with them.
func Conserve(s engine.State) error {
	state := s.(*State)
	if err := state.conserveBlades(); err != nil {
		return err
	}
	if err := state.conserveCurses(); err != nil {
		return err
	}
	total := state.reserve
	for i := range state.players {
		x := &state.seats[i]
		for r := range resources {
			total[r] += x.stock[r]
			for _, c := range x.curses {
				total[r] += c.load[r]
			}
		}
		if x.discs.len()+x.flames.len() != 5 {
			return fmt.Errorf("seat %d has %d discs and %d flames", i, x.discs.len(), x.flames.len())
		}
	}
	if total != state.list.reserve {
		return fmt.Errorf("%v cubes and Adepts, not %v", total, state.list.reserve)
	}
	return nil
}

func (s *State) conserveBlades() error {
	if err := s.cards.Verify(); err != nil {
		return err
	}
	for i, b := range s.list.blades {
		if n := s.cards.Total(cards.Kind(i)); n != b.copies {
			return fmt.Errorf("%d copies of %s, not %d", n, b.name, b.copies)
		}
		if n := len(slices.DeleteFunc(slices.Clone(s.row), func(k cards.Kind) bool { return k != cards.Kind(i) })); n != s.cards.Seen(discard, cards.Kind(i)) {
			return fmt.Errorf("%d copies of %s in the row, %d discarded", n, b.name, s.cards.Seen(discard, cards.Kind(i)))
		}
	}
	if s.cards.PoolsAt(deck) > 1 || s.cards.SeenSize(deck) > 0 || s.cards.Unseen(discard) > 0 {
		return fmt.Errorf("the draw pile has %d pools and %d seen blades, the row %d unseen ones",
			s.cards.PoolsAt(deck), s.cards.SeenSize(deck), s.cards.Unseen(discard))
	}
	return nil
}

func (s *State) conserveCurses() error {
	count := make([]int, len(s.list.curses))
	for _, c := range s.curses.cards {
		count[c.kind]++
	}
	for _, k := range s.curses.drawn {
		count[k]++
	}
	for i := range s.players {
		x := &s.seats[i]
		down, weighs := 0, burden{}
		for _, c := range x.curses {
			count[c.kind]++
			if c.down {
				down++
			} else {
				weighs.add(&s.list.curses[c.kind].burden)
			}
			if s.list.curses[c.kind].exhaustion == c.load.empty() {
				return fmt.Errorf("%v lies on %s", c.load, s.list.curses[c.kind].name)
			}
		}
		if down > 1 || down == 1 && !x.has(power(protection)) {
			return fmt.Errorf("seat %d has %d face-down curses", i, down)
		}
		if weighs != x.burden {
			return fmt.Errorf("the curses of seat %d are not added up", i)
		}
	}
	for i, c := range s.list.curses {
		if count[i] != c.copies {
			return fmt.Errorf("%d copies of %s, not %d", count[i], c.name, c.copies)
		}
	}
	if s.curses.unseen > len(s.curses.top()) {
		return fmt.Errorf("%d cards were turned up out of %d", s.curses.unseen, len(s.curses.top()))
	}
	return nil
}

// Rules are all rules that can refuse a move.
var Rules = []string{
	ruleOver, ruleForm, ruleSeat, ruleImpossible, ruleHold, ruleVerb, ruleOther, ruleDisc, ruleLocation, rulePile, ruleCost, ruleFive,
	ruleFirst, ruleKeep, ruleAbsorb, ruleFlip, ruleMarked, ruleOwned, ruleCursed, ruleTrack, rulePrice, ruleHounds, ruleHand, ruleExtra,
	ruleMoonHand, ruleMoonFirst,
}
