package panel

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPace(t *testing.T) {
	var p pace
	start := time.Unix(0, 0)
	if wait := p.wait(start); wait != 0 || !p.full() {
		t.Errorf("at the start: wait %s, full %t", wait, p.full())
	}
	p.drew(start, p.full())
	for _, step := range []struct{ at, wait time.Duration }{
		{0, time.Second},
		{400 * time.Millisecond, 600 * time.Millisecond},
		{time.Second, 0},
		{time.Hour, 0},
	} {
		if got := p.wait(start.Add(step.at)); got != step.wait {
			t.Errorf("at %s: wait %s, want %s", step.at, got, step.wait)
		}
	}
	var fulls []int
	for i := range 70 {
		if p.full() {
			fulls = append(fulls, i)
		}
		p.drew(start, p.full())
	}
	if diff := cmp.Diff([]int{30, 61}, fulls); diff != "" {
		t.Errorf("full refreshes (-want +got):\n%s", diff)
	}
}

// TestPaceWear draws times at which pictures come: no two refreshes begin
// within a second, and never more than 30 partial ones are in a row.
func TestPaceWear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p pace
		var last time.Time
		now := time.Unix(0, 0)
		run := 0
		for i, gap := range rapid.SliceOfN(rapid.IntRange(0, 3000), 0, 200).Draw(t, "gaps in ms") {
			now = now.Add(time.Duration(gap) * time.Millisecond)
			now = now.Add(p.wait(now))
			if i > 0 && now.Sub(last) < interval {
				t.Fatalf("refreshes %s apart", now.Sub(last))
			}
			full := p.full()
			if run++; full {
				run = 0
			}
			if run > partialsPerFull || (i == 0 && !full) {
				t.Fatalf("refresh %d: %d partial ones in a row", i, run)
			}
			p.drew(now, full)
			last = now
		}
	})
}
