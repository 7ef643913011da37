package cards

// seenCopy stands for a card that is seen, in place of a pool.
const seenCopy = -1

// CanLeave reports whether these cards can be in a place together: each is a copy of its own that is seen there, or an unseen
// card there of a pool that has a copy left. Other than CanSee it looks ahead: no order of the cards makes a difference.
func (t *Layout) CanLeave(p Place, kinds ...Kind) bool {
	var room [8]pick
	_, ok := t.assign(room[:0], p, kinds)
	return ok
}

// TakeAll takes cards away together: each a seen copy first, else one of the oldest pool with which those after it are still
// possible. If they cannot be there together it changes nothing and returns false.
func (t *Layout) TakeAll(p Place, kinds ...Kind) bool {
	var room [8]pick
	picks, ok := t.assign(room[:0], p, kinds)
	if !ok {
		return false
	}
	for _, x := range picks {
		if x.pool == seenCopy {
			t.takeSeen(p, x.kind)
		} else {
			t.drain(x.pool, p, x.kind)
		}
	}
	t.sweep()
	return true
}

// SeeAll makes cards seen that are known to lie in a place together, as CanLeave tells. If they cannot be there together it
// changes nothing and returns false.
func (t *Layout) SeeAll(p Place, kinds ...Kind) bool {
	var room [8]pick
	picks, ok := t.assign(room[:0], p, kinds)
	if !ok {
		return false
	}
	for _, x := range picks {
		if x.pool != seenCopy {
			t.drain(x.pool, p, x.kind)
			t.Put(p, x.kind)
		}
	}
	t.sweep()
	return true
}

// assign finds for each card the first source with which all cards have one.
func (t *Layout) assign(picks []pick, p Place, kinds []Kind) ([]pick, bool) {
	n := len(picks)
	if n == len(kinds) {
		return picks, true
	}
	k := kinds[n]
	if mentions(kinds[:n], k) < t.Seen(p, k) {
		return t.assign(append(picks, pick{seenCopy, k}), p, kinds)
	}
	if t.Unseen(p) == 0 {
		return picks, false
	}
	for i := range t.pools() {
		if !t.spares(picks, i, p, k) {
			continue
		}
		if all, ok := t.assign(append(picks, pick{i, k}), p, kinds); ok {
			return all, true
		}
	}
	return picks, false
}

// spares reports whether a kind may leave a place out of a pool after those picked already.
func (t *Layout) spares(picks []pick, i int, p Place, k Kind) bool {
	copies, lying := t.pool(i)
	left, cards := int(copies[k]), int(lying[p])
	for _, x := range picks {
		if x.pool != i {
			continue
		}
		cards--
		if x.kind == k {
			left--
		}
	}
	return left > 0 && cards > 0
}
