// Package cardprobe keeps the card probes of a table. A card probe lets a phone that asks about a move put the cards of its question on a reader. These cards are shown
// to that phone only, and make no move.
package cardprobe

import (
	"slices"
	"time"
)

// lasts is how long a card probe lasts without a card or a question. Then the readers belong to the game again.
const lasts = 2 * time.Minute

// Probes are the card probes under way. They belong to one goroutine.
type Probes struct {
	all   []*probe // the last one has the first claim to a card
	cards int      // how many cards were probed
}

// probe is a phone that asks about cards on readers. The phone may lose its connection and come back meanwhile.
type probe struct {
	hash  string
	until time.Time
}

// Set begins the card probe of the phone with a hash, or ends it.
func (p *Probes) Set(hash string, on bool, now time.Time) {
	p.all = slices.DeleteFunc(p.all, func(o *probe) bool { return o.hash == hash || now.After(o.until) })
	if on {
		p.all = append(p.all, &probe{hash, now.Add(lasts)})
	}
}

// Extend makes the card probe of a phone last longer, if it has one.
func (p *Probes) Extend(hash string, now time.Time) {
	for _, o := range p.all {
		if o.hash == hash && now.Before(o.until) {
			o.until = now.Add(lasts)
		}
	}
}

// Active returns the phones that have a card probe at a moment, the last one first.
func (p *Probes) Active(now time.Time) (hashes []string) {
	for _, o := range slices.Backward(p.all) {
		if now.Before(o.until) {
			hashes = append(hashes, o.hash)
		}
	}
	return hashes
}

// Card returns the number of the next card that is probed.
func (p *Probes) Card() int {
	p.cards++
	return p.cards
}

// Clear ends all card probes, because their game has gone. Cards are numbered on.
func (p *Probes) Clear() { p.all = nil }
