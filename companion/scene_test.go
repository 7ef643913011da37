package companion_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/engine"
)

const cleared = "The Dark Ritual succeeds. Ann: put your altar into the Graveyard and take a Dark Favour."

// Chores stay on the panel until play goes on, and on the phones until there are others.
func TestChoresStay(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := startPrayer(t, t.TempDir())
		shown := func(when string, onPanel, onPhone bool) {
			t.Helper()
			synctest.Wait()
			var panel []string
			var phone []protocol.Chore
			if onPanel {
				panel = []string{cleared}
			}
			if onPhone {
				phone = []protocol.Chore{{Seat: 0, Text: cleared}}
			}
			if diff := cmp.Diff(panel, h.shown.scene().Chores); diff != "" {
				t.Errorf("%s: the panel (-want +got):\n%s", when, diff)
			}
			if diff := cmp.Diff(phone, h.game(ben).Chores); diff != "" {
				t.Errorf("%s: the phone (-want +got):\n%s", when, diff)
			}
		}
		shown("before", false, false)
		time.Sleep(7 * time.Second)
		shown("at once", true, true)
		time.Sleep(time.Minute)
		shown("after a minute", true, true)
		h.must(ben, move("hold", "imp"))
		shown("after what only Ben knows", true, true)
		h.must(ann, move("draw"))
		shown("after a move", false, true)
		h.must(ann, move("end"))
		shown("in another turn", false, false)
		h.must(ann, protocol.UndoRequest{Steps: 1})
		shown("after an undo", false, false)
	})
}

// The chores of a move do not come back as news when later moves are taken back.
func TestChoresAreNotNews(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := startPrayer(t, t.TempDir())
		time.Sleep(7 * time.Second)
		h.must(ann, move("draw"))
		h.must(ann, protocol.UndoRequest{})
		log := h.game(ben).Log
		last := log[len(log)-1]
		if diff := cmp.Diff([]string{cleared}, last.Also); diff != "" || len(last.News) > 0 {
			t.Errorf("the last line is %+v", last)
		}
		h.must(ann, move("end"))
		log = h.game(ben).Log
		if diff := cmp.Diff([]string{"Ben: it is your turn."}, log[len(log)-1].News); diff != "" {
			t.Errorf("news (-want +got):\n%s", diff)
		}
	})
}

// After a restart the chores of the last move are still shown.
func TestChoresAfterARestart(t *testing.T) {
	run(t, func(t *testing.T) {
		h, _, _ := startPrayer(t, t.TempDir())
		time.Sleep(7 * time.Second)
		synctest.Wait()
		h.stop()
		h.start()
		defer h.stop()
		synctest.Wait()
		if diff := cmp.Diff([]string{cleared}, h.shown.scene().Chores); diff != "" {
			t.Errorf("the panel (-want +got):\n%s", diff)
		}
	})
}

// News are on the panel as long as the verdict.
func TestNewsFade(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, move("end"))
		synctest.Wait()
		if diff := cmp.Diff([]string{"Ben: it is your turn."}, h.shown.scene().News); diff != "" {
			t.Errorf("the panel (-want +got):\n%s", diff)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if s := h.shown.scene(); len(s.News)+len(s.Chores) > 0 {
			t.Errorf("a minute later the panel shows %q, %q", s.News, s.Chores)
		}
	})
}

// A seat's ring is filled by the facts. A list is shown by signs if it has any.
func TestRingAndSigns(t *testing.T) {
	inGame(t, func(o *companion.Options) {
		o.Games = []engine.Game{o.Games[0]}
		o.Games[0].Words = engine.Written(string(o.Games[0].Words.Read()) + `
[signs]
imp = "i "
knight = "K "

[[shared]]
fact = "ann.altar"
label = "Ann's altar"
short = "Alt"
signs = true

[[shared]]
fact = "ben.altar"
label = "Ben's altar"
short = "Alt"
signs = true

[ring]
done = "altar.c*"
left = "favours"
`)
	}, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		if n := slices.Index(h.shown.scene().Counts, "Crd"); n >= 0 {
			t.Error("the panel counts what nobody has")
		}
		for _, m := range []protocol.Request{
			tableMove("amend", "imp", "deck", "ann.altar"), tableMove("amend", "knight", "deck", "ann.altar"),
			tableMove("amend", "miller", "deck", "ann.altar"), tableMove("amend", "ann.favours", "2"),
		} {
			h.must(ann, m)
		}
		synctest.Wait()
		sc := h.shown.scene()
		if last := sc.Shared[len(sc.Shared)-1]; last != (scene.Count{Label: "Alt", Value: "i K miller"}) {
			t.Errorf("the last count is %+v", last)
		}
		for seat, want := range []scene.Ring{{Done: 3, Of: 5}, {}} {
			if got := sc.Seats[seat].Ring; got == nil || *got != want {
				t.Errorf("seat %d has the ring %+v, want %+v", seat, got, want)
			}
		}
	})
}

// The spots of a board have the marks that the facts name, and counts of lists are their lengths.
func TestBoardAndLists(t *testing.T) {
	inGame(t, func(o *companion.Options) {
		o.Games = []engine.Game{o.Games[0]}
		o.Games[0].Words = engine.Written(string(o.Games[0].Words.Read()) + `
[[counts]]
fact = "altar"
label = "Cards"
short = "Crd"
list = true
rare = true

[board]
marks = "altar"
lines = [["imp", "knight"]]

[[board.spots]]
word = "imp"
x = 0.5

[[board.spots]]
word = "knight"
x = 1
y = 0.25
`)
	}, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		for _, m := range []protocol.Request{
			tableMove("amend", "imp", "deck", "ann.altar"), tableMove("amend", "miller", "deck", "ann.altar"),
			tableMove("amend", "knight", "deck", "ben.altar"),
		} {
			h.must(ann, m)
		}
		synctest.Wait()
		want := &scene.Board{Lines: [][]int{{0, 1}}, Spots: []scene.Spot{{X: 0.5, Seats: []int{0}}, {X: 1, Y: 0.25, Seats: []int{1}}}}
		sc := h.shown.scene()
		if diff := cmp.Diff(want, sc.Board); diff != "" {
			t.Errorf("the board (-want +got):\n%s", diff)
		}
		for seat, n := range []string{"2", "1"} {
			if got := sc.Seats[seat].Counts; got[len(got)-1] != n {
				t.Errorf("seat %d has the counts %q, want %s at the end", seat, got, n)
			}
		}
		names := ben.Snapshot().Names
		if last := names.Counts[len(names.Counts)-1]; last != (protocol.CountView{Fact: "altar", Label: "Cards", List: true}) {
			t.Errorf("the phone has the count %+v", last)
		}
	})
}
