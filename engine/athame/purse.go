package athame

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// spend adds what a card can pay.
func (r *ruleset) spend(to *tally, k cards.Kind) {
	switch {
	case k == r.square:
		to.square++
	case r.jokers.Has(k):
		to.joker++
	default:
		to.other++
	}
}

// tally counts resources by what they can pay.
type tally struct{ square, other, joker int }

// fund is what the unseen cards of a pool in a hand may pay.
type fund struct {
	tally           // of all cards of the pool
	copies []uint16 // of each kind
	unseen int      // cards of the pool that lie in the hand
}

// mostFunds is how many pools are in a hand, nearly always.
const mostFunds = 4

// nothing is no kind of card.
const nothing = -1

// purse is what a hand may pay with, what was paid already included. It is good until the state changes.
type purse struct {
	*ruleset
	paid  []cards.Kind
	spent tally    // what was paid
	sure  tally    // … and what is seen in the hand
	seen  []uint16 // copies of each kind
	funds []fund

	// How many there may be in all, of squares and of others, as long as no card out of a fund is looked at: see most.
	all, square, other int

	next bool // a card leaves the hand next:
	card cards.Kind
	from int // the fund that it comes out of, nothing if it is seen
}

// purse looks into a hand, with room for its funds.
func (s *State) purse(seat engine.Seat, paid []cards.Kind, room []fund) (p purse) {
	hand := s.hand(seat)
	p.ruleset, p.paid, p.seen, p.funds, p.from = s.ruleset, paid, s.cards.Copies(hand), room, nothing
	for _, k := range paid {
		s.spend(&p.spent, k)
	}
	p.sure = p.spent
	s.spendAll(&p.sure, p.seen)
	for i := range s.cards.Sources() {
		copies, unseen := s.cards.Source(i, hand)
		if unseen > 0 {
			f := fund{copies: copies, unseen: unseen}
			s.spendAll(&f.tally, copies)
			p.funds = append(p.funds, f)
		}
	}
	p.all = p.most(choice{square: true, other: true, same: nothing})
	p.square = p.most(choice{square: true, same: nothing})
	p.other = p.most(choice{other: true, same: nothing})
	return p
}

// mostSquares and mostOthers are how many there may be, jokers among each.

func (p *purse) mostSquares() int { return p.mostOf(choice{square: true, same: nothing}, p.square) }

func (p *purse) mostOthers() int { return p.mostOf(choice{other: true, same: nothing}, p.other) }

// mostOf is most, where it is known of the hand before a card was looked at.
func (p *purse) mostOf(c choice, before int) int {
	if p.from == nothing || c.has(p.ruleset, p.card) {
		return before
	}
	return p.most(c)
}

// spendAll adds up what cards can pay, so many of each kind.
func (r *ruleset) spendAll(to *tally, copies []uint16) {
	to.square += int(copies[r.square])
	for _, k := range r.others {
		to.other += int(copies[k])
	}
	for _, k := range r.jokerKinds {
		to.joker += int(copies[k])
	}
}

// takes prepares the look at a card that leaves the hand next (rule know.leave), and reports whether it can.
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

// choice is a choice of cards: the jokers, with squares or not, with all others or those of one kind or none.
type choice struct {
	square, other bool
	same          int // a kind of the others, or nothing
}

func (c *choice) has(t *ruleset, k cards.Kind) bool {
	return t.jokers.Has(k) || c.square && k == t.square || c.other && k != t.square || int(k) == c.same
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

// most is how many cards of a choice there may be, those paid included.
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

// sureOf is how many cards of a kind were paid or are seen in the hand.
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

// untouched reports whether nothing was paid and no card is looked at.
func (p *purse) untouched() bool { return len(p.paid) == 0 && !p.next }

// covers reports whether the hand may hold the rest of a full payment. It can if for each choice of parts there are enough cards that have a place
// on one of them (Hall's theorem); where a part asks for the same kind, that is to be found out for each kind. A
// surcharge is in the total alone: a card for it may be any.
func (p *purse) covers(x *price, total int) bool {
	switch {
	case p.all < total, x[partSquare] > 0 && p.mostSquares() < int(x[partSquare]), x[partOther] > 0 && p.mostOthers() < int(x[partOther]):
		return false
	case x[partSame] == 0:
		return p.untouched() || p.fits(x, nothing)
	}
	for _, k := range p.kinds {
		if p.coversSame(x, k) && (p.untouched() || p.fits(x, int(k))) {
			return true
		}
	}
	return false
}

// affordable are those of some spells for which the hand may hold a full payment, as covers tells of one price.
func (p *purse) affordable(spells *cards.Set, surcharge int) cards.Set {
	x := &p.ruleset.prices
	set := spells.And(*x.total.upTo(p.all - surcharge)).And(*x.square.upTo(p.square)).And(*x.other.upTo(p.other))
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

// coversSame goes on where the same kind that is asked for is k.
func (p *purse) coversSame(x *price, k cards.Kind) bool {
	square, other, same := int(x[partSquare]), int(x[partOther]), int(x[partSame])
	if k == p.ruleset.square {
		return p.mostSquares() >= square+same
	}
	return p.mostOthers() >= other+same && p.most(choice{same: int(k)}) >= same && (square == 0 || p.most(choice{square: true, same: int(k)}) >= square+same)
}

// fits reports whether what was paid, and the card that is next, can each have a place on the price, where the same kind that is asked for is k.
func (p *purse) fits(x *price, k int) bool {
	paid, alike := p.spent, 0
	for _, c := range p.paid {
		if int(c) == k {
			alike++
		}
	}
	if p.next {
		p.spend(&paid, p.card)
		if int(p.card) == k {
			alike++
		}
	}
	// What finds no place on its own part goes to the one for any.
	square, other := int(x[partSquare]), int(x[partOther])
	if k == int(p.ruleset.square) {
		square += int(x[partSame])
	} else {
		other += min(alike, int(x[partSame]))
	}
	return max(0, paid.square-square)+max(0, paid.other-other) <= int(x[partAny])
}

// fitsSome tells the same, whatever the same kind is.
func (p *purse) fitsSome(x *price) bool {
	if x[partSame] == 0 {
		return p.fits(x, nothing)
	}
	for _, k := range p.kinds {
		if p.fits(x, int(k)) {
			return true
		}
	}
	return false
}

// affords reports whether a hand may hold a full payment.
func (s *State) affords(seat engine.Seat, x *price) bool {
	var room [mostFunds]fund
	p := s.purse(seat, nil, room[:0])
	return p.covers(x, x.total())
}
