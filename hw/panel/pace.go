package panel

import "time"

// The wear of a panel.
const (
	// interval is the time from one refresh to the next.
	interval = time.Second
	// partialsPerFull is the number of partial refreshes between full ones.
	partialsPerFull = 30
)

// pace decides when the next refresh may begin and whether it is full. The zero
// value is a panel that was just opened.
type pace struct {
	last     time.Time // when the last refresh began
	opened   bool      // there was a full one
	partials int       // since the last full one
}

// wait is how long a refresh has to wait yet.
func (p *pace) wait(now time.Time) time.Duration {
	if !p.opened {
		return 0
	}
	return max(p.last.Add(interval).Sub(now), 0)
}

// full says whether the next refresh is full.
func (p *pace) full() bool { return !p.opened || p.partials >= partialsPerFull }

// drew notes a refresh that began at a time.
func (p *pace) drew(began time.Time, full bool) {
	p.last, p.opened = began, true
	p.partials++
	if full {
		p.partials = 0
	}
}
