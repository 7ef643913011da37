package companion

import (
	"slices"
	"time"
)

// A card probe lets a phone that asks about a move put the cards of its question on a reader. These cards are shown to that phone only, and make no move.

// probeTime is how long a card probe lasts without a card or a question. Then the readers belong to the game again.
const probeTime = 2 * time.Minute

// cardProbes are the card probes under way.
type cardProbes struct {
	all   []*cardProbe // the last one has the first claim to a card
	cards int          // how many cards were probed
}

// cardProbe is a phone that asks about cards on readers. The phone may lose its connection and come back meanwhile.
type cardProbe struct {
	hash  string
	until time.Time
}

// set begins the card probe of a phone, or ends it.
func (c *cardProbes) set(hash string, on bool, now time.Time) {
	c.all = slices.DeleteFunc(c.all, func(p *cardProbe) bool { return p.hash == hash || now.After(p.until) })
	if on {
		c.all = append(c.all, &cardProbe{hash, now.Add(probeTime)})
	}
}

// extend makes the card probe of a phone last longer, if it has one.
func (c *cardProbes) extend(hash string, now time.Time) {
	for _, p := range c.all {
		if p.hash == hash && now.Before(p.until) {
			p.until = now.Add(probeTime)
		}
	}
}

// active returns the phones that have a card probe at a moment, the last one first.
func (c *cardProbes) active(now time.Time) (hashes []string) {
	for _, p := range slices.Backward(c.all) {
		if now.Before(p.until) {
			hashes = append(hashes, p.hash)
		}
	}
	return hashes
}

// clear ends all card probes, because their game has gone.
func (c *cardProbes) clear() { c.all = nil }
