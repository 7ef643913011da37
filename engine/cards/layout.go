package cards

import "fmt"

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
	// kindSets holds the seen kinds of each place, then the kinds of each pool.
	kindSets []Set
	// Unseen cards of the rooted kinds lie in the place root only. rooted is nil if no kind is rooted. All copies of a Layout share the set.
	root   Place
	rooted *Set
	stock  int // number of cards of the rooted kinds
}

// New returns a layout without cards. There are at most MaxKinds kinds.
func New(kinds, places int) Layout {
	return Layout{
		kinds: kinds, places: places,
		counts:   make([]uint16, 2*places+kinds*places),
		kindSets: make([]Set, places),
	}
}

// Clone returns a deep copy.
func (l *Layout) Clone() (c Layout) {
	l.CopyTo(&c)
	return c
}

// CopyTo makes to a deep copy of the layout, and reuses the memory of to.
func (l *Layout) CopyTo(to *Layout) {
	counts, kindSets := append(to.counts[:0], l.counts...), append(to.kindSets[:0], l.kindSets...)
	*to = *l
	to.counts, to.kindSets = counts, kindSets
}

// Size returns the number of cards in a place.
func (l *Layout) Size(p Place) int { return l.SeenSize(p) + l.Unseen(p) }

// SeenSize returns the number of seen cards in a place.
func (l *Layout) SeenSize(p Place) int { return int(l.counts[p]) }

// Unseen returns the number of unseen cards in a place.
func (l *Layout) Unseen(p Place) int { return int(l.counts[l.places+int(p)]) }

// Seen returns the number of seen copies of a kind in a place.
func (l *Layout) Seen(p Place, k Kind) int { return int(l.Copies(p)[k]) }

// Copies returns the seen copies of each kind in a place. The slice is valid until the layout changes, and must not be changed.
func (l *Layout) Copies(p Place) []uint16 {
	at := 2*l.places + l.kinds*int(p)
	return l.counts[at : at+l.kinds]
}

// SeenKinds returns the set of kinds seen in a place. It is valid until the layout changes.
func (l *Layout) SeenKinds(p Place) *Set { return &l.kindSets[p] }

// SeenCards yields the seen cards of a place, kind by kind in ascending order. The layout must not be changed meanwhile.
func (l *Layout) SeenCards(p Place) func(yield func(Kind) bool) {
	return func(yield func(Kind) bool) {
		copies := l.Copies(p)
		for k := range l.kindSets[p].All {
			for range copies[k] {
				if !yield(k) {
					return
				}
			}
		}
	}
}

// Put adds a seen card to a place.
func (l *Layout) Put(p Place, k Kind) {
	l.Copies(p)[k]++
	l.counts[p]++
	l.kindSets[p].Add(k)
}

// Holds reports whether a place may hold a card of a kind.
func (l *Layout) Holds(p Place, k Kind) bool {
	return l.kindSets[p].Has(k) || l.oldest(p, k) >= 0
}

// Kinds returns the set of kinds of which a place may hold a card.
func (l *Layout) Kinds(p Place) Set {
	set := l.kindSets[p]
	hidden := l.HiddenKinds(p)
	set.Include(&hidden)
	return set
}

// HiddenKinds returns the set of kinds that an unseen card in a place may have.
func (l *Layout) HiddenKinds(p Place) Set {
	var set Set
	for i, left := 0, l.Unseen(p); left > 0; i++ {
		n := int(l.counts[l.start(i)+l.kinds+int(p)])
		if n == 0 {
			continue
		}
		left -= n
		kinds := l.possibleKinds(i, p)
		set.Include(&kinds)
	}
	return set
}

// Take removes a card: a seen copy first, else one of the oldest pool that has it. If the kind cannot lie there, Take changes nothing and returns false.
func (l *Layout) Take(p Place, k Kind) bool {
	if l.kindSets[p].Has(k) {
		l.takeSeen(p, k)
		return true
	}
	i := l.oldest(p, k)
	if i < 0 {
		return false
	}
	l.drain(i, p, k)
	l.sweep()
	return true
}

// Move moves a card that can lie in a place: see Take. It is seen in its new place.
func (l *Layout) Move(k Kind, from, to Place) {
	l.Take(from, k)
	l.Put(to, k)
}

func (l *Layout) takeSeen(p Place, k Kind) {
	copies := l.Copies(p)
	copies[k]--
	l.counts[p]--
	if copies[k] == 0 {
		l.kindSets[p].Remove(k)
	}
}

// Gather moves all seen cards of a place to another one.
func (l *Layout) Gather(from, to Place) {
	if from == to {
		return
	}
	source, target := l.Copies(from), l.Copies(to)
	for k := range l.kindSets[from].All {
		target[k] += source[k]
		source[k] = 0
	}
	l.kindSets[to].Include(&l.kindSets[from])
	l.kindSets[from] = Set{}
	l.counts[to] += l.counts[from]
	l.counts[from] = 0
}

// Swap exchanges all cards of two places, together with what is known of them.
func (l *Layout) Swap(p, q Place) {
	a, b := l.Copies(p), l.Copies(q)
	for k := range a {
		a[k], b[k] = b[k], a[k]
	}
	l.kindSets[p], l.kindSets[q] = l.kindSets[q], l.kindSets[p]
	l.counts[p], l.counts[q] = l.counts[q], l.counts[p]
	unseen := l.counts[l.places : 2*l.places]
	unseen[p], unseen[q] = unseen[q], unseen[p]
	for i := range l.PoolCount() {
		_, lying := l.pool(i)
		lying[p], lying[q] = lying[q], lying[p]
	}
}

// Total returns the number of copies of a kind on the whole table.
func (l *Layout) Total(k Kind) int {
	n := 0
	for p := range l.places {
		n += l.Seen(Place(p), k)
	}
	for i := range l.PoolCount() {
		copies, _ := l.pool(i)
		n += int(copies[k])
	}
	return n
}

// Verify checks that the counts agree with each other: the size of each place with its cards, and for each pool the number of copies with the number
// of its unseen cards. It is for tests.
func (l *Layout) Verify() error {
	unseen := make([]int, l.places)
	for i := range l.PoolCount() {
		copies, lying := l.pool(i)
		if sum(copies) != sum(lying) || sum(copies) == 0 {
			return fmt.Errorf("pool %d holds %d cards, of which %d lie somewhere", i, sum(copies), sum(lying))
		}
		if *l.poolKinds(i) != setOf(copies) {
			return fmt.Errorf("pool %d: its kinds are not those of its copies", i)
		}
		for p, n := range lying {
			unseen[p] += int(n)
		}
	}
	for p := range l.places {
		copies := l.Copies(Place(p))
		if l.kindSets[p] != setOf(copies) || l.SeenSize(Place(p)) != sum(copies) {
			return fmt.Errorf("place %d: %d seen cards are counted, %d lie there", p, l.counts[p], sum(copies))
		}
		if l.Unseen(Place(p)) != unseen[p] {
			return fmt.Errorf("place %d: %d unseen cards are counted, %d belong to pools", p, l.Unseen(Place(p)), unseen[p])
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
