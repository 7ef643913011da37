package cards_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/engine"
	"familiar/engine/cards"
)

func TestSet(t *testing.T) {
	some := rapid.Map(rapid.SliceOf(rapid.Uint8()), func(list []uint8) map[cards.Kind]bool {
		set := make(map[cards.Kind]bool)
		for _, k := range list {
			set[cards.Kind(k)] = true
		}
		return set
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := some.Draw(t, "a"), some.Draw(t, "b")
		x, y := cards.SetOf(slices.Collect(maps.Keys(a))...), cards.SetOf(slices.Collect(maps.Keys(b))...)
		if diff := cmp.Diff(slices.Sorted(maps.Keys(a)), slices.Collect(x.All)); diff != "" {
			t.Fatalf("other kinds than were added:\n%s", diff)
		}
		if x.Len() != len(a) || x.Empty() != (len(a) == 0) {
			t.Fatalf("%d kinds, empty %t, where %d were added", x.Len(), x.Empty(), len(a))
		}
		both, meets, without := x.And(y), x.Meets(&y), x.Without(&y)
		either := x
		either.Include(&y)
		for k := range cards.MaxKinds {
			k := cards.Kind(k)
			if x.Has(k) != a[k] || both.Has(k) != (a[k] && b[k]) || either.Has(k) != (a[k] || b[k]) || without.Has(k) != (a[k] && !b[k]) {
				t.Fatalf("kind %d: has %t, in both %t, in either %t, in the first alone %t", k, x.Has(k), both.Has(k), either.Has(k), without.Has(k))
			}
		}
		if meets == both.Empty() {
			t.Fatalf("the sets meet: %t", meets)
		}
		for k := range a {
			x.Remove(k)
		}
		if !x.Empty() {
			t.Fatal("something is left of a set of which everything was taken")
		}
	})
}

func TestMoves(t *testing.T) {
	names := make([]engine.Name, 200)
	for i := range names {
		names[i] = engine.Name(1000 + i)
	}
	set := cards.SetOf(3, 70, 150)
	var got []engine.Name
	list := func(most int) bool {
		got = nil
		return set.Moves(1, 2, names, func(m engine.Move) bool {
			if m != engine.NewMove(1, 2, m.Args[0]) {
				t.Errorf("a move is %v, not the verb 2 of seat 1 with one argument", m)
			}
			got = append(got, m.Args[0])
			return len(got) < most
		})
	}
	if !list(9) || !slices.Equal(got, []engine.Name{1003, 1070, 1150}) {
		t.Errorf("all moves name %v", got)
	}
	if list(2) || !slices.Equal(got, []engine.Name{1003, 1070}) {
		t.Errorf("the first two moves name %v", got)
	}
}
