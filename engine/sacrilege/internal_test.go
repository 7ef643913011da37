package sacrilege

import (
	"testing"

	"familiar/engine"
)

// TestEffectsOfAnEmptyDeck: effects that take the top card of the Necronomicon can do something while it has one.
func TestEffectsOfAnEmptyDeck(t *testing.T) {
	begun, err := Game().New(engine.Setup{Game: "sacrilege", Seats: []string{"ann", "ben"}}, Game().House)
	if err != nil {
		t.Fatal(err)
	}
	s := begun.(*State)
	for left := s.cards.Size(deck); left >= 0; left-- {
		for name, do := range map[string]word{"draw": doDraw, "summon": doSummon, "bury": doBury} {
			if got := s.can(&effect{do: do}, 0, 1); got != (left > 0) {
				t.Errorf("%s with %d cards left: %t", name, left, got)
			}
		}
		if left > 0 {
			s.shiftUnseen(deck, s.hand(0))
		}
	}
}

// TestDrawsInARowAreOneEvent: who draws several cards is told how many, once.
func TestDrawsInARowAreOneEvent(t *testing.T) {
	begun, err := Game().New(engine.Setup{Game: "sacrilege", Seats: []string{"ann", "ben"}}, Game().House)
	if err != nil {
		t.Fatal(err)
	}
	s := begun.(*State)
	for range 3 {
		s.eventDraw(0)
	}
	if want := engine.NewMove(0, eventDrawn, engine.Number(3)); len(s.Log) != 1 || s.Log[0] != want {
		t.Errorf("three draws are %v, not %v", s.Log, want)
	}
}
