package record

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestFold(t *testing.T) {
	for _, test := range []struct {
		name    string
		steps   []Step
		stand   []string
		gesture int
		fresh   int
	}{
		{"nothing was done", nil, nil, 0, 0},
		{"moves one by one", []Step{{Moves: []string{"a"}}, {Moves: []string{"a"}}}, []string{"a", "a"}, 1, 0},
		{"the same move three times in one gesture", []Step{{Moves: []string{"b"}}, {Moves: []string{"a", "a", "a"}}}, []string{"b", "a", "a", "a"}, 3, 0},
		{"other moves in one step are taken back one by one", []Step{{Moves: []string{"a", "b"}}}, []string{"a", "b"}, 1, 0},
		{"a move is taken back", []Step{{Moves: []string{"a"}}, {Moves: []string{"b"}}, {Undo: 1}}, []string{"a"}, 1, 1},
		{"a gesture is taken back in part", []Step{{Moves: []string{"a", "a", "a"}}, {Undo: 1}}, []string{"a", "a"}, 2, 2},
		{"a move in place of another", []Step{{Moves: []string{"a"}}, {Undo: 1, Moves: []string{"b"}}}, []string{"b"}, 1, 0},
		{"moves after an undo", []Step{{Moves: []string{"a"}}, {Moves: []string{"b"}}, {Undo: 1}, {Moves: []string{"c"}}}, []string{"a", "c"}, 1, 1},
		{"more is taken back than stands", []Step{{Moves: []string{"a"}}, {Undo: 2, Moves: []string{"b"}}}, []string{"a"}, 1, 0},
	} {
		var f Fold
		for _, s := range test.steps {
			if ok := f.Apply(s); ok != (test.name != "more is taken back than stands" || s.Undo == 0) {
				t.Errorf("%s: Apply(%+v) is %t", test.name, s, ok)
			}
		}
		var stand []string
		for _, s := range f.Standing() {
			stand = append(stand, s.Move)
		}
		if diff := cmp.Diff(test.stand, stand); diff != "" {
			t.Errorf("%s: what stands is (-want +got):\n%s", test.name, diff)
		}
		if got := f.GestureLen(f.Len()); got != test.gesture {
			t.Errorf("%s: the last gesture is %d moves, not %d", test.name, got, test.gesture)
		}
		if f.StoodAtUndo() != test.fresh {
			t.Errorf("%s: %d moves stood after the last undo, not %d", test.name, f.StoodAtUndo(), test.fresh)
		}
	}
}

// TestFoldOnAnything compares a Fold after any steps with a simple list of moves, and checks that each of them stands with the step that made it.
func TestFoldOnAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f Fold
		var paper []string
		var taken []Step // the steps that Apply has taken
		steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Step {
			return Step{Undo: rapid.IntRange(0, 3).Draw(t, "undo"), Moves: rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b"}), 0, 4).Draw(t, "moves"), Source: "phone"}
		}), 0, 20).Draw(t, "steps")
		for _, s := range steps {
			if ok := f.Apply(s); ok != (s.Undo <= len(paper)) {
				t.Fatalf("with %d moves, Apply(%+v) is %t", len(paper), s, ok)
			}
			if s.Undo <= len(paper) {
				paper = append(slices.Clone(paper[:len(paper)-s.Undo]), s.Moves...)
				taken = append(taken, s)
			}
			var stand []string
			for _, m := range f.Standing() {
				stand = append(stand, m.Move)
				if !slices.Contains(taken[m.Step].Moves, m.Move) {
					t.Fatalf("%+v is said to be of step %d, which is %+v", m, m.Step, taken[m.Step])
				}
			}
			if !slices.Equal(stand, paper) {
				t.Fatalf("%v stands, and on paper %v", stand, paper)
			}
			for n := range f.Len() {
				gesture := f.stand[n+1-f.GestureLen(n+1) : n+1]
				if slices.ContainsFunc(gesture, func(m Standing) bool { return m.Move != f.stand[n].Move }) || gesture[0].Repeat != 0 {
					t.Fatalf("the gesture before move %d is %v", n+1, gesture)
				}
			}
		}
	})
}

// A move that is made and taken back costs nothing that grows with the moves that stand: a long game may hold any number of them.
func TestUndoInALongGame(t *testing.T) {
	var f Fold
	move, undo := Step{Moves: []string{"ann: draw ?"}}, Step{Undo: 1}
	for range 5000 {
		f.Apply(move)
	}
	if n := testing.AllocsPerRun(100, func() { f.Apply(move); f.Apply(undo) }); n > 0 {
		t.Errorf("a move and its undo allocate %v times", n)
	}
	if f.Len() != 5000 {
		t.Errorf("%d moves stand", f.Len())
	}
}
