package pantacle

import (
	"cmp"
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// pile is the curse pile: groups of cards from the top down. In a group the order is unknown: rule curse.pile.
type pile struct {
	cards []slot
	drawn []cards.Kind // turned up and not yet chosen from, sorted
	// dark is how many of the cards were turned up and not shown to the one whose view this is. Which ones is unknown: they are
	// among the topmost group.
	dark int
	// blind says that the one whose view this is does not see what is turned up.
	blind bool
	reach int // how many are to be turned up: option curse-draw declared
}

// slot is a card of the pile.
type slot struct {
	kind  cards.Kind
	first bool        // of its group; that of the whole pile need not say so
	known engine.Seat // who knows what the group holds
}

const (
	everybody = engine.Nobody
	nobody    = engine.NoSeat
)

func (p *pile) clone() pile {
	c := *p
	c.cards, c.drawn = slices.Clone(p.cards), slices.Clone(p.drawn)
	return c
}

// size is the number of cards in the pile.
func (p *pile) size() int { return len(p.cards) - p.dark }

// turnedUp is the number of cards that were turned up.
func (p *pile) turnedUp() int { return len(p.drawn) + p.dark }

// top is the topmost group.
func (p *pile) top() []slot {
	for i := 1; i < len(p.cards); i++ {
		if p.cards[i].first {
			return p.cards[:i]
		}
	}
	return p.cards
}

// onTop reports whether a kind may lie on top.
func (p *pile) onTop(k cards.Kind) bool {
	return p.size() > 0 && slices.ContainsFunc(p.top(), func(c slot) bool { return c.kind == k })
}

// shows reports whether a card of a kind may be among those that were turned up.
func (p *pile) shows(k cards.Kind) bool {
	return slices.Contains(p.drawn, k) ||
		p.dark > 0 && slices.ContainsFunc(p.top(), func(c slot) bool { return c.kind == k })
}

// find is the place of the first card of a kind, -1 if there is none.
func (p *pile) find(k cards.Kind) int {
	return slices.IndexFunc(p.cards, func(c slot) bool { return c.kind == k })
}

// remove takes a card out of the pile.
func (p *pile) remove(i int) {
	if p.cards[i].first && i+1 < len(p.cards) {
		p.cards[i+1].first = true
	}
	p.cards = slices.Delete(p.cards, i, i+1)
}

// turnUp turns up a card that may lie on top.
func (p *pile) turnUp(k cards.Kind) {
	p.remove(p.find(k))
	at, _ := slices.BinarySearch(p.drawn, k)
	p.drawn = slices.Insert(p.drawn, at, k)
}

// bury puts cards to the bottom as one group.
func (p *pile) bury(known engine.Seat, kinds ...cards.Kind) {
	for i, k := range kinds {
		p.cards = append(p.cards, slot{kind: k, first: i == 0, known: known})
	}
}

// putBack puts what the drawer has turned up back among the topmost cards.
func (p *pile) putBack(drawer engine.Seat) {
	for _, k := range p.drawn {
		p.cards = slices.Insert(p.cards, 0, slot{kind: k, known: drawer})
	}
	p.drawn, p.dark, p.blind = nil, 0, false
}

// view is the pile as a seat may know it. Cards that were not kept were shown to the drawer alone: for everybody else all
// cards down to the last group of that sort are one group.
func (p *pile) view(seat engine.Seat, drawer bool) pile {
	v := p.clone()
	if !drawer && p.turnedUp() > 0 {
		for _, k := range p.drawn {
			v.cards = slices.Insert(v.cards, 0, slot{kind: k, known: everybody})
		}
		v.dark += len(v.drawn)
		v.drawn = nil
	}
	v.blind = p.blind || !drawer
	last := -1
	if v.dark > 0 {
		last = len(p.drawn) + len(p.top()) - 1
	}
	for i, c := range v.cards {
		if c.known != everybody && c.known != seat {
			last = i
		}
	}
	merged := v.cards[:last+1]
	for i := range merged {
		merged[i].first, merged[i].known = false, nobody
	}
	slices.SortFunc(merged, func(a, b slot) int { return cmp.Compare(a.kind, b.kind) })
	return v
}
