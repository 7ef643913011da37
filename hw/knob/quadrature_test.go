package knob

import (
	"testing"

	"pgregory.net/rapid"
)

func TestQuadrature(t *testing.T) {
	const A, B, AB, none = 0b01, 0b10, 0b00, 0b11 // the closed contacts
	tests := map[string]struct {
		edges int
		reads []contacts
		want  int
	}{
		"a step":                        {4, []contacts{A, AB, B, none}, 1},
		"a step back":                   {4, []contacts{B, AB, A, none}, -1},
		"three steps":                   {4, []contacts{A, AB, B, none, A, AB, B, none, A, AB, B, none}, 3},
		"there and back":                {4, []contacts{A, AB, A, none}, 0},
		"nearly a step, and back":       {4, []contacts{A, AB, B, AB, A, none}, 0},
		"not yet at rest":               {4, []contacts{A, AB, B}, 0},
		"A bounces":                     {4, []contacts{A, none, A, none, A, AB, B, AB, B, none}, 1},
		"B bounces at the end":          {4, []contacts{A, AB, B, none, B, none, B, none}, 1},
		"the first edge is lost":        {4, []contacts{AB, B, none}, 1},
		"the last edge is lost":         {4, []contacts{A, AB, none}, 1},
		"the middle is lost":            {4, []contacts{A, B, none}, 1},
		"all but a jump is lost":        {4, []contacts{AB, none}, 0},
		"only one edge is seen":         {4, []contacts{A, none}, 0},
		"the rest between two is lost":  {4, []contacts{A, AB, B, A, AB, B, none}, 2},
		"the same again":                {4, []contacts{none, A, A, AB, AB, B, B, none, none}, 1},
		"two edges a step":              {2, []contacts{A, AB}, 1},
		"two steps of two edges":        {2, []contacts{A, AB, B, none}, 2},
		"two edges, there and back":     {2, []contacts{A, AB, A, none}, 0},
		"two edges, a jump":             {2, []contacts{AB}, 0},
		"two edges, the half is seen":   {2, []contacts{A, AB, none, B}, 1},
		"two edges, two steps back":     {2, []contacts{B, AB, A, none}, -2},
		"two edges, half of it, thrice": {2, []contacts{A, none, A, none, A, none}, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			q := quadrature{edges: test.edges, now: bothOpen}
			got := 0
			for _, c := range test.reads {
				got += q.read(c)
			}
			if got != test.want {
				t.Errorf("%d steps, want %d", got, test.want)
			}
		})
	}
}

// TestQuadratureOfAnyTurn turns the knob to and fro, with bounces: as long as
// no edge is lost, every detent in which it comes to rest counts.
func TestQuadratureOfAnyTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edges := rapid.SampledFrom([]int{2, 4}).Draw(t, "edges")
		q := quadrature{edges: edges, now: bothOpen}
		at, told := 0, 0
		move := func(by int) {
			at += by
			told += q.read(clockwise[((at%4)+4)%4])
		}
		for range rapid.IntRange(1, 30).Draw(t, "moves") {
			way := rapid.SampledFrom([]int{-1, 1}).Draw(t, "way")
			for range rapid.IntRange(1, 9).Draw(t, "by") {
				for range rapid.IntRange(0, 3).Draw(t, "bounces") {
					move(way)
					move(-way)
				}
				move(way)
			}
			if at%edges == 0 && told != at/edges {
				t.Fatalf("%d steps after %d edges", told, at)
			}
		}
	})
}

// TestQuadratureWithLostEdges turns the knob one way and misses states, never two
// in a row: no step goes the wrong way, and there are never too many.
func TestQuadratureWithLostEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edges := rapid.SampledFrom([]int{2, 4}).Draw(t, "edges")
		way := rapid.SampledFrom([]int{-1, 1}).Draw(t, "way")
		q := quadrature{edges: edges, now: bothOpen}
		told, lost := 0, 0
		seen := true
		total := 4 * rapid.IntRange(1, 20).Draw(t, "turns")
		for at := 1; at <= total; at++ {
			if seen = !seen || rapid.IntRange(0, 3).Draw(t, "lost") > 0; !seen {
				lost++
				continue
			}
			n := q.read(clockwise[((way*at)%4+4)%4])
			if n*way < 0 {
				t.Fatalf("%d steps the wrong way", n)
			}
			told += n * way
		}
		if told > total/edges {
			t.Errorf("%d steps of %d edges", told, total)
		}
		if lost == 0 && told != total/edges {
			t.Errorf("%d steps of %d edges that were all seen", told, total)
		}
	})
}

// FuzzQuadrature reads any states: there are never more steps than edges for them.
func FuzzQuadrature(f *testing.F) {
	f.Add(4, []byte{1, 0, 2, 3})
	f.Add(2, []byte{0, 3, 1, 1, 2})
	f.Fuzz(func(t *testing.T, edges int, reads []byte) {
		q := quadrature{edges: 2 + 2*(edges&1), now: bothOpen}
		told, moved := 0, 0
		for _, r := range reads {
			was := q.now
			n := q.read(contacts(r & 3))
			told += max(n, -n)
			if was != q.now {
				moved++
			}
		}
		if most := 2 * moved / q.edges; told > most {
			t.Errorf("%d steps of %d edges", told, moved)
		}
	})
}
