package main

import (
	"testing"
	"time"
)

// What is said of the same turn of a knob is handed on at once, and nothing else: the other way round is another turn, since a list has ends.
func TestATurnGoesOn(t *testing.T) {
	first, later := time.Unix(1, 0), time.Unix(2, 0)
	for name, c := range map[string]struct {
		next said
		sum  int
	}{
		"further":       {said{knob: "dial", steps: 3, at: later}, 5},
		"back":          {said{knob: "dial", steps: -1, at: later}, 0},
		"another knob":  {said{knob: "other", steps: 1, at: later}, 0},
		"anything else": {said{}, 0},
	} {
		s := said{knob: "dial", steps: 2, at: first}
		goesOn := s.goesOn(c.next)
		switch {
		case goesOn != (c.sum > 0):
			t.Errorf("%s: goes on %t", name, goesOn)
		case goesOn && (s.steps != c.sum || !s.at.Equal(later)):
			t.Errorf("%s: %d steps at %v", name, s.steps, s.at)
		case !goesOn && (s.steps != 2 || !s.at.Equal(first)):
			t.Errorf("%s: the turn has become %d steps at %v", name, s.steps, s.at)
		}
	}
	if nothing := (said{}); nothing.goesOn(said{}) {
		t.Error("what is no turn goes on")
	}
}
