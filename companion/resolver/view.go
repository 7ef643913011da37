package resolver

import (
	"cmp"
	"iter"
	"slices"

	"familiar/engine"
)

// View is a position as one seat may know it, with its legal moves. They are listed once: there may be thousands, and not everyone asks for them.
// A View belongs to one goroutine.
type View struct {
	State  engine.State
	Room   int           // for how many legal moves memory is taken at once; more are found, too
	moves  []engine.Move // the legal ones, as the engine lists them
	listed bool
	sorted []engine.Move // the same ones, to look one up
}

// mostListed is how many legal moves of a position are listed at most. With the card lists of the program there are about twelve thousand at times, in sator. With an
// owner's list there may be millions, and to list them would keep everybody waiting.
const mostListed = 1 << 15

// Moves yields legal moves of a position: all that the engine lists, but no more than mostListed.
func Moves(s engine.State) iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		n := 0
		for m := range s.Moves {
			if n++; n > mostListed || !yield(m) {
				return
			}
		}
	}
}

// Legal lists the legal moves, but for those that Moves does not yield. The slice must not be changed.
func (v *View) Legal() []engine.Move {
	if !v.listed {
		v.moves, v.listed = slices.AppendSeq(make([]engine.Move, 0, v.Room), Moves(v.State)), true
	}
	return v.moves
}

// Listed returns how many legal moves were listed.
func (v *View) Listed() int { return len(v.moves) }

// Allows reports whether a move is legal, also one that is not listed.
func (v *View) Allows(m engine.Move) bool {
	if v.sorted == nil {
		v.sorted = slices.Clone(v.Legal())
		slices.SortFunc(v.sorted, CompareMoves)
	}
	if _, ok := slices.BinarySearchFunc(v.sorted, m, CompareMoves); ok {
		return true
	}
	return v.State.Check(m).OK()
}

// readings lists the legal moves that fit an observation.
func (v *View) readings(o Observation) []engine.Move {
	return o.ReadingsAmong(slices.Values(v.Legal()), v.State)
}

// CompareMoves orders moves by seat, then by verb, then by their arguments from the first on.
func CompareMoves(a, b engine.Move) int {
	if order := cmp.Or(cmp.Compare(a.Seat, b.Seat), cmp.Compare(a.Verb, b.Verb)); order != 0 {
		return order
	}
	return slices.Compare(a.Args[:], b.Args[:])
}
