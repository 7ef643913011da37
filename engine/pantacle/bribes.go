package pantacle

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// bribery is the listing of one seat's bribes.
type bribery struct {
	*State
	yield func(engine.Move) bool
	holds cards.Holding
	most  int // blades that may be named

	hounds [mostHounds]cards.Kind // that the hand may hold
	packs  int                    // how many kinds of them

	// The price that is being put together, in no order.
	price [engine.MaxArgs]cards.Kind
	n     int
	track bool // and the Hound of the track

	seat engine.Seat
}

// bribes lists the bribes of a seat: every price that its hand can hold, in every order.
func (s *State) bribes(e *entry, yield func(engine.Move) bool) bool {
	x := &s.seats[e.seat]
	most := s.handSize(e.seat) - x.burden.bribeExtra
	if most < 2 {
		return true // nothing is paid with a single blade
	}
	hand := s.hand(e.seat)
	b := bribery{State: s, yield: yield, holds: s.cards.Holding(hand), most: most, seat: e.seat}
	held := s.cards.Kinds(hand)
	one, other := held.And(s.asks[s.ongoing][0]), held.And(s.asks[s.ongoing][1])
	for k := range one.All {
		left, _ := b.lay(0, k, b.holds.Unseen()) // the hand may hold it
		for l := range other.All {
			if _, ok := b.lay(1, l, left); ok && !b.offer() {
				return false
			}
		}
	}
	hounds := held.And(s.table.hounds)
	if x.burden.noHounds || hounds.Empty() {
		return true
	}
	for k := range hounds.All {
		b.hounds[b.packs] = k
		b.packs++
	}
	one.Include(&other)
	if !b.pairs(&one) {
		return false
	}
	b.track = true
	return x.steps < mostSteps || b.pairs(&one)
}

// pairs lists the prices with a pair of Hounds for one blade, and with two pairs for both.
func (b *bribery) pairs(keepers *cards.Set) bool {
	for k := range keepers.All {
		if b.table.hounds.Has(k) {
			continue
		}
		left, _ := b.lay(0, k, b.holds.Unseen())
		if !b.fill(3, left) {
			return false
		}
	}
	b.n = 0
	// Where the Favor asks for the Hound himself any of three Hounds pays that.
	return (!keepers.Meets(&b.table.hounds) || b.fill(3, b.holds.Unseen())) && (b.onePair || b.fill(4, b.holds.Unseen()))
}

// lay makes a blade the i-th of the price, where those before it leave so many unseen cards in the hand. It tells how many are left then, and
// whether the hand can hold them all.
func (b *bribery) lay(i int, k cards.Kind, left int) (int, bool) {
	b.price[i], b.n = k, i+1
	return b.holds.With(b.price[:b.n], left)
}

// fill adds Hounds until so many things are named.
func (b *bribery) fill(size, left int) bool {
	if b.track {
		size--
	}
	return size > b.most || b.add(size, 0, left)
}

// add adds Hounds from the i-th on, as far as the hand can hold them.
func (b *bribery) add(size, i, left int) bool {
	if b.n == size {
		return b.offer()
	}
	n := b.n
	for ; i < b.packs; i++ {
		if rest, ok := b.lay(n, b.hounds[i], left); ok && !b.add(size, i, rest) {
			return false
		}
	}
	b.n = n
	return true
}

// offer lists the price in every order.
func (b *bribery) offer() bool {
	blades := b.lexicon.blades
	if b.n == 2 && !b.track {
		x, y := blades[b.price[0]], blades[b.price[1]]
		return b.say(x, y, engine.None, engine.None) && b.say(y, x, engine.None, engine.None)
	}
	var names [engine.MaxArgs]engine.Name
	for i, k := range b.price[:b.n] {
		names[i] = blades[k]
	}
	n := b.n
	if b.track {
		names[n] = wordTrack
		n++
	}
	// Equal names stand side by side: Hounds were added in order.
	if n == 3 {
		return b.orders(engine.None, names[0], names[1], names[2])
	}
	for i, first := range names {
		if i > 0 && first == names[i-1] {
			continue
		}
		rest := names
		copy(rest[i:], names[i+1:])
		if !b.orders(first, rest[0], rest[1], rest[2]) {
			return false
		}
	}
	return true
}

// orders lists three names in every order, behind the first one if there is one. Equal ones stand side by side.
func (b *bribery) orders(first, x, y, z engine.Name) bool {
	if first == engine.None {
		return b.say(x, y, z, first) &&
			(y == z || b.say(x, z, y, first) && b.say(z, x, y, first)) &&
			(x == y || b.say(y, x, z, first) && b.say(y, z, x, first)) &&
			(x == y || y == z || b.say(z, y, x, first))
	}
	return b.say(first, x, y, z) &&
		(y == z || b.say(first, x, z, y) && b.say(first, z, x, y)) &&
		(x == y || b.say(first, y, x, z) && b.say(first, y, z, x)) &&
		(x == y || y == z || b.say(first, z, y, x))
}

// say lists a bribe.
func (b *bribery) say(w, x, y, z engine.Name) bool {
	return b.yield(engine.Move{Seat: b.seat, Verb: verbBribe, Args: [engine.MaxArgs]engine.Name{w, x, y, z}})
}
