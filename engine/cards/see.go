package cards

// seenCopy stands in a pick for a seen card, instead of the number of a pool.
const seenCopy = -1

// pick is a card with its source: a pool, or seenCopy.
type pick struct {
	pool int
	kind Kind
}

// CanSee reports whether a place may hold all these cards. They are looked at in order: the first mention of a kind is its first seen copy, the
// second mention its second one. When the seen copies are used up, an unseen card there must be of that kind, from the oldest pool that still has it.
func (l *Layout) CanSee(p Place, kinds ...Kind) bool {
	var room [16]pick
	_, ok := l.picks(room[:0], p, kinds)
	return ok
}

// See makes cards of a place seen, if CanSee allows it. If they cannot all lie there, See changes nothing and returns false.
func (l *Layout) See(p Place, kinds ...Kind) bool {
	var room [16]pick
	picks, ok := l.picks(room[:0], p, kinds)
	if !ok {
		return false
	}
	l.turnUp(p, picks)
	return true
}

// turnUp makes the picked cards of a place seen, except those that are seen already.
func (l *Layout) turnUp(p Place, picks []pick) {
	for _, x := range picks {
		if x.pool != seenCopy {
			l.drain(x.pool, p, x.kind)
			l.Put(p, x.kind)
		}
	}
	l.sweep()
}

func (l *Layout) picks(picks []pick, p Place, kinds []Kind) ([]pick, bool) {
	for i, k := range kinds {
		if mentions(kinds[:i], k) < l.Seen(p, k) {
			continue
		}
		pool := l.oldestSpare(picks, p, k)
		if pool < 0 {
			return picks, false
		}
		picks = append(picks, pick{pool, k})
	}
	return picks, true
}

func mentions(kinds []Kind, kind Kind) int {
	n := 0
	for _, k := range kinds {
		if k == kind {
			n++
		}
	}
	return n
}

// oldestSpare returns the oldest pool that may have another card of a kind in a place, besides the picked cards; -1 if there is none.
func (l *Layout) oldestSpare(picks []pick, p Place, k Kind) int {
	if l.Unseen(p) == len(picks) {
		return -1
	}
	for i := range l.PoolCount() {
		if l.spares(picks, i, p, k) {
			return i
		}
	}
	return -1
}
