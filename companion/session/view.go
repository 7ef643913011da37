package session

import (
	"maps"

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
	if g.views == nil {
		g.views, g.sizes = make(map[engine.Seat]*View), make(map[engine.Seat]size)
	}
	last := g.sizes[seat]
	s := &View{View: resolver.View{State: state, Room: last.moves}, Status: state.Status(), Facts: make(map[string]string, last.facts)}
	maps.Insert(s.Facts, state.Facts)
	g.views[seat] = s
	return s
}

// size says how much a view had: the next one takes memory for as much at once.
type size struct{ moves, facts int }

// ForgetViews drops the views of a position that has passed.
func (g *Game) ForgetViews() {
	for seat, v := range g.views {
		last := size{facts: len(v.Facts), moves: g.sizes[seat].moves}
		if n := v.Listed(); n > 0 {
			last.moves = n + n/8
		}
		g.sizes[seat] = last
	}
	clear(g.views)
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
