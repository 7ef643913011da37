package cards

// Root declares that unseen cards of some kinds lie in one place and nowhere else, since elsewhere such cards are turned up at once. So a card that
// leaves that place unseen is not of these kinds, and no unseen card elsewhere is. All cards of these kinds must be on the table already.
func (l *Layout) Root(p Place, kinds Set) {
	stock := 0
	for k := range kinds.All {
		stock += l.Total(k)
	}
	l.root, l.rooted, l.stock = p, &kinds, stock
}

// SplitPool makes a new pool, the youngest, of all unseen cards of some kinds. All of them are known to lie in that place.
func (l *Layout) SplitPool(p Place, kinds *Set) {
	to := l.addPool()
	apart, there := l.pool(to)
	for i := range to {
		copies, lying := l.pool(i)
		both := l.poolKinds(i).And(*kinds)
		for k := range both.All {
			n := copies[k]
			copies[k], apart[k] = 0, apart[k]+n
			lying[p], there[p] = lying[p]-n, there[p]+n
			l.poolKinds(i).Remove(k)
			l.poolKinds(to).Add(k)
		}
	}
	l.sweep()
}

// CanPass reports whether a card may leave a place unseen.
func (l *Layout) CanPass(p Place) bool {
	if l.rooted == nil || p != l.root {
		return l.Size(p) > 0
	}
	return l.Size(p) > l.stock || l.Loose(p) > 0 // more cards than all rooted ones need no counting
}

// Loose returns the number of cards in a place that may leave it unseen: all but those rooted there.
func (l *Layout) Loose(p Place) int {
	if l.rooted == nil || p != l.root {
		return l.Size(p)
	}
	n := 0
	for k := range l.kindSets[p].All {
		if !l.rooted.Has(k) {
			n += l.Seen(p, k)
		}
	}
	for i := range l.PoolCount() {
		n += l.loose(i, p)
	}
	return n
}

// loose returns the number of unseen cards of a pool in a place that are not rooted there.
func (l *Layout) loose(i int, p Place) int {
	copies, lying := l.pool(i)
	n := int(lying[p])
	if l.rooted == nil || p != l.root || n == 0 {
		return n
	}
	kinds := l.poolKinds(i).And(*l.rooted)
	for k := range kinds.All {
		n -= int(copies[k])
	}
	return n
}

// mayBe reports whether an unseen card of pool i in a place may be of kind k. The pool must have that kind.
func (l *Layout) mayBe(i int, p Place, k Kind) bool {
	switch {
	case l.rooted == nil:
		return true
	case l.rooted.Has(k):
		return p == l.root
	}
	return p != l.root || l.looseAny(i, p)
}

// looseAny reports whether an unseen card of pool i in a place need not be rooted.
func (l *Layout) looseAny(i int, p Place) bool {
	_, lying := l.pool(i)
	return int(lying[p]) > l.stock || l.loose(i, p) > 0 // as in CanPass
}

// possibleKinds returns the kinds that an unseen card of a pool in a place may have.
func (l *Layout) possibleKinds(i int, p Place) Set {
	kinds := *l.poolKinds(i)
	switch {
	case l.rooted == nil:
		return kinds
	case p != l.root:
		return kinds.Without(l.rooted)
	case !l.looseAny(i, p):
		return kinds.And(*l.rooted)
	}
	return kinds
}

// CanLack reports whether a place may hold no card of some kinds.
func (l *Layout) CanLack(p Place, kinds *Set) bool {
	if l.kindSets[p].Meets(kinds) {
		return false
	}
	for i := range l.PoolCount() {
		copies, lying := l.pool(i)
		if l.rooted != nil && p == l.root {
			if there := l.poolKinds(i).And(*l.rooted); there.Meets(kinds) {
				return false
			}
		}
		others := l.possibleKinds(i, p).Without(kinds)
		left := int(lying[p])
		for k := range others.All {
			left -= int(copies[k])
		}
		if left > 0 {
			return false
		}
	}
	return true
}
