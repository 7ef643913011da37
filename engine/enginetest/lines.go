package enginetest

import (
	"strings"
	"testing"

	"familiar/engine"
)

// Line returns the move of a line such as `ann: draw bank`.
func Line(s engine.State, line string) engine.Move {
	words := strings.Fields(strings.Replace(line, ":", "", 1))
	return s.Catalog().Move(words[0], words[1], words[2:]...)
}

// PlayLines plays the moves of such lines. All of them must be legal.
func PlayLines(t testing.TB, s engine.State, lines ...string) {
	t.Helper()
	for _, l := range lines {
		if v := s.Play(Line(s, l)); !v.OK() {
			t.Fatalf("%s: refused for %s", l, v.Rule)
		}
	}
}
