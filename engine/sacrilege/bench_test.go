package sacrilege_test

import (
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

func BenchmarkEngine(b *testing.B) {
	enginetest.Benchmark(b, sacrilege.Game(), enginetest.Speed{
		Records: records(b),
		Restart: func(s, first engine.State) { s.(*sacrilege.State).Restart(first) },
		Count: func(s engine.State) int {
			n := 0
			for range s.(*sacrilege.State).Moves {
				n++
			}
			return n
		},
		Append: func(list []engine.Move, s engine.State) []engine.Move {
			for m := range s.(*sacrilege.State).Moves {
				list = append(list, m)
			}
			return list
		},
	})
}
