package companion

import (
	"slices"

	"familiar/engine"
)

// A question stays valid while its card lies on the reader. One question is asked at a time, and several cards may come at once: a gesture waits
// while a newer one is asked about, and is taken up again. A tag that was lifted does not wait.

// putAside makes room for something else that was shown. What of it was shown before is asked about anew.
func (t *Table) putAside(next observation) {
	if t.gesture.open() {
		t.waiting = append(t.waiting, t.gesture)
	}
	t.gesture = nil
	t.keepWaiting(func(q *gesture) bool {
		return t.lies(q.observed) && !slices.ContainsFunc(next.tags, func(l lying) bool { return slices.Contains(q.observed.tags, l) })
	})
}

// lies reports whether all that was shown at readers lies there still. Something must be.
func (t *Table) lies(s observation) bool {
	return len(s.tags) > 0 && !slices.ContainsFunc(s.tags, func(l lying) bool { return !slices.Contains(t.lying, l) })
}

// keepWaiting forgets the waiting gestures of which something does not hold.
func (t *Table) keepWaiting(holds func(*gesture) bool) {
	t.waiting = slices.DeleteFunc(t.waiting, func(q *gesture) bool { return !holds(q) })
}

// takeUp goes on with the last gesture that waits if none is under way. Nobody has said of it that all of it is laid.
func (t *Table) takeUp() {
	if last := len(t.waiting) - 1; t.gesture == nil && last >= 0 {
		t.bringUp(t.waiting[last])
		t.debounce.stop()
	}
}

// bringUp goes on with a gesture that waits.
func (t *Table) bringUp(q *gesture) {
	t.keepWaiting(func(other *gesture) bool { return other != q })
	t.putAside(observation{})
	t.gesture = q
}

// askedAbout are the gestures about which it is asked, now or later, the one under way first.
func (t *Table) askedAbout() []*gesture {
	var all []*gesture
	if t.gesture.open() {
		all = append(all, t.gesture)
	}
	for _, q := range slices.Backward(t.waiting) {
		all = append(all, q)
	}
	return all
}

// waitingFor is how many gestures wait of which a seat may know.
func (t *Table) waitingFor(seat engine.Seat) int {
	n := 0
	for _, q := range t.waiting {
		if q.mayKnow(seat) {
			n++
		}
	}
	return n
}
