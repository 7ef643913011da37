package nfc_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"

	"familiar/hw/nfc"
	"familiar/hw/nfc/mfrc522"
	"familiar/hw/virtual"
)

// wired is a reader and its port. Halting the reader closes the port.
type wired struct {
	*mfrc522.Dev
	port spi.PortCloser
}

func (w wired) Halt() error { return errors.Join(w.Dev.Halt(), w.port.Close()) }

// openByName opens a reader like the daemon does with a port's name from its config.
func openByName(name string) func(context.Context) (nfc.Reader, error) {
	return func(context.Context) (nfc.Reader, error) {
		port, err := spireg.Open(name)
		if err != nil {
			return nil, err
		}
		dev, err := mfrc522.NewSPI(port, nil)
		if err != nil {
			return nil, errors.Join(err, port.Close())
		}
		return wired{dev, port}, nil
	}
}

// newChip makes an emulated chip that takes the time of a real one. It is made
// within a bubble, so it uses the bubble's time, to the microsecond.
func newChip(t *testing.T, name string) *virtual.MFRC522 {
	t.Helper()
	chip := virtual.NewMFRC522(name)
	chip.Pace(true)
	if err := chip.Register(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := chip.Unregister(); err != nil {
			t.Error(err)
		}
	})
	return chip
}

func newTag(t *testing.T, s string) *virtual.Tag {
	t.Helper()
	tag, err := virtual.NewTag(uid(t, s))
	if err != nil {
		t.Fatal(err)
	}
	return tag
}

// collect runs a watcher until the test ends. The returned function returns the
// events since its last call.
func collect(t *testing.T, w *nfc.Watcher) (events func() []nfc.Event) {
	ctx, cancel := context.WithCancel(t.Context())
	var got []nfc.Event
	w.Notify = func(e nfc.Event) { got = append(got, e) }
	done := make(chan error)
	go func() { done <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return func() []nfc.Event {
		synctest.Wait()
		e := got
		got = nil
		return e
	}
}

// TestLatency puts cards down at all moments of the polling cycle and measures
// the time until they are reported, in the chip's own time: SPI at 4 MHz, 20 µs
// a transaction, frames on the air.
func TestLatency(t *testing.T) {
	tests := map[string]struct {
		lying []string
		most  time.Duration
	}{
		"empty field":       {nil, 16 * time.Millisecond},
		"beside two others": {[]string{"DEADBEEF", "0477665544332A"}, 35 * time.Millisecond},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				chip := newChip(t, "SPI0.0")
				for _, s := range test.lying {
					chip.Field().Put(newTag(t, s))
				}
				w := &nfc.Watcher{Name: "altar", Open: openByName("SPI0.0")}
				events := collect(t, w)
				time.Sleep(100 * time.Millisecond)
				events()
				var sum, worst time.Duration
				const cards = 40
				for i := range cards {
					tag := newTag(t, "04A1B2C3D4E5F6")
					time.Sleep(time.Duration(i) * 343 * time.Microsecond)
					start := time.Now()
					chip.Field().Put(tag)
					time.Sleep(100 * time.Millisecond)
					got := events()
					if len(got) != 1 || got[0].Kind != nfc.Arrived || got[0].Tag != tag.UID() {
						t.Fatalf("card %d: %v", i, got)
					}
					d := got[0].At.Sub(start)
					sum += d
					worst = max(worst, d)
					chip.Field().Take(tag)
					time.Sleep(time.Second)
					if got := events(); len(got) != 1 || got[0].Kind != nfc.Left {
						t.Fatalf("card %d: %v", i, got)
					}
				}
				t.Logf("from card to event: %v on average, %v at worst", sum/cards, worst)
				if worst > test.most {
					t.Errorf("at worst %v from card to event, want at most %v", worst, test.most)
				}
			})
		})
	}
}

func TestReaderIsUnpluggedAndPluggedIn(t *testing.T) {
	for name, fault := range map[string]virtual.ChipFault{
		"low": virtual.ChipLineLow, "high": virtual.ChipLineHigh, "error": virtual.ChipBusFails,
		"frozen": virtual.ChipFrozen, "scrambled": virtual.ChipScrambled,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				chip := newChip(t, "SPI0.0")
				stays, goes, comes := newTag(t, "DEADBEEF"), newTag(t, "04A1B2C3D4E5F6"), newTag(t, "0477665544332A")
				chip.Field().Put(stays)
				chip.Field().Put(goes)
				w := &nfc.Watcher{Name: "altar", Open: openByName("SPI0.0")}
				events := collect(t, w)
				time.Sleep(time.Second)
				if got := kinds(events()); !slices.Equal(got, []string{"found", "found"}) {
					t.Errorf("at first: %v", got)
				}
				chip.SetFault(fault)
				time.Sleep(5 * time.Second)
				if got := kinds(events()); !slices.Equal(got, []string{"lost"}) {
					t.Errorf("unplugged: %v", got)
				}
				chip.Field().Take(goes)
				chip.Field().Put(comes)
				chip.SetFault(virtual.ChipSound)
				time.Sleep(5 * time.Second)
				got := events()
				if !slices.Equal(kinds(got), []string{"back", "arrived", "left"}) ||
					got[1].Tag != comes.UID() || got[2].Tag != goes.UID() {
					t.Errorf("plugged in: %v", got)
				}
				if h := w.Health(); !h.Open || h.Reopenings != 1 || h.Tags != 2 {
					t.Errorf("health: %+v", h)
				}
			})
		})
	}
}

func TestReaderResetsItselfInMidGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := newChip(t, "SPI0.0")
		chip.Field().Put(newTag(t, "DEADBEEF"))
		events := collect(t, &nfc.Watcher{Name: "altar", Open: openByName("SPI0.0")})
		time.Sleep(3 * time.Second)
		events()
		chip.SetFault(virtual.ChipBrownout)
		time.Sleep(3 * time.Second)
		got := events()
		if !slices.Equal(kinds(got), []string{"lost", "back"}) || !errors.Is(got[0].Err, mfrc522.ErrReset) {
			t.Fatalf("got %v", got)
		}
		if d := got[1].At.Sub(got[0].At); d > 200*time.Millisecond {
			t.Errorf("it was away for %v", d)
		}
	})
}

func TestTwoReadersAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ann, ben := newChip(t, "SPI0.0"), newChip(t, "SPI0.1")
		card := newTag(t, "DEADBEEF")
		annEvents := collect(t, &nfc.Watcher{Name: "ann", Open: openByName("SPI0.0")})
		benEvents := collect(t, &nfc.Watcher{Name: "ben", Open: openByName("SPI0.1")})
		time.Sleep(200 * time.Millisecond)
		ann.Field().Put(card)
		time.Sleep(500 * time.Millisecond)
		ann.Field().Take(card)
		ben.Field().Put(card)
		time.Sleep(500 * time.Millisecond)
		if got := kinds(annEvents()); !slices.Equal(got, []string{"arrived", "left"}) {
			t.Errorf("ann: %v", got)
		}
		if got := kinds(benEvents()); !slices.Equal(got, []string{"arrived"}) {
			t.Errorf("ben: %v", got)
		}
	})
}

// TestSettle throws five tags into a bowl of two halves. One rolls
// from one half into the other, one out of the bowl: tags arrive only where
// they come to rest, and those that lay there from the start are found.
func TestSettle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left, right := newChip(t, "SPI0.0"), newChip(t, "SPI0.1")
		old := newTag(t, "0411223344556F")
		left.Field().Put(old)
		const settle = 700 * time.Millisecond
		leftEvents := collect(t, &nfc.Watcher{Name: "left", Open: openByName("SPI0.0"), Settle: settle})
		rightEvents := collect(t, &nfc.Watcher{Name: "right", Open: openByName("SPI0.1"), Settle: settle})
		time.Sleep(2 * time.Second)
		if got := leftEvents(); !slices.Equal(kinds(got), []string{"found"}) || got[0].Tag != old.UID() {
			t.Errorf("at first: %v", got)
		}
		lies, rolls, outside := newTag(t, "DEADBEEF"), newTag(t, "04A1B2C3D4E5F6"), newTag(t, "0477665544332A")
		also, there := newTag(t, "04010203040506"), newTag(t, "0B0C0D0E")
		start := time.Now()
		for _, tag := range []*virtual.Tag{lies, rolls, outside, also} {
			left.Field().Put(tag)
		}
		right.Field().Put(there)
		time.Sleep(400 * time.Millisecond)
		left.Field().Take(rolls)
		left.Field().Take(outside)
		right.Field().Put(rolls)
		time.Sleep(2 * time.Second)
		arrived := func(name string, got []nfc.Event, want map[nfc.UID]time.Duration) {
			t.Helper()
			for _, e := range got {
				after, ok := want[e.Tag]
				if took := e.At.Sub(start) + settle; e.Kind != nfc.Arrived || !ok || took < after || took > after+60*time.Millisecond {
					t.Errorf("%s: %v after %v", name, e, took)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%s: %v", name, got)
			}
		}
		arrived("left", leftEvents(), map[nfc.UID]time.Duration{lies.UID(): settle, also.UID(): settle})
		arrived("right", rightEvents(), map[nfc.UID]time.Duration{there.UID(): settle, rolls.UID(): 400*time.Millisecond + settle})
		left.Field().Take(lies)
		time.Sleep(time.Second)
		if got := leftEvents(); !slices.Equal(kinds(got), []string{"left"}) || got[0].Tag != lies.UID() {
			t.Errorf("taken out: %v", got)
		}
	})
}

func kinds(events []nfc.Event) []string {
	var s []string
	for _, e := range events {
		s = append(s, e.Kind.String())
	}
	return s
}
