package hw_test

import (
	"context"
	"slices"
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
// this takes real time.
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
	said := make(chan string, 100)
	table := hw.Open(c, b.System(), hw.Listener{
		Tag: func(e nfc.Event) { said <- e.String() },
		Health: func(h hw.Health) {
			text, _, _ := strings.Cut(h.Text, " (")
			said <- text
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
	expect := func(want ...string) {
		t.Helper()
		late := time.After(startTimeout)
		for len(want) > 0 {
			select {
			case s := <-said:
				i := slices.Index(want, s)
				if i < 0 {
					t.Fatalf("it says %q, and not %q", s, want)
				}
				want = slices.Delete(want, i, i+1)
			case <-late:
				t.Fatalf("it does not say %q", want)
			}
		}
	}
	lay := func(tag string) {
		t.Helper()
		if err := b.Lay(uid(t, tag), "ann"); err != nil {
			t.Fatal(err)
		}
		expect("ann: " + tag + " arrived")
	}
	expect("") // it is OK
	lay(imp)
	chip := b.Reader("ann")
	for _, fault := range []virtual.ChipFault{virtual.ChipLineLow, virtual.ChipBusFails, virtual.ChipFrozen, virtual.ChipScrambled, virtual.ChipMute} {
		chip.SetFault(fault)
		expect("check its wires and its 3.3 V")
		chip.SetFault(virtual.ChipSound)
		expect("") // and the tag that still lies there is not reported again
		lay(monk)
		b.Lift(uid(t, monk))
		expect("ann: " + monk + " left")
	}
}
