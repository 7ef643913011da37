package companion

import (
	"slices"

	"familiar/companion/resolver"
	"familiar/engine"
)

// A question stays valid while its card lies on the reader. One question is asked at a time, and several cards may come at once: a gesture waits
// while a newer one is asked about, and is taken up again. It does not wait once its tag was lifted.

// putAside makes room for another observation. If a waiting gesture shares a tag with it, that is asked about anew.
func (t *Table) putAside(next resolver.Observation) {
	if t.gesture != nil && t.gesture.IsOpen() {
		t.waiting = append(t.waiting, t.gesture)
	}
	t.gesture = nil
	t.keepWaiting(func(q *gesture) bool {
		return resolver.Lies(q.Observation, t.lying) && !slices.ContainsFunc(next.Tags, func(tag resolver.Tag) bool { return slices.Contains(q.Tags, tag) })
	})
}

// keepWaiting forgets the waiting gestures for which something does not hold.
func (t *Table) keepWaiting(holds func(*gesture) bool) {
	t.waiting = slices.DeleteFunc(t.waiting, func(q *gesture) bool { return !holds(q) })
}

// takeUp goes on with the last gesture that waits if none is under way. It is not known whether all of its cards are laid.
func (t *Table) takeUp() {
	if last := len(t.waiting) - 1; t.gesture == nil && last >= 0 {
		t.bringUp(&t.waiting[last].Pending)
		t.debounce.Stop()
	}
}

// bringUp goes on with a gesture that waits.
func (t *Table) bringUp(p *resolver.Pending) {
	i := slices.IndexFunc(t.waiting, func(q *gesture) bool { return &q.Pending == p })
	q := t.waiting[i]
	t.waiting = slices.Delete(t.waiting, i, i+1)
	t.putAside(resolver.Observation{})
	t.gesture = q
}

// askedAbout are the gestures about which it is asked, now or later, the one under way first.
func (t *Table) askedAbout() []*gesture {
	var all []*gesture
	if t.gesture != nil && t.gesture.IsOpen() {
		all = append(all, t.gesture)
	}
	for _, q := range slices.Backward(t.waiting) {
		all = append(all, q)
	}
	return all
}

// waitingFor is how many gestures wait that a seat may know of.
func (t *Table) waitingFor(seat engine.Seat) int {
	n := 0
	for _, q := range t.waiting {
		if q.mayKnow(seat) {
			n++
		}
	}
	return n
}
