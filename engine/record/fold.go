package record

import "time"

// UndoLine takes back the last move that stands.
const UndoLine = tableWord + ": " + undoWord

// Step is what is written down together, as a whole or not at all: it takes back moves, makes some, or both.
type Step struct {
	Undo   int       // number of last moves that are taken back first
	Moves  []string  // the moves that are made after that, as records write them: `ann: sacrifice imp ben`
	At     time.Time // the time of the gesture; zero in a record without times
	Source string    // what made the step: `reader ann`, `button end`, `phone`, `clock`; "" in a record without sources
}

// Lines returns the number of statements that a record needs for the step.
func (s Step) Lines() int { return s.Undo + len(s.Moves) }

// Lines returns the number of statements that a record needs for all steps.
func Lines(steps []Step) (n int) {
	for _, s := range steps {
		n += s.Lines()
	}
	return n
}

// Standing is a move that stands: it was made and not taken back.
type Standing struct {
	Move   string
	Source string
	Repeat int // how many times the same move stands before it in the same step
	Step   int // the step that made it, counted from 0
}

// Fold is the result of the steps of a game: the moves that stand. Which moves stand after an undo is decided here: live, after a restart, and in the archive.
// What a game keeps beside it, such as its position, is shortened by the same number of moves. The zero Fold is a game before its first move.
type Fold struct {
	steps       int
	stand       []Standing
	stoodAtUndo int
}

// Apply adds a step. It returns false and changes nothing if the step takes back more moves than stand.
func (f *Fold) Apply(s Step) bool {
	left := len(f.stand) - s.Undo
	if s.Undo < 0 || left < 0 {
		return false
	}
	f.stand = f.stand[:left]
	if s.Undo > 0 {
		f.stoodAtUndo = left
	}
	for i, m := range s.Moves {
		standing := Standing{Move: m, Source: s.Source, Step: f.steps}
		if i > 0 && m == s.Moves[i-1] {
			standing.Repeat = f.stand[len(f.stand)-1].Repeat + 1
		}
		f.stand = append(f.stand, standing)
	}
	f.steps++
	return true
}

// Standing returns the moves that stand, in order. The caller must not change the slice, which is valid until the next Apply.
func (f *Fold) Standing() []Standing { return f.stand }

// Len returns the number of moves that stand.
func (f *Fold) Len() int { return len(f.stand) }

// GestureLen returns how many of the first n moves one undo takes back: the last one, and the same move before it in the same step. It is 0 if n is 0.
func (f *Fold) GestureLen(n int) int {
	if n == 0 {
		return 0
	}
	return f.stand[n-1].Repeat + 1
}

// StoodAtUndo returns how many moves stood right after the last undo, 0 if there was none. All later moves were made since then.
func (f *Fold) StoodAtUndo() int { return f.stoodAtUndo }

// Begun reports whether a move was ever made, though it may have been taken back.
func (f *Fold) Begun() bool { return f.steps > 0 }
