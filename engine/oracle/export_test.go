package oracle

import (
	"fmt"

	"familiar/engine"
	"familiar/engine/cards"
)

// Conserve fails unless all Corruption cards, goods, boxes, townsfolk and adventurers exist exactly once.
func Conserve(s engine.State) error {
	state := s.(*State)
	if err := state.cards.Verify(); err != nil {
		return err
	}
	for i := range state.list.corruption {
		if c := &state.list.corruption[i]; state.cards.Total(cards.Kind(i)) != c.copies {
			return fmt.Errorf("%d copies of %s, not %d", state.cards.Total(cards.Kind(i)), c.name, c.copies)
		}
	}
	if n := state.cards.SeenSize(deck) + state.cards.Unseen(discardPile); n > 0 {
		return fmt.Errorf("%d cards lie the wrong way up", n)
	}
	for good := range state.stall {
		for c, n := range state.stall[good] {
			if n < 0 || state.supply(good, c) < 0 {
				return fmt.Errorf("%d %ss of colour %d on the stall", n, goodWords[good], c)
			}
		}
	}
	for i := range state.boxes {
		if b := state.boxes[i]; b.ready < 0 || b.used < 0 || state.blank(i) < 0 {
			return fmt.Errorf("%s: %d boxes are black, %d ticked, %d blank", boxWords[i], b.ready, b.used, state.blank(i))
		}
	}
	for i, n := range state.bag {
		if n < 0 || state.out(i) < 0 {
			return fmt.Errorf("%d adventurers of colour %d in the bag", n, i)
		}
	}
	for row := range state.rows {
		if n, most := len(state.rows[row]), len(state.list.rows[row]); n > most {
			return fmt.Errorf("%d boxes written in a row of %d", n, most)
		}
	}
	return state.conserveBoard()
}

func (s *State) conserveBoard() error {
	for i, f := range s.clans {
		if c := &s.list.clans[i]; f.x > c.boxes || f.icons > c.icons {
			return fmt.Errorf("%s: %d X, %d icons", c.name, f.x, f.icons)
		}
	}
	icons := 0
	for i := range s.predictions {
		p := &s.predictions[i]
		icons += p.icons
		if p.crossed > p.icons || p.hit && p.crossed == p.icons {
			return fmt.Errorf("prediction %d: %d of %d icons are crossed out", i+1, p.crossed, p.icons)
		}
	}
	if icons != s.used || s.stripLeft() < 0 {
		return fmt.Errorf("%d icons of the strip are used, %d are counted", icons, s.used)
	}
	staff := map[int16]int16{}
	for _, who := range s.staff {
		if who != noTownsfolk {
			staff[who]++
		}
	}
	for i, n := range s.folk {
		if most := s.list.townsfolk[i].copies; n < 0 || int(n+staff[int16(i)]) > most {
			return fmt.Errorf("townsfolk %d: %d can be recruited, %d are on the staff board, of %d", i, n, staff[int16(i)], most)
		}
	}
	for l := range s.lines {
		if s.printed(l) && !s.lines[l] {
			return fmt.Errorf("the printed line %s is not there", s.list.starMap.lines[l].path)
		}
	}
	return nil
}

// Shows reports whether a seat's hand affects what everybody sees. The Oracle's hand lies open after the last day. While she discards or turns up a
// card, a hand whose cards are known may leave her no choice.
func Shows(s engine.State, seat engine.Seat) bool {
	state := s.(*State)
	if len(state.agenda) > 0 {
		if task := state.top().task; task == taskDiscard || task == taskReveal {
			return true
		}
	}
	return state.bare(seat)
}

// Rules are all rules that can refuse a move.
var Rules = []string{
	ruleOver, ruleForm, ruleHold, ruleAmend, ruleAskOpen, ruleAskNone, rulePhase, ruleTurn, ruleThrow, ruleOnce, ruleDestiny, ruleSame, ruleStarsRunes,
	rulePredictRunes, ruleRoom, ruleSide, ruleInfluence, ruleTownsfolk, ruleManned, rulePair, ruleBag, ruleDeck, ruleTotal, ruleSell, ruleSegment, ruleFree,
	ruleBlackened, ruleDice, ruleFull, ruleTop, ruleBottom, ruleBonus, ruleGoodsColour, ruleSupply, ruleX, ruleIcon, ruleWhere, ruleDiscard, ruleStaffOnce,
	ruleReveal,
}
