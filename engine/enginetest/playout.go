package enginetest

import (
	"math/rand/v2"

	"familiar/engine"
)

// Playout plays at most that many random legal moves, and returns how many it played. Verbs are equally likely, so that a verb with many possible
// arguments does not crowd out the others.
func Playout(rng *rand.Rand, s engine.State, most int) int {
	for n := range most {
		m, ok := Pick(rng, s)
		if !ok {
			return n
		}
		s.Play(m)
	}
	return most
}

// Pick returns a random legal move: first a random verb, then one of its moves.
func Pick(rng *rand.Rand, s engine.State) (engine.Move, bool) {
	// One move of every verb is kept during the listing: the n-th move of a verb replaces the kept one with probability 1/n.
	type kept struct {
		move engine.Move
		seen int
	}
	var verbs []kept
	for m := range s.Moves {
		i := 0
		for i < len(verbs) && verbs[i].move.Verb != m.Verb {
			i++
		}
		if i == len(verbs) {
			verbs = append(verbs, kept{})
		}
		verbs[i].seen++
		if rng.IntN(verbs[i].seen) == 0 {
			verbs[i].move = m
		}
	}
	if len(verbs) == 0 {
		return engine.Move{}, false
	}
	return verbs[rng.IntN(len(verbs))].move, true
}

// Perft counts the sequences of that many legal moves. Engines with the same rules have the same counts.
func Perft(s engine.State, depth int) uint64 {
	var n uint64
	for m := range s.Moves {
		if depth <= 1 {
			n++
			continue
		}
		next := s.Clone()
		next.Play(m)
		n += Perft(next, depth-1)
	}
	if depth <= 0 {
		return 1
	}
	return n
}
