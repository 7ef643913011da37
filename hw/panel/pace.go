package panel

import "time"

// wear holds the limits that spare a model's glass.
type wear struct {
	interval time.Duration // from the start of one refresh to that of the next
	// settle is how long a picture has to stay the latest before it is drawn, and
	// maxWait is how long the first undrawn picture waits at most.
	settle, maxWait time.Duration
	partials        int // partial refreshes between full ones
}

// E-paper is rated for a million refreshes.
var (
	wearV2 = wear{interval: time.Second, partials: 30}
	// A v4 flickers for four seconds with each picture and cannot be
	// interrupted, so it should draw the right one: pictures that are replaced
	// quickly, for example while someone puts down card after card, are
	// skipped. A table at which something happens all the time is drawn six
	// times a minute: a hundred evenings of four hours use a third of the
	// glass's rating.
	wearV4 = wear{interval: 10 * time.Second, settle: time.Second, maxWait: 3 * time.Second}
)

// wearInky is that of an Inky pHAT, which flickers for nine seconds with each
// picture: it is drawn four times a minute at most.
var wearInky = wear{interval: 15 * time.Second, settle: 2 * time.Second, maxWait: 4 * time.Second}

// pace decides when the next refresh may begin and whether it is full. A pace
// with only its wear set belongs to a panel that was just opened.
type pace struct {
	wear
	lastBegan time.Time // when the last refresh began
	opened    bool      // there was a full refresh
	partials  int       // since the last full one

	wanted                    *picture  // the latest picture, if it is not shown
	waitingSince, latestSince time.Time // since when some picture has been waiting, and since when the latest has
}

// want records the latest picture, which is not shown yet.
func (p *pace) want(wanted *picture, now time.Time) {
	if p.wanted == nil {
		p.waitingSince = now
	}
	if p.wanted == nil || !changed(p.wanted, wanted).Empty() {
		p.wanted, p.latestSince = wanted, now
	}
}

// clearWanted records that the latest picture is shown.
func (p *pace) clearWanted() { p.wanted = nil }

// wait returns how long the refresh with the latest picture still has to wait.
func (p *pace) wait(now time.Time) time.Duration {
	if !p.opened {
		return 0
	}
	due := p.latestSince.Add(p.settle)
	if limit := p.waitingSince.Add(p.maxWait); p.settle > 0 && limit.Before(due) {
		due = limit
	}
	return max(p.lastBegan.Add(p.interval).Sub(now), due.Sub(now), 0)
}

// full reports whether the next refresh is full.
func (p *pace) full() bool { return !p.opened || p.partials >= p.wear.partials }

// refreshed records a refresh and when it began.
func (p *pace) refreshed(began time.Time, full bool) {
	p.lastBegan, p.opened = began, true
	p.partials++
	if full {
		p.partials = 0
	}
	p.clearWanted()
}
