package pantacle

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// bribery lists the bribes of one seat.
type bribery struct {
	*State
	seat  engine.Seat
	yield func(engine.Move) bool
	holds cards.Holding
	most  int // most blades in a bribe

	hounds     [mostHounds]cards.Kind // the Hounds that the hand may hold
	houndKinds int                    // number of kinds in hounds

	// The price under construction, in no particular order.
	price [engine.MaxArgs]cards.Kind
	n     int
	track bool // the price also uses the Hound of the track

	list   [6]engine.Move // the orders of the price
	stored int
}

// bribes yields the bribes of a seat: every price that its hand can hold, in every order.
func (s *State) bribes(e *entry, yield func(engine.Move) bool) bool {
	x := &s.seats[e.seat]
	most := s.handSize(e.seat) - x.burden.bribeExtra
	if most < 2 {
		return true // the cheapest price is two blades
	}
	hand := s.hand(e.seat)
	b := bribery{State: s, seat: e.seat, yield: yield, holds: s.cards.Holding(hand), most: most}
	for i := range b.list {
		b.list[i].Seat, b.list[i].Verb = e.seat, verbBribe
	}
	held := s.cards.Kinds(hand)
	one, other := held.And(s.payers[s.ongoing][0]), held.And(s.payers[s.ongoing][1])
	for k := range one.All {
		left, _ := b.tryBlade(0, k, b.holds.Unseen()) // always possible: the hand may hold k
		for l := range other.All {
			if _, ok := b.tryBlade(1, l, left); ok && !b.both(k, l) {
				return false
			}
		}
	}
	hounds := held.And(s.ruleset.hounds)
	if x.burden.noHounds || hounds.Empty() {
		return true
	}
	for k := range hounds.All {
		b.hounds[b.houndKinds] = k
		b.houndKinds++
	}
	one.Include(&other)
	if !b.pairs(&one) {
		return false
	}
	b.track = true
	return x.resolve < mostResolve || b.pairs(&one)
}

// both yields a price of two blades in both orders.
func (b *bribery) both(k, l cards.Kind) bool {
	x, y := b.lexicon.blades[k], b.lexicon.blades[l]
	return b.yield(bribe(b.seat, x, y)) && b.yield(bribe(b.seat, y, x))
}

// bribe returns a bribe with two blades.
func bribe(seat engine.Seat, x, y engine.Name) engine.Move {
	return engine.Move{Seat: seat, Verb: verbBribe, Args: [engine.MaxArgs]engine.Name{x, y}}
}

// pair is two Hounds that the hand may hold, or one Hound and the Hound of the track.
type pair struct {
	first, second cards.Kind
	unseen        int8 // number of unseen cards among them
}

// pairs yields the prices with a pair of Hounds for one blade, and with two pairs for both.
func (b *bribery) pairs(keepers *cards.Set) bool {
	blades := b.lexicon.blades
	size := 3 // blades in a price with one pair; the Hound of the track replaces one
	if b.track {
		size--
	}
	var room [mostHounds * (mostHounds + 1) / 2]pair
	pairs := room[:0]
	if size <= b.most {
		pairs = b.match(pairs)
	}
	for k := range keepers.All {
		if b.ruleset.hounds.Has(k) {
			continue
		}
		left, _ := b.tryBlade(0, k, b.holds.Unseen())
		for _, p := range pairs {
			b.price[1], b.price[2] = p.first, p.second
			if !b.holds.Both(b.price[:size], left-int(p.unseen)) {
				continue
			}
			second := wordTrack
			if !b.track {
				second = blades[p.second]
			}
			if !b.orders(engine.None, blades[k], blades[p.first], second) {
				return false
			}
		}
	}
	b.n = 0
	// If the Favor asks for the Hound himself, any three Hounds pay the price.
	return (!keepers.Meets(&b.ruleset.hounds) || b.fill(3, b.holds.Unseen())) && (b.onePair || b.fill(4, b.holds.Unseen()))
}

// match returns the pairs that the hand may hold.
func (b *bribery) match(pairs []pair) []pair {
	all := b.holds.Unseen()
	for i, h := range b.hounds[:b.houndKinds] {
		left, _ := b.tryBlade(0, h, all)
		if b.track {
			pairs = append(pairs, pair{h, h, int8(all - left)})
			continue
		}
		for _, l := range b.hounds[i:b.houndKinds] {
			if left, ok := b.tryBlade(1, l, left); ok {
				pairs = append(pairs, pair{h, l, int8(all - left)})
			}
		}
	}
	return pairs
}

// tryBlade makes a blade the i-th of the price. Left is the number of unseen cards that the earlier blades leave in the hand. The results are
// how many are left then, and whether the hand can hold them all.
func (b *bribery) tryBlade(i int, k cards.Kind, left int) (int, bool) {
	b.price[i], b.n = k, i+1
	return b.holds.With(b.price[:b.n], left)
}

// fill adds Hounds until the price has its full size.
func (b *bribery) fill(size, left int) bool {
	if b.track {
		size--
	}
	return size > b.most || b.add(size, 0, left)
}

// add adds Hounds from the i-th kind on, as far as the hand can hold them.
func (b *bribery) add(size, i, left int) bool {
	if b.n == size {
		return b.yieldOrders()
	}
	n := b.n
	for ; i < b.houndKinds; i++ {
		if rest, ok := b.tryBlade(n, b.hounds[i], left); ok && !b.add(size, i, rest) {
			return false
		}
	}
	b.n = n
	return true
}

// yieldOrders yields the price in every order.
func (b *bribery) yieldOrders() bool {
	blades := b.lexicon.blades
	var names [engine.MaxArgs]engine.Name
	for i, k := range b.price[:b.n] {
		names[i] = blades[k]
	}
	n := b.n
	if b.track {
		names[n] = wordTrack
		n++
	}
	// Equal names are neighbours, since Hounds were added in order.
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

// orders yields three names in every order, after the first name if there is one. Equal names must be neighbours.
func (b *bribery) orders(first, x, y, z engine.Name) bool {
	b.stored = 0
	b.storeAfter(first, x, y, z)
	if y != z {
		b.storeAfter(first, x, z, y)
		b.storeAfter(first, z, x, y)
	}
	if x != y {
		b.storeAfter(first, y, x, z)
		b.storeAfter(first, y, z, x)
	}
	if x != y && y != z {
		b.storeAfter(first, z, y, x)
	}
	return b.yieldStored()
}

func (b *bribery) storeAfter(first, x, y, z engine.Name) {
	if first == engine.None {
		first, x, y, z = x, y, z, first
	}
	b.store(first, x, y, z)
}

// store stores one bribe, and yieldStored yields the stored ones. All orders are stored before the first is read: a read of a whole move right after
// the writes of its parts defeats the processor's store-to-load forwarding.
func (b *bribery) store(w, x, y, z engine.Name) {
	b.list[b.stored].Args = [engine.MaxArgs]engine.Name{w, x, y, z}
	b.stored++
}

func (b *bribery) yieldStored() bool {
	for i := range b.list[:b.stored] {
		if !b.yield(b.list[i]) {
			return false
		}
	}
	return true
}
