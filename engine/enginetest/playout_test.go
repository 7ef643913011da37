package enginetest

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

var toySetup = engine.Setup{Game: "toy", Seats: []string{"ann", "ben"}}

func newToy(t testing.TB) engine.State {
	t.Helper()
	s, err := toygame.Game().New(toySetup, toygame.Game().House)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPerft(t *testing.T) {
	// Four kinds can be turned up. After that the moves are: end, wind by either seat, ?, and draw and play with four kinds each.
	for depth, want := range []uint64{1, 4, 4 * 12} {
		if got := Perft(newToy(t), depth); got != want {
			t.Errorf("depth %d: %d, not %d", depth, got, want)
		}
	}
}

func TestPlayout(t *testing.T) {
	s := newToy(t)
	if n := Playout(rand.New(rand.NewPCG(1, 1)), s, 5); n != 5 {
		t.Errorf("%d moves of 5", n)
	}
	if n := Playout(rand.New(rand.NewPCG(1, 1)), s, 10_000); n == 10_000 || !s.Status().Over {
		t.Errorf("the game is not over after %d moves", n)
	}
	if _, ok := Pick(rand.New(rand.NewPCG(1, 1)), s); ok {
		t.Error("a move is picked after the end")
	}
}

// TestShorten shortens a game of a hundred moves that fails when a bell has rung: only the three necessary moves must remain.
func TestShorten(t *testing.T) {
	s, err := newSuite(toygame.Game(), toyConfig)
	if err != nil {
		t.Fatal(err)
	}
	err = each(func(t *trace) error {
		for s := range t.states() {
			bells, _ := engine.Fact(s, "bells")
			if ringing, _ := engine.Fact(s, "bell"); ringing == "false" && bells != "0" {
				return errors.New("a bell has rung")
			}
		}
		return nil
	})(s)
	if err == nil {
		t.Fatal("no bell ever rang")
	}
	_, game, _ := strings.Cut(err.Error(), "seat ben\n")
	lines := strings.Split(strings.TrimSpace(game), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "table: reveal ") || !strings.HasSuffix(lines[1], ": wind") || lines[2] != "table: ring" {
		t.Errorf("it is told as\n%v", err)
	}
}
