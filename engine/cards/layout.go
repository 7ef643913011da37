package cards

import (
	"fmt"
	"slices"
)

// Place is the number of a place of a table, from 0.
type Place uint8

// MaxCards is the most cards that may lie on a table.
const MaxCards = 1<<16 - 1

// Layout is what is known of the cards in all places. The zero Layout has neither kinds nor places.
type Layout struct {
	kinds, places int
	// counts holds, in this order: the number of seen cards of each place, the number of unseen ones, the seen copies of each kind place by place,
	// and the pools, oldest first. It is one slice so that a copy is one allocation.
	counts []uint16
	// known holds the seen kinds of each place, then the kinds of each pool.
	known []Set
	// Unseen cards of the rooted kinds lie in the place root only; nil: no kind is rooted. All copies of a Layout share the set.
	root   Place
	rooted *Set
	stock  int // number of cards of the rooted kinds
}

// New returns a layout without cards. There are at most MaxKinds kinds.
func New(kinds, places int) Layout {
	return Layout{
		kinds: kinds, places: places,
		counts: make([]uint16, 2*places+kinds*places),
		known:  make([]Set, places),
	}
}

// Clone returns a deep copy.
func (t *Layout) Clone() Layout {
	c := *t
	c.counts = slices.Clone(t.counts)
	c.known = slices.Clone(t.known)
	return c
}

// CopyInto turns to into a deep copy, and reuses its memory.
func (t *Layout) CopyInto(to *Layout) {
	counts, known := append(to.counts[:0], t.counts...), append(to.known[:0], t.known...)
	*to = *t
	to.counts, to.known = counts, known
}

// Size returns the number of cards in a place.
func (t *Layout) Size(p Place) int { return t.SeenSize(p) + t.Unseen(p) }

// SeenSize returns the number of seen cards in a place.
func (t *Layout) SeenSize(p Place) int { return int(t.counts[p]) }

// Unseen returns the number of unseen cards in a place.
func (t *Layout) Unseen(p Place) int { return int(t.counts[t.places+int(p)]) }

// Seen returns the number of seen copies of a kind in a place.
func (t *Layout) Seen(p Place, k Kind) int { return int(t.copies(p)[k]) }

// Copies returns the seen copies of each kind in a place. The slice is valid until the layout changes, and must not be changed.
func (t *Layout) Copies(p Place) []uint16 { return t.copies(p) }

// SeenKinds returns the set of kinds seen in a place. It is valid until the layout changes.
func (t *Layout) SeenKinds(p Place) *Set { return &t.known[p] }

// Open yields the seen cards of a place, kind by kind in ascending order. The layout must not be changed meanwhile.
func (t *Layout) Open(p Place) func(yield func(Kind) bool) {
	return func(yield func(Kind) bool) {
		copies := t.copies(p)
		for k := range t.known[p].All {
			for range copies[k] {
				if !yield(k) {
					return
				}
			}
		}
	}
}

// copies returns the seen copies of each kind in a place.
func (t *Layout) copies(p Place) []uint16 {
	at := 2*t.places + t.kinds*int(p)
	return t.counts[at : at+t.kinds]
}

// Put adds a seen card to a place.
func (t *Layout) Put(p Place, k Kind) {
	t.copies(p)[k]++
	t.counts[p]++
	t.known[p].Add(k)
}

// Holds reports whether a kind may leave a place.
func (t *Layout) Holds(p Place, k Kind) bool {
	return t.known[p].Has(k) || t.oldest(p, k) >= 0
}

// Kinds returns the set of all kinds that may leave a place.
func (t *Layout) Kinds(p Place) Set {
	set := t.known[p]
	hidden := t.HiddenKinds(p)
	set.Include(&hidden)
	return set
}

// HiddenKinds returns the set of kinds that an unseen card in a place may have.
func (t *Layout) HiddenKinds(p Place) Set {
	var set Set
	for i, left := 0, t.Unseen(p); left > 0; i++ {
		n := int(t.counts[t.start(i)+t.kinds+int(p)])
		if n == 0 {
			continue
		}
		left -= n
		kinds := t.freed(i, p)
		set.Include(&kinds)
	}
	return set
}

// Take removes a card: a seen copy first, else one of the oldest pool that has it. If the kind cannot lie there, Take changes nothing and returns false.
func (t *Layout) Take(p Place, k Kind) bool {
	if t.known[p].Has(k) {
		t.takeSeen(p, k)
		return true
	}
	i := t.oldest(p, k)
	if i < 0 {
		return false
	}
	t.drain(i, p, k)
	t.sweep()
	return true
}

func (t *Layout) takeSeen(p Place, k Kind) {
	copies := t.copies(p)
	copies[k]--
	t.counts[p]--
	if copies[k] == 0 {
		t.known[p].Remove(k)
	}
}

// Gather moves all seen cards of a place to another one.
func (t *Layout) Gather(from, to Place) {
	if from == to {
		return
	}
	source, target := t.copies(from), t.copies(to)
	for k := range t.known[from].All {
		target[k] += source[k]
		source[k] = 0
	}
	t.known[to].Include(&t.known[from])
	t.known[from] = Set{}
	t.counts[to] += t.counts[from]
	t.counts[from] = 0
}

// Swap exchanges all cards of two places, together with what is known of them.
func (t *Layout) Swap(p, q Place) {
	a, b := t.copies(p), t.copies(q)
	for k := range a {
		a[k], b[k] = b[k], a[k]
	}
	t.known[p], t.known[q] = t.known[q], t.known[p]
	t.counts[p], t.counts[q] = t.counts[q], t.counts[p]
	unseen := t.counts[t.places : 2*t.places]
	unseen[p], unseen[q] = unseen[q], unseen[p]
	for i := range t.pools() {
		_, lying := t.pool(i)
		lying[p], lying[q] = lying[q], lying[p]
	}
}

// Total returns the number of copies of a kind on the whole table.
func (t *Layout) Total(k Kind) int {
	n := 0
	for p := range t.places {
		n += t.Seen(Place(p), k)
	}
	for i := range t.pools() {
		copies, _ := t.pool(i)
		n += int(copies[k])
	}
	return n
}

// Verify checks that the counts agree with each other: the size of each place with its cards, and for each pool the number of copies with the number
// of its unseen cards.
func (t *Layout) Verify() error {
	unseen := make([]int, t.places)
	for i := range t.pools() {
		copies, lying := t.pool(i)
		if sum(copies) != sum(lying) || sum(copies) == 0 {
			return fmt.Errorf("pool %d holds %d cards, of which %d lie somewhere", i, sum(copies), sum(lying))
		}
		if *t.poolKinds(i) != setOf(copies) {
			return fmt.Errorf("pool %d: its kinds are not those of its copies", i)
		}
		for p, n := range lying {
			unseen[p] += int(n)
		}
	}
	for p := range t.places {
		copies := t.copies(Place(p))
		if t.known[p] != setOf(copies) || t.SeenSize(Place(p)) != sum(copies) {
			return fmt.Errorf("place %d: %d seen cards are counted, %d lie there", p, t.counts[p], sum(copies))
		}
		if t.Unseen(Place(p)) != unseen[p] {
			return fmt.Errorf("place %d: %d unseen cards are counted, %d belong to pools", p, t.Unseen(Place(p)), unseen[p])
		}
	}
	return nil
}

func sum(counts []uint16) int {
	n := 0
	for _, c := range counts {
		n += int(c)
	}
	return n
}

func setOf(counts []uint16) Set {
	var s Set
	for k, c := range counts {
		if c > 0 {
			s.Add(Kind(k))
		}
	}
	return s
}
