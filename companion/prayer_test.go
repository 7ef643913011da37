package companion_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/companion/scene"
)

// altarOfSix makes Ann's altar worth six: knight and miller, by amendment.
func (h *testTable) altarOfSix(p *companion.Phone) {
	h.Helper()
	for _, card := range []string{"knight", "miller"} {
		h.must(p, tableMove("amend", card, "deck", "ann.altar"))
	}
}

// startPrayer begins a game of ann and ben in which Ann has begun to pray over an altar of six.
func startPrayer(t *testing.T, dir string) (h *testTable, ann, ben *companion.Phone) {
	t.Helper()
	h, ann, ben = startGame(t, dir, nil)
	h.altarOfSix(ann)
	h.must(ann, move("pray"))
	return h, ann, ben
}

func TestPrayerTakesSixSeconds(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.altarOfSix(ann)
		h.press("pray", false)
		began := time.Now()
		h.expectFact(ben, "ritual", "ann")
		if timer := h.game(ben).Timer; timer == nil || timer.Left != 6000 || timer.Paused || timer.Seat != 0 {
			t.Fatalf("timer %+v", timer)
		}
		time.Sleep(2500 * time.Millisecond)
		// Thrown in time: the altar is 5, and 6 again.
		h.layCard("altar-1", "imp")
		h.answer(ben, 1)
		h.layCard("altar-1", "acolyte")
		h.answer(ben, 1)
		h.expectFact(ann, "ann.altar.value", "6")
		time.Sleep(3499 * time.Millisecond)
		synctest.Wait()
		h.expectFact(ann, "ritual", "ann")
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		h.expectFact(ann, "ritual", "none")
		h.expectFact(ann, "ann.favours", "1")
		if took := time.Since(began); took != 6001*time.Millisecond {
			t.Errorf("the test took %v", took)
		}
		ticks := 0
		for _, c := range h.shown.cues() {
			if c == scene.CueTick {
				ticks++
			}
		}
		if ticks != 5 || !slices.Contains(h.shown.cues(), scene.CueBegin) || !slices.Contains(h.shown.cues(), scene.CueFanfare) {
			t.Errorf("%d ticks among %v", ticks, h.shown.cues())
		}
		if h.game(ann).Timer != nil {
			t.Error("the timer is still shown")
		}
	})
}

// answer picks the option by which a seat made the move, if there is a question about it.
func (h *testTable) answer(p *companion.Phone, seat int) {
	h.Helper()
	g := h.game(p).Gesture
	if g == nil {
		return
	}
	for i, o := range g.Options {
		if o.Seat == seat {
			h.must(p, protocol.PickRequest{Gesture: g.ID, Option: i})
			return
		}
	}
	h.Fatalf("no answer for seat %d in %+v", seat, g)
}

func TestClockStandsStillWhileAQuestionIsOpen(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := startPrayer(t, t.TempDir())
		time.Sleep(4 * time.Second)
		// Squire asks which positive card moves from Ann's altar.
		h.must(ben, move("sacrifice", "squire", "ann"))
		if timer := h.game(ben).Timer; !timer.Paused || timer.Left != 2000 {
			t.Fatalf("timer %+v", timer)
		}
		time.Sleep(time.Minute)
		h.expectFact(ann, "ritual", "ann")
		h.must(ben, move("move", "squire", "ann", "ben"))
		time.Sleep(1999 * time.Millisecond)
		synctest.Wait()
		h.expectFact(ann, "ritual", "ann")
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		h.expectFact(ann, "ritual", "none")
		h.expectFact(ann, "ann.favours", "1")
	})
}

func TestFailedPrayerThuds(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := startPrayer(t, t.TempDir())
		h.must(ben, move("sacrifice", "imp", "ann"))
		time.Sleep(7 * time.Second)
		synctest.Wait()
		h.expectFact(ann, "ann.favours", "0")
		if h.shown.cues()[len(h.shown.cues())-1] != scene.CueThud {
			t.Errorf("cues %v", h.shown.cues())
		}
		if v := h.game(ann).Verdict; v == nil || !v.OK || v.Text != "Amen: the six seconds are over." {
			t.Errorf("of the end of the clock everybody reads %+v", v)
		}
	})
}

func TestRestartBeginsTheSixSecondsAgain(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.altarOfSix(ann)
		h.must(ann, move("pray"))
		time.Sleep(5 * time.Second)
		h.stop()
		h.start()
		defer h.stop()
		ann = h.phone("")
		time.Sleep(5 * time.Second)
		synctest.Wait()
		h.expectFact(ann, "ritual", "ann")
		time.Sleep(time.Second)
		synctest.Wait()
		h.expectFact(ann, "ann.favours", "1")
	})
}

func TestUndoOfPrayerStopsTheClock(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := startPrayer(t, t.TempDir())
		time.Sleep(3 * time.Second)
		h.press("end", true)
		h.expectFact(ann, "ritual", "none")
		if h.game(ann).Timer != nil {
			t.Error("the timer still runs")
		}
		h.must(ann, move("pray"))
		time.Sleep(5500 * time.Millisecond)
		synctest.Wait()
		h.expectFact(ann, "ritual", "ann")
	})
}

// A player who puts down a card in time has done all that six seconds allow: it does not matter how long the answer takes whose card it was.
func TestClockStandsStillWhileItIsAskedWhoThrew(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := startPrayer(t, t.TempDir())
		time.Sleep(5 * time.Second)
		h.layCard("altar-1", "imp")
		if g := h.game(ben).Gesture; g == nil || g.Text != "Who did it?" {
			t.Fatalf("gesture %+v", g)
		}
		if timer := h.game(ben).Timer; !timer.Paused || timer.Left != 1000 {
			t.Fatalf("timer %+v", timer)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		h.expectFact(ann, "ritual", "ann")
		h.answer(ben, 1)
		h.expectFact(ann, "ann.altar.value", "5")
		h.layCard("altar-1", "acolyte")
		g := h.game(ben).Gesture
		h.must(ben, protocol.DropRequest{Gesture: g.ID})
		time.Sleep(1001 * time.Millisecond)
		synctest.Wait()
		h.expectFact(ann, "ritual", "none")
		h.expectFact(ann, "ann.favours", "0")
	})
}

// The timer says amen; a player's phone must not cut the prayer short.
func TestAmenIsNotForPlayers(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := startPrayer(t, t.TempDir())
		guest, err := h.table.Join(t.Context(), access.Visitor{Code: h.table.JoinCode(), Address: "192.0.2.9"})
		if err != nil {
			t.Fatal(err)
		}
		h.must(ann, protocol.StandRequest{})
		h.must(guest, protocol.SitRequest{Seat: "ann"})
		if a := h.mustRefuse(guest, tableMove("amen")); a.Text != "The clock says when the time is over." {
			t.Errorf("answer %+v", a)
		}
		h.must(ann, tableMove("amen")) // the host knows what it does
		h.expectFact(ann, "ann.favours", "1")
	})
}
