package record

import "time"

// UndoLine takes back the last move that stands.
const UndoLine = tableWord + ": " + undoWord

// Step is what one gesture at a table does to a game: it takes back moves, makes some, or both.
type Step struct {
	Undo   int       // so many of the last moves that stand are taken back first
	Moves  []string  // then these are made, as records write them: `ann: sacrifice imp ben`
	At     time.Time // when it was; zero in a record that does not say so
	Source string    // by what it was made: `reader ann`, `button end`, `phone`, `clock`; "" in a record that does not say so
}

// Lines is how many statements of a record the step is.
func (s Step) Lines() int { return s.Undo + len(s.Moves) }

// Standing is a move that stands: it was made and not taken back.
type Standing struct {
	Move   string
	Source string
	Repeat int // so often the same move was made before it in the same step
}

// Fold is what the steps of a game come to: the moves that stand. It is the one place that knows what taking back means. The zero Fold is a game before its
// first move.
type Fold struct {
	stand []Standing
	fresh int
}

// Apply adds a step. It reports false, and changes nothing, if the step takes back more moves than stand.
func (f *Fold) Apply(s Step) bool {
	left := len(f.stand) - s.Undo
	if s.Undo < 0 || left < 0 {
		return false
	}
	f.stand = f.stand[:left:left]
	if s.Undo > 0 {
		f.fresh = left
	}
	for i, m := range s.Moves {
		is := Standing{Move: m, Source: s.Source}
		if i > 0 && m == s.Moves[i-1] {
			is.Repeat = f.stand[len(f.stand)-1].Repeat + 1
		}
		f.stand = append(f.stand, is)
	}
	return true
}

// Standing are the moves that stand, in order. The slice must not be changed; a later Apply leaves it as it is.
func (f *Fold) Standing() []Standing { return f.stand }

// Len is how many moves stand.
func (f *Fold) Len() int { return len(f.stand) }

// Gesture is how many of the first n moves that stand, counted from the last of them, are the same move made several times in one step. They are
// taken back together. It is 0 if n is.
func (f *Fold) Gesture(n int) int {
	if n == 0 {
		return 0
	}
	return f.stand[n-1].Repeat + 1
}

// Fresh is how many moves stood after the last undo, 0 if there was none: those behind them were made since.
func (f *Fold) Fresh() int { return f.fresh }
