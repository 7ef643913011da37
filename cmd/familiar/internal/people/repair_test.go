package people

import (
	"testing"

	"familiar/engine/pantacle"
)

// TestCorrection puts a table right by hand that believes in two wrong facts. A correction costs its button, its line in the menu, and a
// choice for each of its two words.
func TestCorrection(t *testing.T) {
	g, err := NewGame(pantacle.Game(), 2, Policies()[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	e := &Evening{Game: g}
	believed := g.State().Clone()
	c := believed.Catalog()
	for _, fact := range []string{"ann.resolve", "ben.resolve"} {
		if v := believed.Play(c.Move("table", "amend", fact, "2")); !v.OK() {
			t.Fatalf("%s cannot be 2: %s", fact, v.Rule)
		}
	}
	if n := e.differs(believed); n != 2 {
		t.Fatalf("%d facts are wrong, and not 2", n)
	}
	r := e.correction(believed)
	if r == nil || e.differs(believed) > 0 {
		t.Fatalf("%+v leaves %d facts wrong", r, e.differs(believed))
	}
	if len(r.moves) != 2 || r.cost != 2*(2+2) {
		t.Errorf("%d corrections cost %d gestures, and not 2 of them 8", len(r.moves), r.cost)
	}
}
