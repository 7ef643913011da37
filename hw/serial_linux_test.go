package hw_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/nfc"
	"familiar/hw/virtual"
)

// startTimeout is the limit for anything on a serial line, on however busy a machine. The line is a real one.
const startTimeout = 30 * time.Second

// TestPN532OnSerialLineFails makes a PN532 on a serial line fail in several ways: each time it is reported, and works again. The line is a real one, so
// this takes real time, and on a busy machine the reader may now and then be reported to fail when it was only slow: that is no fault. A tag is reported
// once in any case.
func TestPN532OnSerialLineFails(t *testing.T) {
	t.Parallel()
	c := parse(t, "[[reader]]\nname = \"ann\"\nchip = \"pn532\"\nbus = \"/dev/serial0\"\n")
	b, err := bench.New(c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}()
	tags, health := make(chan string, 100), make(chan string, 1000)
	table := hw.Open(c, b.System(), hw.Listener{
		Tag: func(e nfc.Event) { tags <- e.String() },
		Health: func(h hw.Health) {
			text, _, _ := strings.Cut(h.Text, " (")
			health <- text
		},
	})
	ctx, cancel := context.WithCancel(t.Context())
	var runs sync.WaitGroup
	runs.Go(func() {
		if err := table.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	defer runs.Wait()
	defer cancel()
	expectHealth := func(want string) {
		t.Helper()
		late := time.After(startTimeout)
		for got := "nothing"; got != want; {
			select {
			case got = <-health:
			case <-late:
				t.Fatalf("its health is not reported as %q, but last as %q", want, got)
			}
		}
	}
	expectTag := func(want string) {
		t.Helper()
		select {
		case got := <-tags:
			if got != want {
				t.Fatalf("%q is reported, not %q", got, want)
			}
		case <-time.After(startTimeout):
			t.Fatalf("%q is not reported", want)
		}
	}
	lay := func(tag string) {
		t.Helper()
		if err := b.Lay(uid(t, tag), "ann"); err != nil {
			t.Fatal(err)
		}
		expectTag("ann: " + tag + " arrived")
	}
	expectHealth("") // it is OK
	lay(imp)
	chip := b.Reader("ann")
	for _, fault := range []virtual.ChipFault{virtual.ChipLineLow, virtual.ChipBusFails, virtual.ChipFrozen, virtual.ChipScrambled, virtual.ChipMute} {
		chip.SetFault(fault)
		expectHealth("check its wires and its 3.3 V")
		chip.SetFault(virtual.ChipSound)
		expectHealth("") // and the tag that still lies there is not reported again
		lay(monk)
		b.Lift(uid(t, monk))
		expectTag("ann: " + monk + " left")
	}
}
