package enginetest

import (
	"fmt"
	"hash/maphash"
	"strings"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
)

var seed = maphash.MakeSeed()

// digest sums up all that a state tells: facts, moves and status, without regard to order.
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

// text is all that a state tells, in words: what Text has, and the status.
func text(s engine.State) []string {
	return append(Text(s), fmt.Sprintf("status %+v", s.Status()))
}

// textOf is text, for when it is needed.
func textOf(s engine.State) func() []string { return func() []string { return text(s) } }

// same tells how two states differ, if they do.
func same(what string, want, got engine.State) error {
	return unchanged(what, digest(want), textOf(want), got)
}

// unchanged tells how a state differs from what it was, if it does: by its digest and its text before.
func unchanged(what string, was uint64, before func() []string, s engine.State) error {
	if digest(s) == was {
		return nil
	}
	return fmt.Errorf("%s (-before +after):\n%s", what, cmp.Diff(strings.Join(before(), "\n"), strings.Join(text(s), "\n")))
}

func facts(s engine.State) map[string]string {
	all := make(map[string]string)
	for path, value := range s.Facts {
		all[path] = value
	}
	return all
}
