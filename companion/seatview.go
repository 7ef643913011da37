package companion

import (
	"slices"

	"familiar/engine"
)

// seatView is what a seat may know of the game as it stands: all that is told to it comes from here. It is made once for all who ask until
// the game goes on, and is never changed.
type seatView struct {
	state  engine.State
	status engine.Status
	facts  map[string]string
	moves  []engine.Move // the legal ones, as the engine lists them
	listed bool
	sorted []engine.Move // the same ones, to look one up
	trees  map[engine.Seat]Tree
	// menuMovesOf are the moves of each seat that need no card. They are nil until a knob asks for them.
	menuMovesOf map[engine.Seat][]engine.Move
}

// view is what a seat may know of the game as it stands; engine.Public knows what everybody does.
func (g *game) view(seat engine.Seat) *seatView {
	if s, ok := g.views[seat]; ok {
		return s
	}
	state := g.history.State().View(seat)
	s := &seatView{state: state, status: state.Status(), facts: factsOf(state)}
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

// legal lists the legal moves. There may be thousands, and not everybody wants to know them.
func (s *seatView) legal() []engine.Move {
	if !s.listed {
		s.moves, s.listed = slices.Collect(s.state.Moves), true
	}
	return s.moves
}

// allows reports whether a move is legal, also one that is not listed.
func (s *seatView) allows(m engine.Move) bool {
	if s.sorted == nil {
		s.sorted = slices.Clone(s.legal())
		slices.SortFunc(s.sorted, compareMoves)
	}
	if _, ok := slices.BinarySearchFunc(s.sorted, m, compareMoves); ok {
		return true
	}
	return s.state.Check(m).OK()
}

// tree are the legal moves of a seat, or of the table, that can be chosen from a list.
func (s *seatView) tree(of engine.Seat) Tree {
	if t, ok := s.trees[of]; ok {
		return t
	}
	if s.trees == nil {
		s.trees = make(map[engine.Seat]Tree)
	}
	s.trees[of] = treeOf(s.state.Catalog(), s.legal(), of)
	return s.trees[of]
}

// compareMoves puts moves in an order: by seat, by verb, then by their arguments from the first on.
func compareMoves(a, b engine.Move) int {
	if a.Seat != b.Seat {
		return int(a.Seat) - int(b.Seat)
	}
	if a.Verb != b.Verb {
		return int(a.Verb) - int(b.Verb)
	}
	for i, n := range a.Args {
		if n != b.Args[i] {
			return int(n) - int(b.Args[i])
		}
	}
	return 0
}
