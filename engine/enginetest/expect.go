package enginetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
)

// CheckAbsent checks that a state has none of these facts.
func CheckAbsent(t testing.TB, s engine.State, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if got, ok := engine.Fact(s, path); ok {
			t.Errorf("%s is %q", path, got)
		}
	}
}

// CheckFacts checks these facts of a state.
func CheckFacts(t testing.TB, s engine.State, want map[string]string) {
	t.Helper()
	for path, value := range want {
		if got, _ := engine.Fact(s, path); got != value {
			t.Errorf("%s is %q, not %q", path, got, value)
		}
	}
}

// CheckDestinations checks the Destination of the moves of some lines; "" means none.
func CheckDestinations(t testing.TB, s engine.State, places map[string]string) {
	t.Helper()
	for line, want := range places {
		if got := s.Catalog().Word(s.Destination(Line(s, line))); got != want {
			t.Errorf("%s lands in %q, not %q", line, got, want)
		}
	}
}

// CheckRedacted checks the Redacted form of a move in a game of three, as lines: for each seat in turn, and last for Public; "" means that the viewer must
// not know of the move.
func CheckRedacted(t testing.TB, s engine.State, move string, want [4]string) {
	t.Helper()
	for i, viewer := range []engine.Seat{0, 1, 2, engine.Public} {
		got := ""
		if m, ok := s.Redacted(Line(s, move), viewer); ok {
			got = s.Catalog().Format(m)
		}
		if got != want[i] {
			t.Errorf("%s is told %q, not %q", s.Catalog().SeatWord(viewer), got, want[i])
		}
	}
}

// CheckViewsHide compares games that differ only in what the first seat knows: its view must show that, those of the second seat and of Public must not.
func CheckViewsHide(t testing.TB, a, b engine.State) {
	t.Helper()
	for _, viewer := range []engine.Seat{1, engine.Public} {
		if diff := cmp.Diff(Text(a.View(viewer)), Text(b.View(viewer))); diff != "" {
			t.Errorf("seat %d sees what it may not know:\n%s", viewer, diff)
		}
	}
	if diff := cmp.Diff(Text(a.View(0)), Text(b.View(0))); diff == "" {
		t.Errorf("%s does not see its own cards", a.Catalog().SeatWord(0))
	}
}

// CheckAsk checks whose turn it is and what is asked, in the form of AskLine, and that the second seat sees the same. A game that is over asks `over`.
func CheckAsk(t testing.TB, s engine.State, turn, ask string) {
	t.Helper()
	if got := AskLine(s); got != ask {
		t.Errorf("it asks %q, not %q", got, ask)
	}
	st := s.Status()
	if word := s.Catalog().SeatWord(st.Turn); word != turn {
		t.Errorf("it is the turn of %q, not of %q", word, turn)
	}
	if over := strings.Contains(ask, "over"); st.Over != over {
		t.Errorf("the game is over: %t, not %t", st.Over, over)
	}
	if diff := cmp.Diff(st, s.View(1).Status()); diff != "" {
		t.Errorf("the second seat sees another status:\n%s", diff)
	}
}

// AllAsked checks that every question of a game's words was asked.
func AllAsked(t testing.TB, g engine.Game, asked map[string]bool) {
	t.Helper()
	phrases, err := engine.ParsePhrases(g.Words.Read())
	if err != nil {
		t.Fatal(err)
	}
	for key := range phrases.Asks {
		if !asked[key] {
			t.Errorf("no test asks %s", key)
		}
	}
}

// AllEvents checks that every event of a game occurred.
func AllEvents(t testing.TB, c *engine.Catalog, occurred map[string]bool) {
	t.Helper()
	for _, e := range c.Names(engine.ClassEvent) {
		if word := c.Word(e); !occurred[word] {
			t.Errorf("no test has the event %s", word)
		}
	}
}

// CheckPerft checks the number of sequences of one legal move, of two and so on.
func CheckPerft(t testing.TB, s engine.State, counts []uint64) {
	t.Helper()
	for i, want := range counts {
		if n := Perft(s, i+1); n != want {
			t.Errorf("depth %d: %d sequences, not %d", i+1, n, want)
		}
	}
}

// CheckPlayable checks that games can begin with these card lists, and that conserve still holds after a number of random moves.
func CheckPlayable(t *testing.T, g engine.Game, setup engine.Setup, conserve func(engine.State) error, moves int, lists map[string]string) {
	for name, list := range lists {
		t.Run(name, func(t *testing.T) {
			s, err := g.New(setup, []byte(list))
			if err != nil {
				t.Fatal(err)
			}
			Playout(rand.New(rand.NewPCG(1, 1)), s, moves)
			if err := conserve(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// CheckEarlyStop checks that the list of moves ends when yield returns false, whichever move that is.
func CheckEarlyStop(s engine.State) error {
	for i := range Moves(s) {
		n := 0
		s.Moves(func(engine.Move) bool { n++; return n <= i })
		if n != i+1 {
			return fmt.Errorf("the list goes on to %d moves after yield has returned false at move %d", n, i+1)
		}
	}
	return nil
}
