package cards

// Hide adds a card of a known kind to the unseen cards of a place, so that it cannot be distinguished from them: it joins the oldest pool that has an
// unseen card there, or a new one.
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

// poolAt returns the oldest pool that has an unseen card in a place, -1 if there is none.
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

// Pools returns the number of pools that have an unseen card in a place.
func (t *Layout) Pools(p Place) int {
	n := 0
	for i := range t.pools() {
		if t.lies(i, p) {
			n++
		}
	}
	return n
}

// Source returns the i-th pool, counted from the oldest: the copies of each kind in it, which must not be changed, and how many of its cards lie in a
// place. It ignores the limits of rooted kinds.
func (t *Layout) Source(i int, p Place) (copies []uint16, unseen int) {
	copies, lying := t.pool(i)
	return copies, int(lying[p])
}

// Sources returns the number of pools.
func (t *Layout) Sources() int { return t.pools() }

// Pass moves an unseen card, and returns false if there is none. The card comes from the oldest pool there. If the place has seen cards too, or
// unseen cards of several pools, nobody knows which card moved: call Blur first.
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

// Blur makes one new pool of the seen cards of a place and all pools that have an unseen card there. Cards of these pools in other places belong to
// the new pool too. A single pool is replaced by a new one as well.
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

// Shuffle moves all cards of a place into another one and shuffles them with the cards there. They all become one new pool, the youngest.
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

// Slip moves all seen cards of a place face down into another one. Unlike after a Shuffle, they stay distinguishable from the unseen cards there:
// they become a pool of their own, the youngest.
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

// Blind returns the layout as a viewer may know it who must not see these places: their seen cards become unseen, and all unseen cards are one pool.
// So it depends only on the seen cards of the other places and on the sizes of all places.
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
