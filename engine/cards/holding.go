package cards

// Holding tells quickly and often what may leave a place together, card by card. It is good until the table changes.
type Holding struct {
	table   *Layout
	place   Place
	several bool     // unseen cards of several pools lie there
	seen    []uint16 // copies of each kind
	hidden  []uint16 // copies of each kind in the pool, nil if there is none
	unseen  int
}

// Holding is that of a place.
func (t *Layout) Holding(p Place) Holding {
	h := Holding{table: t, place: p, seen: t.copies(p), unseen: t.Unseen(p)}
	if i := t.poolAt(p); i >= 0 {
		h.hidden, _ = t.pool(i)
		_, lying := t.pool(i)
		h.several = int(lying[p]) < h.unseen
	}
	return h
}

// Unseen is the number of unseen cards there, with which With begins.
func (h *Holding) Unseen() int { return h.unseen }

// With reports whether the last of some cards may leave together with those before it, which may and leave so many unseen cards
// there, and how many are left then. With one pool it takes no more than counting.
func (h *Holding) With(kinds []Kind, left int) (int, bool) {
	last := len(kinds) - 1
	k := kinds[last]
	if h.several {
		return 0, h.table.CanLeave(h.place, kinds...)
	}
	beyond := mentions(kinds[:last], k) - int(h.seen[k])
	switch {
	case beyond < 0:
		return left, true
	case left == 0 || beyond >= int(h.hidden[k]):
		return 0, false
	}
	return left - 1, true
}

// Both reports whether two groups of cards may leave together. The groups have no kind in common, and each may leave alone. Left is how many
// unseen cards would stay; it is negative if the two take more than there are.
func (h *Holding) Both(kinds []Kind, left int) bool {
	if h.several {
		return h.table.CanLeave(h.place, kinds...)
	}
	return left >= 0
}
