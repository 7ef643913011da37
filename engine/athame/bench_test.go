package athame_test

import (
	"testing"

	"familiar/engine/athame"
	"familiar/engine/enginetest"
)

func BenchmarkEngine(b *testing.B) {
	enginetest.Benchmark[*athame.State](b, athame.Game(), records)
}
