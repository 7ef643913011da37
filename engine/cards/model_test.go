package cards_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"familiar/engine/cards"
)

// model is the simplest form of a Layout: a list of seen cards for each place, and pools as lists of kinds with a list of the places of their cards.
type model struct {
	seen  [][]cards.Kind
	pools []pool // oldest first
}

type pool struct {
	kinds []cards.Kind
	lie   []cards.Place // one for each card
}

func newModel(places int) *model { return &model{seen: make([][]cards.Kind, places)} }

func (m *model) clone() *model {
	c := newModel(len(m.seen))
	for p := range m.seen {
		c.seen[p] = slices.Clone(m.seen[p])
	}
	for _, x := range m.pools {
		c.pools = append(c.pools, pool{slices.Clone(x.kinds), slices.Clone(x.lie)})
	}
	return c
}

func (m *model) put(p cards.Place, k cards.Kind) { m.seen[p] = append(m.seen[p], k) }

func (m *model) take(p cards.Place, k cards.Kind) bool {
	if i := slices.Index(m.seen[p], k); i >= 0 {
		m.seen[p] = slices.Delete(m.seen[p], i, i+1)
		return true
	}
	return m.takeUnseen(p, k)
}

func (m *model) takeUnseen(p cards.Place, k cards.Kind) bool {
	for i := range m.pools {
		x := &m.pools[i]
		kind, place := slices.Index(x.kinds, k), slices.Index(x.lie, p)
		if kind >= 0 && place >= 0 {
			x.kinds = slices.Delete(x.kinds, kind, kind+1)
			x.lie = slices.Delete(x.lie, place, place+1)
			m.sweep()
			return true
		}
	}
	return false
}

func (m *model) see(p cards.Place, kinds []cards.Kind) bool {
	try := m.clone()
	named := make(map[cards.Kind]int)
	for _, k := range kinds {
		named[k]++
		if named[k] <= count(m.seen[p], k) {
			continue
		}
		if !try.takeUnseen(p, k) {
			return false
		}
		try.put(p, k)
	}
	*m = *try
	return true
}

// sources returns a source for each of the cards that leave a place together: seen (-1) or a pool. It tries all combinations in order and returns the
// first one that works.
func (m *model) sources(p cards.Place, named []cards.Kind) []int {
	var found []int
	var try func(left *model, sources []int) bool
	try = func(left *model, sources []int) bool {
		if len(sources) == len(named) {
			found = sources
			return true
		}
		k := named[len(sources)]
		if i := slices.Index(left.seen[p], k); i >= 0 {
			next := left.clone()
			next.seen[p] = slices.Delete(next.seen[p], i, i+1)
			return try(next, append(slices.Clone(sources), -1))
		}
		for i, x := range left.pools {
			kind, place := slices.Index(x.kinds, k), slices.Index(x.lie, p)
			if kind < 0 || place < 0 {
				continue
			}
			next := left.clone()
			y := &next.pools[i]
			y.kinds, y.lie = slices.Delete(y.kinds, kind, kind+1), slices.Delete(y.lie, place, place+1)
			if try(next, append(slices.Clone(sources), i)) {
				return true
			}
		}
		return false
	}
	if !try(m.clone(), nil) {
		return nil
	}
	return found
}

// leave removes cards together, or makes them seen if show is true.
func (m *model) leave(p cards.Place, named []cards.Kind, show bool) bool {
	sources := m.sources(p, named)
	if sources == nil {
		return false
	}
	var shown []cards.Kind
	for n, i := range sources {
		k := named[n]
		if i < 0 {
			if !show {
				at := slices.Index(m.seen[p], k)
				m.seen[p] = slices.Delete(m.seen[p], at, at+1)
			}
			continue
		}
		x := &m.pools[i]
		kind, place := slices.Index(x.kinds, k), slices.Index(x.lie, p)
		x.kinds, x.lie = slices.Delete(x.kinds, kind, kind+1), slices.Delete(x.lie, place, place+1)
		if show {
			shown = append(shown, k)
		}
	}
	m.seen[p] = append(m.seen[p], shown...)
	m.sweep()
	return true
}

func (m *model) pass(from, to cards.Place) bool {
	for _, x := range m.pools {
		if i := slices.Index(x.lie, from); i >= 0 {
			x.lie[i] = to
			return true
		}
	}
	return false
}

func (m *model) hide(p cards.Place, k cards.Kind) {
	for i := range m.pools {
		if x := &m.pools[i]; slices.Contains(x.lie, p) {
			x.kinds, x.lie = append(x.kinds, k), append(x.lie, p)
			return
		}
	}
	m.pools = append(m.pools, pool{[]cards.Kind{k}, []cards.Place{p}})
}

// mix makes one new pool of all pools with a card in one of the places, and of the seen cards there if turn is true.
func (m *model) mix(turn bool, places ...cards.Place) {
	var fresh pool
	for i := range m.pools {
		x := &m.pools[i]
		if slices.ContainsFunc(x.lie, func(p cards.Place) bool { return slices.Contains(places, p) }) {
			fresh.kinds, fresh.lie = append(fresh.kinds, x.kinds...), append(fresh.lie, x.lie...)
			x.kinds, x.lie = nil, nil
		}
	}
	if turn {
		for _, p := range slices.Compact(slices.Sorted(slices.Values(places))) {
			for _, k := range m.seen[p] {
				fresh.kinds, fresh.lie = append(fresh.kinds, k), append(fresh.lie, p)
			}
			m.seen[p] = nil
		}
	}
	m.pools = append(m.pools, fresh)
	m.sweep()
}

func (m *model) merge(p cards.Place) {
	n := 0
	for _, x := range m.pools {
		if slices.Contains(x.lie, p) {
			n++
		}
	}
	if n > 1 {
		m.mix(false, p)
	}
}

func (m *model) shuffle(from, to cards.Place) {
	m.mix(true, from, to)
	for _, x := range m.pools {
		for i, p := range x.lie {
			if p == from {
				x.lie[i] = to
			}
		}
	}
}

// slip moves the seen cards of a place to another one, as a new pool.
func (m *model) slip(from, to cards.Place) {
	fresh := pool{kinds: m.seen[from]}
	for range fresh.kinds {
		fresh.lie = append(fresh.lie, to)
	}
	m.seen[from] = nil
	m.pools = append(m.pools, fresh)
	m.sweep()
}

// part makes a new pool of all unseen cards of some kinds, in one place. It returns false if they cannot all lie there.
func (m *model) part(p cards.Place, set *cards.Set) bool {
	var fresh pool
	next := m.clone()
	for i := range next.pools {
		x := &next.pools[i]
		for n := len(x.kinds) - 1; n >= 0; n-- {
			if !set.Has(x.kinds[n]) {
				continue
			}
			place := slices.Index(x.lie, p)
			if place < 0 {
				return false
			}
			fresh.kinds, fresh.lie = append(fresh.kinds, x.kinds[n]), append(fresh.lie, p)
			x.kinds, x.lie = slices.Delete(x.kinds, n, n+1), slices.Delete(x.lie, place, place+1)
		}
	}
	next.pools = append(next.pools, fresh)
	next.sweep()
	*m = *next
	return true
}

func (m *model) gather(from, to cards.Place) {
	if from != to {
		m.seen[to] = append(m.seen[to], m.seen[from]...)
		m.seen[from] = nil
	}
}

func (m *model) swap(p, q cards.Place) {
	m.seen[p], m.seen[q] = m.seen[q], m.seen[p]
	for _, x := range m.pools {
		for i, at := range x.lie {
			switch at {
			case p:
				x.lie[i] = q
			case q:
				x.lie[i] = p
			}
		}
	}
}

func (m *model) blind(secret ...cards.Place) {
	for _, p := range secret {
		for _, k := range m.seen[p] {
			m.pools = append(m.pools, pool{[]cards.Kind{k}, []cards.Place{p}})
		}
		m.seen[p] = nil
	}
	var all []cards.Place
	for p := range m.seen {
		all = append(all, cards.Place(p))
	}
	m.mix(false, all...)
}

func (m *model) sweep() {
	m.pools = slices.DeleteFunc(m.pools, func(x pool) bool { return len(x.kinds) == 0 })
}

// kinds returns the kinds that may leave a place.
func (m *model) kinds(p cards.Place) []cards.Kind {
	set := make(map[cards.Kind]bool)
	for _, k := range m.seen[p] {
		set[k] = true
	}
	for _, x := range m.pools {
		if slices.Contains(x.lie, p) {
			for _, k := range x.kinds {
				set[k] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}

func (m *model) unseen(p cards.Place) int {
	n := 0
	for _, x := range m.pools {
		n += count(x.lie, p)
	}
	return n
}

func count[T comparable](list []T, x T) int {
	n := 0
	for _, y := range list {
		if x == y {
			n++
		}
	}
	return n
}

// String describes everything that a layout can be asked, for comparison.
func (m *model) String() string {
	var b strings.Builder
	for p := range m.seen {
		place := cards.Place(p)
		fmt.Fprintln(&b, p, slices.Sorted(slices.Values(m.seen[p])), m.unseen(place), m.kinds(place))
	}
	return b.String()
}
