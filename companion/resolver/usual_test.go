package resolver

import (
	"slices"
	"testing"

	"familiar/engine"
	"familiar/engine/athame"
)

// Somebody can lay a token whom the rules forbid to use it. Its usual reading is refused then, and nothing is offered in its place: it would take back the move before.
func TestUsualReadingOfATokenIsRefused(t *testing.T) {
	g := athame.Game()
	state, err := g.New(engine.Setup{Game: g.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, g.House)
	if err != nil {
		t.Fatal(err)
	}
	c, views := state.Catalog(), map[engine.Seat]*View{}
	s := Situation{History: engine.NewHistory(state), Words: plainWords{c}, TakesUsual: true, View: func(seat engine.Seat) *View {
		if views[seat] == nil {
			views[seat] = &View{State: state.View(seat)}
		}
		return views[seat]
	}}
	tokens := slices.DeleteFunc(slices.Clone(c.Names(engine.ClassCard)), func(n engine.Name) bool { return !c.Entry(n).Token })
	token := tokens[0]
	o := Anything()
	o.Names, o.Tags = []engine.Name{token}, []Tag{{UID: "04"}}
	fits := []engine.Move{c.Move("ann", "pay", c.Word(token)), c.Move("ben", "pay", c.Word(token))}
	if _, ok := s.usual(o, fits); !ok {
		t.Fatal("it has no usual reading")
	}
	if out := s.read(o, fits); out.Kind != Refuse || out.Question != nil {
		t.Errorf("it is %v, and asks %+v", out.Kind, out.Question)
	}
}
