package athame

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// phase is the stage that a turn has reached.
type phase uint8

const (
	inSetup phase = iota
	inRitual
	inAllot
	inDraw
	inAct
	phaseOver
)

// State is a game in progress. It implements engine.State.
type State struct {
	*ruleset
	cards  cards.Layout // bank cards
	spells cards.Layout
	seats  [mostSeats]wizard

	turn              engine.Seat
	phase             phase
	artificeMayBeHeld bool      // since the set-up a card of the bank, or an artifice, has come into a hand
	allots            int       // resources allotted in this turn's allot phase
	hexes             []special // the hexes on the active player that are in force
	binding           binding   // of all special rules in force

	agenda  []entry // the last entry is worked on first
	payment payment // the open payment, if the last entry is one

	winner engine.Seat
	engine.EventLog
}

// wizard is what a state holds of a player besides the cards.
type wizard struct {
	ritual    int16      // noRitual if there is none
	lacking   int16      // number of resources that the ritual still needs
	jokerUses []jokerUse // resources that allotted jokers stand for
	skips     int
	hexes     []special // for the next turn
}

const noRitual = -1

// jokerUse is an allotted joker and its resource.
type jokerUse struct{ joker, as cards.Kind }

func newState(setup engine.Setup, pack []byte) (*State, error) {
	r, err := newRuleset(setup, pack)
	if err != nil {
		return nil, err
	}
	s := &State{ruleset: r, winner: engine.Nobody, binding: unbound()}
	for i := range s.seats {
		s.seats[i].ritual = noRitual
	}
	s.cards = cards.New(len(r.list.bank), int(r.hand(engine.Seat(r.players))))
	for i, c := range r.list.bank {
		for range c.copies {
			if c.cardType == typeResource {
				s.cards.Hide(bank, cards.Kind(i))
			} else {
				s.cards.Put(box, cards.Kind(i))
			}
		}
	}
	s.cards.Root(bank, r.eventKinds)
	s.spells = cards.New(len(r.list.spells), int(held(engine.Seat(r.players))))
	for i, x := range r.list.spells {
		for range x.copies {
			s.spells.Put(decks, cards.Kind(i))
		}
	}
	s.run()
	s.Log = nil
	return s, nil
}

// Clone implements engine.State.
func (s *State) Clone() engine.State { return s.clone() }

func (s *State) clone() *State { return s.with(s.cards.Clone()) }

// CopyTo implements engine.State.
func (s *State) CopyTo(other engine.State) {
	c := other.(*State)
	layout := c.cards
	s.cards.CopyTo(&layout)
	s.copyWith(layout, c)
}

// with returns a deep copy with other bank cards, which it then owns.
func (s *State) with(layout cards.Layout) *State {
	c := new(State)
	s.copyWith(layout, c)
	return c
}

// copyWith makes c a deep copy with other bank cards, which c then owns, and reuses the rest of its memory.
func (s *State) copyWith(layout cards.Layout, c *State) {
	was := *c
	*c = *s
	s.spells.CopyTo(&was.spells)
	c.cards, c.spells = layout, was.spells
	for i := range c.seats {
		x := &was.seats[i]
		c.seats[i].jokerUses = append(x.jokerUses[:0], s.seats[i].jokerUses...)
		c.seats[i].hexes = append(x.hexes[:0], s.seats[i].hexes...)
	}
	c.hexes = append(was.hexes[:0], s.hexes...)
	c.agenda = append(was.agenda[:0], s.agenda...)
	c.payment.paid = append(was.payment.paid[:0], s.payment.paid...)
	c.Log = append(was.Log[:0], s.Log...)
}

func (s *State) over() bool { return s.phase == phaseOver }

func (s *State) handSize(seat engine.Seat) int { return s.cards.Size(s.hand(seat)) }

// bare reports whether a player has neither hand cards nor spells in hand.
func (s *State) bare(seat engine.Seat) bool {
	return s.handSize(seat) == 0 && s.spells.Size(held(seat)) == 0
}

// holds reports whether a hand may hold a kind: rule hand.holds.
func (s *State) holds(seat engine.Seat, k cards.Kind) bool { return s.cards.Holds(s.hand(seat), k) }

// ritualOf returns the ritual circle of a player, nil before the player has one.
func (s *State) ritualOf(seat engine.Seat) *ritual {
	if i := s.seats[seat].ritual; i != noRitual {
		return &s.list.rituals[i]
	}
	return nil
}

// fulfilled returns the number of allotted cards of a kind, including the jokers that stand for it.
func (s *State) fulfilled(seat engine.Seat, k cards.Kind) int {
	n := s.cards.Seen(s.allotted(seat), k)
	for _, x := range s.seats[seat].jokerUses {
		if x.as == k {
			n++
		}
	}
	return n
}

// needs returns the number of cards of a kind that the ritual of a player still needs.
func (s *State) needs(seat engine.Seat, k cards.Kind) int {
	r := s.ritualOf(seat)
	if r == nil || r.needs[k] == 0 {
		return 0
	}
	return int(r.needs[k]) - s.fulfilled(seat, k)
}

// updateRules computes the sum of the special rules in force: rule rule.words.
func (s *State) updateRules() {
	s.binding = unbound()
	s.rules(func(r special) { s.binding.add(r) })
}

// rules yields the special rules in force.
func (s *State) rules(yield func(special)) {
	for seat := range engine.Seat(s.players) {
		for k := range s.cards.SeenKinds(s.eventPlace(seat)).All {
			for _, r := range s.list.bank[k].rules {
				yield(r)
			}
		}
	}
	for _, r := range s.hexes {
		yield(r)
	}
}

// throw discards a card from a player's hand: rule discard.piles.
func (s *State) throw(seat engine.Seat, k cards.Kind) {
	s.cards.Move(k, s.hand(seat), pileAt(s.list.bank[k].pile))
}

// move moves a card of a known kind: rule know.leave. The card is seen in its new place.
func (s *State) move(k cards.Kind, from, to cards.Place) {
	s.artificeMayBeHeld = s.artificeMayBeHeld || isHand(to) && (from == bank || s.artifices.Has(k))
	s.cards.Move(k, from, to)
}

// pass moves an unseen card: rule know.blind.
func (s *State) pass(from, to cards.Place) {
	s.artificeMayBeHeld = s.artificeMayBeHeld || from == bank
	s.cards.PassBlurred(from, to)
}
