package athame

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// count adds a card to a tally.
func (r *ruleset) count(to *tally, k cards.Kind) {
	switch {
	case k == r.square:
		to.square++
	case r.jokers.Has(k):
		to.joker++
	default:
		to.other++
	}
}

// tally is a number of resources by what they can pay.
type tally struct{ square, other, joker int }

// fund is what the unseen cards of one pool in a hand may pay.
type fund struct {
	tally           // of all cards of the pool
	copies []uint16 // of each kind
	unseen int      // number of cards of the pool in the hand
}

// usualFunds is the size of buffers for the pools of a hand. More pools are possible and cost an allocation.
const usualFunds = 4

// nothing stands for no kind of card, and for no fund.
const nothing = -1

// purse is what a hand may pay with, including what is paid already. It is valid until the state changes.
type purse struct {
	*ruleset
	paid  []cards.Kind
	spent tally    // what was paid
	sure  tally    // what was paid, and what is seen in the hand
	seen  []uint16 // copies of each kind
	funds []fund

	// The largest possible numbers of cards: of all, of squares and of others. They hold for the hand before a card leaves it: see mostOf.
	maxAll, maxSquares, maxOthers int

	next bool // a card is about to leave the hand:
	card cards.Kind
	from int // the fund that the card comes from, nothing if the card is seen
}

// purse returns the purse of a hand; room is memory for its funds.
func (s *State) purse(seat engine.Seat, paid []cards.Kind, room []fund) (p purse) {
	hand := s.hand(seat)
	p.ruleset, p.paid, p.seen, p.funds, p.from = s.ruleset, paid, s.cards.Copies(hand), room, nothing
	for _, k := range paid {
		s.count(&p.spent, k)
	}
	p.sure = p.spent
	s.countAll(&p.sure, p.seen)
	for i := range s.cards.PoolCount() {
		copies, unseen := s.cards.Pool(i, hand)
		if unseen > 0 {
			f := fund{copies: copies, unseen: unseen}
			s.countAll(&f.tally, copies)
			p.funds = append(p.funds, f)
		}
	}
	p.maxAll = p.most(choice{square: true, other: true, same: nothing})
	p.maxSquares = p.most(choice{square: true, same: nothing})
	p.maxOthers = p.most(choice{other: true, same: nothing})
	return p
}

// mostSquares and mostOthers are the most possible squares and others, each with jokers.

func (p *purse) mostSquares() int { return p.mostOf(choice{square: true, same: nothing}, p.maxSquares) }

func (p *purse) mostOthers() int { return p.mostOf(choice{other: true, same: nothing}, p.maxOthers) }

// mostOf returns most(c), where before is that number for the whole hand. Only an unseen card that leaves and is not of the choice can change it.
func (p *purse) mostOf(c choice, before int) int {
	if p.from == nothing || c.has(p.ruleset, p.card) {
		return before
	}
	return p.most(c)
}

// countAll adds copies of each kind to a tally.
func (r *ruleset) countAll(to *tally, copies []uint16) {
	to.square += int(copies[r.square])
	for _, k := range r.others {
		to.other += int(copies[k])
	}
	for _, k := range r.jokerKinds {
		to.joker += int(copies[k])
	}
}

// takes sets the card that leaves the hand next (rule know.leave), and reports whether it can.
func (p *purse) takes(k cards.Kind) bool {
	p.next, p.card, p.from = true, k, nothing
	if p.seen[k] == 0 {
		for i := range p.funds {
			if p.funds[i].copies[k] > 0 {
				p.from = i
				break
			}
		}
	}
	return p.from != nothing || p.seen[k] > 0
}

// choice is a set of cards: the jokers, the squares if square is true, all other resources if other is true, and the kind same.
type choice struct {
	square, other bool
	same          int // one kind of the others, or nothing
}

func (c *choice) has(r *ruleset, k cards.Kind) bool {
	return r.jokers.Has(k) || c.square && k == r.square || c.other && k != r.square || int(k) == c.same
}

func (c *choice) of(t *tally, same int) int {
	n := t.joker + same
	if c.square {
		n += t.square
	}
	if c.other {
		n += t.other
	}
	return n
}

// most returns the largest possible number of cards of a choice, including those paid.
func (p *purse) most(c choice) int {
	n := c.of(&p.sure, p.sureOf(c.same))
	for i := range p.funds {
		f := &p.funds[i]
		same := 0
		if c.same != nothing {
			same = int(f.copies[c.same])
		}
		unseen := f.unseen
		if i == p.from && !c.has(p.ruleset, p.card) {
			unseen--
		}
		n += min(unseen, c.of(&f.tally, same))
	}
	return n
}

// sureOf returns the number of cards of a kind that were paid or are seen in the hand.
func (p *purse) sureOf(kind int) int {
	if kind == nothing {
		return 0
	}
	n := int(p.seen[kind])
	for _, k := range p.paid {
		if int(k) == kind {
			n++
		}
	}
	return n
}

// untouched reports whether nothing was paid and no card is about to leave the hand.
func (p *purse) untouched() bool { return len(p.paid) == 0 && !p.next }

// covers reports whether the hand may hold the rest of a full payment. By Hall's theorem it may if for each set of parts there are enough cards that
// can pay at least one of them. For a part of one kind, covers tries each kind. A surcharge only adds to the total, because any card can pay it.
func (p *purse) covers(x *price, total int) bool {
	switch {
	case p.maxAll < total, x[partSquare] > 0 && p.mostSquares() < int(x[partSquare]), x[partOther] > 0 && p.mostOthers() < int(x[partOther]):
		return false
	case x[partSame] == 0:
		return p.untouched() || p.fits(x, nothing)
	}
	for _, k := range p.resourceKinds {
		if p.coversSame(x, k) && (p.untouched() || p.fits(x, int(k))) {
			return true
		}
	}
	return false
}

// affordable returns those of some spells for which the hand may hold a full payment: covers for many prices at once.
func (p *purse) affordable(spells *cards.Set, surcharge int) cards.Set {
	x := &p.prices
	set := spells.And(*x.total.upTo(p.maxAll - surcharge)).And(*x.square.upTo(p.maxSquares)).And(*x.other.upTo(p.maxOthers))
	if !set.Meets(&x.same) {
		return set
	}
	same := set.And(x.same)
	for k := range same.All {
		if spell := &p.list.spells[k]; !p.covers(&spell.cost, spell.cost.total()+surcharge) {
			set.Remove(k)
		}
	}
	return set
}

// coversSame is the part of covers for the case that k is the one kind.
func (p *purse) coversSame(x *price, k cards.Kind) bool {
	square, other, same := int(x[partSquare]), int(x[partOther]), int(x[partSame])
	if k == p.square {
		return p.mostSquares() >= square+same
	}
	return p.mostOthers() >= other+same && p.most(choice{same: int(k)}) >= same && (square == 0 || p.most(choice{square: true, same: int(k)}) >= square+same)
}

// fits reports whether every paid card, and the card that is next, can be assigned to a part of the price, if k is the one kind.
func (p *purse) fits(x *price, k int) bool {
	paid, alike := p.spent, 0
	for _, c := range p.paid {
		if int(c) == k {
			alike++
		}
	}
	if p.next {
		p.count(&paid, p.card)
		if int(p.card) == k {
			alike++
		}
	}
	// Cards beyond their own part go to the part for any resources.
	square, other := int(x[partSquare]), int(x[partOther])
	if k == int(p.square) {
		square += int(x[partSame])
	} else {
		other += min(alike, int(x[partSame]))
	}
	return max(0, paid.square-square)+max(0, paid.other-other) <= int(x[partAny])
}

// fitsSome reports whether fits is true for some kind.
func (p *purse) fitsSome(x *price) bool {
	if x[partSame] == 0 {
		return p.fits(x, nothing)
	}
	for _, k := range p.resourceKinds {
		if p.fits(x, int(k)) {
			return true
		}
	}
	return false
}

// affords reports whether a hand may hold a full payment.
func (s *State) affords(seat engine.Seat, x *price) bool {
	var room [usualFunds]fund
	p := s.purse(seat, nil, room[:0])
	return p.covers(x, x.total())
}
