package athame_test

import (
	"testing"

	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/enginetest"
)

func BenchmarkEngine(b *testing.B) {
	enginetest.Benchmark(b, athame.Game(), enginetest.Speed{
		Records: records(b),
		Restart: func(s, first engine.State) { s.(*athame.State).Restart(first) },
		Count: func(s engine.State) int {
			n := 0
			for range s.(*athame.State).Moves {
				n++
			}
			return n
		},
		Append: func(list []engine.Move, s engine.State) []engine.Move {
			for m := range s.(*athame.State).Moves {
				list = append(list, m)
			}
			return list
		},
	})
}
