package panel

import (
	"image"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/devices/v3/ssd1306/image1bit"
	"pgregory.net/rapid"
)

func TestPace(t *testing.T) {
	p := pace{wear: wearV2}
	start := time.Unix(0, 0)
	if wait := p.wait(start); wait != 0 || !p.full() {
		t.Errorf("at the start: wait %s, full %t", wait, p.full())
	}
	p.refreshed(start, p.full())
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
		p.refreshed(start, p.full())
	}
	if diff := cmp.Diff([]int{30, 61}, fulls); diff != "" {
		t.Errorf("full refreshes (-want +got):\n%s", diff)
	}
}

// TestPaceSettle asks for pictures one after the other on a panel with settle and
// maxWait.
func TestPaceSettle(t *testing.T) {
	const ms = time.Millisecond
	start := time.Unix(0, 0)
	pictures := func(n int) []*picture {
		ps := make([]*picture, n)
		for i := range ps {
			ps[i] = newPicture(image.White, testSize, false)
			ps[i].SetBit(i, 0, image1bit.Off)
		}
		return ps
	}
	tests := map[string]struct {
		at   []time.Duration // when a picture is shown
		want time.Duration   // when it is drawn
	}{
		"one":                         {[]time.Duration{20000 * ms}, 21000 * ms},
		"one, too early":              {[]time.Duration{2000 * ms}, 10000 * ms},
		"another before it is drawn":  {[]time.Duration{20000 * ms, 20900 * ms}, 21900 * ms},
		"one after the other":         {[]time.Duration{20000 * ms, 20900 * ms, 21800 * ms, 22700 * ms}, 23000 * ms},
		"a few, and then a long time": {[]time.Duration{2000 * ms, 2500 * ms}, 10000 * ms},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := pace{wear: wearV4}
			if !p.full() || p.wait(start) != 0 {
				t.Error("the first picture has to wait, or is partial")
			}
			p.refreshed(start, true)
			for i, pic := range pictures(len(test.at)) {
				p.want(pic, start.Add(test.at[i]))
			}
			last := start.Add(test.at[len(test.at)-1])
			if got := last.Add(p.wait(last)).Sub(start); got != test.want {
				t.Errorf("drawn after %s, want %s", got, test.want)
			}
			if !p.full() {
				t.Error("a partial refresh")
			}
		})
	}
	p := pace{wear: wearV4}
	p.refreshed(start, true)
	a, b := newPicture(image.Black, testSize, false), newPicture(image.Black, testSize, false)
	p.want(a, start.Add(20000*ms))
	p.want(b, start.Add(20900*ms))
	if got := p.wait(start.Add(20900 * ms)); got != 100*ms {
		t.Errorf("the same picture again waits for %s", got)
	}
}

// TestPaceWear draws times at which pictures are shown: no two refreshes begin
// within a second, and there are never more than 30 partial ones in a row.
func TestPaceWear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := pace{wear: wearV2}
		var last time.Time
		now := time.Unix(0, 0)
		run := 0
		for i, gap := range rapid.SliceOfN(rapid.IntRange(0, 3000), 0, 200).Draw(t, "gaps in ms") {
			now = now.Add(time.Duration(gap) * time.Millisecond)
			now = now.Add(p.wait(now))
			if i > 0 && now.Sub(last) < wearV2.interval {
				t.Fatalf("refreshes %s apart", now.Sub(last))
			}
			full := p.full()
			if run++; full {
				run = 0
			}
			if run > wearV2.partials || (i == 0 && !full) {
				t.Fatalf("refresh %d: %d partial ones in a row", i, run)
			}
			p.refreshed(now, full)
			last = now
		}
	})
}
