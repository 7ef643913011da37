package nfc

import (
	"cmp"
	"slices"
	"time"
)

// DefaultGrace is how long a tag may be unseen before it has left. A card that
// is pushed about, or lies at the rim of the field, misses polls for a few
// hundredths of a second; a hand that picks up a card takes longer.
const DefaultGrace = 300 * time.Millisecond

// Presence is the set of tags in one field. It turns the lists of successive
// polls into arrivals and departures. It has no clock of its own. The zero
// value is an empty field with DefaultGrace.
type Presence struct {
	// Grace is how long a tag may be unseen before it has left; 0 stands for
	// DefaultGrace.
	Grace time.Duration
	// Settle is how long a tag has to lie in the field before it has arrived,
	// never unseen for longer than the grace period; with 0 it arrives at once.
	// A tag that leaves earlier, like a die that rolls on, is not reported. The
	// arrival of a settled tag has the time when it was first seen.
	Settle time.Duration

	present  []sighting // tags that have arrived, in the order of their arrival
	settling []sighting // tags that have not settled yet
}

// sighting is a tag in the field, when it came and when it was last seen.
type sighting struct {
	tag   UID
	since time.Time
	seen  time.Time
}

// See takes the tags that a poll at the given time saw, and appends the
// resulting events to dst: first departures, then arrivals, in the order of
// arrival and of the list. Zero and random UIDs and repetitions in the list are
// ignored.
func (p *Presence) See(now time.Time, seen []UID, dst []Event) []Event {
	p.present = slices.DeleteFunc(p.present, func(s sighting) bool {
		gone := p.gone(s, now, seen)
		if gone {
			dst = append(dst, Event{Kind: Left, Tag: s.tag, At: now})
		}
		return gone
	})
	p.settling = slices.DeleteFunc(p.settling, func(s sighting) bool { return p.gone(s, now, seen) })
	for _, tag := range seen {
		if tag.IsZero() || tag.Random() {
			continue
		}
		if s := find(p.present, tag); s != nil {
			s.seen = now
			continue
		}
		if find(p.settling, tag) == nil {
			p.settling = append(p.settling, sighting{tag: tag, since: now})
		}
		s := find(p.settling, tag)
		if s.seen = now; now.Sub(s.since) < p.Settle {
			continue
		}
		p.present = append(p.present, *s)
		p.settling = slices.DeleteFunc(p.settling, func(s sighting) bool { return s.tag == tag })
		dst = append(dst, Event{Kind: Arrived, Tag: tag, At: find(p.present, tag).since})
	}
	return dst
}

// gone reports whether a tag has been unseen for too long.
func (p *Presence) gone(s sighting, now time.Time, seen []UID) bool {
	return now.Sub(s.seen) >= cmp.Or(p.Grace, DefaultGrace) && !slices.Contains(seen, s.tag)
}

// find returns a tag's sighting, nil if there is none.
func find(some []sighting, tag UID) *sighting {
	if i := slices.IndexFunc(some, func(s sighting) bool { return s.tag == tag }); i >= 0 {
		return &some[i]
	}
	return nil
}

// Resume gives every tag a full grace period, and unsettled tags have to settle
// anew. It is called when a lost reader answers again: there were no polls
// meanwhile, so no tag is overdue yet.
func (p *Presence) Resume(now time.Time) {
	for i := range p.present {
		p.present[i].seen = now
	}
	p.settling = p.settling[:0]
}
