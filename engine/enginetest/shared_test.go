package enginetest

import (
	"slices"
	"testing"

	"familiar/engine"
	"familiar/engine/redtest"
)

// piles is a state that has only slices.
type piles struct {
	engine.State
	hands [2]struct{ cards []int }
	none  []int
	// wasteful makes CopyTo allocate.
	wasteful bool
	clone    func(piles) piles
	view     func(piles, engine.Seat) piles
}

func (p *piles) Clone() engine.State { c := p.clone(*p); return &c }

func (p *piles) CopyTo(engine.State) {
	if p.wasteful {
		p.none = make([]int, 1000)
	}
}

func (p *piles) View(seat engine.Seat) engine.State { v := p.view(*p, seat); return &v }

// copied returns the state with slices of its own.
func (p piles) copied() piles {
	for i := range p.hands {
		p.hands[i].cards = slices.Clone(p.hands[i].cards)
	}
	return p
}

// TestSharesNothing: a slice that a clone, a view or a copy has in common with the state is named. Slices without entries cannot be changed.
func TestSharesNothing(t *testing.T) {
	own := func(p piles) piles { return p.copied() }
	seen := func(p piles, _ engine.Seat) piles { return p.copied() }
	begin := func() *piles {
		p := &piles{none: make([]int, 0, 3), clone: own, view: seen}
		p.hands[0].cards, p.hands[1].cards = []int{1, 2}, []int{3}
		return p
	}
	check := func(p *piles, copied piles) func(t *testing.T) {
		return func(t *testing.T) { CheckSharesNothing(t, p, &copied) }
	}
	good := begin()
	if said := redtest.Report(t, check(good, good.copied())); said != "" {
		t.Errorf("of a state that shares nothing, it says:\n%s", said)
	}
	redtest.Expect(t, "CopyTo shares state.hands[1].cards", check(good, *good))
	wasteful := begin()
	wasteful.wasteful = true
	redtest.Expect(t, "CopyTo allocates 1 times", check(wasteful, wasteful.copied()))
	clone := begin()
	clone.clone = func(p piles) piles { return p }
	redtest.Expect(t, "a clone shares state.hands[0].cards", check(clone, clone.copied()))
	for seat, says := range map[engine.Seat]string{0: "the view of ann shares ", 1: "the view of ben shares ", engine.Public: "the public view shares "} {
		view := begin()
		view.view = func(p piles, viewer engine.Seat) piles {
			c := p.copied()
			if viewer == seat {
				c.hands[1].cards = p.hands[1].cards
			}
			return c
		}
		redtest.Expect(t, says+"state.hands[1].cards", check(view, view.copied()))
	}
}
