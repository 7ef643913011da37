package careless

import (
	"math"
	"strings"
	"testing"

	"familiar/cmd/familiar/internal/people"
)

// TestIntervals: of a hundred games of ten moves each, half are right, and in every second move the table is in step.
func TestIntervals(t *testing.T) {
	var games []people.Score
	for n := range 100 {
		games = append(games, people.Score{Moves: 10, Told: 10, InStep: 5, Right: n%2 == 0, Gestures: map[string]int{"phone": n % 3, "button": 1}})
	}
	for name, want := range map[string]float64{"in step, %": 50, "right, %": 50, "gestures a move": 0.199, "stuck": 0} {
		f := figureOf(t, name)
		if got := f.value(games); math.Abs(got-want) > 0.001 {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	low, high := figureOf(t, "right, %").interval(games)
	if low < 36 || low > 44 || high < 56 || high > 64 {
		t.Errorf("half of a hundred games have the interval %v to %v", low, high)
	}
	if got := figureOf(t, "right, %").standardError(games); math.Abs(got-5) > 0.5 {
		t.Errorf("half of a hundred games have the standard error %v, want about 5", got)
	}
	if low, high := figureOf(t, "in step, %").interval(games); low != 50 || high != 50 {
		t.Errorf("games that are all alike have the interval %v to %v", low, high)
	}
}

func figureOf(t *testing.T, name string) figure {
	t.Helper()
	for _, f := range figures {
		if f.name == name {
			return f
		}
	}
	t.Fatalf("there is no figure %q", name)
	return figure{}
}

// TestReport writes a line of figures for each line of the bench and each game that was played.
func TestReport(t *testing.T) {
	score := people.Score{Moves: 4, Told: 4, InStep: 3, Right: true}
	results := []result{{Line: "unaided", Game: "oracle", Score: score}, {Line: "neat", Game: "oracle", Score: score}, {Line: "neat", Game: "oracle", N: 1, Score: score}}
	var out strings.Builder
	report(&out, results, []string{"athame", "oracle"})
	rows := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(rows) != 3 || !strings.Contains(rows[0], "in step") {
		t.Fatalf("the report:\n%s", out.String())
	}
	for i, want := range []string{"neat oracle 2 75.00 (75.00–75.00) 100.00 (100.00–100.00)", "unaided oracle 1 75.00 (75.00–75.00) 100.00 (100.00–100.00)"} {
		if got := strings.Join(strings.Fields(rows[i+1]), " "); !strings.HasPrefix(got, want) {
			t.Errorf("row %d is %q, want %q …", i+1, got, want)
		}
	}
}
