package enginetest

import (
	"fmt"
	"hash/maphash"
	"strings"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
)

var seed = maphash.MakeSeed()

// digest returns a hash of everything that a state shows: facts, moves and status, independent of their order.
func digest(s engine.State) uint64 {
	sum := maphash.Comparable(seed, s.Status())
	for path, value := range s.Facts {
		sum += maphash.String(seed, path) * (maphash.String(seed, value) | 1)
	}
	for m := range s.Moves {
		sum += maphash.Comparable(seed, m)
	}
	return sum
}

// textLines returns everything that a state shows in words: the lines of Text, and the status.
func textLines(s engine.State) []string {
	return append(Text(s), fmt.Sprintf("status %+v", s.Status()))
}

// lazyText returns textLines as a function, because only a failure needs it.
func lazyText(s engine.State) func() []string { return func() []string { return textLines(s) } }

// same describes the difference of two states, nil if there is none.
func same(what string, want, got engine.State) error {
	return unchanged(what, digest(want), lazyText(want), got)
}

// unchanged compares a state with the digest of an earlier one; the earlier text is for the message.
func unchanged(what string, was uint64, before func() []string, s engine.State) error {
	if digest(s) == was {
		return nil
	}
	return fmt.Errorf("%s (-before +after):\n%s", what, cmp.Diff(strings.Join(before(), "\n"), strings.Join(textLines(s), "\n")))
}

func factsOf(s engine.State) map[string]string {
	all := make(map[string]string)
	for path, value := range s.Facts {
		all[path] = value
	}
	return all
}
