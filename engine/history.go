package engine

// History is a game from its first state on. The present state is all moves replayed, and undo replays fewer.
type History struct {
	first State
	moves []Move
	now   State
}

// NewHistory begins with a state, which the history owns from then on.
func NewHistory(first State) *History {
	return &History{first: first, now: first.Clone()}
}

// State returns the present state. It belongs to the history.
func (h *History) State() State { return h.now }

// Moves returns the moves that stand, in order.
func (h *History) Moves() []Move { return h.moves }

// Play makes a move if it is legal.
func (h *History) Play(m Move) Violation {
	v := h.now.Play(m)
	if v.OK() {
		h.moves = append(h.moves, m)
	}
	return v
}

// TakeBack undoes the last n moves that stand. It changes nothing and returns false if there are fewer.
func (h *History) TakeBack(n int) bool {
	left := len(h.moves) - n
	if n < 0 || left < 0 {
		return false
	}
	// The cut capacity keeps later moves out of slices that Moves has returned before.
	h.moves = h.moves[:left:left]
	h.now = h.At(left)
	return true
}

// At returns the state after the first n moves.
func (h *History) At(n int) State {
	s := h.first.Clone()
	for _, m := range h.moves[:n] {
		s.Play(m)
	}
	return s
}
