package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/engine"
)

func TestNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(-20000, 70000).Draw(t, "n")
		back, ok := engine.Number(n).Number()
		if want := n >= 0 && n <= engine.MaxNumber; ok != want || ok && back != n {
			t.Fatalf("%d becomes %d, %v", n, back, ok)
		}
	})
	for _, n := range []engine.Name{engine.None, 1, engine.Unknown, engine.Unknown - 1} {
		if i, ok := n.Number(); ok {
			t.Errorf("the name %d is the number %d", n, i)
		}
	}
}

func TestMove(t *testing.T) {
	m := engine.NewMove(2, 7, 8, 9)
	if m.Arity() != 2 || !m.Has(8) || !m.Has(9) || m.Has(7) || m.Has(engine.None) {
		t.Errorf("%+v: %d arguments", m, m.Arity())
	}
	if m != engine.NewMove(2, 7, 8, 9) || m == engine.NewMove(2, 7, 9, 8) {
		t.Error("moves are not compared by what they say")
	}
	full := engine.NewMove(0, 1, 2, 3, 4, 5)
	if full.Arity() != engine.MaxArgs || full.Has(engine.Excess) {
		t.Errorf("four arguments: %+v", full)
	}
	for _, n := range full.Args {
		if !full.Has(n) {
			t.Errorf("%+v does not have %d", full, n)
		}
	}
	if tooMany := engine.NewMove(0, 1, 2, 3, 4, 5, 6); !tooMany.Has(engine.Excess) {
		t.Errorf("five arguments: %+v", tooMany)
	}
}

func TestViolation(t *testing.T) {
	if !(engine.Violation{}).OK() {
		t.Error("the zero violation is one")
	}
	v := engine.Violate("turn.other", 1, 2, 3, 4, 5)
	if v.OK() || v.Names != [engine.MaxArgs]engine.Name{1, 2, 3, 4} {
		t.Errorf("got %+v", v)
	}
}

func TestChoices(t *testing.T) {
	words := []engine.Name{5, 6, 7}
	odd := func(i int) bool { return i != 1 }
	for _, x := range []struct {
		may  func(int) bool
		most int
		want []engine.Name
		all  bool
	}{{nil, 9, words, true}, {odd, 9, []engine.Name{5, 7}, true}, {nil, 2, []engine.Name{5, 6}, false}} {
		var got []engine.Name
		all := engine.Choices(1, 2, words, x.may, func(m engine.Move) bool {
			if m != engine.NewMove(1, 2, m.Args[0]) {
				t.Errorf("a choice is %v, not the verb 2 of seat 1 with one argument", m)
			}
			got = append(got, m.Args[0])
			return len(got) < x.most
		})
		if all != x.all || !slices.Equal(got, x.want) {
			t.Errorf("%v, %t, not %v, %t", got, all, x.want, x.all)
		}
	}
}
