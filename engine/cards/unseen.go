package cards

// Hide adds a card of a known kind to the unseen cards of a place, so that it cannot be distinguished from them: it joins the oldest pool that has an
// unseen card there, or a new one.
func (l *Layout) Hide(p Place, k Kind) {
	to := l.poolAt(p)
	if to < 0 {
		to = l.addPool()
	}
	copies, lying := l.pool(to)
	copies[k]++
	lying[p]++
	l.counts[l.places+int(p)]++
	l.poolKinds(to).Add(k)
}

// poolAt returns the oldest pool that has an unseen card in a place, -1 if there is none.
func (l *Layout) poolAt(p Place) int {
	if l.Unseen(p) == 0 {
		return -1
	}
	for i := range l.PoolCount() {
		if l.lies(i, p) {
			return i
		}
	}
	return -1
}

// PoolsAt returns the number of pools that have an unseen card in a place.
func (l *Layout) PoolsAt(p Place) int {
	n := 0
	for i := range l.PoolCount() {
		if l.lies(i, p) {
			n++
		}
	}
	return n
}

// Pool returns the i-th pool, counted from the oldest: the copies of each kind in it, which must not be changed, and how many of its cards lie in a
// place. It ignores the limits of rooted kinds.
func (l *Layout) Pool(i int, p Place) (copies []uint16, unseen int) {
	copies, lying := l.pool(i)
	return copies, int(lying[p])
}

// Pass moves an unseen card, and returns false if there is none. The card comes from the oldest pool there. If the place has seen cards too, or
// unseen cards of several pools, nobody knows which card moved: call Blur first.
func (l *Layout) Pass(from, to Place) bool {
	i := l.poolAt(from)
	if i < 0 {
		return false
	}
	_, lying := l.pool(i)
	lying[from]--
	lying[to]++
	l.counts[l.places+int(from)]--
	l.counts[l.places+int(to)]++
	return true
}

// PassBlurred is Pass. If nobody knows which card moved, it blurs the place first.
func (l *Layout) PassBlurred(from, to Place) {
	if l.SeenSize(from) > 0 || l.PoolsAt(from) > 1 {
		l.Blur(from)
	}
	l.Pass(from, to)
}

// Blur makes one new pool of the seen cards of a place and all pools that have an unseen card there. Cards of these pools in other places belong to
// the new pool too. A single pool is replaced by a new one as well.
func (l *Layout) Blur(p Place) {
	if l.Size(p) == 0 {
		return
	}
	to := l.addPool()
	l.absorbAt(p, to)
	l.turnDown(p, to)
	l.sweep()
}

// Merge makes one new pool of all pools that have an unseen card in a place. A single pool stays as it is.
func (l *Layout) Merge(p Place) {
	if l.PoolsAt(p) < 2 {
		return
	}
	to := l.addPool()
	l.absorbAt(p, to)
	l.sweep()
}

// Shuffle moves all cards of a place into another one and shuffles them with the cards there. They all become one new pool, the youngest.
func (l *Layout) Shuffle(from, to Place) {
	if l.Size(from)+l.Size(to) == 0 {
		return
	}
	pool := l.addPool()
	for _, p := range [2]Place{from, to} {
		l.absorbAt(p, pool)
		l.turnDown(p, pool)
	}
	if from != to {
		_, lying := l.pool(pool)
		lying[to] += lying[from]
		lying[from] = 0
		l.counts[l.places+int(to)] += l.counts[l.places+int(from)]
		l.counts[l.places+int(from)] = 0
	}
	l.sweep()
}

// Slip moves all seen cards of a place face down into another one. Unlike after a Shuffle, they stay distinguishable from the unseen cards there:
// they become a pool of their own, the youngest.
func (l *Layout) Slip(from, to Place) {
	n := l.counts[from]
	if n == 0 {
		return
	}
	pool := l.addPool()
	l.turnDown(from, pool)
	_, lying := l.pool(pool)
	lying[from] -= n
	lying[to] += n
	l.counts[l.places+int(from)] -= n
	l.counts[l.places+int(to)] += n
}

// Blind returns the layout as known to a viewer who must not see these places: their seen cards become unseen, and all unseen cards are one pool. So it
// depends only on the seen cards of the other places and on the sizes of all places.
func (l *Layout) Blind(secret ...Place) Layout {
	b := Layout{kinds: l.kinds, places: l.places, root: l.root, rooted: l.rooted, stock: l.stock}
	b.counts = make([]uint16, 2*l.places+l.kinds*l.places+l.kinds+l.places)
	b.kindSets = make([]Set, l.places+1)
	copies, lying := b.pool(0)
	for i := range l.PoolCount() {
		from, at := l.pool(i)
		for k := range l.poolKinds(i).All {
			copies[k] += from[k]
		}
		for p, n := range at {
			lying[p] += n
		}
		b.poolKinds(0).Include(l.poolKinds(i))
	}
	copy(b.counts, l.counts[:2*l.places+l.kinds*l.places])
	copy(b.kindSets, l.kindSets[:l.places])
	for _, p := range secret {
		b.turnDown(p, 0)
	}
	b.sweep()
	return b
}
