package careless

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/people"
)

// heard is an antenna that writes down what it is told.
type heard []string

func (h *heard) arrive(reader string, tag people.Tag) { *h = append(*h, tag.Word+" on "+reader) }
func (h *heard) depart(reader string, tag people.Tag) { *h = append(*h, tag.Word+" off "+reader) }

func (h *heard) expect(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(*h, want) {
		t.Errorf("the antenna was told %v, want %v", *h, want)
	}
	*h = nil
}

func newHeard() (*field, *heard) {
	h := new(heard)
	return newField(h, rand.New(rand.NewPCG(1, 1))), h
}

// TestPileHidesWhatLiesBelow lays five tags on one reader: the lowest is not seen until one above it is lifted.
func TestPileHidesWhatLiesBelow(t *testing.T) {
	f, h := newHeard()
	for n := range 4 {
		f.put("grave", people.Tag{Word: fmt.Sprint(n)})
	}
	h.expect(t, "0 on grave", "1 on grave", "2 on grave", "3 on grave")
	f.put("grave", people.Tag{Word: "4"})
	h.expect(t, "0 off grave", "4 on grave")
	f.take("grave", people.Tag{Word: "3"})
	h.expect(t, "3 off grave", "0 on grave")
	f.put("altar", people.Tag{Word: "5"})
	h.expect(t, "5 on altar")
	f.take("altar", people.Tag{Word: "none"})
	h.expect(t)
}

// TestTagsAreMissed lets hours pass: of two tags on a reader each is missed now and then, for seconds; one alone never is.
func TestTagsAreMissed(t *testing.T) {
	f, h := newHeard()
	f.put("alone", people.Tag{Word: "king"})
	f.put("pair", people.Tag{Word: "monk"})
	f.put("pair", people.Tag{Word: "nun"})
	*h = nil
	const hours = 20
	var slept time.Duration
	f.pass(hours*time.Hour, func(d time.Duration) { slept += d })
	if slept != hours*time.Hour {
		t.Errorf("%v of %d hours have passed", slept, hours)
	}
	missed := 0
	for _, what := range *h {
		switch what {
		case "monk off pair", "nun off pair":
			missed++
		case "monk on pair", "nun on pair":
		default:
			t.Fatalf("the antenna was told: %s", what)
		}
	}
	if expected := 2 * float64(hours*time.Hour) / float64(missedEvery+missedFor); float64(missed) < 0.8*expected || float64(missed) > 1.2*expected {
		t.Errorf("two tags were missed %d times, want about %.0f", missed, expected)
	}
	if back := len(*h) - missed; missed-back > 2 {
		t.Errorf("of %d missed tags %d came back", missed, back)
	}
}
