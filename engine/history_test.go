package engine_test

import (
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

func newToy(t *testing.T) engine.State {
	t.Helper()
	g := toygame.Game()
	s, err := g.New(engine.Setup{Game: g.ID, Seats: []string{"ann", "ben"}}, g.House)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fact(t *testing.T, s engine.State, path, want string) {
	t.Helper()
	if got, ok := engine.Fact(s, path); got != want || ok != (want != "") {
		t.Errorf("%s is %q, not %q", path, got, want)
	}
}

func TestHistory(t *testing.T) {
	h := engine.NewHistory(newToy(t))
	c := h.State().Catalog()
	reveal, draw := c.Move("table", "reveal", "one"), c.Move("ann", "draw")
	for _, m := range []engine.Move{reveal, draw} {
		if v := h.Play(m); !v.OK() {
			t.Fatalf("%s: %s", c.Format(m), v.Rule)
		}
	}
	if v := h.Play(draw); v.Rule != "draw.once" || len(h.Moves()) != 2 {
		t.Errorf("a second draw: %q, %d moves", v.Rule, len(h.Moves()))
	}
	fact(t, h.State(), "ann.hand", "3")
	fact(t, h.At(1), "ann.hand", "2")
	fact(t, h.At(0), "heap", "")
	if !h.TakeBack(1) || len(h.Moves()) != 1 {
		t.Errorf("%d moves stand", len(h.Moves()))
	}
	fact(t, h.State(), "ann.hand", "2")
	if v := h.Play(c.Move("ann", "end")); !v.OK() {
		t.Errorf("a move after the undo: %s", v.Rule)
	}
	fact(t, h.State(), "turn", "ben")
	for range 2 {
		h.TakeBack(1)
	}
	fact(t, h.State(), "heap", "")
	if len(h.Moves()) != 0 {
		t.Errorf("%d moves stand", len(h.Moves()))
	}
}

// TakeBack undoes all n moves, or none if fewer than n stand.
func TestTakeBack(t *testing.T) {
	h := engine.NewHistory(newToy(t))
	if h.TakeBack(1) {
		t.Error("something is taken back before the first move")
	}
	c := h.State().Catalog()
	for _, m := range []engine.Move{c.Move("table", "reveal", "one"), c.Move("ann", "draw"), c.Move("ann", "end")} {
		if v := h.Play(m); !v.OK() {
			t.Fatalf("%s: %s", c.Format(m), v.Rule)
		}
	}
	for _, n := range []int{-1, 4} {
		if h.TakeBack(n) || len(h.Moves()) != 3 {
			t.Errorf("%d of three moves are taken back, %d stand", n, len(h.Moves()))
		}
	}
	fact(t, h.State(), "turn", "ben")
	kept := h.Moves()
	if !h.TakeBack(0) || !h.TakeBack(2) || len(h.Moves()) != 1 {
		t.Errorf("%d moves stand", len(h.Moves()))
	}
	fact(t, h.State(), "ann.hand", "2")
	// A slice that Moves has returned before does not change.
	draw := kept[1]
	h.Play(c.Move("ann", "end"))
	if kept[1] != draw {
		t.Errorf("%s has become %s", c.Format(draw), c.Format(kept[1]))
	}
	if !h.TakeBack(2) || h.TakeBack(1) || len(h.Moves()) != 0 {
		t.Errorf("%d moves stand", len(h.Moves()))
	}
}

// counting is a state that counts the moves that are made from it and from its copies.
type counting struct {
	engine.State
	played *int
}

func (s counting) Clone() engine.State { return counting{s.State.Clone(), s.played} }

func (s counting) Play(m engine.Move) engine.Violation {
	*s.played++
	return s.State.Play(m)
}

// However long a game is, an earlier state is right, and found without replaying more than a few hundred moves.
func TestLongHistory(t *testing.T) {
	played := 0
	h := engine.NewHistory(counting{newToy(t), &played})
	c := h.State().Catalog()
	play := func(m engine.Move) {
		t.Helper()
		if v := h.Play(m); !v.OK() {
			t.Fatalf("%s: %s", c.Format(m), v.Rule)
		}
	}
	ends := []engine.Move{c.Move("ann", "end"), c.Move("ben", "end")}
	turns := []string{"ben", "ann"} // after an even number of moves, and after an odd one
	play(c.Move("table", "reveal", "one"))
	for len(h.Moves()) < 2000 {
		play(ends[(len(h.Moves())-1)%2])
	}
	for _, n := range []int{1, 2, 255, 256, 257, 511, 512, 513, 1023, 1999, 2000} {
		played = 0
		fact(t, h.At(n), "turn", turns[n%2])
		if played > 256 {
			t.Errorf("%d moves are replayed for the state after %d", played, n)
		}
	}
	for _, n := range []int{1, 500, 1, 987, 256} { // 1999, 1499, 1498, 511 and 255 moves are left
		played = 0
		if !h.TakeBack(n) || played > 256 {
			t.Errorf("%d moves are replayed to take back %d", played, n)
		}
		fact(t, h.State(), "turn", turns[len(h.Moves())%2])
	}
	for len(h.Moves()) < 600 {
		play(ends[(len(h.Moves())-1)%2])
	}
	fact(t, h.At(300), "turn", "ben")
	fact(t, h.At(599), "turn", "ann")
	if moves := h.Moves(); !h.TakeBack(599) || !h.TakeBack(1) || len(moves) != 600 {
		t.Errorf("%d moves stand", len(h.Moves()))
	}
	fact(t, h.State(), "heap", "")
}
