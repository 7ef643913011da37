package session

import (
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/engine"
)

// View is what a seat may know of the present position. Everything that this seat is shown comes from it. It is made once for each position, and never
// changes.
type View struct {
	resolver.View
	Status    engine.Status
	Facts     map[string]string
	trees     map[engine.Seat]protocol.Tree
	menuMoves map[engine.Seat][]engine.Move // nil until a knob asks for them
}

// View returns what a seat may know of the game as it stands; engine.Public for what everybody knows.
func (g *Game) View(seat engine.Seat) *View {
	if s, ok := g.views[seat]; ok {
		return s
	}
	state := g.History.State().View(seat)
	s := &View{View: resolver.View{State: state}, Status: state.Status(), Facts: factsOf(state)}
	if g.views == nil {
		g.views = make(map[engine.Seat]*View)
	}
	g.views[seat] = s
	return s
}

// ForgetViews drops the views of a position that has passed.
func (g *Game) ForgetViews() { clear(g.views) }

func factsOf(state engine.State) map[string]string {
	facts := make(map[string]string)
	for path, value := range state.Facts {
		facts[path] = value
	}
	return facts
}

// Tree returns the legal moves of a seat, or of the table, that can be chosen from a list.
func (s *View) Tree(of engine.Seat) protocol.Tree {
	if t, ok := s.trees[of]; ok {
		return t
	}
	if s.trees == nil {
		s.trees = make(map[engine.Seat]protocol.Tree)
	}
	s.trees[of] = TreeOf(s.State.Catalog(), s.Legal(), of)
	return s.trees[of]
}
