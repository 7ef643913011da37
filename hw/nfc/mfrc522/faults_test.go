package mfrc522_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"periph.io/x/conn/v3/physic"
	"pgregory.net/rapid"

	"familiar/hw/nfc"
	"familiar/hw/nfc/mfrc522"
	"familiar/hw/virtual"
)

// most is the number of SPI transactions that no poll may exceed in any case:
// all exchanges of a poll, each with its fetch and all late reads.
const most = 256 * 19

func TestNewSPIOnBrokenChips(t *testing.T) {
	tests := map[string]struct {
		fault virtual.ChipFault
		want  error
	}{
		"unplugged":              {virtual.ChipLineLow, mfrc522.ErrNoAnswer},
		"unplugged with pull-up": {virtual.ChipLineHigh, mfrc522.ErrNoAnswer},
		"bus fails":              {virtual.ChipBusFails, virtual.ErrBus},
		"scrambled":              {virtual.ChipScrambled, mfrc522.ErrNoAnswer},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			chip := virtual.NewMFRC522("SPI0.0")
			port, err := chip.Open()
			if err != nil {
				t.Fatal(err)
			}
			chip.SetFault(test.fault)
			if _, err := mfrc522.NewSPI(port, nil); !errors.Is(err, test.want) {
				t.Errorf("NewSPI: %v, want %v", err, test.want)
			}
		})
	}
}

func TestNewSPIAcceptsVersions(t *testing.T) {
	for version := range 256 {
		chip := virtual.NewMFRC522("SPI0.0")
		chip.SetVersion(byte(version))
		port, err := chip.Open()
		if err != nil {
			t.Fatal(err)
		}
		_, err = mfrc522.NewSPI(port, nil)
		if want := slices.Contains([]int{0x91, 0x92, 0x88, 0xB2, 0x12}, version); (err == nil) != want {
			t.Errorf("version %#02x: %v, want accepted: %t", version, err, want)
		}
		if err != nil && !errors.Is(err, mfrc522.ErrNoAnswer) {
			t.Errorf("version %#02x: %v, want ErrNoAnswer", version, err)
		}
	}
}

func TestNewSPIOptions(t *testing.T) {
	tests := map[string]struct {
		opts mfrc522.Opts
		ok   bool
	}{
		"defaults":   {mfrc522.Opts{}, true},
		"slow":       {mfrc522.Opts{Speed: physic.MegaHertz, Gain: mfrc522.Gain18dB}, true},
		"fast":       {mfrc522.Opts{Speed: 10 * physic.MegaHertz, Gain: mfrc522.Gain48dB}, true},
		"too slow":   {mfrc522.Opts{Speed: physic.MegaHertz - 1}, false},
		"too fast":   {mfrc522.Opts{Speed: 10*physic.MegaHertz + 1}, false},
		"no gain":    {mfrc522.Opts{Gain: 1}, false},
		"great gain": {mfrc522.Opts{Gain: 8}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := &rig{tb: t, chip: virtual.NewMFRC522("SPI0.0")}
			r.put("04A1B2C3D4E5F6", "DEADBEEF")
			port, err := r.chip.Open()
			if err != nil {
				t.Fatal(err)
			}
			r.dev, err = mfrc522.NewSPI(port, &test.opts)
			if !test.ok {
				if !errors.Is(err, mfrc522.ErrOpts) {
					t.Errorf("NewSPI: %v, want ErrOpts", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := r.poll(); len(got) != 2 {
				t.Errorf("saw %v, want two tags", got)
			}
		})
	}
}

// TestSlowPort limits the port to less than the speed with which the driver
// measures its waits.
func TestSlowPort(t *testing.T) {
	r := &rig{tb: t, chip: virtual.NewMFRC522("SPI0.0")}
	r.put("04A1B2C3D4E5F6", "DEADBEEF")
	port, err := r.chip.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := port.LimitSpeed(500 * physic.KiloHertz); err != nil {
		t.Fatal(err)
	}
	if r.dev, err = mfrc522.NewSPI(port, nil); err != nil {
		t.Fatal(err)
	}
	if got := r.poll(); len(got) != 2 {
		t.Errorf("saw %v, want two tags", got)
	}
}

func TestTagsOnBrokenChips(t *testing.T) {
	tests := map[string]struct {
		fault virtual.ChipFault
		want  error
		gone  bool
	}{
		"unplugged":              {virtual.ChipLineLow, mfrc522.ErrNoAnswer, true},
		"unplugged with pull-up": {virtual.ChipLineHigh, mfrc522.ErrNoAnswer, true},
		"bus fails":              {virtual.ChipBusFails, virtual.ErrBus, false},
		"frozen":                 {virtual.ChipFrozen, mfrc522.ErrStuck, true},
		"brownout":               {virtual.ChipBrownout, mfrc522.ErrReset, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.put("04A1B2C3D4E5F6")
			r.poll()
			r.chip.SetFault(test.fault)
			_, err := r.dev.Tags(t.Context(), nil)
			if !errors.Is(err, test.want) || errors.Is(err, nfc.ErrGone) != test.gone {
				t.Errorf("Tags: %v, want %v, reader gone: %t", err, test.want, test.gone)
			}
			r.chip.SetFault(virtual.ChipSound)
			r.dev = r.open()
			if got := r.poll(); len(got) != 1 {
				t.Errorf("after it was opened again: saw %v, want one tag", got)
			}
		})
	}
}

// TestFaultAtEveryTransaction breaks the chip at each transaction of a poll:
// the poll returns an error or the right tags, and a repaired chip can be
// opened again.
func TestFaultAtEveryTransaction(t *testing.T) {
	faults := map[string]virtual.ChipFault{
		"unplugged": virtual.ChipLineLow, "pulled up": virtual.ChipLineHigh,
		"bus fails": virtual.ChipBusFails, "frozen": virtual.ChipFrozen,
		"scrambled": virtual.ChipScrambled, "brownout": virtual.ChipBrownout,
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			tag := r.put("04A1B2C3D4E5F6")[0]
			for n := 1; n <= 60; n++ {
				r.poll()
				before, _ := r.chip.Traffic()
				r.chip.FaultAfter(n, fault)
				for range 2 {
					got, err := r.dev.Tags(t.Context(), nil)
					if err == nil && slices.ContainsFunc(got, func(u nfc.UID) bool { return u != tag.UID() }) {
						t.Fatalf("fault after %d transactions: saw %v", n, got)
					}
				}
				if after, _ := r.chip.Traffic(); after-before > 2*most {
					t.Fatalf("fault after %d transactions: two polls took %d", n, after-before)
				}
				r.chip.SetFault(virtual.ChipSound)
				r.dev = r.open()
			}
		})
	}
}

// TestOneGarbledTransferIsNotFatal scrambles the wires for one transaction.
func TestOneGarbledTransferIsNotFatal(t *testing.T) {
	r := newRig(t)
	r.put("04A1B2C3D4E5F6")
	r.poll()
	// The eighth transaction of a poll is the read that contains the status.
	port := r.openFlaky()
	r.poll()
	port.garble = true
	if _, err := r.dev.Tags(t.Context(), nil); !errors.Is(err, mfrc522.ErrGarbled) || errors.Is(err, nfc.ErrGone) {
		t.Errorf("Tags: %v, want ErrGarbled, not gone", err)
	}
	r.poll()
	if got := r.poll(); len(got) != 1 {
		t.Errorf("saw %v, want one tag", got)
	}
}

// TestPollAfterADisturbedAnswer disturbs each answer of a poll in turn. That leaves a tag in the middle of an anticollision, and the next poll lists it with the others.
func TestPollAfterADisturbedAnswer(t *testing.T) {
	r := newRig(t)
	r.put("04A1B2C3D4E5F6", "DEADBEEF", "DEADBEE0", "04A1B2C3D4E5F7")
	port := r.openFlaky()
	disturbed := 0
	for {
		port.answer = disturbed + 1
		if r.poll(); port.answer > 0 {
			break // a poll has no more answers
		}
		disturbed++
		if got := r.poll(); len(got) != 4 {
			t.Errorf("after answer %d of a poll was disturbed, the next one lists %v", disturbed, got)
		}
	}
	if disturbed < 10 {
		t.Errorf("only %d answers were disturbed", disturbed)
	}
}

// TestPollAfterALostFrame has each frame of a poll reach no tag, in turn. The next poll lists all tags, whatever the lost frame was to do to them.
func TestPollAfterALostFrame(t *testing.T) {
	for _, uids := range [][]string{{"04A1B2C3D4E5F6"}, {"DEADBEEF"}, {"04A1B2C3D4E5F6", "DEADBEEF", "DEADBEE0", "04A1B2C3D4E5F7"}} {
		r := newRig(t)
		r.put(uids...)
		field := r.chip.Field()
		n := 1
		for ; ; n++ {
			field.Lose(n)
			if r.poll(); field.Lose(0) > 0 {
				break // a poll has no more frames
			}
			if got := r.poll(); len(got) != len(uids) {
				t.Errorf("after frame %d of a poll with %d tags was lost, the next one lists %v", n, len(uids), got)
			}
		}
		if n < 4 {
			t.Errorf("a poll with %d tags has only %d frames", len(uids), n-1)
		}
	}
}

func TestNoiseInTheField(t *testing.T) {
	r := newRig(t)
	r.poll()
	rapid.Check(t, func(t *rapid.T) {
		noise := rapid.SliceOfN(rapid.Byte(), 0, 12)
		r.chip.Field().Jam(func([]byte) []byte { return noise.Draw(t, "noise") })
		defer r.chip.Field().Jam(nil)
		before, _ := r.chip.Traffic()
		if _, err := r.dev.Tags(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if after, _ := r.chip.Traffic(); after-before > most {
			t.Fatalf("a poll took %d transactions", after-before)
		}
	})
}

// FuzzTagFrames makes the field answer with arbitrary bytes: each answer is a
// length and as many bytes, again and again from the start.
func FuzzTagFrames(f *testing.F) {
	f.Add([]byte{2, 0x04, 0x00, 5, 0xDE, 0xAD, 0xBE, 0xEF, 0x22, 3, 0x00, 0xFE, 0x51, 0})
	f.Add([]byte{2, 0x44, 0x00, 5, 0x88, 0x04, 0xA1, 0xB2, 0x9F, 3, 0x04, 0xDA, 0x17})
	f.Add([]byte{64, 1, 2, 3})
	f.Add([]byte{1, 0xFF})
	f.Add([]byte("00000000000000000000000000000000000000000000000000")) // answers without end
	r := newRig(f)
	r.poll()
	f.Fuzz(func(t *testing.T, script []byte) {
		rest := script
		r.chip.Field().Jam(func([]byte) []byte {
			if len(rest) == 0 {
				rest = script
			}
			if len(rest) == 0 {
				return nil
			}
			n := min(int(rest[0]), len(rest)-1)
			a := rest[1 : 1+n]
			rest = rest[1+n:]
			return a
		})
		before, _ := r.chip.Traffic()
		uids, err := r.dev.Tags(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, u := range uids {
			if u.IsZero() || slices.Contains(uids[:i], u) {
				t.Fatalf("saw %v", uids)
			}
		}
		if after, _ := r.chip.Traffic(); after-before > most {
			t.Fatalf("a poll took %d transactions", after-before)
		}
	})
}

func TestTagsObeysContext(t *testing.T) {
	r := newRig(t)
	r.put("DEADBEEF")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 2 {
		if _, err := r.dev.Tags(ctx, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("Tags: %v, want context.Canceled", err)
		}
	}
	// Cancelled while the field answers.
	r.poll()
	ctx, cancel = context.WithCancel(t.Context())
	frames := 0
	r.chip.Field().Jam(func([]byte) []byte {
		if frames++; frames == 2 {
			cancel()
		}
		return []byte{0xFF, 0xFF, 0xFF, 0xFF, 0x00}
	})
	if _, err := r.dev.Tags(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Tags: %v, want context.Canceled", err)
	}
	if frames != 2 {
		t.Errorf("%d frames were sent, want none after it was cancelled in the second", frames)
	}
	r.chip.Field().Jam(nil)
	if got := r.poll(); len(got) != 1 {
		t.Errorf("saw %v, want one tag", got)
	}
}

func TestHaltIsIdempotent(t *testing.T) {
	r := newRig(t)
	if !r.chip.Field().On() {
		t.Error("the field is off after NewSPI")
	}
	for range 3 {
		if err := r.dev.Halt(); err != nil {
			t.Error(err)
		}
	}
	if r.chip.Field().On() {
		t.Error("the field is on after Halt")
	}
	if _, err := r.dev.Tags(t.Context(), nil); !errors.Is(err, mfrc522.ErrHalted) {
		t.Errorf("Tags: %v, want ErrHalted", err)
	}
}

func TestHaltOnBrokenBus(t *testing.T) {
	r := newRig(t)
	r.chip.SetFault(virtual.ChipBusFails)
	if err := r.dev.Halt(); !errors.Is(err, virtual.ErrBus) {
		t.Errorf("Halt: %v, want the bus's error", err)
	}
	if err := r.dev.Halt(); err != nil {
		t.Errorf("second Halt: %v", err)
	}
}

func TestString(t *testing.T) {
	if got, want := newRig(t).dev.String(), "mfrc522(SPI0.0)"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
}
