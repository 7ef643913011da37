package sacrilege

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// noRitual is the value of State.ritual while no seat prays.
const noRitual = engine.NoSeat

// State is a game in progress. It implements engine.State.
type State struct {
	*ruleset
	cards   cards.Layout
	values  [mostSeats]int // of each altar
	favours [mostSeats]int
	skips   [mostSeats]int // turns to miss

	turn    engine.Seat
	used    [actions]int // the uses of each kind of action this turn
	extra   int          // this turn, beyond two
	repeats int          // number of actions that may still repeat a kind

	ritual     engine.Seat // seat that prays, or noRitual
	amen       bool        // the six seconds are over
	startValue int         // the value of the altar when the ritual began
	rituals    int         // begun so far

	over   bool
	winner engine.Seat

	agenda []entry // remaining tasks, the next one first
	engine.EventLog
}

func newState(setup engine.Setup, pack []byte) (*State, error) {
	r, err := newRuleset(setup, pack)
	if err != nil {
		return nil, err
	}
	s := &State{ruleset: r, ritual: noRitual, winner: engine.Nobody}
	s.cards = cards.New(len(r.list), 2+2*r.players)
	for i, k := range r.list {
		for range k.copies {
			s.cards.Hide(deck, cards.Kind(i))
		}
	}
	for seat := range engine.Seat(r.players) {
		for range dealt {
			s.cards.Pass(deck, s.hand(seat))
		}
	}
	s.agenda = append(s.agenda, opening())
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

// with returns a deep copy with other cards, which it then owns.
func (s *State) with(layout cards.Layout) *State {
	c := new(State)
	s.copyWith(layout, c)
	return c
}

// copyWith makes c a deep copy with other cards, which c then owns, and reuses the rest of its memory.
func (s *State) copyWith(layout cards.Layout, c *State) {
	agenda, log := c.agenda[:0], c.Log[:0]
	*c = *s
	c.cards = layout
	c.agenda = append(agenda, s.agenda...)
	c.Log = append(log, s.Log...)
}

// handSize returns the number of cards in a hand.
func (s *State) handSize(seat engine.Seat) int { return s.cards.Size(s.hand(seat)) }

// put adds a seen card to a place; in the Necronomicon every card is unseen.
func (s *State) put(p cards.Place, k cards.Kind) {
	if p == deck {
		s.cards.Hide(deck, k)
		return
	}
	s.cards.Put(p, k)
	if seat, ok := s.altarSeat(p); ok {
		s.values[seat] += s.list[k].value
	}
}

// shift moves a card of a kind that the first place can hold.
func (s *State) shift(k cards.Kind, from, to cards.Place) {
	s.cards.Take(from, k)
	if seat, ok := s.altarSeat(from); ok {
		s.values[seat] -= s.list[k].value
	}
	s.put(to, k)
}

// shiftUnseen moves an unseen card between hands and the Necronomicon, if there is one. Nobody knows afterwards which card has left a hand:
// see "Face-down passing". A card that goes to the Necronomicon joins its only pool.
func (s *State) shiftUnseen(from, to cards.Place) {
	if from != deck {
		s.cards.Blur(from)
	}
	s.cards.Pass(from, to)
	if to == deck {
		s.cards.Merge(deck)
	}
}

// clear sends all cards of an altar to the Graveyard.
func (s *State) clear(seat engine.Seat) {
	s.cards.Gather(s.altar(seat), grave)
	s.values[seat] = 0
}

// queueReward puts the reward of a card that was laid on the altar of a host on the agenda: at the end, or with option chain stack at the front. See
// rules reward.sacrificed and reward.chain.
func (s *State) queueReward(k cards.Kind, celebrant, host engine.Seat) {
	if s.list[k].reward == nil {
		return
	}
	e := entry{step: stepReward, effect: s.list[k].reward, card: int16(k), celebrant: celebrant, host: host}
	if s.stack {
		s.push(e)
	} else {
		s.agenda = append(s.agenda, e)
	}
}
