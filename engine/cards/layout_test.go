package cards_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/engine/cards"
)

const (
	kinds  = 6
	places = 5
)

// text returns for a layout the same description as String does for a model.
func text(t *cards.Layout) string {
	var b strings.Builder
	for p := range cards.Place(places) {
		set := t.Kinds(p)
		fmt.Fprintln(&b, p, slices.Collect(t.SeenCards(p)), t.Unseen(p), slices.Collect(set.All))
	}
	return b.String()
}

// deal returns a layout and its model, with some cards of each kind, seen or in up to three pools.
func deal(t *rapid.T) (cards.Layout, *model) {
	table, m := cards.New(kinds, places), newModel(places)
	for range rapid.IntRange(0, 30).Draw(t, "cards") {
		k, p := kind(t), place(t, "place")
		if rapid.Bool().Draw(t, "seen") {
			table.Put(p, k)
			m.put(p, k)
		} else {
			table.Hide(p, k)
			m.hide(p, k)
		}
	}
	return table, m
}

func kind(t *rapid.T) cards.Kind {
	return cards.Kind(rapid.IntRange(0, kinds-1).Draw(t, "kind"))
}

func place(t *rapid.T, label string) cards.Place {
	return cards.Place(rapid.IntRange(0, places-1).Draw(t, label))
}

// TestModel runs every operation on a layout and on its model.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, m := deal(t)
		agree := func(what string, a, b bool) {
			if a != b {
				t.Fatalf("%s: %t on the table, %t in the model", what, a, b)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				p, k := place(t, "place"), kind(t)
				table.Put(p, k)
				m.put(p, k)
			},
			"hide": func(t *rapid.T) {
				p, k := place(t, "place"), kind(t)
				table.Hide(p, k)
				m.hide(p, k)
			},
			"take": func(t *rapid.T) {
				p, k := place(t, "place"), kind(t)
				agree("holds", table.Holds(p, k), slices.Contains(m.kinds(p), k))
				agree("take", table.Take(p, k), m.take(p, k))
			},
			"see": func(t *rapid.T) {
				p := place(t, "place")
				named := rapid.SliceOfN(rapid.Custom(kind), 1, 5).Draw(t, "named")
				can := table.CanSee(p, named...)
				agree("see", table.See(p, named...), can)
				agree("see", can, m.see(p, named))
			},
			"leave together": func(t *rapid.T) {
				p := place(t, "place")
				named := rapid.SliceOfN(rapid.Custom(kind), 1, 5).Draw(t, "named")
				show := rapid.Bool().Draw(t, "show")
				can, holding := table.CanLeave(p, named...), table.Holding(p)
				left, ok := holding.Unseen(), true
				for i := 0; ok && i < len(named); i++ {
					left, ok = holding.With(named[:i+1], left)
				}
				agree("holding", ok, can)
				if show {
					agree("see all", table.SeeAll(p, named...), can)
				} else {
					agree("take all", table.TakeAll(p, named...), can)
				}
				agree("leave together", can, m.leave(p, named, show))
			},
			"pass": func(t *rapid.T) {
				p, q := place(t, "from"), place(t, "to")
				agree("pass", table.Pass(p, q), m.pass(p, q))
			},
			"blur": func(t *rapid.T) {
				p := place(t, "place")
				table.Blur(p)
				m.mix(true, p)
			},
			"merge": func(t *rapid.T) {
				p := place(t, "place")
				table.Merge(p)
				m.merge(p)
			},
			"shuffle": func(t *rapid.T) {
				p, q := place(t, "from"), place(t, "to")
				table.Shuffle(p, q)
				m.shuffle(p, q)
			},
			"slip": func(t *rapid.T) {
				p, q := place(t, "from"), place(t, "to")
				table.Slip(p, q)
				m.slip(p, q)
			},
			"part": func(t *rapid.T) {
				p, set := place(t, "place"), cards.SetOf(rapid.SliceOfN(rapid.Custom(kind), 1, 3).Draw(t, "apart")...)
				if m.part(p, &set) {
					table.SplitPool(p, &set)
				}
			},
			"gather": func(t *rapid.T) {
				p, q := place(t, "from"), place(t, "to")
				table.Gather(p, q)
				m.gather(p, q)
			},
			"swap": func(t *rapid.T) {
				p, q := place(t, "p"), place(t, "q")
				table.Swap(p, q)
				m.swap(p, q)
			},
			"blind": func(t *rapid.T) {
				secret := rapid.SliceOfNDistinct(rapid.IntRange(0, places-1), 0, 3, rapid.ID).Draw(t, "secret")
				var list []cards.Place
				for _, p := range secret {
					list = append(list, cards.Place(p))
				}
				table = table.Blind(list...)
				m.blind(list...)
			},
			"": func(t *rapid.T) {
				if err := table.Verify(); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(m.String(), text(&table)); diff != "" {
					t.Fatalf("model and table differ (-model +table):\n%s", diff)
				}
				for p := range cards.Place(places) {
					if n := len(m.pools); table.PoolsAt(p) > n {
						t.Fatalf("%d pools in place %d, %d in all", table.PoolsAt(p), p, n)
					}
				}
			},
		})
	})
}

// TestConserve checks that no operation changes the number of cards of a kind, except those that add or remove cards.
func TestConserve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, _ := deal(t)
		var before [kinds]int
		for k := range before {
			before[k] = table.Total(cards.Kind(k))
		}
		t.Repeat(map[string]func(*rapid.T){
			"move": func(t *rapid.T) {
				k := kind(t)
				if table.Take(place(t, "from"), k) {
					table.Put(place(t, "to"), k)
				}
			},
			"see":     func(t *rapid.T) { table.See(place(t, "place"), kind(t), kind(t)) },
			"pass":    func(t *rapid.T) { table.Pass(place(t, "from"), place(t, "to")) },
			"blur":    func(t *rapid.T) { table.Blur(place(t, "place")) },
			"merge":   func(t *rapid.T) { table.Merge(place(t, "place")) },
			"shuffle": func(t *rapid.T) { table.Shuffle(place(t, "from"), place(t, "to")) },
			"slip":    func(t *rapid.T) { table.Slip(place(t, "from"), place(t, "to")) },
			"gather":  func(t *rapid.T) { table.Gather(place(t, "from"), place(t, "to")) },
			"swap":    func(t *rapid.T) { table.Swap(place(t, "p"), place(t, "q")) },
			"blind":   func(t *rapid.T) { table = table.Blind(place(t, "secret")) },
			"clone":   func(*rapid.T) { table = table.Clone() },
			"": func(t *rapid.T) {
				if err := table.Verify(); err != nil {
					t.Fatal(err)
				}
				for k, n := range before {
					if table.Total(cards.Kind(k)) != n {
						t.Fatalf("%d copies of kind %d, not %d", table.Total(cards.Kind(k)), k, n)
					}
				}
			},
		})
	})
}

// TestTruth plays with real cards, each a kind of its own; the layout learns only what a table can see. A card that really lies in a place must
// always be able to leave it and to be shown.
func TestTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const deck = 12
		table := cards.New(deck, places)
		lies := make(map[cards.Kind]cards.Place)
		for k := range cards.Kind(deck) {
			lies[k] = 0
			table.Hide(0, k)
		}
		here := func(t *rapid.T) (cards.Kind, cards.Place) {
			k := cards.Kind(rapid.IntRange(0, deck-1).Draw(t, "card"))
			return k, lies[k]
		}
		t.Repeat(map[string]func(*rapid.T){
			"open": func(t *rapid.T) {
				k, from := here(t)
				if !table.Take(from, k) {
					t.Fatalf("card %d lies in place %d and may not leave it", k, from)
				}
				lies[k] = place(t, "to")
				table.Put(lies[k], k)
			},
			"face down": func(t *rapid.T) {
				k, from := here(t)
				lies[k] = place(t, "to")
				if table.Blur(from); !table.Pass(from, lies[k]) {
					t.Fatalf("no card leaves place %d, where card %d lies", from, k)
				}
			},
			"show": func(t *rapid.T) {
				p := place(t, "place")
				var all []cards.Kind
				for k := range cards.Kind(deck) {
					if lies[k] == p && rapid.Bool().Draw(t, "shown") {
						all = append(all, k)
					}
				}
				if !table.See(p, all...) {
					t.Fatalf("cards %v lie in place %d and may not be shown", all, p)
				}
			},
			"shuffle": func(t *rapid.T) {
				from, to := place(t, "from"), place(t, "to")
				table.Shuffle(from, to)
				for k, p := range lies {
					if p == from {
						lies[k] = to
					}
				}
			},
			"slip": func(t *rapid.T) {
				from, to := place(t, "from"), place(t, "to")
				for k, p := range lies {
					if p == from && table.Seen(from, k) > 0 {
						lies[k] = to
					}
				}
				table.Slip(from, to)
			},
			"swap": func(t *rapid.T) {
				p, q := place(t, "p"), place(t, "q")
				table.Swap(p, q)
				for k, at := range lies {
					switch at {
					case p:
						lies[k] = q
					case q:
						lies[k] = p
					}
				}
			},
			"forget": func(t *rapid.T) { table = table.Blind(place(t, "secret")) },
			"": func(t *rapid.T) {
				for k, p := range lies {
					if !table.Holds(p, k) {
						t.Fatalf("card %d lies in place %d and may not leave it", k, p)
					}
				}
			},
		})
	})
}

// TestBlindForgets checks that cards shown in a secret place change nothing for viewers who may not see it.
func TestBlindForgets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, _ := deal(t)
		p := place(t, "secret")
		before := table.Blind(p)
		table.See(p, rapid.SliceOfN(rapid.Custom(kind), 1, 4).Draw(t, "named")...)
		after := table.Blind(p)
		if diff := cmp.Diff(text(&before), text(&after)); diff != "" {
			t.Fatalf("the view differs (-before +after):\n%s", diff)
		}
	})
}

// TestCopies checks that a copy is equal and independent.
func TestCopies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, _ := deal(t)
		was := text(&table)
		clone := table.Clone()
		into, _ := deal(t)
		table.CopyTo(&into)
		for name, c := range map[string]*cards.Layout{"clone": &clone, "copy": &into} {
			if diff := cmp.Diff(was, text(c)); diff != "" {
				t.Fatalf("%s differs:\n%s", name, diff)
			}
			c.Put(0, 0)
			c.Hide(1, 1)
			c.Shuffle(0, 2)
			if err := c.Verify(); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(was, text(&table)); diff != "" {
			t.Fatalf("the original changed:\n%s", diff)
		}
	})
}
