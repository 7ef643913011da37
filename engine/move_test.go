package engine_test

import (
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
	if full := engine.NewMove(0, 1, 2, 3, 4, 5); full.Arity() != engine.MaxArgs || full.Has(engine.Excess) {
		t.Errorf("four arguments: %+v", full)
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
