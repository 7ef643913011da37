// Package presence keeps what lies on the readers.
//
// A reader does not see all that lies on it: of several tags it misses one for seconds now and then, and of a pile it sees the upper ones. A hand that lays a
// card shakes. So a tag that a reader sees again was not always laid there again.
package presence

import (
	"slices"
	"time"

	"familiar/companion/resolver"
)

// Times after which a tag that comes back was laid anew.
const (
	Twice  = 2 * time.Second        // a card: nobody plays the same card again so soon
	Shaky  = 600 * time.Millisecond // a token: it may well be counted again after that
	Missed = 10 * time.Second       // a card among others: a reader hardly ever misses one for longer that is not covered
)

// baring is how soon a reader sees what lay below a tag that was taken off.
const baring = time.Second

// Readers is what lies on the readers. The zero Readers are empty.
type Readers struct {
	laid []laying // in the order in which the tags were put there
}

// laying is a tag on a reader, from the moment it was put there until it is seen elsewhere.
type laying struct {
	resolver.Tag
	since  time.Time // when it was put there
	missed time.Time // since when the reader has not seen it; zero: it sees it
	among  bool      // other tags were on the reader when it was missed first
	move   int       // of which move it became part, counted from 1; 0: of none
}

// Return says how a tag came to a reader.
type Return struct {
	Missed time.Duration // for how long the reader had not seen it
	Among  bool          // other tags lay on the reader then: it may have been there all the time
	Bared  bool          // it was there all the time: another tag has just been taken off
	Heeded bool          // the tag was there before, and is part of a move or of a question
}

// LayThere reports whether the tag has only been out of sight, and was heeded when it was laid: a hand shook, or the reader had missed it among others. believed
// reports whether the game believes that the tag's card lies in the reader's place.
func (b Return) LayThere(card bool, believed func() bool) bool {
	switch {
	case !b.Heeded:
		return false
	case !card:
		return b.Missed < Shaky
	}
	return b.Missed < Twice || b.Among && (b.Missed < Missed || b.Bared || believed())
}

// Arrive notes that a reader sees a tag.
func (r *Readers) Arrive(tag resolver.Tag, at time.Time) Return {
	if r.isEmpty(tag.Reader, at) {
		for i := range r.laid {
			r.laid[i].among = r.laid[i].among && r.laid[i].Reader != tag.Reader
		}
	}
	var back Return
	var l laying
	if i := r.index(tag); i >= 0 {
		l = r.laid[i]
		back.Heeded, back.Among = l.move > 0, l.among
		if !l.missed.IsZero() {
			back.Missed = at.Sub(l.missed)
		}
		back.Bared = slices.ContainsFunc(r.laid, func(other laying) bool {
			return other.Reader == tag.Reader && other.UID != tag.UID && !other.missed.IsZero() && at.Sub(other.missed) < baring
		})
	}
	r.laid = slices.DeleteFunc(r.laid, func(other laying) bool { return other.UID == tag.UID || !other.stays(at) })
	if l.since.IsZero() {
		l.since = at
	}
	r.laid = append(r.laid, laying{Tag: tag, since: l.since, move: l.move})
	return back
}

// stays reports whether it still matters that a tag was put there.
func (l laying) stays(at time.Time) bool {
	return l.missed.IsZero() || l.among && l.move > 0 || at.Sub(l.missed) < Twice
}

// Leave notes that a reader no longer sees a tag.
func (r *Readers) Leave(tag resolver.Tag, at time.Time) {
	if i := r.index(tag); i >= 0 {
		r.laid[i].missed = at
		r.laid[i].among = slices.ContainsFunc(r.laid, func(l laying) bool { return l.Reader == tag.Reader && l.missed.IsZero() })
	}
}

// Replaced returns the move of a tag in whose place another one was put: it was lifted at once, as one is that was laid by mistake, and the other one came soon
// after. It returns 0 if there is none.
func (r *Readers) Replaced(by []resolver.Tag, at time.Time) (move int) {
	for _, l := range r.laid {
		if len(by) == 1 && l.Reader == by[0].Reader && !l.missed.IsZero() && l.missed.Sub(l.since) < Twice && at.Sub(l.missed) < Twice {
			move = max(move, l.move)
		}
	}
	return move
}

// isEmpty reports whether nothing lies on a reader. It misses a tag only among others, so it is empty if it has seen none for a moment.
func (r *Readers) isEmpty(reader string, at time.Time) bool {
	return !slices.ContainsFunc(r.laid, func(l laying) bool { return l.Reader == reader && (l.missed.IsZero() || at.Sub(l.missed) < baring) })
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

// Heed notes that tags became part of a move. It is the n-th one that stands, counted from 1.
func (r *Readers) Heed(tags []resolver.Tag, n int) {
	for _, tag := range tags {
		if i := r.index(tag); i >= 0 {
			r.laid[i].move = n
		}
	}
}

// TakenBack notes that moves were taken back, and how many are left. What was laid for those is part of none now.
func (r *Readers) TakenBack(left int) {
	for i := range r.laid {
		if r.laid[i].move > left {
			r.laid[i].move = 0
		}
	}
}
