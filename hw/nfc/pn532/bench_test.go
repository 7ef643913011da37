package pn532_test

import (
	"testing"
	"time"
)

func BenchmarkPollEmpty(b *testing.B) { benchmarkPoll(b) }

func BenchmarkPollOne(b *testing.B) { benchmarkPoll(b, "04A1B2C3D4E5F6") }

func BenchmarkPollTwo(b *testing.B) { benchmarkPoll(b, "04A1B2C3D4E5F6", "DEADBEEF") }

func BenchmarkPollFour(b *testing.B) {
	benchmarkPoll(b, "04A1B2C3D4E5F6", "04A1B2C3D4E580", "0477665544332A", "DEADBEEF")
}

// benchmarkPoll reports the bytes and the transfers of a poll, bytes/op and
// transfers/op, on each wire. Its time is that of the chip and its bus.
func benchmarkPoll(b *testing.B, uids ...string) {
	for _, wire := range wires {
		b.Run(wire, func(b *testing.B) {
			r := newRig(b, wire)
			r.start()
			r.put(uids...)
			seen := r.poll()
			bytes, transfers := r.chip.Traffic()
			polls := 0
			var spent time.Duration
			for b.Loop() {
				start := time.Now()
				var err error
				if seen, err = r.dev.Tags(b.Context(), seen[:0]); err != nil {
					b.Fatal(err)
				}
				spent += time.Since(start)
				if len(seen) != len(uids) {
					b.Fatalf("saw %v, want %v", seen, uids)
				}
				polls++
			}
			bytes2, transfers2 := r.chip.Traffic()
			b.ReportMetric(float64(bytes2-bytes)/float64(polls), "bytes/op")
			b.ReportMetric(float64(transfers2-transfers)/float64(polls), "transfers/op")
			b.ReportMetric(float64(spent.Milliseconds())/float64(polls), "ms/op")
		})
	}
}
