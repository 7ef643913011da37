package companion

import (
	"slices"
	"time"
)

// A phone that asks about a move may have cards laid for the question: they are told to it alone, and the table takes them for laid for something else.

// probeTime is for how long nothing may be laid before the readers belong to the game again.
const probeTime = 2 * time.Minute

// cardProbes are the phones that have cards laid for their questions.
type cardProbes struct {
	all   []*cardProbe // the last one comes first
	cards int          // so many were laid
}

// cardProbe is a phone that has cards laid for its question. It may lose the line and come back meanwhile.
type cardProbe struct {
	hash  string
	until time.Time
}

// set has cards laid for the question of a phone, or no more.
func (c *cardProbes) set(hash string, on bool, now time.Time) {
	c.all = slices.DeleteFunc(c.all, func(p *cardProbe) bool { return p.hash == hash || now.After(p.until) })
	if on {
		c.all = append(c.all, &cardProbe{hash, now.Add(probeTime)})
	}
}

// keep notes that a phone is still asking.
func (c *cardProbes) keep(hash string, now time.Time) {
	for _, p := range c.all {
		if p.hash == hash && now.Before(p.until) {
			p.until = now.Add(probeTime)
		}
	}
}

// of yields the phones that are asking at a moment, the last one first.
func (c *cardProbes) of(now time.Time) func(yield func(hash string) bool) {
	return func(yield func(string) bool) {
		for _, p := range slices.Backward(c.all) {
			if now.Before(p.until) && !yield(p.hash) {
				return
			}
		}
	}
}

// clear forgets them: the game has gone.
func (c *cardProbes) clear() { c.all = nil }
