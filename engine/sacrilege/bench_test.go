package sacrilege_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

func BenchmarkEngine(b *testing.B) {
	enginetest.Benchmark[*sacrilege.State](b, sacrilege.Game(), records)
}
