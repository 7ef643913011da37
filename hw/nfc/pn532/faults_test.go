package pn532_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"familiar/hw/nfc"
	"familiar/hw/nfc/pn532"
	"familiar/hw/part"
	"familiar/hw/part/serialtest"
	"familiar/hw/virtual"
)

// chipFaults are all lasting faults of a chip.
var chipFaults = map[string]virtual.ChipFault{
	"low": virtual.ChipLineLow, "high": virtual.ChipLineHigh, "bus fails": virtual.ChipBusFails,
	"frozen": virtual.ChipFrozen, "scrambled": virtual.ChipScrambled, "mute": virtual.ChipMute,
	"refuses": virtual.ChipRefuses,
}

// longestPoll is longer than any poll of one tag may take: a search that never ends, all attempts to send, and the diagnosis.
const longestPoll = 600 * time.Millisecond

// expectation is the result of a fault on a wire.
type expectation struct {
	err  error
	gone bool
}

var (
	noAnswer = expectation{pn532.ErrNoAnswer, true}
	stuck    = expectation{pn532.ErrStuck, true}
	lost     = expectation{pn532.ErrReset, true}
	refused  = expectation{pn532.ErrRefused, false}
)

func TestOpenOnBrokenChips(t *testing.T) {
	tests := map[string]struct {
		fault virtual.ChipFault
		want  error
	}{
		"low":     {virtual.ChipLineLow, pn532.ErrNoAnswer},
		"high":    {virtual.ChipLineHigh, pn532.ErrNoAnswer},
		"frozen":  {virtual.ChipFrozen, pn532.ErrNoAnswer},
		"mute":    {virtual.ChipMute, pn532.ErrStuck},
		"refuses": {virtual.ChipRefuses, pn532.ErrRefused},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, r *rig) {
				r.chip.SetFault(test.fault)
				start := time.Now()
				if _, err := r.open(t.Context()); !errors.Is(err, test.want) {
					t.Errorf("Open: %v, want %v", err, test.want)
				}
				if took := time.Since(start); took > longestPoll {
					t.Errorf("Open took %v", took)
				}
				r.chip.SetFault(virtual.ChipSound)
				r.start()
				r.poll()
			})
		})
	}
}

func TestOpenOnBrokenBuses(t *testing.T) {
	bus := virtual.NewI2CBus("I2C1")
	if err := bus.Register(); err != nil {
		t.Fatal(err)
	}
	defer bus.Unregister()
	broken := virtual.NewPN532OnSPI("SPI0.1")
	broken.SetFault(virtual.ChipBusFails)
	if err := broken.Register(); err != nil {
		t.Fatal(err)
	}
	defer broken.Unregister()
	for bus, want := range map[string]error{
		"I2C1":                  pn532.ErrNoAnswer, // there is no chip on it
		"I2C9":                  part.ErrI2C,
		"SPI0.1":                part.ErrSPI,
		"SPI9.0":                part.ErrSPI,
		"/dev/there-is-no-such": part.ErrSerial,
		"/dev/null":             part.ErrSerial,
	} {
		if _, err := pn532.Open(t.Context(), bus); !errors.Is(err, want) {
			t.Errorf("Open(%s): %v, want %v", bus, err, want)
		}
	}
}

// TestTagsOnBrokenChips breaks a chip between two polls.
func TestTagsOnBrokenChips(t *testing.T) {
	tests := map[string]struct {
		fault virtual.ChipFault
		want  expectation
	}{
		"low":       {virtual.ChipLineLow, noAnswer},
		"high":      {virtual.ChipLineHigh, noAnswer},
		"bus fails": {virtual.ChipBusFails, noAnswer},
		"frozen":    {virtual.ChipFrozen, noAnswer},
		"mute":      {virtual.ChipMute, stuck},
		"refuses":   {virtual.ChipRefuses, refused},
		"brownout":  {virtual.ChipBrownout, lost},
	}
	for name, test := range tests {
		for _, uids := range [][]string{{}, {"04A1B2C3D4E5F6"}} {
			t.Run(fmt.Sprint(name, uids), func(t *testing.T) {
				onEach(t, func(t *testing.T, r *rig) {
					r.start()
					r.put(uids...)
					r.poll()
					r.chip.SetFault(test.fault)
					start := time.Now()
					_, err := r.dev.Tags(t.Context(), nil)
					if !errors.Is(err, test.want.err) || errors.Is(err, nfc.ErrGone) != test.want.gone {
						t.Errorf("Tags: %v, want %v, reader gone: %t", err, test.want.err, test.want.gone)
					}
					if took := time.Since(start); took > longestPoll {
						t.Errorf("the poll took %v", took)
					}
					if err := r.dev.Halt(); test.want.gone && err != nil {
						t.Errorf("Halt of a reader that is gone: %v", err)
					}
					r.chip.SetFault(virtual.ChipSound)
					r.start()
					if got := texts(r.poll()); !slices.Equal(got, uids) {
						t.Errorf("after it was opened again: saw %v", got)
					}
				})
			})
		}
	}
}

// bytesOf returns how many bytes a poll takes.
func bytesOf(r *rig) int {
	before, _ := r.chip.Traffic()
	r.poll()
	after, _ := r.chip.Traffic()
	return after - before
}

// TestFaultAtEveryByte breaks the chip at each byte of a poll: the poll returns an error or the right tags, and a repaired chip can be opened
// again.
func TestFaultAtEveryByte(t *testing.T) {
	faults := map[string]virtual.ChipFault{"brownout": virtual.ChipBrownout}
	for name, fault := range chipFaults {
		faults[name] = fault
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, r *rig) {
				r.start()
				tag := r.put("04A1B2C3D4E5F6")[0]
				r.poll()
				n := bytesOf(r)
				for at := 1; at <= n; at++ {
					r.chip.FaultAfter(at, fault)
					var err error
					for poll := 0; poll < 2 && err == nil; poll++ {
						start := time.Now()
						var got []nfc.UID
						got, err = r.dev.Tags(t.Context(), nil)
						if took := time.Since(start); took > longestPoll {
							t.Errorf("fault at byte %d: the poll took %v: %v, %v", at, took, got, err)
						}
						if err == nil && slices.ContainsFunc(got, func(u nfc.UID) bool { return u != tag.UID() }) {
							t.Fatalf("fault at byte %d: saw %v", at, got)
						}
					}
					if err == nil {
						t.Errorf("fault at byte %d: no poll failed", at)
					}
					r.chip.SetFault(virtual.ChipSound)
					r.dev.Halt()
					r.start()
					if got := r.poll(); len(got) != 1 {
						t.Fatalf("fault at byte %d: saw %v when it was sound again", at, got)
					}
				}
			})
		})
	}
}

// TestOneDisturbedByteIsRepeated disturbs each byte of a poll in turn, which costs only time.
func TestOneDisturbedByteIsRepeated(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
		r.put("04A1B2C3D4E5F6", "DEADBEEF")
		r.poll()
		want := texts(r.poll())
		n := bytesOf(r)
		for at := 1; at <= n; at++ {
			r.chip.FaultAfter(at, virtual.ChipGlitch)
			got, err := r.dev.Tags(t.Context(), nil)
			if err != nil || !slices.Equal(texts(got), want) {
				t.Errorf("byte %d of %d disturbed: saw %v, %v", at, n, got, err)
			}
			r.poll()
		}
		if got := r.dev.Retries(); got < uint64(n/4) || got > uint64(2*n) {
			t.Errorf("%d retries for %d bytes", got, n)
		}
	})
}

func TestStuckBus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, "I2C")
		r.start()
		r.poll()
		r.bus.SetFault(virtual.I2CStuck)
		ctx, cancel := context.WithTimeout(t.Context(), 900*time.Millisecond)
		defer cancel()
		start := time.Now()
		if _, err := r.dev.Tags(ctx, nil); err == nil {
			t.Error("a bus that is stuck gave tags")
		}
		// The kernel gives up after a second; no transfer starts after that.
		if took := time.Since(start); took > 1100*time.Millisecond {
			t.Errorf("Tags took %v", took)
		}
		if _, err := r.dev.Tags(t.Context(), nil); !errors.Is(err, pn532.ErrNoAnswer) || !errors.Is(err, virtual.ErrStuckBus) {
			t.Errorf("Tags: %v, want ErrNoAnswer for the bus", err)
		}
	})
}

// TestTagsObeysContext ends the context at each millisecond of a poll: the poll ends at once, and the next one sees the right tags.
func TestTagsObeysContext(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
		r.put("04A1B2C3D4E5F6", "DEADBEEF")
		want := texts(r.poll())
		start := time.Now()
		r.poll()
		whole := time.Since(start)
		cancelled := 0
		for after := time.Duration(0); after < whole; after += time.Millisecond {
			ctx, cancel := context.WithCancel(t.Context())
			timer := time.AfterFunc(after, cancel)
			start := time.Now()
			got, err := r.dev.Tags(ctx, nil)
			if errors.Is(err, context.Canceled) {
				cancelled++
			} else if err != nil || !slices.Equal(texts(got), want) {
				t.Errorf("cancelled after %v: %v, %v", after, got, err)
			}
			if took := time.Since(start); took > after+20*time.Millisecond {
				t.Errorf("cancelled after %v: took %v", after, took)
			}
			timer.Stop()
			cancel()
			if got := texts(r.poll()); !slices.Equal(got, want) {
				t.Errorf("after a poll that was cancelled after %v: %v", after, got)
			}
		}
		if cancelled < int(whole/time.Millisecond)/2 {
			t.Errorf("%d polls were cancelled", cancelled)
		}
	})
}

// TestLostAnswerIsDiscarded ends a poll at each millisecond, so that nobody waits for the chip's answer when it comes: the next poll does not take
// it for its own answer, and repeats nothing.
func TestLostAnswerIsDiscarded(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) { r.givesUp(t) })
	t.Run("a line that drips", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, "serial")
			r.open = func(ctx context.Context) (*pn532.Dev, error) {
				host, chip := serialtest.New()
				go r.chip.ServeSerial(chip)
				return pn532.OpenLine(ctx, serialtest.Dripping{End: host, Each: 300 * time.Microsecond})
			}
			r.givesUp(t)
		})
	})
}

func (r *rig) givesUp(t *testing.T) {
	t.Helper()
	r.start()
	r.put("04A1B2C3D4E5F6", "DEADBEEF")
	want := texts(r.poll())
	start := time.Now()
	r.poll()
	whole := time.Since(start)
	for after := time.Duration(0); after < whole; after += time.Millisecond {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		_, _ = r.dev.Tags(ctx, nil) // whether it was in time does not matter
		cancel()
		time.Sleep(longestPoll)
		before := r.dev.Retries()
		if got := texts(r.poll()); !slices.Equal(got, want) {
			t.Errorf("after a poll of %v: %v, want %v", after, got, want)
		}
		if n := r.dev.Retries() - before; n > 0 {
			t.Errorf("after a poll of %v: %d times something was said again", after, n)
		}
	}
}

func TestHaltIsIdempotent(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
		if !r.chip.Field().On() {
			t.Error("the field is off after Open")
		}
		for range 3 {
			if err := r.dev.Halt(); err != nil {
				t.Error(err)
			}
		}
		if r.chip.Field().On() {
			t.Error("the field is on after Halt")
		}
		if _, err := r.dev.Tags(t.Context(), nil); !errors.Is(err, pn532.ErrHalted) {
			t.Errorf("Tags: %v, want ErrHalted", err)
		}
	})
}

func TestHaltOnBrokenChip(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
		r.chip.SetFault(virtual.ChipFrozen)
		start := time.Now()
		if err := r.dev.Halt(); !errors.Is(err, pn532.ErrNoAnswer) {
			t.Errorf("Halt: %v, want ErrNoAnswer", err)
		}
		if took := time.Since(start); took > 150*time.Millisecond {
			t.Errorf("Halt took %v", took)
		}
		if err := r.dev.Halt(); err != nil {
			t.Errorf("second Halt: %v", err)
		}
	})
}

// TestWatcherRecovers breaks a chip under a watcher at any moment, and repairs it at any moment: it is back within two seconds.
func TestWatcherRecovers(t *testing.T) {
	for name, fault := range chipFaults {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, r *rig) {
				watched(t, r, func(d time.Duration) (mend func()) {
					r.chip.SetFault(fault)
					time.Sleep(d)
					return func() { r.chip.SetFault(virtual.ChipSound) }
				})
			})
		})
	}
	for name, fault := range map[string]virtual.I2CFault{"bus stuck": virtual.I2CStuck, "whole bus fails": virtual.I2CFails} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, "I2C")
				watched(t, r, func(d time.Duration) (mend func()) {
					r.bus.SetFault(fault)
					time.Sleep(d)
					return func() { r.bus.SetFault(virtual.I2CSound) }
				})
			})
		})
	}
}

func watched(t *testing.T, r *rig, broken func(time.Duration) (mend func())) {
	stays, goes, comes := newTag(t, "DEADBEEF"), newTag(t, "04A1B2C3D4E5F6"), newTag(t, "0477665544332A")
	r.chip.Field().Put(stays)
	events := make(chan nfc.Event, 100)
	w := &nfc.Watcher{
		Name:     "altar",
		Open:     func(ctx context.Context) (nfc.Reader, error) { return r.open(ctx) },
		Notify:   func(e nfc.Event) { events <- e },
		Interval: pn532.Interval,
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- w.Run(ctx) }()
	got := func() (kinds []string) {
		synctest.Wait()
		for len(events) > 0 {
			e := <-events
			kinds = append(kinds, e.Kind.String())
		}
		return kinds
	}
	time.Sleep(time.Second)
	if kinds := got(); !slices.Equal(kinds, []string{"found"}) {
		t.Errorf("at first: %v", kinds)
	}
	const outages = 5
	for i := range outages {
		r.chip.Field().Put(goes)
		time.Sleep(time.Second)
		got()
		mend := broken(3*time.Second + time.Duration(i)*237*time.Millisecond)
		if kinds := got(); !slices.Equal(kinds, []string{"lost"}) {
			t.Errorf("broken: %v", kinds)
		}
		r.chip.Field().Take(goes)
		r.chip.Field().Put(comes)
		mend()
		start := time.Now()
		for len(events) == 0 && time.Since(start) < 5*time.Second {
			time.Sleep(10 * time.Millisecond)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("it was back after %v", took)
		}
		time.Sleep(time.Second)
		if kinds := got(); !slices.Equal(kinds, []string{"back", "arrived", "left"}) {
			t.Errorf("mended: %v", kinds)
		}
		r.chip.Field().Take(comes)
		time.Sleep(time.Second)
		got()
	}
	if h := w.Health(); !h.Open || h.Reopenings != outages || h.Tags != 1 {
		t.Errorf("health: %+v", h)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestChipResetsItselfUnderAWatcher resets the chip by a dip in the supply.
func TestChipResetsItselfUnderAWatcher(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		tag := r.put("DEADBEEF")[0]
		var events []nfc.Event
		w := &nfc.Watcher{
			Name:     "altar",
			Open:     func(ctx context.Context) (nfc.Reader, error) { return r.open(ctx) },
			Notify:   func(e nfc.Event) { events = append(events, e) },
			Interval: pn532.Interval,
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- w.Run(ctx) }()
		time.Sleep(3 * time.Second)
		r.chip.SetFault(virtual.ChipBrownout)
		time.Sleep(3 * time.Second)
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if len(events) != 3 || events[0].Tag != tag.UID() || !errors.Is(events[1].Err, pn532.ErrReset) || events[2].Kind != nfc.Back {
			t.Fatalf("events: %v", events)
		}
		if d := events[2].At.Sub(events[1].At); d > 300*time.Millisecond {
			t.Errorf("it was away for %v", d)
		}
	})
}

// TestAnyFaultsInARow breaks a chip in any way, at any byte and for any time, again and again: two seconds after each fault it works and sees the
// right tags.
func TestAnyFaultsInARow(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		faults := append(slices.Collect(maps.Values(chipFaults)), virtual.ChipBrownout, virtual.ChipGlitch)
		slices.Sort(faults)
		random := rand.New(rand.NewPCG(532, 8))
		tags := []*virtual.Tag{newTag(t, "DEADBEEF"), newTag(t, "04A1B2C3D4E5F6"), newTag(t, "04A1B2C3D4E5F6071829")}
		there := map[nfc.UID]bool{}
		w := &nfc.Watcher{
			Name: "altar",
			Open: func(ctx context.Context) (nfc.Reader, error) { return r.open(ctx) },
			Notify: func(e nfc.Event) {
				switch e.Kind {
				case nfc.Arrived, nfc.Found:
					there[e.Tag] = true
				case nfc.Left:
					delete(there, e.Tag)
				}
			},
			Interval: pn532.Interval,
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- w.Run(ctx) }()
		for range 60 {
			fault := faults[random.IntN(len(faults))]
			r.chip.FaultAfter(1+random.IntN(500), fault)
			time.Sleep(time.Duration(random.IntN(3000)) * time.Millisecond)
			r.chip.SetFault(virtual.ChipSound)
			r.chip.Field().Clear()
			var want int
			for _, tag := range tags {
				if random.IntN(2) == 0 {
					r.chip.Field().Put(tag)
					want++
				}
			}
			time.Sleep(2*time.Second + nfc.DefaultGrace + 200*time.Millisecond)
			synctest.Wait()
			if h := w.Health(); !h.Open || len(there) != want || h.Tags != want {
				t.Fatalf("after %d: %v are there, want %d; health %+v", fault, there, want, h)
			}
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// TestHealthCountsRetries disturbs a byte now and then.
func TestHealthCountsRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, "I2C")
		w := &nfc.Watcher{
			Name:     "altar",
			Open:     func(ctx context.Context) (nfc.Reader, error) { return r.open(ctx) },
			Notify:   func(nfc.Event) {},
			Interval: pn532.Interval,
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- w.Run(ctx) }()
		time.Sleep(time.Second)
		for range 5 {
			r.chip.FaultAfter(14, virtual.ChipGlitch) // in an acknowledgement, or where it has no effect
			time.Sleep(time.Second)
		}
		if h := w.Health(); h.Retries == 0 || h.Retries > 5 || h.Errors != 0 || h.Reopenings != 0 {
			t.Errorf("health: %+v", h)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestString(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, "I2C")
		r.start()
		if got, want := r.dev.String(), "pn532(I2C1)"; got != want {
			t.Errorf("String() = %q, want %q", got, want)
		}
	})
}
