package mfrc522

import (
	"errors"
	"testing"
)

func TestCRC(t *testing.T) {
	tests := []struct {
		frame  []byte
		lo, hi byte
	}{
		{[]byte{0x00, 0x00}, 0xA0, 0x1E}, // ISO/IEC 14443-3, annex B, example 1
		{[]byte{0x12, 0x34}, 0x26, 0xCF}, // example 2
		{[]byte{0x50, 0x00}, 0x57, 0xCD}, // HLTA
	}
	for _, test := range tests {
		if lo, hi := crcA(test.frame); lo != test.lo || hi != test.hi {
			t.Errorf("crcA(% x) = %02x %02x, want %02x %02x", test.frame, lo, hi, test.lo, test.hi)
		}
	}
}

func TestNearestCollision(t *testing.T) {
	tests := map[string]struct {
		known, pos int
		received   part
		want       int
	}{
		"nothing known":             {0, 5, part{}, 5},
		"nothing known, last bit":   {0, 32, part{}, 32},
		"not known where":           {0, 0, part{}, 0},
		"aligned to a byte":         {10, 4, part{}, 12},
		"from the byte is too near": {10, 2, part{}, 12},
		"the level is nearer":       {10, 11, part{}, 11},
		"a 1 behind it rules out":   {10, 4, part{0, 1 << 5}, 14},
		"nowhere":                   {30, 10, part{}, 0},
	}
	for name, test := range tests {
		if got := nearestCollision(test.known, test.pos, test.received); got != test.want {
			t.Errorf("%s: nearest(%d, %d, % x) = %d, want %d", name, test.known, test.pos, test.received, got, test.want)
		}
	}
}

func TestAssembleRefusesHalfUIDs(t *testing.T) {
	ct := part{cascadeTag, 1, 2, 3}
	end := part{4, 5, 6, 7}
	tests := map[string]struct {
		parts []part
		want  string
	}{
		"single":              {[]part{end}, "04050607"},
		"double":              {[]part{ct, end}, "01020304050607"},
		"triple":              {[]part{ct, ct, end}, "01020301020304050607"},
		"ends in a cascade":   {[]part{ct}, ""},
		"double, cut short":   {[]part{ct, ct}, ""},
		"triple, last is any": {[]part{ct, ct, ct}, "01020301020388010203"},
	}
	for name, test := range tests {
		uid, ok := assemble(test.parts)
		if got := uid.String(); got != test.want || ok != (test.want != "") {
			t.Errorf("%s: %q, %t, want %q", name, got, ok, test.want)
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
