package panel

import "time"

// wear is how a model's glass is spared.
type wear struct {
	interval time.Duration // from the start of one refresh to that of the next
	// calm is how long a picture has to stay wanted before it is drawn, and
	// patience how long it takes at most until some picture is.
	calm, patience time.Duration
	partials       int // partial refreshes between full ones
}

// E-paper is rated for a million refreshes.
var (
	wearV2 = wear{interval: time.Second, partials: 30}
	// A v4 flickers for four seconds with each picture and cannot be stopped, so it
	// had better be the right one: what is shown for a moment only, as while
	// somebody lays card after card, is passed over. A table at which something
	// happens all the time is drawn six times a minute, a hundred evenings of four
	// hours long for a third of what the glass is rated for.
	wearV4 = wear{interval: 10 * time.Second, calm: time.Second, patience: 3 * time.Second}
)

// pace decides when the next refresh may begin and whether it is full. With a
// wear alone it is that of a panel that was just opened.
type pace struct {
	wear
	last     time.Time // when the last refresh began
	opened   bool      // there was a full one
	partials int       // since the last full one

	wanted       *picture  // what is wanted and not shown
	first, since time.Time // since when something is, and since when it is this
}

// asked notes that a picture is wanted that is not shown.
func (p *pace) asked(wanted *picture, now time.Time) {
	if p.wanted == nil {
		p.first = now
	}
	if p.wanted == nil || !changed(p.wanted, wanted).Empty() {
		p.wanted, p.since = wanted, now
	}
}

// pleased notes that what is wanted is shown.
func (p *pace) pleased() { p.wanted = nil }

// wait is how long a refresh for what is wanted has to wait yet.
func (p *pace) wait(now time.Time) time.Duration {
	if !p.opened {
		return 0
	}
	calm := p.since.Add(p.calm)
	if bored := p.first.Add(p.patience); p.calm > 0 && bored.Before(calm) {
		calm = bored
	}
	return max(p.last.Add(p.interval).Sub(now), calm.Sub(now), 0)
}

// full says whether the next refresh is full.
func (p *pace) full() bool { return !p.opened || p.partials >= p.wear.partials }

// drew notes a refresh that began at a time.
func (p *pace) drew(began time.Time, full bool) {
	p.last, p.opened = began, true
	p.partials++
	if full {
		p.partials = 0
	}
	p.pleased()
}
