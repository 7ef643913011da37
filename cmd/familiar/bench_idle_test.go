package main

import (
	"context"
	"log/slog"
	"net"
	"syscall"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/rig"
)

// fourReaders is an idle table: four readers that are polled all the time.
const fourReaders = `
[[reader]]
bus = "SPI0.0"
seat = 1
[[reader]]
bus = "SPI0.1"
seat = 2
[[reader]]
bus = "SPI1.0"
seat = 3
[[reader]]
bus = "SPI1.1"
seat = 4
`

// BenchmarkIdleTable measures how much processor time an idle table of four readers uses, in percent of one core: in the first
// minute, and at rest. Its chips are emulated, which uses a good part of that, and are as slow as real ones.
func BenchmarkIdleTable(b *testing.B) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	d, err := rig.NewDaemon(games(), fourReaders, b.TempDir(), l, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	d.Virtual().Bench().Pace(true)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	}()
	polls := func() (n uint64) {
		for _, r := range d.Wired().Readers() {
			n += r.Polls
		}
		return n
	}
	for _, idle := range []struct {
		name string
		wait time.Duration
	}{{"awake", 2 * time.Second}, {"at rest", 61 * time.Second}} {
		b.Run(idle.name, func(b *testing.B) {
			time.Sleep(idle.wait)
			began, cpu, polled := time.Now(), processTime(b), polls()
			for b.Loop() {
				time.Sleep(5 * time.Second)
			}
			wall := time.Since(began).Seconds()
			b.ReportMetric(100*(processTime(b)-cpu).Seconds()/wall, "%core")
			b.ReportMetric(float64(polls()-polled)/wall, "polls/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// processTime returns the processor time of this process.
func processTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
