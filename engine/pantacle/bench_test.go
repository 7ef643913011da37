package pantacle_test

import (
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/pantacle"
)

func BenchmarkEngine(b *testing.B) {
	enginetest.Benchmark(b, pantacle.Game(), enginetest.Speed{
		Records: records(b),
		Restart: func(s, first engine.State) { s.(*pantacle.State).Restart(first) },
		Count: func(s engine.State) int {
			n := 0
			for range s.(*pantacle.State).Moves {
				n++
			}
			return n
		},
		Append: func(list []engine.Move, s engine.State) []engine.Move {
			for m := range s.(*pantacle.State).Moves {
				list = append(list, m)
			}
			return list
		},
	})
}
