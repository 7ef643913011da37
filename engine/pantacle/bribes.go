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

	list [6]engine.Move // orders of the price
	said int
}

// bribes lists the bribes of a seat: every price that its hand can hold, in every order.
func (s *State) bribes(e *entry, yield func(engine.Move) bool) bool {
	x := &s.seats[e.seat]
	most := s.handSize(e.seat) - x.burden.bribeExtra
	if most < 2 {
		return true // nothing is paid with a single blade
	}
	hand := s.hand(e.seat)
	b := bribery{State: s, yield: yield, holds: s.cards.Holding(hand), most: most}
	for i := range b.list {
		b.list[i].Seat, b.list[i].Verb = e.seat, verbBribe
	}
	held := s.cards.Kinds(hand)
	one, other := held.And(s.asks[s.ongoing][0]), held.And(s.asks[s.ongoing][1])
	for k := range one.All {
		for l := range other.All {
			b.price[0], b.price[1], b.n = k, l, 2
			if !b.offer() {
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
		b.price[0], b.n = k, 1
		if !b.table.hounds.Has(k) && !b.fill(3) {
			return false
		}
	}
	b.n = 0
	// Where the Favor asks for the Hound himself any of three Hounds pays that.
	return (!keepers.Meets(&b.table.hounds) || b.fill(3)) && (b.onePair || b.fill(4))
}

// fill adds Hounds until so many things are named.
func (b *bribery) fill(size int) bool {
	if b.track {
		size--
	}
	return size > b.most || b.add(size, 0)
}

// add adds Hounds from the i-th on.
func (b *bribery) add(size, i int) bool {
	if b.n == size {
		return b.offer()
	}
	b.n++
	for ; i < b.packs; i++ {
		b.price[b.n-1] = b.hounds[i]
		if !b.add(size, i) {
			return false
		}
	}
	b.n--
	return true
}

// offer lists the price in every order, if the hand can hold it.
func (b *bribery) offer() bool {
	if !b.holds.CanLeave(b.price[:b.n]) {
		return true
	}
	blades := b.lexicon.blades
	if b.n == 2 && !b.track {
		b.said = 0
		x, y := blades[b.price[0]], blades[b.price[1]]
		b.say(x, y, engine.None, engine.None)
		b.say(y, x, engine.None, engine.None)
		return b.tell()
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
	b.said = 0
	b.behind(first, x, y, z)
	if y != z {
		b.behind(first, x, z, y)
		b.behind(first, z, x, y)
	}
	if x != y {
		b.behind(first, y, x, z)
		b.behind(first, y, z, x)
	}
	if x != y && y != z {
		b.behind(first, z, y, x)
	}
	return b.tell()
}

func (b *bribery) behind(first, x, y, z engine.Name) {
	if first == engine.None {
		first, x, y, z = x, y, z, first
	}
	b.say(first, x, y, z)
}

// say writes one bribe down, and tell lists those written down. A processor waits where it reads as a whole what was written in
// pieces just before: so all orders are written first.
func (b *bribery) say(w, x, y, z engine.Name) {
	b.list[b.said].Args = [engine.MaxArgs]engine.Name{w, x, y, z}
	b.said++
}

func (b *bribery) tell() bool {
	for _, m := range b.list[:b.said] {
		if !b.yield(m) {
			return false
		}
	}
	return true
}
