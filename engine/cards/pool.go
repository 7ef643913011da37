package cards

// pools returns the number of pools.
func (t *Layout) pools() int { return len(t.known) - t.places }

// start returns the index in counts at which the i-th pool begins.
func (t *Layout) start(i int) int { return 2*t.places + t.kinds*t.places + i*(t.kinds+t.places) }

// pool returns the i-th pool, counted from the oldest: the copies of each kind, and the number of its unseen cards in each place.
func (t *Layout) pool(i int) (copies, lying []uint16) {
	at := t.start(i)
	return t.counts[at : at+t.kinds], t.counts[at+t.kinds : at+t.kinds+t.places]
}

// lies reports whether an unseen card of the i-th pool lies in a place.
func (t *Layout) lies(i int, p Place) bool { return t.counts[t.start(i)+t.kinds+int(p)] > 0 }

func (t *Layout) poolKinds(i int) *Set { return &t.known[t.places+i] }

// oldest returns the oldest pool from which a kind may leave a place unseen, -1 if there is none.
func (t *Layout) oldest(p Place, k Kind) int {
	if t.Unseen(p) == 0 {
		return -1
	}
	for i := range t.pools() {
		if t.lies(i, p) && t.poolKinds(i).Has(k) && t.frees(i, p, k) {
			return i
		}
	}
	return -1
}

// drain removes a card of a pool from a place. The pool may be empty afterwards: see sweep.
func (t *Layout) drain(i int, p Place, k Kind) {
	copies, lying := t.pool(i)
	copies[k]--
	lying[p]--
	t.counts[t.places+int(p)]--
	if copies[k] == 0 {
		t.poolKinds(i).Remove(k)
	}
}

// fresh adds an empty pool, the youngest.
func (t *Layout) fresh() int {
	size := t.kinds + t.places
	if n := len(t.counts) + size; n <= cap(t.counts) {
		t.counts = t.counts[:n]
		clear(t.counts[n-size:])
	} else {
		t.counts = append(t.counts, make([]uint16, size)...)
	}
	t.known = append(t.known, Set{})
	return t.pools() - 1
}

// sweep removes empty pools.
func (t *Layout) sweep() {
	for i := t.pools() - 1; i >= 0; i-- {
		if !t.poolKinds(i).Empty() {
			continue
		}
		for j := i + 1; j < t.pools(); j++ {
			copies, lying := t.pool(j - 1)
			nextCopies, nextLying := t.pool(j)
			copy(copies, nextCopies)
			copy(lying, nextLying)
			*t.poolKinds(j - 1) = *t.poolKinds(j)
		}
		t.known = t.known[:len(t.known)-1]
		t.counts = t.counts[:len(t.counts)-t.kinds-t.places]
	}
}

// absorb moves all cards of pool i into pool to.
func (t *Layout) absorb(i, to int) {
	copies, lying := t.pool(i)
	toCopies, toLying := t.pool(to)
	for k := range t.poolKinds(i).All {
		toCopies[k] += copies[k]
		copies[k] = 0
	}
	for p, n := range lying {
		toLying[p] += n
		lying[p] = 0
	}
	t.poolKinds(to).Include(t.poolKinds(i))
	*t.poolKinds(i) = Set{}
}

// absorbAt moves all older pools that have an unseen card in a place into pool to.
func (t *Layout) absorbAt(p Place, to int) {
	for i := range to {
		if _, lying := t.pool(i); lying[p] > 0 {
			t.absorb(i, to)
		}
	}
}

// turn makes all seen cards of a place unseen cards of pool to.
func (t *Layout) turn(p Place, to int) {
	n := t.counts[p]
	if n == 0 {
		return
	}
	seen := t.copies(p)
	copies, lying := t.pool(to)
	for k := range t.known[p].All {
		copies[k] += seen[k]
		seen[k] = 0
	}
	t.poolKinds(to).Include(&t.known[p])
	t.known[p] = Set{}
	lying[p] += n
	t.counts[t.places+int(p)] += n
	t.counts[p] = 0
}
