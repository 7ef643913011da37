package oracle_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/oracle"
)

func BenchmarkEngine(b *testing.B) {
	enginetest.Benchmark[*oracle.State](b, oracle.Game(), records)
}
