package sator_test

import (
	"fmt"
	"testing"

	"familiar/engine"
	"familiar/engine/sator"
)

// BenchmarkLongest lists the longest lists of moves: all layings of the first bridge.
func BenchmarkLongest(b *testing.B) {
	for n := 2; n <= 4; n++ {
		b.Run(fmt.Sprintf("%d seats", n), func(b *testing.B) {
			s := firstLaying(b, n)
			b.ReportAllocs()
			listed := 0
			for b.Loop() {
				for range s.Moves {
					listed++
				}
			}
			b.ReportMetric(float64(listed)/float64(b.N), "listed")
		})
	}
}

// firstLaying returns the state before the first bridge is laid; each earlier move was the first of its list.
func firstLaying(b *testing.B, seats int) *sator.State {
	b.Helper()
	s, err := sator.Game().New(setup([]string{"ann", "ben", "cai", "dee"}[:seats]...), sator.Game().House)
	if err != nil {
		b.Fatal(err)
	}
	place := s.Catalog().Name("place")
	for {
		var first engine.Move
		for first = range s.Moves {
			break
		}
		if first.Verb == place {
			return s.(*sator.State)
		}
		s.Play(first)
	}
}
