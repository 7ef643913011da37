package missed

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/resolver"
	"familiar/companion/worlds"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

// table is a game that is searched.
type table struct {
	t       *testing.T
	history *engine.History
	search  Search
	found   []Finding
	answer  chan struct{} // the search goes on after a finding when it is closed; nil: at once
}

// newTable begins a game of two players in which Ann has played a card. It belongs to a bubble of synthetic time.
func newTable(t *testing.T) *table {
	rules := toygame.Game()
	s, err := rules.New(engine.Setup{Game: rules.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, rules.House)
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{t: t, history: engine.NewHistory(s)}
	tb.search.Begin(func(ctx context.Context, f Finding) {
		if tb.answer != nil {
			<-tb.answer
		}
		tb.found = append(tb.found, f)
	})
	tb.say("table: reveal one")
	tb.say("ann: play two")
	return tb
}

// say tells a move, which is made if it is legal.
func (tb *table) say(line string) {
	seat, rest, _ := strings.Cut(line, ": ")
	words := strings.Fields(rest)
	m := tb.history.State().Catalog().Move(seat, words[0], words[1:]...)
	o := resolver.Anything()
	o.Verb, o.By, o.Args, o.At = m.Verb, m.Seat, m.Args, time.Now()
	out := resolver.Outcome{Kind: resolver.Refuse, Observation: o, Said: true}
	if tb.history.Play(m).OK() {
		out.Kind, out.Moves = resolver.Play, []engine.Move{m}
		tb.search.Commit(tb.history, 0, out.Moves)
	}
	tb.search.Follow(tb.history, worlds.Observed{Outcome: out})
}

// insist tells a move that is refused until the search has found something.
func (tb *table) insist(line string) Finding {
	tb.t.Helper()
	for range 3 {
		tb.say(line)
		synctest.Wait()
		if n := len(tb.found); n > 0 && tb.search.Stands(tb.found[n-1]) {
			return tb.found[n-1]
		}
		time.Sleep(5 * time.Second)
	}
	tb.t.Fatalf("nothing is found: %+v", tb.found)
	return Finding{}
}

func (tb *table) lines(moves []engine.Move) (lines []string) {
	for _, m := range moves {
		lines = append(lines, tb.history.State().Catalog().Format(m))
	}
	return lines
}

// TestJumpIsFound: Ann has ended her turn, and nobody has said so. Ben plays.
func TestJumpIsFound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		defer tb.search.End()
		if synctest.Wait(); tb.found != nil {
			t.Fatalf("while all is told, %+v is found", tb.found)
		}
		f := tb.insist("ben: play three")
		if diff := cmp.Diff([]string{"ann: end", "ben: play three"}, tb.lines(f.Jump.Moves)); diff != "" {
			t.Errorf("the jump (-want +got):\n%s", diff)
		}
		for _, m := range f.Jump.Moves {
			tb.history.Play(m)
		}
		tb.search.Commit(tb.history, 0, f.Jump.Moves)
		tb.search.Jumped()
		tb.say("ben: end")
		if synctest.Wait(); len(tb.found) > 1 {
			t.Errorf("then %+v is found", tb.found[1:])
		}
	})
}

// TestSearchFollowsTheGame: what was told belongs to the game that is searched, and what was taken back does not.
func TestSearchFollowsTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		defer tb.search.End()
		tb.say("ann: end")
		tb.say("ben: play two")
		tb.history.TakeBack(1)
		tb.search.Commit(tb.history, 1, nil)
		tb.say("ben: play three")
		f := tb.insist("ann: play one")
		if diff := cmp.Diff([]string{"ben: end", "ann: play one"}, tb.lines(f.Jump.Moves)); diff != "" || f.Jump.Undo > 0 {
			t.Errorf("%d moves are taken back, and the jump (-want +got):\n%s", f.Jump.Undo, diff)
		}
	})
}

// TestFindingIsLate: the game has gone on before the search has found something.
func TestFindingIsLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		defer tb.search.End()
		f := tb.insist("ben: play three")
		tb.say("ann: end")
		if tb.search.Stands(f) {
			t.Error("the finding stands though a move was made")
		}
		g := tb.history
		tb.search.Forget()
		if tb.search.Stands(f) || tb.search.game == g {
			t.Error("the game is searched though it is no longer on the table")
		}
	})
}

// TestSearchFallsBehind: a search that is far behind begins anew with the game as it stands, and keeps nobody waiting.
func TestSearchFallsBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		defer tb.search.End()
		tb.answer = make(chan struct{})
		for range 2 * mostMessages {
			tb.say("ben: play three")
			time.Sleep(30 * time.Second)
			synctest.Wait()
		}
		if tb.search.game != nil {
			t.Fatal("the search has taken in more than fits")
		}
		close(tb.answer)
		synctest.Wait()
		tb.found = nil
		tb.say("ben: play three") // with this it begins anew
		if f := tb.insist("ben: play three"); len(f.Jump.Moves) != 2 {
			t.Errorf("found: %+v", f)
		}
	})
}

// TestNothingIsSearched: a search that has not begun takes everything in, and does nothing.
func TestNothingIsSearched(t *testing.T) {
	var s Search
	rules := toygame.Game()
	state, err := rules.New(engine.Setup{Game: rules.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, rules.House)
	if err != nil {
		t.Fatal(err)
	}
	h := engine.NewHistory(state)
	s.Commit(h, 0, nil)
	s.Follow(h, worlds.Observed{})
	s.Jumped()
	s.Choose(worlds.Question{}, engine.Move{}, false)
	s.Forget()
	if s.Stands(Finding{}) {
		t.Error("something is found")
	}
}
