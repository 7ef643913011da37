package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
)

// Absent holds that a state has none of these facts.
func Absent(t testing.TB, s engine.State, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if got, ok := engine.Fact(s, path); ok {
			t.Errorf("%s is %q", path, got)
		}
	}
}

// Lands holds that the cards of each line go to a place, or to none where it is empty.
func Lands(t testing.TB, s engine.State, places map[string]string) {
	t.Helper()
	for line, want := range places {
		if got := s.Catalog().Word(s.Landing(Line(s, line))); got != want {
			t.Errorf("%s lands in %q, not %q", line, got, want)
		}
	}
}

// ToldThree holds what a game of three tells of a move: to each seat in turn and at last to everybody; nothing where it is empty.
func ToldThree(t testing.TB, s engine.State, move string, told [4]string) {
	t.Helper()
	for i, viewer := range []engine.Seat{0, 1, 2, engine.Table} {
		got := ""
		if m, ok := s.Told(Line(s, move), viewer); ok {
			got = s.Catalog().Format(m)
		}
		if got != told[i] {
			t.Errorf("%s is told %q, not %q", s.Catalog().SeatWord(viewer), got, told[i])
		}
	}
}

// ViewsForget compares two games that differ in what the first seat alone knows: it sees so, and neither the second seat nor everybody does.
func ViewsForget(t testing.TB, a, b engine.State) {
	t.Helper()
	for _, viewer := range []engine.Seat{1, engine.Table} {
		if diff := cmp.Diff(Text(a.View(viewer)), Text(b.View(viewer))); diff != "" {
			t.Errorf("seat %d sees what it may not know:\n%s", viewer, diff)
		}
	}
	if diff := cmp.Diff(Text(a.View(0)), Text(b.View(0))); diff == "" {
		t.Errorf("%s does not see its own cards", a.Catalog().SeatWord(0))
	}
}

// CutShort tells whether the list of moves ends wherever it is told to.
func CutShort(s engine.State) error {
	for most := range Moves(s) {
		n := 0
		s.Moves(func(engine.Move) bool { n++; return n <= most })
		if n != most+1 {
			return fmt.Errorf("the list goes on: %d moves, and it was told to end after %d", n, most+1)
		}
	}
	return nil
}

// NoGame holds that no game begins with a set-up and a card list, and what is said of it.
func NoGame(t testing.TB, g engine.Game, setup engine.Setup, pack []byte, says string) {
	t.Helper()
	_, err := g.New(setup, pack)
	if err == nil {
		t.Fatal("a game begins")
	}
	if !strings.Contains(err.Error(), says) {
		t.Errorf("it says %q, not %q", err, says)
	}
}
