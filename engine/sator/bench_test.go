package sator_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sator"
)

func BenchmarkEngine(b *testing.B) {
	enginetest.Benchmark[*sator.State](b, sator.Game(), records)
}
