package companion_test

import (
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/protocol"
)

// layWhileBusy puts cards on readers while the table is busy, each at its own time.
func (h *testTable) layWhileBusy(busy time.Duration, seen map[string]time.Time, order ...string) {
	h.Helper()
	h.table.Busy(busy)
	for _, card := range order {
		if err := h.table.TagArrived(h.Context(), "altar-1", uidOf(card), seen[card]); err != nil {
			h.Fatal(err)
		}
	}
	time.Sleep(busy + time.Second/100)
	synctest.Wait()
}

// However long the table was busy, a card that was put down in time counts, and a late one does not.
func TestLateCardsDoNotCount(t *testing.T) {
	for range 20 { // the alarm and the inbox are ready at once, and either may be looked at first
		inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
			for _, card := range []string{"knight", "miller"} {
				h.must(ann, tableMove("amend", card, "deck", "ann.altar"))
			}
			for _, card := range []string{"imp", "acolyte"} { // only Ann can have them
				h.must(ann, move("hold", card))
			}
			h.must(ann, move("pray"))
			began := time.Now()
			time.Sleep(5 * time.Second)
			// The acolyte comes first, but late: without it the imp spoils the prayer.
			h.layWhileBusy(3*time.Second, map[string]time.Time{
				"acolyte": began.Add(6*time.Second + time.Millisecond), "imp": began.Add(6 * time.Second),
			}, "acolyte", "imp")
			h.expectFact(ann, "ritual", "none")
			h.expectFact(ann, "ann.favours", "0")
		})
	}
}

// A question about a card in time stops the timer: the other cards in the queue are then in time, too.
func TestTimerStandsStillAtABusyTable(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.altarOfSix(ann)
		h.must(ben, move("hold", "squire"))
		h.must(ann, move("pray"))
		began := time.Now()
		h.layWhileBusy(8*time.Second, map[string]time.Time{"squire": began.Add(5 * time.Second)}, "squire")
		if timer := h.game(ann).Timer; timer == nil || !timer.Paused {
			t.Fatalf("timer %+v", timer)
		}
		h.expectFact(ann, "ritual", "ann")
		h.must(ben, move("move", "squire", "ann", "ben"))
		time.Sleep(time.Second * 6)
		synctest.Wait()
		h.expectFact(ann, "ann.favours", "1")
	})
}

// A host may say amen on a phone: the timer stops.
func TestAmenByAHost(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := startPrayer(t, t.TempDir())
		time.Sleep(time.Second)
		h.must(ann, tableMove("amen"))
		h.expectFact(ann, "ann.favours", "1")
		if h.game(ann).Timer != nil {
			t.Error("the clock goes on")
		}
		n := len(h.shown.cues())
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if len(h.shown.cues()) != n {
			t.Errorf("cues %v", h.shown.cues()[n:])
		}
		h.must(ann, protocol.UndoRequest{}) // the amen
		if timer := h.game(ann).Timer; timer == nil || timer.Left != 6000 {
			t.Errorf("timer %+v", timer)
		}
	})
}
