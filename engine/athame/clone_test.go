package athame

import (
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
)

// TestCloneSharesNothing checks that neither a clone nor a view shares a slice with a state whose slices are all non-empty.
func TestCloneSharesNothing(t *testing.T) {
	s, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben"}}, house)
	if err != nil {
		t.Fatal(err)
	}
	lines := `table: reveal square
		table: reveal square
		table: reveal circle
		table: reveal circle
		ann: ritual ring-of-ash
		ben: ritual ring-of-lamps
		table: amend catalytic-crystal bank ann.allotted line
		table: amend catalytic-crystal bank ben.allotted line
		table: amend ember-tongue deck ben.spells
		table: amend ember-tongue deck ann.spells
		ann: draw market
		table: reveal square
		table: reveal square
		table: reveal circle
		table: reveal circle
		ann: cast ember-tongue ben
		ben: pass
		ann: discard line
		ann: end
		ben: draw bank
		ben: take bent-mirror
		ben: take ?
		ben: take square
		ben: take line
		ben: cast ember-tongue ann
		ann: pass
		ben: discard line
		ben: build borrowed-lantern
		ben: pay line
		ben: pay square`
	enginetest.PlayLines(t, s, strings.Split(lines, "\n")...)
	s.Event(0, eventNext)
	s.Log = s.Log[:1]
	for _, seat := range []engine.Seat{0, 1} {
		if len(s.seats[seat].jokerUses) == 0 {
			t.Errorf("seat %d has no crystal", seat)
		}
	}
	if len(s.seats[0].hexes) == 0 || len(s.hexes) == 0 || len(s.agenda) == 0 || len(s.payment.paid) == 0 || len(s.Log) == 0 {
		t.Errorf("something is empty: %+v, %v, %v, %v, %v", s.seats[0], s.hexes, s.agenda, s.payment, s.Log)
	}
	again, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben"}}, house)
	if err != nil {
		t.Fatal(err)
	}
	s.CopyTo(again)
	enginetest.CheckSharesNothing(t, s, again)
}
