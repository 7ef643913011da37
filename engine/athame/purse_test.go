package athame

import (
	"testing"

	"pgregory.net/rapid"

	"familiar/engine"
	"familiar/engine/cards"
)

// pricePack has one bank card of each sort that a payment distinguishes, in the order of their names: gale, glass, hook, moon, square, sun.
const pricePack = `game = "athame"
resource = [
  { name = "square", copies = 9, pile = "squares" },
  { name = "moon", copies = 9, pile = "general" },
  { name = "sun", copies = 9, pile = "general" },
]
ritual = [{ name = "night", needs = { moon = 9 } }, { name = "day", needs = { sun = 9 } }, { name = "dusk", needs = { sun = 8 } }]
spell = [{ name = "bolt", copies = 9, cost = { any = 1 }, effect = [{ do = "wipe" }] }]
event = [{ name = "gale", sort = "individual", effect = [{ do = "wipe" }] }]
artifice = [
  { name = "glass", copies = 9, joker = true },
  { name = "hook", copies = 9, when = "own-turn", effect = [{ do = "wipe" }] },
]
`

const (
	gale = cards.Kind(iota)
	glass
	hook
	moon
	square
	sun
	priceKinds
)

// possession is the simplest form of a hand: the cards that are seen there, and for each pool, oldest first, its cards and the number of them that
// lie in the hand.
type possession struct {
	seen  [priceKinds]int
	pools []possessed
}

type possessed struct {
	copies [priceKinds]int
	unseen int
}

func (p possession) clone() possession {
	p.pools = append([]possessed(nil), p.pools...)
	return p
}

// leave removes a card from the hand: rule know.leave.
func (p *possession) leave(k cards.Kind) bool {
	if p.seen[k] > 0 {
		p.seen[k]--
		return true
	}
	for i := range p.pools {
		if x := &p.pools[i]; x.unseen > 0 && x.copies[k] > 0 {
			x.unseen--
			x.copies[k]--
			return true
		}
	}
	return false
}

// hands yields all hands that are really possible. A hand never has an event.
func (p *possession) hands(yield func(hand [priceKinds]int) bool) {
	var fill func(hand [priceKinds]int, pool int, from cards.Kind, left int) bool
	fill = func(hand [priceKinds]int, pool int, from cards.Kind, left int) bool {
		if left == 0 {
			if pool++; pool == len(p.pools) {
				return yield(hand)
			}
			return fill(hand, pool, glass, p.pools[pool].unseen)
		}
		if from == priceKinds {
			return true
		}
		for n := 0; n <= min(left, p.pools[pool].copies[from]); n++ {
			more := hand
			more[from] += n
			if !fill(more, pool, from+1, left-n) {
				return false
			}
		}
		return true
	}
	if len(p.pools) == 0 {
		yield(p.seen)
		return
	}
	fill(p.seen, 0, glass, p.pools[0].unseen)
}

// placed reports whether each paid card can be assigned to a part of its own, and whether a hand can fill the remaining parts; nil skips that second condition.
func placed(price price, paid []cards.Kind, hand *[priceKinds]int) bool {
	for same := moon; same <= sun; same++ {
		if placedSame(price, paid, hand, same) {
			return true
		}
	}
	return false
}

func placedSame(left price, paid []cards.Kind, hand *[priceKinds]int, same cards.Kind) bool {
	fits := func(part part, k cards.Kind) bool {
		switch {
		case k == gale || k == hook:
			return false
		case k == glass || part == partAny:
			return true
		}
		return part == partSquare && k == square || part == partOther && k != square || part == partSame && k == same
	}
	if len(paid) > 0 {
		for i := range left {
			if left[i] > 0 && fits(part(i), paid[0]) {
				rest := left
				rest[i]--
				if placedSame(rest, paid[1:], hand, same) {
					return true
				}
			}
		}
		return false
	}
	if hand == nil {
		return true
	}
	for i := range left {
		if left[i] == 0 {
			continue
		}
		for k := glass; k < priceKinds; k++ {
			if hand[k] == 0 || !fits(part(i), k) {
				continue
			}
			rest, less := left, *hand
			rest[i]--
			less[k]--
			if placedSame(rest, nil, &less, same) {
				return true
			}
		}
		return false
	}
	return true
}

// payable reports whether the hand may hold the rest of a full payment.
func (p *possession) payable(price price, paid []cards.Kind) bool {
	for hand := range p.hands {
		if placed(price, paid, &hand) {
			return true
		}
	}
	return false
}

// dealtHand deals cards to the first hand, some of them seen and some from up to three pools, and returns the same hand in its simplest form.
func dealtHand(t *rapid.T, s *State) possession {
	s.cards = cards.New(int(priceKinds), int(s.hand(engine.Seat(s.players))))
	var p possession
	some := func(label string) int { return rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, label) }
	// The pools began in the bank and in the hands of the others; from there cards came into the first hand.
	for i, from := range []cards.Place{bank, s.hand(1), s.hand(2)} {
		var x possessed
		n := 0
		for k := range priceKinds {
			if k == gale && from != bank {
				continue
			}
			x.copies[k] = some("in the pool")
			if k != gale {
				n += x.copies[k]
			}
			for range x.copies[k] {
				if i == 0 {
					s.cards.Hide(from, k)
				} else {
					s.cards.Put(box, k)
				}
			}
		}
		s.cards.Slip(box, from)
		x.unseen = rapid.IntRange(0, min(n, 3)).Draw(t, "unseen")
		for range x.unseen {
			s.cards.Pass(from, s.hand(0))
		}
		if x.unseen > 0 {
			p.pools = append(p.pools, x)
		}
	}
	for k := glass; k < priceKinds; k++ {
		p.seen[k] = some("seen")
		for range p.seen[k] {
			s.cards.Put(s.hand(0), k)
		}
	}
	s.cards.Root(bank, s.eventKinds)
	return p
}

// TestOneUnseenCardPaysOnce: with a moon, a sun and a card that nobody has seen, a hand cannot pay a square and two cards of a kind. It can with one of these seen.
func TestOneUnseenCardPaysOnce(t *testing.T) {
	for name, test := range map[string]struct {
		seen []cards.Kind
		can  bool
	}{
		"a moon and a sun":   {[]cards.Kind{moon, sun}, false},
		"two moons":          {[]cards.Kind{moon, moon}, true},
		"a square, a moon":   {[]cards.Kind{square, moon}, true},
		"a moon and a joker": {[]cards.Kind{moon, glass}, true},
	} {
		s, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben", "cai"}}, []byte(pricePack))
		if err != nil {
			t.Fatal(err)
		}
		s.cards = cards.New(int(priceKinds), int(s.hand(engine.Seat(s.players))))
		for _, k := range []cards.Kind{square, moon, sun} {
			s.cards.Hide(bank, k)
		}
		s.cards.Pass(bank, s.hand(0))
		for _, k := range test.seen {
			s.cards.Put(s.hand(0), k)
		}
		s.cards.Root(bank, s.eventKinds)
		x := price{partSquare: 1, partSame: 2}
		if can := s.affords(0, &x); can != test.can {
			t.Errorf("with %s seen, and a card that may be any, the hand pays %s: %t", name, x.String(), can)
		}
	}
}

// TestPayments compares the arithmetic of prices with a trial of all possible hands.
func TestPayments(t *testing.T) {
	first, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben", "cai"}}, []byte(pricePack))
	if err != nil {
		t.Fatal(err)
	}
	first.agenda, first.phase = nil, inAct
	rapid.Check(t, func(t *rapid.T) {
		s := first.clone()
		p := dealtHand(t, s)
		var x price
		for x.total() == 0 {
			for i := range x {
				x[i] = int16(rapid.SampledFrom([]int{0, 1, 2, 3}).Draw(t, partWords[i]))
			}
		}
		can := p.payable(x, nil)
		if s.affords(0, &x) != can {
			t.Fatalf("the hand %+v may pay %v: %t", p, x.String(), can)
		}
		if !can {
			return
		}
		s.charge(0, payment{price: x})
		var paid []cards.Kind
		for len(paid) < x.total() {
			var legal []cards.Kind
			listed := make(map[engine.Move]bool)
			for m := range s.Moves {
				listed[m] = true
			}
			for k := glass; k < priceKinds; k++ {
				want := ""
				rest, more := p.clone(), append(paid[:len(paid):len(paid)], k)
				switch {
				case k == hook:
					want = rulePayKind
				case !rest.leave(k):
					want = ruleHolds
				case !placed(x, more, nil):
					want = ruleFits
				case !rest.payable(x, more):
					want = ruleRest
				default:
					legal = append(legal, k)
				}
				m := one(0, verbPay, s.lexicon.bank[k])
				if v := s.Check(m); v.Rule != want || listed[m] != (want == "") {
					t.Fatalf("of %s, with %v paid and the hand %+v, %s is listed: %t, and refused for %q, not %q",
						x.String(), paid, p, s.list.bank[k].name, listed[m], v.Rule, want)
				}
			}
			// Rule pay.rest: a payment that has begun can always be finished.
			if len(legal) == 0 {
				t.Fatalf("of %s, with %v paid and the hand %+v, nothing can be paid", x.String(), paid, p)
			}
			k := rapid.SampledFrom(legal).Draw(t, "paid")
			paid = append(paid, k)
			p.leave(k)
			if v := s.Play(one(0, verbPay, s.lexicon.bank[k])); !v.OK() {
				t.Fatal(v)
			}
		}
		if s.paying() {
			t.Fatalf("of %s, with %v paid, more is asked for", x.String(), paid)
		}
	})
}
