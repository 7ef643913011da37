package enginetest

import (
	"slices"
	"strings"

	"familiar/engine"
)

// Format writes moves or events as lines, in order.
func Format(s engine.State, moves []engine.Move) []string {
	var lines []string
	for _, m := range moves {
		lines = append(lines, s.Catalog().Format(m))
	}
	return lines
}

// Moves returns the legal moves as lines, sorted.
func Moves(s engine.State) []string {
	lines := Format(s, slices.Collect(s.Moves))
	slices.Sort(lines)
	return lines
}

// Text returns facts and legal moves of a state as lines of a record, sorted.
func Text(s engine.State) []string {
	lines := Moves(s)
	for path, value := range s.Facts {
		lines = append(lines, "= "+path+" "+value)
	}
	slices.Sort(lines)
	return lines
}

// AskLine returns the question of a state in words: who must answer, `open` if it is open, the key and its arguments, `-` for one that is left out before another one.
func AskLine(s engine.State) string {
	ask := s.Status().Ask
	words := []string{s.Catalog().SeatWord(ask.Seat)}
	if ask.Open {
		words = append(words, "open")
	}
	words = append(words, ask.Key)
	return strings.Join(words, " ") + wordsOf(s.Catalog(), ask.Args[:])
}
