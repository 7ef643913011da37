package athame

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"familiar/engine/cards"
	"familiar/engine/lang"
)

// part is a part of a price. It decides which cards can pay it.
type part uint8

const (
	partSquare part = iota // squares
	partOther              // resources other than squares, equal or not
	partSame               // resources of one kind
	partAny                // any resources
	parts
)

var partWords = [parts]string{"square", "other", "same", "any"}

// price is the number of cards for each part.
type price [parts]int16

// total returns the number of cards in a price.
func (p *price) total() int {
	return int(p[partSquare]) + int(p[partOther]) + int(p[partSame]) + int(p[partAny])
}

// String returns the price as the fact `price` writes it.
func (p *price) String() string {
	var words []string
	for i, n := range p {
		if n > 0 {
			words = append(words, partWords[i], strconv.Itoa(int(n)))
		}
	}
	return strings.Join(words, " ")
}

func readCost(cost map[string]int64) (price, error) {
	var p price
	if len(cost) == 0 {
		return p, lang.T("cost: it has no part")
	}
	for _, name := range slices.Sorted(maps.Keys(cost)) {
		i, err := oneOf("cost", name, partWords[:])
		if err != nil {
			return p, err
		}
		n := cost[name]
		if n < 1 || n > mostCards/int64(parts) {
			return p, lang.T("{1}: {2}", "cost", lang.T("{1}: {2} is not between {3} and {4}", name, n, 1, mostCards/int(parts)))
		}
		p[i] = int16(n)
	}
	return p, nil
}

// prices is an index of the spells by price, so that purse.affordable need not look at each spell.
type prices struct {
	total, square, other byCount
	same                 cards.Set // spells whose price has a part of one kind
}

func newPrices(spells []spell) prices {
	p := prices{total: make(byCount, 1), square: make(byCount, 1), other: make(byCount, 1)}
	for i := range spells {
		k, x := cards.Kind(i), &spells[i].cost
		p.total.add(k, x.total())
		p.square.add(k, int(x[partSquare]))
		p.other.add(k, int(x[partOther]))
		if x[partSame] > 0 {
			p.same.Add(k)
		}
	}
	return p
}

// byCount are sets of spells by the number of cards that they need: byCount[n] has those that need no more than n. The last set has all spells.
type byCount []cards.Set

func (s *byCount) add(k cards.Kind, n int) {
	for len(*s) <= n {
		*s = append(*s, (*s)[len(*s)-1])
	}
	for i := n; i < len(*s); i++ {
		(*s)[i].Add(k)
	}
}

func (s byCount) upTo(n int) *cards.Set { return &s[min(max(n, 0), len(s)-1)] }

// payment is a payment in progress.
type payment struct {
	price price
	total int // of the price
	spell cards.Kind
	cast  bool         // it is the extra price of casting the spell, not the price of building it
	paid  []cards.Kind // in the order of payment
}

// left returns the number of cards still to pay.
func (p *payment) left() int { return p.total - len(p.paid) }
