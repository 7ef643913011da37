package mfrc522

import (
	"errors"
	"testing"

	"familiar/hw/nfc/iso14443"
)

func TestNearestCollision(t *testing.T) {
	tests := map[string]struct {
		known, pos int
		received   iso14443.Part
		want       int
	}{
		"nothing known":             {0, 5, iso14443.Part{}, 5},
		"nothing known, last bit":   {0, 32, iso14443.Part{}, 32},
		"not known where":           {0, 0, iso14443.Part{}, 0},
		"aligned to a byte":         {10, 4, iso14443.Part{}, 12},
		"from the byte is too near": {10, 2, iso14443.Part{}, 12},
		"the level is nearer":       {10, 11, iso14443.Part{}, 11},
		"a 1 behind it rules out":   {10, 4, iso14443.Part{0, 1 << 5}, 14},
		"nowhere":                   {30, 10, iso14443.Part{}, 0},
	}
	for name, test := range tests {
		if got := nearestCollision(test.known, test.pos, test.received); got != test.want {
			t.Errorf("%s: nearest(%d, %d, % x) = %d, want %d", name, test.known, test.pos, test.received, got, test.want)
		}
	}
}

// TestEndOfAnExchange reads the end of a long read: what the chip says of itself, and of the exchange.
func TestEndOfAnExchange(t *testing.T) {
	for name, test := range map[string]struct {
		errors, irq byte
		done        bool
		err         error
	}{
		"not yet":                {0, irqSent, false, nil},
		"an answer":              {0, irqReceived, true, nil},
		"no answer in time":      {0, irqTimer, true, nil},
		"a collision":            {errCollision, irqReceived, true, nil},
		"overheated":             {errOverheated, 0, false, ErrOverheated},
		"overheated, in the end": {errOverheated, irqReceived, false, ErrOverheated},
	} {
		r := make([]byte, atComIrq)
		r[len(r)-atVersion], r[len(r)-atTMode], r[len(r)-atTxControl] = 0x92, timerAuto, antennaOn
		r[len(r)-atError], r[len(r)-atComIrq] = test.errors, test.irq
		if done, err := (&Dev{}).ended(r); done != test.done || !errors.Is(err, test.err) || (err == nil) != (test.err == nil) {
			t.Errorf("%s: ended is %t, %v", name, done, err)
		}
	}
}

// TestReadsFitIntoOneCall: a connection that takes few bytes in a call gets shorter reads, but one at least.
func TestReadsFitIntoOneCall(t *testing.T) {
	const overhead = 8 * 128
	for limit, want := range map[int]int{
		0: maxIrqReads, 1: 1, overhead + len(statusAddresses): 1, overhead + len(statusAddresses) + 5: 5, overhead + len(statusAddresses) + maxIrqReads: maxIrqReads, 1 << 20: maxIrqReads,
	} {
		var f frames
		f.prepare(limit)
		if f.maxReads != want {
			t.Errorf("in calls of %d bytes it reads %d times, not %d times", limit, f.maxReads, want)
		}
		for n, reads := range map[int]int{-1: 1, 0: 1, 1: 1, maxIrqReads + 1: want} {
			if w, r := f.irqRead(n); len(w) != reads+len(statusAddresses) || len(r) != len(w) {
				t.Errorf("in calls of %d bytes, %d reads are %d bytes", limit, n, len(w))
			}
		}
	}
}
