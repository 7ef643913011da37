package companion_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
)

func pause(on bool) protocol.Request { return protocol.PauseRequest{On: on} }

// guest joins with the join code, from another device.
func (h *testTable) guest(address string) *companion.Phone {
	h.Helper()
	p, err := h.table.Join(h.Context(), access.Visitor{Code: h.table.JoinCode(), Address: address, Device: "iPhone, Safari"})
	if err != nil {
		h.Fatal(err)
	}
	synctest.Wait()
	return p
}

func TestPauseStopsTheGame(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		if a := h.mustRefuse(host, pause(true)); a.Text != "No game is under way: start one." {
			t.Error(a.Text)
		}
		h.begin(host, "ann", "ben")
		guest := h.guest("192.0.2.7")
		if a := h.mustRefuse(guest, pause(true)); a.Text != "You are watching: take a seat first." {
			t.Error(a.Text)
		}
		h.layCard("middle", "king")
		h.layCard("altar-1", "knight") // it is asked what that is
		ann := h.phone("ann")
		asked := h.game(ann).Gesture
		h.must(guest, protocol.SitRequest{Seat: "ben"})
		h.must(guest, pause(true))
		if g := h.game(ann); g.Paused != "ben" {
			t.Fatalf("paused by %q", g.Paused)
		}
		h.wantNotes(ann, "A phone has taken the seat of Ann.", "A phone has taken the seat of Ben.", "Ben has paused the game.")
		if s := h.shown.scene(); !s.Paused || !strings.Contains(s.Prompt, "Paused by Ben") {
			t.Errorf("the panel: %v, %s", s.Paused, s.Prompt)
		}
		h.must(ann, pause(true)) // is paused already
		if g := h.game(ann); g.Paused != "ben" {
			t.Errorf("paused by %q", g.Paused)
		}

		// Nothing makes a move.
		is := func(a protocol.Answer) {
			t.Helper()
			if a.Text != "The game is paused: somebody has to let it go on first." {
				t.Errorf("a is %+v", a)
			}
		}
		is(h.mustRefuse(ann, move("draw")))
		is(h.mustRefuse(ann, protocol.PickRequest{Gesture: asked.ID}))
		for _, act := range []func(){
			func() { h.layCard("altar-2", "imp") }, func() { h.press("draw", false) }, func() { h.press("yes", false) }, func() { h.tap("middle", uidOf("a stranger")) },
		} {
			before := h.game(ann).Verdict
			act()
			if v := h.game(ann).Verdict; v == nil || before != nil && v.N == before.N || v.OK || v.Words != "The game is paused: somebody has to let it go on first." {
				t.Errorf("verdict %+v", v)
			}
			if g := h.game(ann); g.Undoable != 1 || g.Gesture == nil || g.Gesture.ID != asked.ID {
				t.Errorf("%d moves, gesture %+v", g.Undoable, g.Gesture)
			}
		}
		if v := h.game(guest).Verdict; v == nil || v.Words != "The game is paused: somebody has to let it go on first." {
			t.Errorf("verdict %+v", v)
		}

		// The table can be looked at, and put right.
		h.must(ann, protocol.CheckRequest{Verb: "draw"})
		h.must(ann, tableMove("amend", "monk", "deck", "ann.altar"))
		h.press("end", true) // undo
		h.must(ann, protocol.UndoRequest{})
		h.expectFact(ann, "grave", "")
		if g := h.game(ann); g.Undoable != 0 || g.Paused != "ben" {
			t.Errorf("%d moves, paused by %q", g.Undoable, g.Paused)
		}

		// Anybody lets it go on. What was laid meanwhile makes no move by itself.
		h.must(ann, pause(false))
		if g := h.game(ann); g.Paused != "" || g.Undoable != 0 {
			t.Errorf("%d moves, paused by %q", g.Undoable, g.Paused)
		}
		h.layCard("middle", "king")
		h.expectFact(ann, "grave", "king")

		// A host without a seat pauses in nobody's name. The next game is not paused.
		h.must(host, pause(true))
		if g, s := h.game(ann), h.shown.scene(); g.Paused != "table" || !strings.Contains(s.Prompt, "Paused by the host") {
			t.Errorf("paused by %q: %s", g.Paused, s.Prompt)
		}
		h.must(host, protocol.EndRequest{})
		h.begin(host, "ann", "ben")
		if g := h.game(ann); g.Paused != "" {
			t.Errorf("paused by %q", g.Paused)
		}
	})
}

// Cards put down together become a move at the end of the debounce window, but not in a pause that begins within it.
func TestPauseWithinTheDebounceWindow(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBoard(t, t.TempDir(), "ann: trade raven toad", "ann: trade raven toad hound")
		h.layCard("discard", "raven")
		h.layCard("discard", "toad")
		h.must(ann, pause(true))
		time.Sleep(time.Second)
		h.settle()
		h.expectFact(ann, "made", "")
		h.must(ann, pause(false))
		for i, o := range h.game(ann).Gesture.Options {
			if o.Text == "ann: trade raven toad" {
				h.must(ann, protocol.PickRequest{Gesture: h.game(ann).Gesture.ID, Option: i})
			}
		}
		h.expectFact(ann, "made", "ann: trade raven toad")
	})
}

// A paused prayer stands still. After a restart it is still paused, with the time that it had left.
func TestPausedPrayer(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := startPrayer(t, t.TempDir())
		time.Sleep(4 * time.Second)
		h.must(ben, pause(true))
		still := func(p *companion.Phone) {
			t.Helper()
			if timer := h.game(p).Timer; timer == nil || !timer.Paused || timer.Left != 2000 {
				t.Fatalf("timer %+v", timer)
			}
			if timer := h.shown.scene().Timer; timer == nil || !timer.Paused || timer.Left != 2*time.Second {
				t.Fatalf("timer %+v", timer)
			}
		}
		still(ben)
		time.Sleep(time.Hour)
		h.mustRefuse(ann, tableMove("amen"))
		still(ben)
		h.stop()
		h.start()
		defer h.stop()
		p := h.phone("ann")
		if g := h.game(p); g.Paused != "ben" {
			t.Fatalf("paused by %q", g.Paused)
		}
		time.Sleep(time.Hour)
		h.settle()
		still(p)
		h.must(p, pause(false))
		time.Sleep(1999 * time.Millisecond)
		synctest.Wait()
		h.expectFact(p, "ritual", "ann")
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		h.expectFact(p, "ann.favours", "1")
	})
}

// A pause that comes after the end of the timer does not stop that end.
func TestPauseAfterTheEnd(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := startPrayer(t, t.TempDir())
		time.Sleep(5 * time.Second)
		h.table.Busy(2 * time.Second)
		time.Sleep(1500 * time.Millisecond)
		h.must(ann, pause(true))
		h.expectFact(ann, "ann.favours", "1")
		if g := h.game(ann); g.Paused != "ann" || g.Timer != nil {
			t.Errorf("paused by %q, timer %+v", g.Paused, g.Timer)
		}
	})
}

// A game that is over cannot be paused.
func TestPauseOfAGameThatIsOver(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.winGame(ann)
		h.mustRefuseWith(ann, pause(true), "The game is over.")
		if g := h.game(ann); g.Paused != "" {
			t.Errorf("it is paused by %q", g.Paused)
		}
	})
}

// A player who pauses the game again and again keeps nobody from playing it.
func TestPausingVeryOften(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		for range 10 {
			h.must(ben, pause(true))
			h.must(ann, pause(false))
		}
		h.mustRefuseWith(ben, pause(true), "You have paused the game very often: wait a moment.")
		h.must(ann, move("draw"))
		h.must(ann, pause(true))
		h.must(ann, pause(false))
		time.Sleep(10 * time.Second)
		h.must(ben, pause(true))
		h.must(ann, pause(false))
		all := []*companion.Phone{ann, ben, h.phone("")}
		for n := range 30 { // also from several seats
			if p := all[n%3]; p.Do(t.Context(), pause(true)).OK {
				h.must(ann, pause(false))
			}
		}
		time.Sleep(3 * time.Second)
		for _, p := range all {
			h.mustRefuseWith(p, pause(true), "You have paused the game very often: wait a moment.")
		}
	})
}
