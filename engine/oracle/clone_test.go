package oracle

import (
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
)

// TestCloneSharesNothing checks that neither a clone nor a view shares a slice with a state whose slices are all non-empty.
func TestCloneSharesNothing(t *testing.T) {
	begin := func() *State {
		s, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben"}}, house)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := begin()
	lines := `table: rune die-a left 2
		table: rune die-b left 3
		table: rune coin left tree
		table: rune bone left
		table: rune voodoo right
		table: corruption ann
		table: amend stain deck discard
		table: amend murmur deck ben.corruption
		table: amend bowl.voodoo left
		table: amend ann.top 2
		table: amend ann.bottom 2
		table: dawn
		ann: predict red
		table: adventurer blue
		ben: act 1
		ben: act 1
		table: no-adventurer
		table: rune die-a left 2
		table: rune die-b left 3
		table: rune coin left tree
		table: rune bone left
		table: rune voodoo right
		ann: read-stars`
	enginetest.PlayLines(t, s, strings.Split(lines, "\n")...)
	if len(s.agenda) == 0 || len(s.Log) == 0 || len(s.predictions) == 0 || len(s.rows[top]) == 0 || len(s.rows[bottom]) == 0 {
		t.Errorf("something is empty: %v, %v, %v, %v", s.agenda, s.Log, s.predictions, s.rows)
	}
	again := begin()
	s.CopyTo(again)
	enginetest.CheckSharesNothing(t, s, again)
}
