package cards

// Holding answers quickly, card by card, whether cards may leave a place together. It is valid until the layout changes.
type Holding struct {
	layout  *Layout
	place   Place
	several bool     // the unseen cards there belong to several pools
	seen    []uint16 // copies of each kind
	pool    []uint16 // copies of each kind in the oldest pool there, nil if there is none
	unseen  int
}

// Holding returns the Holding of a place.
func (l *Layout) Holding(p Place) Holding {
	h := Holding{layout: l, place: p, seen: l.Copies(p), unseen: l.Unseen(p)}
	if i := l.poolAt(p); i >= 0 {
		copies, lying := l.pool(i)
		h.pool, h.several = copies, int(lying[p]) < h.unseen
	}
	return h
}

// Unseen returns the number of unseen cards there: the value of left for the first call of With.
func (h *Holding) Unseen() int { return h.unseen }

// With reports whether the last of these cards may leave together with the others, and how many unseen cards are left then. The others must be able
// to leave, and left is the number of unseen cards after that. With one pool, counting is enough.
// With several pools left is not used, and 0 is returned.
func (h *Holding) With(kinds []Kind, left int) (int, bool) {
	last := len(kinds) - 1
	k := kinds[last]
	if h.several {
		return 0, h.layout.CanLeave(h.place, kinds...)
	}
	beyond := mentions(kinds[:last], k) - int(h.seen[k])
	switch {
	case beyond < 0:
		return left, true
	case left == 0 || beyond >= int(h.pool[k]):
		return 0, false
	}
	return left - 1, true
}

// Both reports whether two groups of cards may leave together. The groups must have no kind in common, and each must be able to leave alone. Left is
// the number of unseen cards that would stay; it is negative if the two groups need more than there are.
func (h *Holding) Both(kinds []Kind, left int) bool {
	if h.several {
		return h.layout.CanLeave(h.place, kinds...)
	}
	return left >= 0
}
