package sator_test

import (
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/sator"
)

func BenchmarkEngine(b *testing.B) {
	enginetest.Benchmark(b, sator.Game(), enginetest.Speed{
		Records: records(b),
		Restart: func(s, first engine.State) { s.(*sator.State).Restart(first) },
		Count: func(s engine.State) int {
			n := 0
			for range s.(*sator.State).Moves {
				n++
			}
			return n
		},
		Append: func(list []engine.Move, s engine.State) []engine.Move {
			for m := range s.(*sator.State).Moves {
				list = append(list, m)
			}
			return list
		},
	})
}
