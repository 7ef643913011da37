package cards

import (
	"iter"
	"math/bits"

	"familiar/engine"
)

// Moves yields the move of a verb with each kind of the set; names[k] is the name of kind k. It walks the set itself, because All would cost one more call for each move.
func (s Set) Moves(seat engine.Seat, verb engine.Name, names []engine.Name, yield func(engine.Move) bool) bool {
	for i, word := range s.Bits() {
		for ; word != 0; word &= word - 1 {
			name := names[i*64+bits.TrailingZeros64(word)]
			if !yield(engine.Move{Seat: seat, Verb: verb, Args: [engine.MaxArgs]engine.Name{name}}) {
				return false
			}
		}
	}
	return true
}

// Words returns the words of some cards, in order.
func Words(kinds iter.Seq[Kind], word func(Kind) string) []string {
	var words []string
	for k := range kinds {
		words = append(words, word(k))
	}
	return words
}
