package sator

import (
	"fmt"

	"familiar/engine"
	"familiar/engine/cards"
)

// Conserve fails unless all cards and bridges exist exactly once, and everything stands where it may.
func Conserve(s engine.State) error {
	state := s.(*State)
	if err := state.incertus.Verify(); err != nil {
		return err
	}
	if n := state.incertus.SeenSize(commonPile) + state.incertus.Unseen(discardPile) + state.incertus.Unseen(front); n > 0 {
		return fmt.Errorf("%d Incertus cards lie the wrong way up", n)
	}
	for i := range state.cardList.incertus {
		want := state.cardList.incertus[i].copies
		if !state.setupDone() {
			want = 0
		}
		if n := state.incertus.Total(cards.Kind(i)); n != want {
			return fmt.Errorf("%d copies of %s, not %d", n, state.cardList.incertus[i].name, want)
		}
	}
	for seat := range state.players {
		if err := state.conservePlayer(engine.Seat(seat)); err != nil {
			return err
		}
	}
	return state.conserveBoard()
}

func (s *State) conservePlayer(seat engine.Seat) error {
	p := &s.prayers[seat]
	if err := p.Verify(); err != nil {
		return err
	}
	for i := range s.cardList.prayers {
		want := 1
		if s.seats[seat].colour == noColour {
			want = 0
		}
		if n := p.Total(cards.Kind(i)); n != want {
			return fmt.Errorf("seat %d has %d of %s, not %d", seat, n, s.cardList.prayers[i].name, want)
		}
	}
	if n := s.handSize(seat); n > handLimit || p.Size(prayerHand) > prayersHeld {
		return fmt.Errorf("seat %d has %d cards in hand, %d of them prayers", seat, n, p.Size(prayerHand))
	}
	if at := s.things[acolyteOf(seat)]; at != nowhere && !s.covered.holds(at) {
		return fmt.Errorf("the Acolyte of seat %d stands on no bridge", seat)
	}
	if at := s.things[gargoyleOf(seat)]; at != nowhere && !s.covered.holds(at) {
		return fmt.Errorf("the Gargoyle of seat %d stands on no bridge", seat)
	}
	return nil
}

func (s *State) conserveBoard() error {
	var taken cells
	for b, laid := range s.laid {
		if laid.empty() {
			continue
		}
		if want := len(s.cardList.shapes[shapeOf(b)].cells); laid.size() != want || !laid.without(s.grid.all).empty() {
			return fmt.Errorf("bridge %d lies on %d cells of the board, not on %d", b, laid.and(s.grid.all).size(), want)
		}
		if laid.meets(taken) || s.gone>>b&1 != 0 {
			return fmt.Errorf("bridge %d lies over another one, or is out of the game", b)
		}
		taken = taken.or(laid)
	}
	if taken != s.covered {
		return fmt.Errorf("the bridges do not lie on the cells that are taken")
	}
	if s.now.points < 0 || s.now.steps < 0 || s.asked.left < 0 {
		return fmt.Errorf("%d points, %d steps, %d left", s.now.points, s.now.steps, s.asked.left)
	}
	return nil
}

// Rules are all rules that can refuse a move.
var Rules = []string{
	ruleOver, ruleForm, ruleOrder, ruleQuestion, rulePass, ruleColour, ruleBooks, ruleDraft, ruleStock, rulePlaceForm, rulePlaceGrid, rulePlaceOverlap,
	ruleTwins, ruleBlock, ruleSwapTime, rulePoints, ruleSwapCards, ruleSwapPrayer, ruleHeld, ruleDrawTime, ruleDrawPile, ruleHandPrayers, rulePlayTime,
	rulePlayFirst, ruleStill, ruleEffect, ruleBoard, ruleShape, ruleType, ruleGargoyle, ruleGolden, ruleAcolyte, ruleRelayBare, ruleRemoveBare, rulePivot,
	ruleTwice, ruleOtherPivot, ruleGrid, ruleOverlap, ruleChange, ruleMost, ruleLeast, ruleStop, ruleLevel, ruleRival, rulePawns, ruleSide, ruleVoid,
	ruleWalkAcolyte, ruleWalkGargoyle, ruleSteps, ruleGargoyleCell, ruleLine, ruleLeapVoid, ruleLeapMost, ruleWalkTime, ruleRestTime, ruleFree,
	rulePrayGargoyle, rulePrayCards, rulePrayBeside, ruleHold, ruleAmendTime, ruleAmend,
}
