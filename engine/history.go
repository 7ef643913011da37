package engine

// History is a game from its first state on. The present state is all moves replayed, and undo replays fewer.
type History struct {
	first State
	moves []Move
	now   State
	kept  []State // after each keptEvery moves: nothing before them needs to be replayed
}

// keptEvery is the number of moves after which a state is kept, which also is the most that At replays. It is more than most games have, so that these cost
// nothing.
const keptEvery = 256

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
		if len(h.moves)%keptEvery == 0 {
			h.kept = append(h.kept, h.now.Clone())
		}
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
	h.kept = h.kept[:left/keptEvery]
	h.now = h.At(left)
	return true
}

// At returns the state after the first n moves.
func (h *History) At(n int) State {
	s, from := h.first, n/keptEvery
	if from > 0 {
		s = h.kept[from-1]
	}
	s = s.Clone()
	for _, m := range h.moves[from*keptEvery : n] {
		s.Play(m)
	}
	return s
}
