package pn532_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/hw/nfc/pn532"
	"familiar/hw/virtual"
)

// TestHandsMoveCardsWhileItReads puts and takes cards at any moment of a poll,
// far faster than hands do: no poll fails, nothing is seen that is not a card,
// and the card that stays is seen in almost every poll.
func TestHandsMoveCardsWhileItReads(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
		still := r.put("04A1B2C3D4E5F7")[0]
		moving := r.put("DEADBEEF", "04A1B2C3D4E5F6", "04A1B2C3D4E5F6071829")
		stop := make(chan struct{})
		var hands sync.WaitGroup
		for i, tag := range moving {
			random := rand.New(rand.NewPCG(uint64(i), 532))
			hands.Go(func() {
				for {
					r.chip.Field().Take(tag)
					r.chip.Field().Put(tag)
					select {
					case <-stop:
						return
					case <-time.After(time.Duration(random.Int64N(int64(20 * time.Millisecond)))):
					}
				}
			})
		}
		missed := 0
		for range 300 {
			uids := r.poll()
			if !slices.Contains(uids, still.UID()) {
				missed++
			}
			for _, u := range uids {
				known := u == still.UID()
				for _, tag := range moving {
					known = known || u == tag.UID()
				}
				if !known {
					t.Errorf("saw %v", u)
				}
			}
			time.Sleep(pn532.Interval)
		}
		close(stop)
		hands.Wait()
		if missed > 100 {
			t.Errorf("the card that lies still was missed by %d of 300 polls", missed)
		}
	})
}

func TestHaltWhileItReads(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
		r.put("DEADBEEF")
		var polling sync.WaitGroup
		for range 3 {
			polling.Go(func() {
				for {
					if _, err := r.dev.Tags(context.Background(), nil); err != nil {
						if !errors.Is(err, pn532.ErrHalted) {
							t.Errorf("Tags: %v, want ErrHalted", err)
						}
						return
					}
				}
			})
		}
		time.Sleep(100 * time.Millisecond)
		for range 3 {
			if err := r.dev.Halt(); err != nil {
				t.Error(err)
			}
		}
		polling.Wait()
	})
}

// TestTagsStopsWaitingForTheLock polls with a context that ends while another
// poll runs.
func TestTagsStopsWaitingForTheLock(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
		r.chip.SetFault(virtual.ChipMute)
		var first sync.WaitGroup
		first.Go(func() {
			if _, err := r.dev.Tags(context.Background(), nil); err == nil {
				t.Error("a chip that never answers gave tags")
			}
		})
		time.Sleep(50 * time.Millisecond)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		if _, err := r.dev.Tags(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Tags: %v, want context.DeadlineExceeded", err)
		}
		first.Wait()
	})
}

// TestTwoReadersAndOthersOnOneBus polls two readers at once, one of them on a
// bus with much other traffic.
func TestTwoReadersAndOthersOnOneBus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newRig(t, "I2C"), newRig(t, "SPI")
		if err := a.bus.Attach(0x3C, deaf{}); err != nil {
			t.Fatal(err)
		}
		a.start()
		b.start()
		a.put("DEADBEEF")
		b.put("04A1B2C3D4E5F6")
		panel, err := a.bus.Open()
		if err != nil {
			t.Fatal(err)
		}
		stop := make(chan struct{})
		var others sync.WaitGroup
		others.Go(func() {
			for {
				if err := panel.Tx(0x3C, make([]byte, 130), nil); err != nil {
					t.Error(err)
				}
				select {
				case <-stop:
					return
				case <-time.After(time.Millisecond):
				}
			}
		})
		others.Go(func() {
			for range 50 {
				if got := texts(b.poll()); !slices.Equal(got, []string{"04A1B2C3D4E5F6"}) {
					t.Errorf("saw %v", got)
				}
			}
		})
		for range 50 {
			if got := texts(a.poll()); !slices.Equal(got, []string{"DEADBEEF"}) {
				t.Errorf("saw %v", got)
			}
		}
		close(stop)
		others.Wait()
		a.content()
		b.content()
	})
}

// deaf is a chip that only listens.
type deaf struct{}

func (deaf) Write([]byte) error { return nil }
func (deaf) Read([]byte) error  { return nil }
