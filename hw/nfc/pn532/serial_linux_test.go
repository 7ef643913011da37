package pn532_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"familiar/hw/nfc/pn532"
	"familiar/hw/virtual"
)

// newTerminal is a chip on a terminal of the kernel, whose time is the real one.
func newTerminal(tb testing.TB) *rig {
	tb.Helper()
	r := &rig{tb: tb, chip: virtual.NewPN532OnSerial(filepath.Join(tb.TempDir(), "serial0"))}
	r.register(r.chip)
	r.open = r.byName
	return r
}

func TestTerminal(t *testing.T) {
	r := newTerminal(t)
	r.start()
	r.put("04A1B2C3D4E5F6", "DEADBEEF")
	for range 2 {
		if got := texts(r.poll()); !slices.Equal(got, []string{"04A1B2C3D4E5F6", "DEADBEEF"}) {
			t.Errorf("saw %v", got)
		}
	}
	r.content()
	if err := r.dev.Halt(); err != nil {
		t.Error(err)
	}
	// What the former driver left unread is not taken for an answer.
	r.start()
	if got := r.poll(); len(got) != 2 {
		t.Errorf("opened again: saw %v", got)
	}
}

// TestTerminalIsUnplugged pulls out the adapter that the chip is on, and plugs it
// in again.
func TestTerminalIsUnplugged(t *testing.T) {
	r := newTerminal(t)
	r.start()
	r.put("DEADBEEF")
	r.poll()
	r.chip.SetFault(virtual.ChipBusFails)
	for {
		_, err := r.dev.Tags(t.Context(), nil)
		if errors.Is(err, pn532.ErrNoAnswer) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := r.dev.Halt(); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := r.open(ctx); !errors.Is(err, pn532.ErrSerial) && !errors.Is(err, pn532.ErrNoAnswer) {
		t.Errorf("Open while it is away: %v", err)
	}
	r.chip.SetFault(virtual.ChipSound)
	for {
		dev, err := r.open(ctx)
		if err == nil {
			r.dev = dev
			break
		}
		if ctx.Err() != nil {
			t.Fatal(err)
		}
	}
	defer r.dev.Halt()
	if got := texts(r.poll()); !slices.Equal(got, []string{"DEADBEEF"}) {
		t.Errorf("plugged in again: saw %v", got)
	}
}

// TestTerminalThatIsSilent is a chip without its wires on a line that is there.
func TestTerminalThatIsSilent(t *testing.T) {
	r := newTerminal(t)
	r.start()
	r.chip.SetFault(virtual.ChipLineHigh)
	if _, err := r.dev.Tags(t.Context(), nil); !errors.Is(err, pn532.ErrNoAnswer) {
		t.Errorf("Tags: %v, want ErrNoAnswer", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.open(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v, want context.Canceled", err)
	}
}
