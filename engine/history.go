package engine

// History is a game from its first state on: the state is the moves replayed, and undo is replaying fewer.
type History struct {
	first State
	moves []Move
	now   State
}

// NewHistory begins with a state, which it takes over.
func NewHistory(first State) *History {
	return &History{first: first, now: first.Clone()}
}

// State is the state now. It belongs to the history.
func (h *History) State() State { return h.now }

// Moves are the moves that stand, in order.
func (h *History) Moves() []Move { return h.moves }

// Play makes a move if it is legal.
func (h *History) Play(m Move) Violation {
	v := h.now.Play(m)
	if v.OK() {
		h.moves = append(h.moves, m)
	}
	return v
}

// TakeBack undoes the last n moves that stand, if there are so many.
func (h *History) TakeBack(n int) bool {
	left := len(h.moves) - n
	if n < 0 || left < 0 {
		return false
	}
	// Whoever still holds the moves as they were keeps them.
	h.moves = h.moves[:left:left]
	h.now = h.At(left)
	return true
}

// At is the state after the first n moves.
func (h *History) At(n int) State {
	s := h.first.Clone()
	for _, m := range h.moves[:n] {
		s.Play(m)
	}
	return s
}
