package sator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
)

// TestCloneSharesNothing checks that neither a clone nor a view shares a slice with a state whose slices are all non-empty.
func TestCloneSharesNothing(t *testing.T) {
	hall, err := os.ReadFile(filepath.Join("testdata", "hall.toml"))
	if err != nil {
		t.Fatal(err)
	}
	begin := func() *State {
		s, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben"}}, hall)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := begin()
	play := func(lines string) {
		t.Helper()
		enginetest.PlayLines(t, s, strings.Split(lines, "\n")...)
	}
	hold := func() {
		t.Helper()
		again := begin()
		s.CopyTo(again)
		enginetest.CheckSharesNothing(t, s, again)
	}
	play(`ann: colour crimson
		ben: colour azure
		table: placement crimson-1
		table: placement azure-1`)
	if len(s.setup.open) == 0 || len(s.drawn) == 0 || len(s.laid) == 0 || len(s.Log) == 0 {
		t.Errorf("something is empty: %v, %v, %v, %v", s.setup.open, s.drawn, s.laid, s.Log)
	}
	hold()
	play(`ann: place line3-oak a3 r0
		ben: place line3-stone f3 r0
		ann: place corner3-oak c4 r0
		ben: place corner3-iron b1 r0
		ann: place corner3-stone g2 r180
		ben: place line3-iron f4 r0
		ann: place line3-rope d1 r0
		ben: place corner3-rope e5 r90
		ann: hold moves-oak rotas-line3
		ann: free slide corner3-stone east`)
	if len(s.now.pastPositions) == 0 || len(s.now.riders) == 0 {
		t.Errorf("something is empty: %v, %v", s.now.pastPositions, s.now.riders)
	}
	play("table: amend nihil ann.pile ann.hand\nann: play moves-oak")
	hold()
}
