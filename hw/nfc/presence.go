package nfc

import (
	"slices"
	"time"
)

// DefaultGrace is how long a tag may be unseen before it has left. A card that
// is pushed about, or lies at the rim of the field, misses polls for a few
// hundredths of a second; a hand that lifts a card takes longer.
const DefaultGrace = 300 * time.Millisecond

// Presence is the set of tags in one field. It turns the lists of successive
// polls into arrivals and departures. It has no clock of its own. The zero
// value is an empty field with DefaultGrace.
type Presence struct {
	// Grace is how long a tag may be unseen before it has left; 0 stands for
	// DefaultGrace.
	Grace time.Duration

	here []sighting
}

// sighting is a tag that is here, and when it was last seen.
type sighting struct {
	tag  UID
	seen time.Time
}

// See takes what a poll at the given time saw, and appends the events that
// follow to dst: first who left, then who arrived, in the order of arrival and
// of the list. Zero UIDs and repetitions in the list count for nothing.
func (p *Presence) See(now time.Time, seen []UID, dst []Event) []Event {
	grace := p.Grace
	if grace <= 0 {
		grace = DefaultGrace
	}
	p.here = slices.DeleteFunc(p.here, func(s sighting) bool {
		gone := now.Sub(s.seen) >= grace && !slices.Contains(seen, s.tag)
		if gone {
			dst = append(dst, Event{Kind: Left, Tag: s.tag, At: now})
		}
		return gone
	})
	for _, tag := range seen {
		if tag.IsZero() {
			continue
		}
		if i := slices.IndexFunc(p.here, func(s sighting) bool { return s.tag == tag }); i >= 0 {
			p.here[i].seen = now
			continue
		}
		p.here = append(p.here, sighting{tag, now})
		dst = append(dst, Event{Kind: Arrived, Tag: tag, At: now})
	}
	return dst
}

// Resume gives every tag a fresh grace. It is called when a reader that was
// lost answers again: nobody looked meanwhile, so nobody is late yet.
func (p *Presence) Resume(now time.Time) {
	for i := range p.here {
		p.here[i].seen = now
	}
}

// Tags lists the tags that are here, in the order of their arrival.
func (p *Presence) Tags() []UID {
	tags := make([]UID, len(p.here))
	for i, s := range p.here {
		tags[i] = s.tag
	}
	return tags
}
