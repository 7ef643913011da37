package pantacle

import (
	"cmp"
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// pile is the curse pile: groups of cards from top to bottom. Within a group the order is unknown: rule curse.pile.
type pile struct {
	cards []slot
	drawn []cards.Kind // turned up and waiting for the drawer's choice, sorted
	// unseen is how many of the cards were turned up without being shown to the viewer. It is unknown which cards of the topmost group these are.
	unseen int
	// blind means that the viewer does not see the cards that are turned up.
	blind bool
	reach int // number of cards to turn up: option curse-draw declared
}

// slot is a card of the pile.
type slot struct {
	kind  cards.Kind
	first bool        // the first card of its group; the top card of the pile may lack the mark
	known engine.Seat // seat that knows which cards are in the group; everybody and nobodyKnows are possible
}

const (
	everybody   = engine.Public
	nobodyKnows = engine.NoSeat
)

func (p *pile) clone() (c pile) {
	p.copyTo(&c)
	return c
}

// copyTo makes c a deep copy, and reuses its memory.
func (p *pile) copyTo(c *pile) {
	cards, drawn := c.cards[:0], c.drawn[:0]
	*c = *p
	c.cards, c.drawn = append(cards, p.cards...), append(drawn, p.drawn...)
}

// size returns the number of cards in the pile. Of the unseen cards that were turned up, cards still holds one each.
func (p *pile) size() int { return len(p.cards) - p.unseen }

// turnedUp returns the number of cards that are turned up.
func (p *pile) turnedUp() int { return len(p.drawn) + p.unseen }

// top returns the topmost group.
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

// shows reports whether the cards that are turned up may include a kind.
func (p *pile) shows(k cards.Kind) bool {
	return slices.Contains(p.drawn, k) ||
		p.unseen > 0 && slices.ContainsFunc(p.top(), func(c slot) bool { return c.kind == k })
}

// find returns the index of the first card of a kind, -1 if there is none.
func (p *pile) find(k cards.Kind) int {
	return slices.IndexFunc(p.cards, func(c slot) bool { return c.kind == k })
}

// remove removes a card from the pile.
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

// bury puts cards at the bottom as one group.
func (p *pile) bury(known engine.Seat, kinds ...cards.Kind) {
	for i, k := range kinds {
		p.cards = append(p.cards, slot{kind: k, first: i == 0, known: known})
	}
}

// putBack returns the cards that the drawer has turned up to the topmost group.
func (p *pile) putBack(drawer engine.Seat) {
	for _, k := range p.drawn {
		p.cards = slices.Insert(p.cards, 0, slot{kind: k, known: drawer})
	}
	p.drawn, p.unseen, p.blind = nil, 0, false
}

// view returns the pile as a seat may know it. Cards that were turned up but not kept were shown to the drawer alone. So for every other seat, all
// cards from the top down to the last group of such cards are one group.
func (p *pile) view(seat engine.Seat, drawer bool) pile {
	v := p.clone()
	if !drawer && p.turnedUp() > 0 {
		for _, k := range p.drawn {
			v.cards = slices.Insert(v.cards, 0, slot{kind: k, known: everybody})
		}
		v.unseen += len(v.drawn)
		v.drawn = nil
	}
	v.blind = p.blind || !drawer
	last := -1
	if v.unseen > 0 {
		last = len(p.drawn) + len(p.top()) - 1
	}
	for i, c := range v.cards {
		if c.known != everybody && c.known != seat {
			last = i
		}
	}
	merged := v.cards[:last+1]
	for i := range merged {
		merged[i].first, merged[i].known = false, nobodyKnows
	}
	slices.SortFunc(merged, func(a, b slot) int { return cmp.Compare(a.kind, b.kind) })
	return v
}
