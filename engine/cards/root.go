package cards

// Root declares that unseen cards of some kinds lie in one place and nowhere else, since elsewhere such cards are turned up at once. So a card that
// leaves that place unseen is not of these kinds, and no unseen card elsewhere is. All cards of these kinds must be on the table already.
func (t *Layout) Root(p Place, kinds Set) {
	t.root, t.rooted = p, &kinds
	t.stock = 0
	for k := range kinds.All {
		t.stock += t.Total(k)
	}
}

// Part makes a new pool, the youngest, of all unseen cards of some kinds. All of them are known to lie in that place.
func (t *Layout) Part(p Place, kinds *Set) {
	to := t.fresh()
	apart, there := t.pool(to)
	for i := range to {
		copies, lying := t.pool(i)
		both := t.poolKinds(i).And(*kinds)
		for k := range both.All {
			n := copies[k]
			copies[k], apart[k] = 0, apart[k]+n
			lying[p], there[p] = lying[p]-n, there[p]+n
			t.poolKinds(i).Remove(k)
			t.poolKinds(to).Add(k)
		}
	}
	t.sweep()
}

// CanPass reports whether a card may leave a place unseen.
func (t *Layout) CanPass(p Place) bool {
	if t.rooted == nil || p != t.root {
		return t.Size(p) > 0
	}
	return t.Size(p) > t.stock || t.Loose(p) > 0
}

// Loose returns the number of cards in a place that may leave it unseen: all but those rooted there.
func (t *Layout) Loose(p Place) int {
	if t.rooted == nil || p != t.root {
		return t.Size(p)
	}
	n := 0
	for k := range t.known[p].All {
		if !t.rooted.Has(k) {
			n += t.Seen(p, k)
		}
	}
	for i := range t.pools() {
		n += t.loose(i, p)
	}
	return n
}

// loose returns the number of unseen cards of a pool in a place that are not rooted there.
func (t *Layout) loose(i int, p Place) int {
	copies, lying := t.pool(i)
	n := int(lying[p])
	if t.rooted == nil || p != t.root || n == 0 {
		return n
	}
	kinds := t.poolKinds(i).And(*t.rooted)
	for k := range kinds.All {
		n -= int(copies[k])
	}
	return n
}

// frees reports whether an unseen card of pool i in a place may be of kind k. The pool must have that kind.
func (t *Layout) frees(i int, p Place, k Kind) bool {
	switch {
	case t.rooted == nil:
		return true
	case t.rooted.Has(k):
		return p == t.root
	}
	return p != t.root || t.looseAny(i, p)
}

// looseAny reports whether an unseen card of pool i in a place need not be rooted.
func (t *Layout) looseAny(i int, p Place) bool {
	_, lying := t.pool(i)
	return int(lying[p]) > t.stock || t.loose(i, p) > 0
}

// freed returns the kinds that an unseen card of a pool in a place may have.
func (t *Layout) freed(i int, p Place) Set {
	kinds := *t.poolKinds(i)
	switch {
	case t.rooted == nil:
		return kinds
	case p != t.root:
		return kinds.Without(t.rooted)
	case !t.looseAny(i, p):
		return kinds.And(*t.rooted)
	}
	return kinds
}

// CanLack reports whether a place may hold no card of some kinds.
func (t *Layout) CanLack(p Place, kinds *Set) bool {
	if t.known[p].Meets(kinds) {
		return false
	}
	for i := range t.pools() {
		copies, lying := t.pool(i)
		if t.rooted != nil && p == t.root {
			if there := t.poolKinds(i).And(*t.rooted); there.Meets(kinds) {
				return false
			}
		}
		others := t.freed(i, p).Without(kinds)
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
