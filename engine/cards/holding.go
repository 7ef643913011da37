package cards

// Holding tells quickly and often what may leave a place together. It is good until the table changes.
type Holding struct {
	table   *Table
	place   Place
	several bool     // unseen cards of several pools lie there
	seen    []uint16 // copies of each kind
	hidden  []uint16 // copies of each kind in the pool, nil if there is none
	unseen  int
}

// Holding is that of a place.
func (t *Table) Holding(p Place) Holding {
	h := Holding{table: t, place: p, seen: t.copies(p), unseen: t.Unseen(p)}
	if i := t.poolAt(p); i >= 0 {
		h.hidden, _ = t.pool(i)
		_, lying := t.pool(i)
		h.several = int(lying[p]) < h.unseen
	}
	return h
}

// CanLeave is that of the table. With one pool there it takes no more than counting.
func (h *Holding) CanLeave(kinds []Kind) bool {
	if h.several {
		return h.table.CanLeave(h.place, kinds...)
	}
	if len(kinds) == 2 && kinds[0] != kinds[1] {
		return h.both(kinds[0], kinds[1])
	}
	left := h.unseen
	for i, k := range kinds {
		beyond := mentions(kinds[:i], k) - int(h.seen[k])
		if beyond < 0 {
			continue
		}
		if left == 0 || beyond >= int(h.hidden[k]) {
			return false
		}
		left--
	}
	return true
}

// both is CanLeave of two kinds.
func (h *Holding) both(k, l Kind) bool {
	left := h.unseen
	if h.seen[k] == 0 {
		if left == 0 || h.hidden[k] == 0 {
			return false
		}
		left--
	}
	return h.seen[l] > 0 || left > 0 && h.hidden[l] > 0
}
