package pantacle_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/pantacle"
)

func BenchmarkEngine(b *testing.B) {
	enginetest.Benchmark[*pantacle.State](b, pantacle.Game(), records)
}
