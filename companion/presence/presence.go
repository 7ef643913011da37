// Package presence keeps what lies on the readers.
//
// A reader does not see all the tags that lie on it: it loses one of several for some seconds, and in a pile it sees only the upper ones. A hand that lays a card
// may shake. So a tag that arrives again was not always laid again. (nfc.Presence, nearer to the chip, bridges the fraction of a second between two polls.)
package presence

import (
	"slices"
	"time"

	"familiar/companion/resolver"
)

// A tag that was out of sight for less than this arrives again without having been laid again.
const (
	// CardRepeat is for a card: nobody plays the same card twice so soon.
	CardRepeat = 2 * time.Second
	// TokenRepeat is for a token: after that it may be laid once more, to be counted once more.
	TokenRepeat = 600 * time.Millisecond
	// MissedTime is for a card that lies beside others. A reader hardly ever loses an uncovered card for longer.
	MissedTime = 10 * time.Second
)

// uncoverTime is how soon a reader sees a tag after the tag above it was taken away.
const uncoverTime = time.Second

// Readers is what lies on the readers. The zero Readers are empty.
type Readers struct {
	laid []laying // in the order in which the tags were put there
}

// laying is a tag on a reader, from the moment it was put there until it is seen elsewhere.
type laying struct {
	resolver.Tag
	since      time.Time // when it was put there
	missed     time.Time // when the reader lost sight of it; zero: the reader sees it
	withOthers bool      // the reader saw other tags when it lost sight of this one
	move       int       // the number of the move that the tag was laid for, counted from 1; 0: there is none
	inPlace    bool      // it lay in its place already, as the game stood
}

// Arrival says how a tag came to a reader.
type Arrival struct {
	Missed     time.Duration // for how long the reader had lost sight of it
	WithOthers bool          // the reader saw other tags meanwhile, so the tag may have been there all the time
	Uncovered  bool          // another tag has just been taken away, and may have covered it
	Assigned   bool          // the tag was laid there before, for a move, for the question that is open, or where the game knew it to be
}

// Repeats reports whether the tag was only out of sight, and not laid again: a hand shook, or the reader had lost sight of it. card reports whether it is on a card,
// not on a token. believed reports whether that card lies in the place of the reader, as the game stands.
func (a Arrival) Repeats(card bool, believed func() bool) bool {
	switch {
	case !a.Assigned:
		return false
	case !card:
		return a.Missed < TokenRepeat
	}
	return a.Missed < CardRepeat || a.WithOthers && (a.Missed < MissedTime || a.Uncovered || believed())
}

// Arrive notes that a reader sees a tag.
func (r *Readers) Arrive(tag resolver.Tag, at time.Time) Arrival {
	if r.isEmpty(tag.Reader, at) {
		for i := range r.laid {
			r.laid[i].withOthers = r.laid[i].withOthers && r.laid[i].Reader != tag.Reader
		}
	}
	var arrival Arrival
	var l laying
	if i := r.index(tag); i >= 0 {
		l = r.laid[i]
		arrival.Assigned, arrival.WithOthers = l.isAssigned(), l.withOthers
		if !l.missed.IsZero() {
			arrival.Missed = at.Sub(l.missed)
		}
		arrival.Uncovered = slices.ContainsFunc(r.laid, func(other laying) bool {
			return other.Reader == tag.Reader && other.UID != tag.UID && !other.missed.IsZero() && at.Sub(other.missed) < uncoverTime
		})
	}
	r.laid = slices.DeleteFunc(r.laid, func(other laying) bool { return other.UID == tag.UID || !other.stays(at) })
	if l.since.IsZero() {
		l.since = at
	}
	r.laid = append(r.laid, laying{Tag: tag, since: l.since, move: l.move, inPlace: l.inPlace})
	return arrival
}

// isAssigned reports whether it is known why the tag was laid there.
func (l laying) isAssigned() bool { return l.move > 0 || l.inPlace }

// stays reports whether the tag is kept: it may still lie there, or it was taken away a moment ago.
func (l laying) stays(at time.Time) bool {
	return l.missed.IsZero() || l.withOthers && l.isAssigned() || at.Sub(l.missed) < CardRepeat
}

// Leave notes that a reader no longer sees a tag.
func (r *Readers) Leave(tag resolver.Tag, at time.Time) {
	if i := r.index(tag); i >= 0 {
		r.laid[i].missed = at
		r.laid[i].withOthers = slices.ContainsFunc(r.laid, func(l laying) bool { return l.Reader == tag.Reader && l.missed.IsZero() })
	}
}

// Replaced returns the number of the move whose tag was replaced by another one: the first tag was lifted at once, as after a mistake, and the second one was laid
// on the same reader soon after. It returns 0 if no tag was replaced.
func (r *Readers) Replaced(by []resolver.Tag, at time.Time) (move int) {
	for _, l := range r.laid {
		if len(by) == 1 && l.Reader == by[0].Reader && !l.missed.IsZero() && l.missed.Sub(l.since) < CardRepeat && at.Sub(l.missed) < CardRepeat {
			move = max(move, l.move)
		}
	}
	return move
}

// isEmpty reports whether nothing lies on a reader. A reader loses sight of a tag only beside others, so it is empty if it has seen none for a moment.
func (r *Readers) isEmpty(reader string, at time.Time) bool {
	return !slices.ContainsFunc(r.laid, func(l laying) bool {
		return l.Reader == reader && (l.missed.IsZero() || at.Sub(l.missed) < uncoverTime)
	})
}

func (r *Readers) index(tag resolver.Tag) int {
	return slices.IndexFunc(r.laid, func(l laying) bool { return l.Tag == tag })
}

// Seen returns the tags that the readers see, in the order in which they were put there.
func (r *Readers) Seen() []resolver.Tag {
	var seen []resolver.Tag
	for _, l := range r.laid {
		if l.missed.IsZero() {
			seen = append(seen, l.Tag)
		}
	}
	return seen
}

// AreUnused reports whether tags still lie there, and were laid for no move.
func (r *Readers) AreUnused(tags []resolver.Tag) bool {
	return !slices.ContainsFunc(tags, func(tag resolver.Tag) bool {
		i := r.index(tag)
		return i < 0 || !r.laid[i].missed.IsZero() || r.laid[i].move > 0
	})
}

// Assign notes that tags were laid for the n-th move that stands, counted from 1.
func (r *Readers) Assign(tags []resolver.Tag, n int) {
	for _, tag := range tags {
		if i := r.index(tag); i >= 0 {
			r.laid[i].move = n
		}
	}
}

// InPlace notes that tags were laid where the game knew them to be, as the cards that a move has put there together.
func (r *Readers) InPlace(tags []resolver.Tag) {
	for _, tag := range tags {
		if i := r.index(tag); i >= 0 {
			r.laid[i].inPlace = true
		}
	}
}

// TakenBack notes that moves were taken back, and how many are left. Tags that were laid for the others may be laid again.
func (r *Readers) TakenBack(left int) {
	for i := range r.laid {
		if r.laid[i].move > left {
			r.laid[i].move = 0
		}
		r.laid[i].inPlace = false
	}
}
