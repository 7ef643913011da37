package cards_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/engine/cards"
)

// The root of these tests, and the place where all cards are face up.
const (
	root = cards.Place(0)
	open = cards.Place(places - 1)
)

// rooted are the kinds whose unseen cards lie in the root.
var rooted = cards.SetOf(0, 3)

// fillings yields all sets of cards of a pool, by index, that may lie in a place: rooted cards lie in the root only.
func (x *pool) fillings(p cards.Place, yield func(in []bool) bool) {
	size, inRoot := count(x.lie, p), count(x.lie, root)
	for set := range 1 << len(x.kinds) {
		in := make([]bool, len(x.kinds))
		n, rootedIn, rootedOut := 0, 0, 0
		for i, k := range x.kinds {
			in[i] = set>>i&1 == 1
			switch {
			case in[i] && rooted.Has(k):
				n, rootedIn = n+1, rootedIn+1
			case in[i]:
				n++
			case rooted.Has(k):
				rootedOut++
			}
		}
		if n != size || p == root && rootedOut > 0 || p != root && (rootedIn > 0 || rootedOut > inRoot) {
			continue
		}
		if !yield(in) {
			return
		}
	}
}

// mayHold reports whether an unseen card of a pool in a place may be of a kind.
func (x *pool) mayHold(p cards.Place, k cards.Kind) bool {
	may := false
	x.fillings(p, func(in []bool) bool {
		for i, kind := range x.kinds {
			may = may || in[i] && kind == k
		}
		return !may
	})
	return may
}

// rootedKinds returns the kinds that may leave a place.
func (m *model) rootedKinds(p cards.Place) []cards.Kind {
	var all []cards.Kind
	for k := range cards.Kind(kinds) {
		if slices.Contains(m.seen[p], k) || slices.ContainsFunc(m.pools, func(x pool) bool { return x.mayHold(p, k) }) {
			all = append(all, k)
		}
	}
	return all
}

// rootedTake removes a card: a seen copy, else one of the oldest pool that may have it there.
func (m *model) rootedTake(p cards.Place, k cards.Kind) bool {
	if i := slices.Index(m.seen[p], k); i >= 0 {
		m.seen[p] = slices.Delete(m.seen[p], i, i+1)
		return true
	}
	for i := range m.pools {
		if x := &m.pools[i]; x.mayHold(p, k) {
			kind, place := slices.Index(x.kinds, k), slices.Index(x.lie, p)
			x.kinds, x.lie = slices.Delete(x.kinds, kind, kind+1), slices.Delete(x.lie, place, place+1)
			m.sweep()
			return true
		}
	}
	return false
}

// loose returns the number of cards of a place that may all leave it unseen.
func (m *model) loose(p cards.Place) int {
	n := 0
	for _, k := range m.seen[p] {
		if p != root || !rooted.Has(k) {
			n++
		}
	}
	for _, x := range m.pools {
		n += count(x.lie, p)
		for _, k := range x.kinds {
			if p == root && rooted.Has(k) {
				n--
			}
		}
	}
	return n
}

// canLack reports whether a place may hold no card of some kinds.
func (m *model) canLack(p cards.Place, set *cards.Set) bool {
	if slices.ContainsFunc(m.seen[p], set.Has) {
		return false
	}
	for _, x := range m.pools {
		may := false
		x.fillings(p, func(in []bool) bool {
			has := false
			for i, k := range x.kinds {
				has = has || in[i] && set.Has(k)
			}
			may = !has
			return !may
		})
		if !may {
			return false
		}
	}
	return true
}

// sources lists the pools of a layout, or of a model, that have a card in a place.
func sources(t *cards.Layout, p cards.Place) []string {
	var all []string
	for i := range t.PoolCount() {
		copies, unseen := t.Pool(i, p)
		if unseen > 0 {
			all = append(all, fmt.Sprint(copies, unseen))
		}
	}
	return all
}

func (m *model) sourcesOf(p cards.Place) []string {
	var all []string
	for _, x := range m.pools {
		copies := make([]uint16, kinds)
		for _, k := range x.kinds {
			copies[k]++
		}
		if n := count(x.lie, p); n > 0 {
			all = append(all, fmt.Sprint(copies, n))
		}
	}
	return all
}

// TestRoot plays with rooted kinds, and compares the layout with a model that tries every way in which the cards of each pool may lie.
func TestRoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, m := cards.New(kinds, places), newModel(places)
		for range rapid.IntRange(0, 6).Draw(t, "cards") {
			k := kind(t)
			table.Hide(root, k)
			m.hide(root, k)
		}
		for range rapid.IntRange(0, 3).Draw(t, "open cards") {
			k := kind(t)
			table.Put(open, k)
			m.put(open, k)
		}
		table.Root(root, rooted)
		secret := func(t *rapid.T, label string) cards.Place { // the root or a hand
			return cards.Place(rapid.IntRange(0, places-2).Draw(t, label))
		}
		agree := func(what string, a, b bool) {
			if a != b {
				t.Fatalf("%s: %t on the table, %t in the model", what, a, b)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"lay open": func(t *rapid.T) {
				p, k := secret(t, "from"), kind(t)
				taken := table.Take(p, k)
				agree("take", taken, m.rootedTake(p, k))
				if taken {
					table.Put(open, k)
					m.put(open, k)
				}
			},
			"take up": func(t *rapid.T) {
				p, k := cards.Place(rapid.IntRange(1, places-2).Draw(t, "to")), kind(t)
				if !rooted.Has(k) && table.Take(open, k) {
					m.rootedTake(open, k)
					table.Put(p, k)
					m.put(p, k)
				}
			},
			"put back": func(t *rapid.T) {
				if k := kind(t); table.Take(open, k) {
					m.rootedTake(open, k)
					table.Put(root, k)
					m.put(root, k)
				}
			},
			"pass": func(t *rapid.T) {
				p, q := secret(t, "from"), secret(t, "to")
				agree("can pass", table.CanPass(p), m.loose(p) > 0)
				if !table.CanPass(p) {
					return
				}
				if table.SeenSize(p) > 0 || table.PoolsAt(p) > 1 {
					table.Blur(p)
					m.mix(true, p)
				}
				agree("pass", table.Pass(p, q), m.pass(p, q))
			},
			"shuffle": func(*rapid.T) {
				table.Shuffle(open, root)
				m.shuffle(open, root)
			},
			"slip": func(*rapid.T) {
				table.Slip(open, root)
				m.slip(open, root)
			},
			"blind": func(*rapid.T) {
				table = table.Blind(1, 2)
				m.blind(1, 2)
			},
			"copy": func(*rapid.T) {
				copied := cards.New(1, 1)
				table.CopyTo(&copied)
				table = copied.Clone()
			},
			"": func(t *rapid.T) {
				if err := table.Verify(); err != nil {
					t.Fatal(err)
				}
				for p := range cards.Place(places) {
					seen := slices.Collect(table.SeenCards(p))
					for k, n := range table.Copies(p) {
						if int(n) != count(seen, cards.Kind(k)) {
							t.Fatalf("place %d: %d copies of kind %d, and open lie %v", p, n, k, seen)
						}
					}
					if got, want := slices.Collect(table.SeenKinds(p).All), slices.Compact(slices.Clone(seen)); !slices.Equal(got, want) {
						t.Fatalf("place %d: of %v the kinds are %v", p, seen, got)
					}
					if want := slices.Sorted(slices.Values(m.seen[p])); !slices.Equal(seen, want) {
						t.Fatalf("place %d: seen are %v, not %v", p, seen, want)
					}
					set := table.Kinds(p)
					if got, want := slices.Collect(set.All), m.rootedKinds(p); !slices.Equal(got, want) {
						t.Fatalf("place %d: %v may leave it, not %v", p, got, want)
					}
					for k := range cards.Kind(kinds) {
						agree(fmt.Sprintf("place %d holds kind %d", p, k), table.Holds(p, k), set.Has(k))
					}
					if got, want := table.Loose(p), m.loose(p); got != want {
						t.Fatalf("place %d: %d cards may leave it, not %d", p, got, want)
					}
					if diff := cmp.Diff(m.sourcesOf(p), sources(&table, p)); diff != "" {
						t.Fatalf("place %d has other pools (-model +table):\n%s", p, diff)
					}
				}
				lacked := cards.SetOf(rapid.SliceOfN(rapid.Custom(kind), 1, 3).Draw(t, "lacked")...)
				for p := range cards.Place(places) {
					agree(fmt.Sprintf("place %d can lack %v", p, slices.Collect(lacked.All)), table.CanLack(p, &lacked), m.canLack(p, &lacked))
				}
			},
		})
	})
}

// TestRootlessLack checks that, without rooted kinds, a place may lack the kinds whose cards may all lie in other places.
func TestRootlessLack(t *testing.T) {
	table := cards.New(kinds, places)
	for _, k := range []cards.Kind{0, 1, 1, 2} {
		table.Hide(0, k)
	}
	table.Pass(0, 1)
	table.Pass(0, 1)
	if !table.CanPass(0) || table.CanPass(2) || table.Loose(1) != 2 || table.Loose(2) != 0 {
		t.Errorf("from 0 may pass: %t, from 2: %t; loose are %d and %d", table.CanPass(0), table.CanPass(2), table.Loose(1), table.Loose(2))
	}
	for _, c := range []struct {
		kinds cards.Set
		may   bool
	}{
		{cards.SetOf(0), true}, {cards.SetOf(1), true}, {cards.SetOf(0, 2), true}, {cards.SetOf(0, 1), false}, {cards.SetOf(1, 2), false},
		{cards.SetOf(0, 1, 2), false}, {cards.SetOf(3), true},
	} {
		if got := table.CanLack(1, &c.kinds); got != c.may {
			t.Errorf("it can lack %v: %t", slices.Collect(c.kinds.All), got)
		}
	}
	if !table.CanLack(2, &rooted) {
		t.Error("an empty place cannot lack a kind")
	}
	table.See(1, 1)
	if k := cards.SetOf(1); table.CanLack(1, &k) {
		t.Error("a place can lack what is seen there")
	}
}

// TestOpen checks that a caller can stop Open early.
func TestOpen(t *testing.T) {
	table := cards.New(kinds, places)
	for _, k := range []cards.Kind{4, 1, 4, 2} {
		table.Put(0, k)
	}
	var some []cards.Kind
	for k := range table.SeenCards(0) {
		if some = append(some, k); len(some) == 3 {
			break
		}
	}
	if want := []cards.Kind{1, 2, 4}; !slices.Equal(some, want) {
		t.Errorf("the first three are %v, not %v", some, want)
	}
}
