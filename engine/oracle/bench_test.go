package oracle_test

import (
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/oracle"
)

func BenchmarkEngine(b *testing.B) {
	enginetest.Benchmark(b, oracle.Game(), enginetest.Speed{
		Records: records(b),
		Restart: func(s, first engine.State) { s.(*oracle.State).Restart(first) },
		Count: func(s engine.State) int {
			n := 0
			for range s.(*oracle.State).Moves {
				n++
			}
			return n
		},
		Append: func(list []engine.Move, s engine.State) []engine.Move {
			for m := range s.(*oracle.State).Moves {
				list = append(list, m)
			}
			return list
		},
	})
}
