package resolver

import (
	"testing"

	"familiar/engine"
)

// TestAudience: what is told to one seat is told to nobody else, and what is told to everyone to all.
func TestAudience(t *testing.T) {
	const ann, ben, watcher = engine.Seat(0), engine.Seat(1), engine.Public
	for name, test := range map[string]struct {
		to     Audience
		has    []engine.Seat
		lacks  []engine.Seat
		viewer engine.Seat
	}{
		"everyone": {Everyone, []engine.Seat{ann, ben, watcher}, nil, watcher},
		"Ann":      {Only(ann), []engine.Seat{ann}, []engine.Seat{ben, watcher}, ann},
		"Ben":      {Only(ben), []engine.Seat{ben}, []engine.Seat{ann, watcher}, ben},
	} {
		for _, seat := range test.has {
			if !test.to.Has(seat) {
				t.Errorf("%s: seat %d is not told", name, seat)
			}
		}
		for _, seat := range test.lacks {
			if test.to.Has(seat) {
				t.Errorf("%s: seat %d is told", name, seat)
			}
		}
		if got := test.to.Viewer(); got != test.viewer {
			t.Errorf("%s: told as %d may know it", name, got)
		}
	}
}

// The numbers of what everybody is told are the same, whatever a seat was told in secret. Those that a seat is told rise.
func TestNumbersTellNoSecret(t *testing.T) {
	var n, quiet Numbers
	last := 0
	for i, to := range []Audience{Only(0), Everyone, Only(0), Only(1), Only(0), Everyone, Everyone, Only(0)} {
		got := n.Next(to)
		if to == Everyone {
			if want := quiet.Next(to); got != want {
				t.Errorf("number %d is %d, and without secrets it is %d", i, got, want)
			}
		}
		if to.Has(0) {
			if got <= last {
				t.Errorf("after number %d follows %d", last, got)
			}
			last = got
		}
	}
}
