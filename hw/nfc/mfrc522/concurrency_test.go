package mfrc522_test

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"familiar/hw/nfc/mfrc522"
)

// TestHandsMoveCardsWhileItReads puts and takes cards at any moment of a poll,
// far faster than hands do: no poll fails, nothing is seen that is not a card,
// and the card that stays is always seen.
func TestHandsMoveCardsWhileItReads(t *testing.T) {
	r := newRig(t)
	still := r.put("04A1B2C3D4E5F7")[0]
	moving := r.put("DEADBEEF", "04A1B2C3D4E5F6", "04A1B2C3D4E5F6071829")
	stop := make(chan struct{})
	var hands sync.WaitGroup
	for _, tag := range moving {
		hands.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					r.chip.Field().Take(tag)
					r.chip.Field().Put(tag)
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
	}
	close(stop)
	hands.Wait()
	t.Logf("the card that lies still was missed by %d of 300 polls", missed)
	if missed == 300 {
		t.Error("the card that lies still was never seen")
	}
}

func TestHaltWhileItReads(t *testing.T) {
	r := newRig(t)
	r.put("DEADBEEF")
	r.poll()
	var polling sync.WaitGroup
	polling.Go(func() {
		for {
			if _, err := r.dev.Tags(t.Context(), nil); err != nil {
				if !errors.Is(err, mfrc522.ErrHalted) {
					t.Errorf("Tags: %v, want ErrHalted", err)
				}
				return
			}
		}
	})
	for range 3 {
		if err := r.dev.Halt(); err != nil {
			t.Error(err)
		}
	}
	polling.Wait()
}
