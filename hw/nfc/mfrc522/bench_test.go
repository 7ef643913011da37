package mfrc522_test

import (
	"testing"

	"familiar/hw/nfc"
)

func BenchmarkPollEmpty(b *testing.B) { benchmarkPoll(b) }

func BenchmarkPollOne4(b *testing.B) { benchmarkPoll(b, "DEADBEEF") }

func BenchmarkPollOne7(b *testing.B) { benchmarkPoll(b, "04A1B2C3D4E5F6") }

func BenchmarkPollFour(b *testing.B) {
	benchmarkPoll(b, "04A1B2C3D4E5F6", "04A1B2C3D4E580", "0477665544332A", "DEADBEEF")
}

// benchmarkPoll reports the SPI transactions of a poll, spi/op, and the calls
// to the kernel that make them, calls/op.
func benchmarkPoll(b *testing.B, uids ...string) {
	r := newRig(b)
	r.put(uids...)
	var seen []nfc.UID
	r.poll() // waits until the tags are awake
	spi, calls := r.chip.Traffic()
	polls := 0
	for b.Loop() {
		var err error
		if seen, err = r.dev.Tags(b.Context(), seen[:0]); err != nil {
			b.Fatal(err)
		}
		if len(seen) != len(uids) {
			b.Fatalf("saw %v, want %v", seen, uids)
		}
		polls++
	}
	spi2, calls2 := r.chip.Traffic()
	b.ReportMetric(float64(spi2-spi)/float64(polls), "spi/op")
	b.ReportMetric(float64(calls2-calls)/float64(polls), "calls/op")
}
