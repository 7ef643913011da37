package companion_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/engine"
)

// search is a hint search that the test controls.
type search struct {
	state engine.State
	seat  engine.Seat
	steps chan func(tell func(done, of int, found *engine.Hint)) // what it does next; it ends when this is closed
	ended chan struct{}
	deaf  bool // it does not end before it is told to
}

// hintedToll is the game toll with searches that the test controls: each is sent to searches when it begins. A deaf one does not stop when it is told to.
// It must be called in the bubble.
func hintedToll(searches chan *search, deaf bool) engine.Game {
	g := tollGame(9, "ann pay 5", "ben pay 2")
	g.Words = engine.Written(string(g.Words.Read()) + "\n[hint]\nask = \"What now?\"\ngoal = \"The {1} of {seat}\"\nnone = \"Nothing.\"\n")
	g.Seek = func(ctx context.Context, state engine.State, seat engine.Seat, tell func(int, int, *engine.Hint)) bool {
		s := &search{state: state, seat: seat, steps: make(chan func(func(int, int, *engine.Hint))), ended: make(chan struct{}), deaf: deaf}
		defer close(s.ended)
		searches <- s
		given := ctx.Done()
		if s.deaf {
			given = nil
		}
		for {
			select {
			case <-given:
				return false
			case step, more := <-s.steps:
				if !more {
					return !isOver(ctx)
				}
				step(tell)
			}
		}
	}
	return g
}

// isOver reports whether a search must end. It does not ask ctx.Err, which may take a moment.
func isOver(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	default:
		return false
	}
}

// report makes the search report how far it has come, and what it has found: a goal, and moves as records write them.
func (s *search) report(done, of int, goal string, moves ...string) {
	var found *engine.Hint
	if c := s.state.Catalog(); goal != "" {
		found = &engine.Hint{Goal: c.Name(goal)}
		for _, m := range moves {
			w := strings.Fields(m)
			found.Moves = append(found.Moves, c.Move(w[0], w[1], w[2:]...))
		}
	}
	s.steps <- func(tell func(int, int, *engine.Hint)) { tell(done, of, found) }
	synctest.Wait()
}

var (
	wantHint   = protocol.HintRequest{On: true}
	cancelHint = protocol.HintRequest{}
)

// pace is the longest time until a phone is shown something new.
const pace = 200 * time.Millisecond

// newHinted starts a table of ann, ben and cai with searches that the test controls.
func newHinted(t *testing.T, dir string, deaf bool) (h *testTable, host, ann *companion.Phone, searches chan *search) {
	t.Helper()
	searches = make(chan *search, 4)
	h = newTestTable(t, dir, func(o *companion.Options) { o.Games = append(o.Games, hintedToll(searches, deaf)) })
	host = h.phone("")
	h.must(host, protocol.StartRequest{Game: "toll", Seats: []string{"ann", "ben", "cai"}})
	return h, host, h.phone("ann"), searches
}

// expectHint checks the last hint of a phone.
func (h *testTable) expectHint(p *companion.Phone, state protocol.HintState, done, of int, goals ...protocol.Goal) {
	h.Helper()
	got := p.Hint()
	same := got != nil && got.Type == "hint" && got.State == state && got.Done == done && got.Of == of && slices.EqualFunc(got.Goals, goals, func(a, b protocol.Goal) bool {
		return a.Goal == b.Goal && a.Title == b.Title && slices.Equal(a.Moves, b.Moves)
	})
	if !same {
		h.Errorf("told is %+v, not %s, %d of %d, %+v", got, state, done, of, goals)
	}
}

func (h *testTable) over(s *search) {
	h.Helper()
	synctest.Wait()
	select {
	case <-s.ended:
	default:
		h.Error("the search goes on")
	}
}

// mustRefuseWith makes a request that must be refused with a reason.
func (h *testTable) mustRefuseWith(p *companion.Phone, r protocol.Request, says string) {
	h.Helper()
	if a := h.mustRefuse(p, r); a.Text != says {
		h.Errorf("%+v is refused: %s", r, a.Text)
	}
}

// A hint is shown to the phone that asked, as it is found, and makes no move.
func TestHint(t *testing.T) {
	run(t, func(t *testing.T) {
		h, host, ann, searches := newHinted(t, t.TempDir(), false)
		if names := ann.Snapshot().Names; names.Hint == nil || *names.Hint != (protocol.HintView{Ask: "What now?", None: "Nothing."}) {
			t.Errorf("the words are %+v", names.Hint)
		}
		if ann.Hint() != nil {
			t.Error("a phone has a hint without a request")
		}
		before := h.game(ann).Facts["log"]
		h.must(ann, wantHint)
		s := <-searches
		h.expectHint(ann, "running", 0, 0)
		if s.seat != 0 {
			t.Errorf("looked for seat %d", s.seat)
		}
		h.mustRefuseWith(ann, wantHint, "A hint search is already running on this phone: cancel it first.")

		s.report(1, 40, "")
		s.report(12, 40, "crown", "ann take coin", "ann pass")
		h.expectHint(ann, "running", 0, 0) // not at every step
		time.Sleep(pace)
		synctest.Wait()
		crown := protocol.Goal{Goal: "crown", Title: "The Crown of Ann", Moves: []string{"Ann takes a card.", "ann: pass"}}
		h.expectHint(ann, "running", 12, 40, crown)
		told := ann.Hint()

		// A better way to the same goal takes the place of the first, and what was told stays as it was.
		s.report(20, 40, "ring", "ann take ring")
		s.report(30, 40, "crown", "ann take crown")
		time.Sleep(pace)
		synctest.Wait()
		better := protocol.Goal{Goal: "crown", Title: "The Crown of Ann", Moves: []string{"Ann takes a card."}}
		ring := protocol.Goal{Goal: "ring", Title: "The Ring of Ann", Moves: []string{"Ann takes a card."}}
		h.expectHint(ann, "running", 30, 40, better, ring)
		if len(told.Goals) != 1 || len(told.Goals[0].Moves) != 2 {
			t.Errorf("a hint that was shown has changed: %+v", told)
		}

		// The last word is told at once.
		s.report(40, 40, "")
		close(s.steps)
		h.over(s)
		h.expectHint(ann, "done", 40, 40, better, ring)
		if host.Hint() != nil {
			t.Error("another phone has the hint")
		}
		h.expectFact(ann, "log", before)
		h.must(ann, wantHint)
		close((<-searches).steps)
		synctest.Wait()
		h.expectHint(ann, "done", 0, 0)
	})
}

// A phone is shown a hint about five times a second, however much is found.
func TestHintsAreRateLimited(t *testing.T) {
	run(t, func(t *testing.T) {
		h, _, ann, searches := newHinted(t, t.TempDir(), false)
		h.must(ann, wantHint)
		s := <-searches
		told, last := 0, ann.Hint()
		for n := range 1000 {
			s.report(n, 1000, "")
			time.Sleep(time.Millisecond)
			if now := ann.Hint(); now != last {
				told, last = told+1, now
			}
		}
		if told < 4 || told > 6 {
			t.Errorf("%d hints in a second", told)
		}
		h.must(ann, cancelHint)
		h.over(s)
	})
}

// A search ends when nobody wants it any more, and when the game has gone on.
func TestHintIsCancelled(t *testing.T) {
	for _, c := range []struct {
		name  string
		does  func(h *testTable, host, ann *companion.Phone)
		state protocol.HintState
	}{
		{"cancelled", func(h *testTable, host, ann *companion.Phone) { h.must(ann, cancelHint) }, "cancelled"},
		{"forbidden", func(h *testTable, host, ann *companion.Phone) { h.must(host, protocol.HintsRequest{}) }, "cancelled"},
		{"gave the seat back", func(h *testTable, host, ann *companion.Phone) { h.must(ann, protocol.StandRequest{}) }, "cancelled"},
		{"left", func(h *testTable, host, ann *companion.Phone) { ann.Leave() }, "cancelled"},
		{"a move", func(h *testTable, host, ann *companion.Phone) { h.must(ann, move("pay", "coin")) }, "moved"},
		{"an undo", func(h *testTable, host, ann *companion.Phone) { h.must(host, protocol.UndoRequest{}) }, "moved"},
		{"the end of the game", func(h *testTable, host, ann *companion.Phone) { h.must(host, protocol.EndRequest{}) }, "moved"},
		{"late", func(h *testTable, host, ann *companion.Phone) { time.Sleep(8 * time.Second) }, "late"},
	} {
		t.Run(c.name, func(t *testing.T) {
			run(t, func(t *testing.T) {
				h, host, ann, searches := newHinted(t, t.TempDir(), false)
				h.must(ann, move("pay", "coin"))
				h.must(ann, wantHint)
				s := <-searches
				s.report(3, 9, "ring", "ann take ring")
				// What changes nothing of the game is no reason to end.
				h.press("yes", false)
				h.must(h.phone(""), cancelHint)
				time.Sleep(7 * time.Second)
				ring := protocol.Goal{Goal: "ring", Title: "The Ring of Ann", Moves: []string{"Ann takes a card."}}
				h.expectHint(ann, "running", 3, 9, ring)
				c.does(h, host, ann)
				h.over(s)
				h.expectHint(ann, c.state, 3, 9, ring)
			})
		})
	}
}

// The table does not wait for a search, and reports at once that one is outdated. At most two run at a time, until they have really ended.
func TestSearchThatDoesNotStop(t *testing.T) {
	run(t, func(t *testing.T) {
		h, _, ann, searches := newHinted(t, t.TempDir(), true)
		anns := make([]*companion.Phone, 3)
		anns[0] = ann
		for i := range anns[1:] {
			p, err := h.table.Join(h.Context(), access.Visitor{Token: ann.Token()})
			if err != nil {
				t.Fatal(err)
			}
			anns[i+1] = p
		}
		h.must(anns[0], wantHint)
		first := <-searches
		h.must(anns[1], wantHint)
		second := <-searches
		h.mustRefuseWith(anns[2], wantHint, "Two hint searches are already running: try again in a few seconds.")
		h.must(ann, move("pay", "coin"))
		h.expectHint(anns[0], "moved", 0, 0)
		h.expectHint(anns[1], "moved", 0, 0)
		h.mustRefuseWith(anns[0], wantHint, "Two hint searches are already running: try again in a few seconds.") // they have not heard it
		first.report(5, 5, "ring", "ann take ring")
		close(first.steps)
		h.over(first)
		h.must(anns[0], wantHint)
		third := <-searches
		// What the first one has found late is none of its business.
		h.expectHint(anns[0], "running", 0, 0)

		// The table ends when they have.
		stopped := make(chan struct{})
		go func() {
			h.stop()
			close(stopped)
		}()
		synctest.Wait()
		select {
		case <-stopped:
			t.Error("the table has ended before its searches")
		default:
		}
		close(second.steps)
		close(third.steps)
		<-stopped
	})
}

func TestHintIsRefused(t *testing.T) {
	run(t, func(t *testing.T) {
		h, host, ann, searches := newHinted(t, t.TempDir(), false)
		h.mustRefuseWith(host, wantHint, "You are watching: take a seat first.")
		ben := h.phone("ben")
		h.mustRefuseWith(ben, wantHint, "Hints are for your own turn: ask again when it has come.")

		// The host forbids it, for whoever comes, also after a restart.
		allowed := func(p *companion.Phone, want bool) {
			t.Helper()
			if got := h.game(p).Hints; got == nil || *got != want {
				t.Errorf("hints %v", got)
			}
		}
		allowed(ann, true)
		guest, err := h.table.Join(h.Context(), access.Visitor{Code: h.table.JoinCode(), Address: "192.168.1.7"})
		if err != nil {
			t.Fatal(err)
		}
		h.mustRefuseWith(guest, protocol.HintsRequest{}, "Only the host can do that: whoever began the game, or a browser on the table's own machine.")
		h.must(host, protocol.HintsRequest{})
		allowed(ann, false)
		allowed(guest, false)
		h.mustRefuseWith(ann, wantHint, "Hints are forbidden at this table: the host can allow them in the menu, that is whoever began the game, or a browser on the table's own machine.")
		h.stop()
		h.start()
		host = h.phone("")
		allowed(host, false)
		h.must(host, protocol.HintsRequest{On: true})
		allowed(host, true)
		h.stop()
		h.start()
		defer h.stop()
		host = h.phone("")
		allowed(host, true)

		h.must(host, protocol.EndRequest{})
		h.mustRefuseWith(host, wantHint, "No game is under way: start one.")
		h.begin(host, "ann", "ben")
		ann = h.phone("ann")
		if got := h.game(ann); got.Hints != nil || ann.Snapshot().Names.Hint != nil {
			t.Error("a game without hints has some")
		}
		h.mustRefuseWith(ann, wantHint, "This game gives no hints.")
		select {
		case <-searches:
			t.Error("a search has begun")
		default:
		}
	})
}

// When the game is over there is nothing to look for.
func TestHintAfterTheEnd(t *testing.T) {
	run(t, func(t *testing.T) {
		h, _, ann, searches := newHinted(t, t.TempDir(), false)
		ben := h.phone("ben")
		h.must(ann, move("pass"))
		h.must(ben, move("pass"))
		h.mustRefuseWith(ann, wantHint, "The game is over.")
		if len(searches) > 0 || ann.Hint() != nil {
			t.Errorf("a search begins, and the phone is told %+v", ann.Hint())
		}
	})
}
