package companion

import (
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/engine"
)

// seatView is what a seat may know of the game as it stands: all that is told to it comes from here. It is made once for all who ask until
// the game goes on, and is never changed.
type seatView struct {
	resolver.View
	status engine.Status
	facts  map[string]string
	trees  map[engine.Seat]protocol.Tree
	// menuMovesOf are the moves of each seat that need no card. They are nil until a knob asks for them.
	menuMovesOf map[engine.Seat][]engine.Move
}

// view is what a seat may know of the game as it stands; engine.Public knows what everybody does.
func (g *game) view(seat engine.Seat) *seatView {
	if s, ok := g.views[seat]; ok {
		return s
	}
	state := g.history.State().View(seat)
	s := &seatView{View: resolver.View{State: state}, status: state.Status(), facts: factsOf(state)}
	if g.views == nil {
		g.views = make(map[engine.Seat]*seatView)
	}
	g.views[seat] = s
	return s
}

func factsOf(state engine.State) map[string]string {
	facts := make(map[string]string)
	for path, value := range state.Facts {
		facts[path] = value
	}
	return facts
}

// tree are the legal moves of a seat, or of the table, that can be chosen from a list.
func (s *seatView) tree(of engine.Seat) protocol.Tree {
	if t, ok := s.trees[of]; ok {
		return t
	}
	if s.trees == nil {
		s.trees = make(map[engine.Seat]protocol.Tree)
	}
	s.trees[of] = treeOf(s.State.Catalog(), s.Legal(), of)
	return s.trees[of]
}
