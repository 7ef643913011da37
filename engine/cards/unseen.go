package cards

// Hide lays a card of a known kind down so that it cannot be told from the unseen cards there: it belongs to the oldest
// pool that has an unseen card in the place, or to a new one.
func (t *Layout) Hide(p Place, k Kind) {
	to := t.poolAt(p)
	if to < 0 {
		to = t.fresh()
	}
	copies, lying := t.pool(to)
	copies[k]++
	lying[p]++
	t.counts[t.places+int(p)]++
	t.poolKinds(to).Add(k)
}

// poolAt is the oldest pool that has an unseen card in a place, -1 if there is none.
func (t *Layout) poolAt(p Place) int {
	if t.Unseen(p) == 0 {
		return -1
	}
	for i := range t.pools() {
		if t.lies(i, p) {
			return i
		}
	}
	return -1
}

// Pools is the number of pools that have an unseen card in a place.
func (t *Layout) Pools(p Place) int {
	n := 0
	for i := range t.pools() {
		if t.lies(i, p) {
			n++
		}
	}
	return n
}

// Source is the i-th pool, counted from the oldest: the copies of each kind in it, not to be changed, and how many of its cards lie in a place. What the
// rooted kinds forbid is not looked at.
func (t *Layout) Source(i int, p Place) (copies []uint16, unseen int) {
	copies, lying := t.pool(i)
	return copies, int(lying[p])
}

// Sources is the number of pools.
func (t *Layout) Sources() int { return t.pools() }

// Pass moves an unseen card, and returns false if there is none. Where the place has seen cards too, or unseen
// ones of several pools, nobody can tell which card went: Blur it first. Without that it is one of the oldest pool.
func (t *Layout) Pass(from, to Place) bool {
	i := t.poolAt(from)
	if i < 0 {
		return false
	}
	_, lying := t.pool(i)
	lying[from]--
	lying[to]++
	t.counts[t.places+int(from)]--
	t.counts[t.places+int(to)]++
	return true
}

// Blur makes one new pool of the seen cards of a place and all pools that have an unseen card there. Cards of these
// pools that lie elsewhere belong to the new pool from then on. Also what is one pool already becomes a new one.
func (t *Layout) Blur(p Place) {
	if t.Size(p) == 0 {
		return
	}
	to := t.fresh()
	t.absorbAt(p, to)
	t.turn(p, to)
	t.sweep()
}

// Merge makes one new pool of all pools that have an unseen card in a place. A single pool stays as it is.
func (t *Layout) Merge(p Place) {
	if t.Pools(p) < 2 {
		return
	}
	to := t.fresh()
	t.absorbAt(p, to)
	t.sweep()
}

// Shuffle takes all cards of a place and shuffles them into another one: with the cards that lie there they are a new
// pool, the youngest.
func (t *Layout) Shuffle(from, to Place) {
	if t.Size(from)+t.Size(to) == 0 {
		return
	}
	pool := t.fresh()
	for _, p := range [2]Place{from, to} {
		t.absorbAt(p, pool)
		t.turn(p, pool)
	}
	if from != to {
		_, lying := t.pool(pool)
		lying[to] += lying[from]
		lying[from] = 0
		t.counts[t.places+int(to)] += t.counts[t.places+int(from)]
		t.counts[t.places+int(from)] = 0
	}
	t.sweep()
}

// Slip lays all seen cards of a place face down into another one. Other than after a Shuffle, it is known which of the unseen cards there they may be:
// they are a pool of their own, the youngest.
func (t *Layout) Slip(from, to Place) {
	n := t.counts[from]
	if n == 0 {
		return
	}
	pool := t.fresh()
	t.turn(from, pool)
	_, lying := t.pool(pool)
	lying[from] -= n
	lying[to] += n
	t.counts[t.places+int(from)] -= n
	t.counts[t.places+int(to)] += n
}

// Blind is the table as a viewer may know it to whom these places are secret: their seen cards are unseen ones, and all
// unseen cards are one pool. So it depends only on the seen cards of the other places and on the sizes of all.
func (t *Layout) Blind(secret ...Place) Layout {
	b := Layout{kinds: t.kinds, places: t.places, root: t.root, rooted: t.rooted, stock: t.stock}
	b.counts = make([]uint16, 2*t.places+t.kinds*t.places+t.kinds+t.places)
	b.known = make([]Set, t.places+1)
	copies, lying := b.pool(0)
	for i := range t.pools() {
		from, at := t.pool(i)
		for k := range t.poolKinds(i).All {
			copies[k] += from[k]
		}
		for p, n := range at {
			lying[p] += n
		}
		b.poolKinds(0).Include(t.poolKinds(i))
	}
	copy(b.counts, t.counts[:2*t.places+t.kinds*t.places])
	copy(b.known, t.known[:t.places])
	for _, p := range secret {
		b.turn(p, 0)
	}
	b.sweep()
	return b
}
