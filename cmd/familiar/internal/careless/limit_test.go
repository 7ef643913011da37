//go:build !race

// The race detector makes this search long, and finds nothing in it: it has one goroutine.

package careless

import (
	"testing"

	"familiar/cmd/familiar/internal/people"
	"familiar/engine/pantacle"
)

// TestLimitKnowsWhatIsKnown: of a game in which every move is told, everything is known. Of a move that nobody tells, what comes after it tells.
func TestLimitKnowsWhatIsKnown(t *testing.T) {
	const moves = 24
	followed := func(untold int) people.Limit {
		g, err := people.NewGame(pantacle.Game(), 3, people.Aimless, 1)
		if err != nil {
			t.Fatal(err)
		}
		e := people.NewEvening(g, people.Manner{Dose: people.Light}, nil, people.Layout{}, nil)
		table := newIdealTable(e, line{manner: people.Manner{Dose: people.Light}}, people.Layout{})
		for n := range moves {
			m, ok := g.Next()
			if !ok {
				t.Fatalf("the game is over after %d moves", n)
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			told := 1
			if n == untold {
				told = 0
			}
			table.observe(told, []people.Noticed{{Move: m, Known: n != untold}})
		}
		return table.Limit
	}
	if l := followed(-1); l.Told != moves || l.InStep != l.Told || !l.Right || l.Questions > 0 {
		t.Errorf("a neat game has the limit %+v", l)
	}
	for _, untold := range []int{4, 12} {
		if l := followed(untold); l.Told != moves-1 || !l.Right {
			t.Errorf("with move %d not told, the limit is %+v", untold, l)
		}
	}
}
