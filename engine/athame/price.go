package athame

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"familiar/engine/cards"
)

// part is a part of a price: which cards have a place there.
type part uint8

const (
	partSquare part = iota // squares
	partOther              // resources that are no squares, alike or not
	partSame               // resources of one kind
	partAny                // resources
	parts
)

var partWords = [parts]string{"square", "other", "same", "any"}

// price is how many places each part has.
type price [parts]int16

// total is the number of cards that a price takes.
func (p *price) total() int {
	return int(p[partSquare]) + int(p[partOther]) + int(p[partSame]) + int(p[partAny])
}

// String is the price as the fact `price` writes it.
func (p *price) String() string {
	var said []string
	for i, n := range p {
		if n > 0 {
			said = append(said, partWords[i], strconv.Itoa(int(n)))
		}
	}
	return strings.Join(said, " ")
}

func readCost(cost map[string]int64) (price, error) {
	var p price
	if len(cost) == 0 {
		return p, errors.New("cost: it has no part")
	}
	for _, name := range slices.Sorted(maps.Keys(cost)) {
		i, err := oneOf("cost", name, partWords[:])
		if err != nil {
			return p, err
		}
		n := cost[name]
		if n < 1 || n > mostCards/int64(parts) {
			return p, fmt.Errorf("cost: %s: %d is not between 1 and %d", name, n, mostCards/int(parts))
		}
		p[i] = int16(n)
	}
	return p, nil
}

// cost is a price with the number of cards that it takes.
type cost struct {
	price price
	total int
}

// payment is a price that is being paid.
type payment struct {
	price price
	total int // of the price
	spell cards.Kind
	cast  bool         // it is the extra price of casting it, not that of building it
	paid  []cards.Kind // in the order paid
}

// left is the number of cards still to pay.
func (p *payment) left() int { return p.total - len(p.paid) }
