package cards

// PoolCount returns the number of pools.
func (l *Layout) PoolCount() int { return len(l.kindSets) - l.places }

// start returns the index in counts at which the i-th pool begins.
func (l *Layout) start(i int) int { return 2*l.places + l.kinds*l.places + i*(l.kinds+l.places) }

// pool returns the i-th pool, counted from the oldest: the copies of each kind, and the number of its unseen cards in each place.
func (l *Layout) pool(i int) (copies, lying []uint16) {
	at := l.start(i)
	return l.counts[at : at+l.kinds], l.counts[at+l.kinds : at+l.kinds+l.places]
}

// lies reports whether an unseen card of the i-th pool lies in a place.
func (l *Layout) lies(i int, p Place) bool { return l.counts[l.start(i)+l.kinds+int(p)] > 0 }

func (l *Layout) poolKinds(i int) *Set { return &l.kindSets[l.places+i] }

// oldest returns the oldest pool that may have an unseen card of a kind in a place, -1 if there is none.
func (l *Layout) oldest(p Place, k Kind) int {
	if l.Unseen(p) == 0 {
		return -1
	}
	for i := range l.PoolCount() {
		if l.lies(i, p) && l.poolKinds(i).Has(k) && l.mayBe(i, p, k) {
			return i
		}
	}
	return -1
}

// drain removes a card of a pool from a place. The pool may be empty afterwards: see sweep.
func (l *Layout) drain(i int, p Place, k Kind) {
	copies, lying := l.pool(i)
	copies[k]--
	lying[p]--
	l.counts[l.places+int(p)]--
	if copies[k] == 0 {
		l.poolKinds(i).Remove(k)
	}
}

// addPool adds an empty pool, the youngest.
func (l *Layout) addPool() int {
	size := l.kinds + l.places
	if n := len(l.counts) + size; n <= cap(l.counts) {
		l.counts = l.counts[:n]
		clear(l.counts[n-size:])
	} else {
		l.counts = append(l.counts, make([]uint16, size)...)
	}
	l.kindSets = append(l.kindSets, Set{})
	return l.PoolCount() - 1
}

// sweep removes empty pools.
func (l *Layout) sweep() {
	for i := l.PoolCount() - 1; i >= 0; i-- {
		if !l.poolKinds(i).Empty() {
			continue
		}
		for j := i + 1; j < l.PoolCount(); j++ {
			copies, lying := l.pool(j - 1)
			nextCopies, nextLying := l.pool(j)
			copy(copies, nextCopies)
			copy(lying, nextLying)
			*l.poolKinds(j - 1) = *l.poolKinds(j)
		}
		l.kindSets = l.kindSets[:len(l.kindSets)-1]
		l.counts = l.counts[:len(l.counts)-l.kinds-l.places]
	}
}

// absorb moves all cards of pool i into pool to.
func (l *Layout) absorb(i, to int) {
	copies, lying := l.pool(i)
	toCopies, toLying := l.pool(to)
	for k := range l.poolKinds(i).All {
		toCopies[k] += copies[k]
		copies[k] = 0
	}
	for p, n := range lying {
		toLying[p] += n
		lying[p] = 0
	}
	l.poolKinds(to).Include(l.poolKinds(i))
	*l.poolKinds(i) = Set{}
}

// absorbAt moves all older pools that have an unseen card in a place into pool to.
func (l *Layout) absorbAt(p Place, to int) {
	for i := range to {
		if _, lying := l.pool(i); lying[p] > 0 {
			l.absorb(i, to)
		}
	}
}

// turnDown makes all seen cards of a place unseen cards of pool to.
func (l *Layout) turnDown(p Place, to int) {
	n := l.counts[p]
	if n == 0 {
		return
	}
	seen := l.Copies(p)
	copies, lying := l.pool(to)
	for k := range l.kindSets[p].All {
		copies[k] += seen[k]
		seen[k] = 0
	}
	l.poolKinds(to).Include(&l.kindSets[p])
	l.kindSets[p] = Set{}
	lying[p] += n
	l.counts[l.places+int(p)] += n
	l.counts[p] = 0
}
