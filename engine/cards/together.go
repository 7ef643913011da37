package cards

// CanLeave reports whether these cards can be in a place together: each is another seen copy, or an unseen card there of a pool that has a copy left.
// Unlike CanSee it looks ahead: the order of the cards makes no difference.
func (l *Layout) CanLeave(p Place, kinds ...Kind) bool {
	var room [8]pick
	_, ok := l.assign(room[:0], p, kinds)
	return ok
}

// TakeAll removes cards together: each a seen copy first, else one of the oldest pool that leaves the later cards possible. If they cannot be there
// together, TakeAll changes nothing and returns false.
func (l *Layout) TakeAll(p Place, kinds ...Kind) bool {
	var room [8]pick
	picks, ok := l.assign(room[:0], p, kinds)
	if !ok {
		return false
	}
	for _, x := range picks {
		if x.pool == seenCopy {
			l.takeSeen(p, x.kind)
		} else {
			l.drain(x.pool, p, x.kind)
		}
	}
	l.sweep()
	return true
}

// SeeAll makes cards of a place seen together, if CanLeave allows it. If they cannot be there together, SeeAll changes nothing and returns false.
func (l *Layout) SeeAll(p Place, kinds ...Kind) bool {
	var room [8]pick
	picks, ok := l.assign(room[:0], p, kinds)
	if !ok {
		return false
	}
	l.turnUp(p, picks)
	return true
}

// assign gives each card the first source that leaves one for every other card.
func (l *Layout) assign(picks []pick, p Place, kinds []Kind) ([]pick, bool) {
	n := len(picks)
	if n == len(kinds) {
		return picks, true
	}
	k := kinds[n]
	if mentions(kinds[:n], k) < l.Seen(p, k) {
		return l.assign(append(picks, pick{seenCopy, k}), p, kinds)
	}
	if l.Unseen(p) == 0 {
		return picks, false
	}
	for i := range l.PoolCount() {
		if !l.spares(picks, i, p, k) {
			continue
		}
		if all, ok := l.assign(append(picks, pick{i, k}), p, kinds); ok {
			return all, true
		}
	}
	return picks, false
}

// spares reports whether pool i may have another card of a kind in a place, besides the picked cards.
func (l *Layout) spares(picks []pick, i int, p Place, k Kind) bool {
	if !l.mayBe(i, p, k) {
		return false
	}
	copies, lying := l.pool(i)
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
