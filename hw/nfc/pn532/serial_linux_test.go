package pn532_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"familiar/hw/nfc"
	"familiar/hw/nfc/pn532"
	"familiar/hw/part"
	"familiar/hw/virtual"
)

// newTerminal returns a chip on a terminal of the kernel, which uses real time.
func newTerminal(tb testing.TB) *rig {
	tb.Helper()
	r := &rig{tb: tb, chip: virtual.NewPN532OnSerial(filepath.Join(tb.TempDir(), "serial0"))}
	r.register(r.chip)
	r.open = r.byName
	return r
}

// patience is how long a chip may take to answer in real time on a busy
// machine: the emulated chip runs on it, too.
const patience = 30 * time.Second

// startSoon opens the chip with as many tries as it takes: a chip that gets no
// processor time does not answer in time.
func (r *rig) startSoon() {
	r.tb.Helper()
	ctx, cancel := context.WithTimeout(r.tb.Context(), patience)
	defer cancel()
	for {
		dev, err := r.open(ctx)
		if err == nil {
			r.dev = dev
			return
		}
		if ctx.Err() != nil {
			r.tb.Fatal(err)
		}
	}
}

// seesSoon polls until the chip sees these tags, and opens it again if it is gone.
func (r *rig) seesSoon(want ...string) {
	r.tb.Helper()
	for late := time.Now().Add(patience); ; {
		seen, err := r.dev.Tags(r.tb.Context(), nil)
		got := texts(seen)
		switch {
		case err == nil && slices.Equal(got, want):
			return
		case time.Now().After(late):
			r.tb.Fatalf("saw %v (%v), want %v", got, err, want)
		case errors.Is(err, nfc.ErrGone):
			_ = r.dev.Halt() // it has failed already
			r.startSoon()
		}
	}
}

func TestTerminal(t *testing.T) {
	r := newTerminal(t)
	r.startSoon()
	r.put("04A1B2C3D4E5F6", "DEADBEEF")
	for range 2 {
		r.seesSoon("04A1B2C3D4E5F6", "DEADBEEF")
	}
	r.content()
	_ = r.dev.Halt() // ignore the error of a chip that gets no processor time
	// Bytes that the former driver left unread are not taken for an answer.
	r.startSoon()
	r.seesSoon("04A1B2C3D4E5F6", "DEADBEEF")
	_ = r.dev.Halt()
}

// TestTerminalIsUnplugged unplugs the chip's adapter, and plugs it in again.
func TestTerminalIsUnplugged(t *testing.T) {
	r := newTerminal(t)
	r.startSoon()
	r.put("DEADBEEF")
	r.seesSoon("DEADBEEF")
	r.chip.SetFault(virtual.ChipBusFails)
	for late := time.Now().Add(patience); ; {
		_, err := r.dev.Tags(t.Context(), nil)
		if errors.Is(err, pn532.ErrNoAnswer) {
			break
		}
		if time.Now().After(late) {
			t.Fatalf("its line is away: %v", err)
		}
	}
	_ = r.dev.Halt() // its line is gone
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := r.open(ctx); !errors.Is(err, part.ErrSerial) && !errors.Is(err, pn532.ErrNoAnswer) {
		t.Errorf("Open while it is away: %v", err)
	}
	r.chip.SetFault(virtual.ChipSound)
	r.startSoon()
	r.seesSoon("DEADBEEF")
	_ = r.dev.Halt()
}

// TestTerminalThatIsSilent: a line that exists, with no chip on it.
func TestTerminalThatIsSilent(t *testing.T) {
	r := newTerminal(t)
	r.startSoon()
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
