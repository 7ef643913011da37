package pantacle

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// phase is the stage that a turn has reached.
type phase uint8

const (
	inPreparation phase = iota
	inFavor
	inBribery
	inMoon
	phaseOver
)

// State is a game in progress. It implements engine.State.
type State struct {
	*ruleset
	cards   cards.Layout // the blades
	row     []cards.Kind // the discarded blades, oldest first
	seats   [mostSeats]sanctuary
	reserve pieces
	curses  pile

	turn             engine.Seat
	phase            phase
	ongoing          favor // the Favor under the tracker, noFavor before the first
	announced        bool  // this turn
	extra            bool  // the player has won one more turn
	powersSacrificed bool  // the Sacrifice of Powers has begun this turn
	sated            bool  // a curse `no-sacrifice one` was face up since then: it bars the Sacrifice of Adepts
	barred           engine.Name
	moons            int        // blades discarded in this Change of the Moon
	lastMoon         cards.Kind // the last one of these

	over   bool
	winner engine.Seat

	agenda agenda // remaining tasks
	engine.EventLog
}

// sanctuary is everything in front of a player.
type sanctuary struct {
	stock      pieces
	resolve    int8 // position on the Resolve track
	tokens     [powers]power
	tokenCount int8     // number of tokens
	tokenSet   smallSet // the tokens as a set
	discs      smallSet // on the Sanctuary
	flames     smallSet // locations of the Pantacle with a disc of this player
	curses     []kept   // the oldest first
	burden     burden   // of the face-up curses
	started    bool     // the first turn has begun
}

// kept is a curse card in front of a player.
type kept struct {
	kind cards.Kind
	down bool   // face down, under Protection
	load pieces // the pieces on an exhaustion card
}

func newState(setup engine.Setup, pack []byte) (*State, error) {
	r, err := newRuleset(setup, pack)
	if err != nil {
		return nil, err
	}
	s := &State{ruleset: r, reserve: r.list.reserve, ongoing: noFavor, winner: engine.Nobody}
	s.cards = cards.New(len(r.list.blades), 2+r.players)
	for i, b := range r.list.blades {
		for range b.copies {
			s.cards.Hide(deck, cards.Kind(i))
		}
	}
	for seat := range engine.Seat(r.players) {
		for range dealt {
			s.cards.Pass(deck, s.hand(seat))
		}
		s.seats[seat].discs = allFive
		s.seats[seat].stock[adepts] = 1
		s.reserve[adepts]--
	}
	for i, c := range r.list.curses {
		for range c.copies {
			s.curses.cards = append(s.curses.cards, slot{kind: cards.Kind(i), known: everybody})
		}
	}
	s.agenda.push(entry{step: stepTurn})
	s.run()
	s.Log = nil
	return s, nil
}

// Clone implements engine.State.
func (s *State) Clone() engine.State { return s.clone() }

func (s *State) clone() *State { return s.with(s.cards.Clone(), s.curses.clone()) }

// CopyTo implements engine.State.
func (s *State) CopyTo(other engine.State) {
	c := other.(*State)
	blades, curses := c.cards, c.curses
	s.cards.CopyTo(&blades)
	s.curses.copyTo(&curses)
	s.copyWith(blades, curses, c)
}

// with returns a deep copy with other blades and another curse pile, which it then owns.
func (s *State) with(blades cards.Layout, curses pile) *State {
	c := new(State)
	s.copyWith(blades, curses, c)
	return c
}

// copyWith makes c a deep copy with other blades and another curse pile, which c then owns, and reuses the rest of its memory.
func (s *State) copyWith(blades cards.Layout, curses pile, c *State) {
	row, log, seats := c.row[:0], c.Log[:0], c.seats
	*c = *s
	c.cards, c.curses = blades, curses
	c.row = append(row, s.row...)
	for i := range c.seats {
		c.seats[i].curses = append(seats[i].curses[:0], s.seats[i].curses...)
	}
	c.Log = append(log, s.Log...)
}

// counted records an event with a number of pieces, unless the number is 0.
func (s *State) counted(seat engine.Seat, verb engine.Name, n int) {
	if n > 0 {
		s.Event(seat, verb, engine.CappedNumber(n))
	}
}

func (s *State) handSize(seat engine.Seat) int { return s.cards.Size(s.hand(seat)) }

// price returns the price of an Adept: rule influence.
func (s *State) price(seat engine.Seat) int {
	x := &s.seats[seat]
	return max(0, adeptPrice+x.flames.len()+x.burden.adeptCost)
}

// limit returns the number of blades to which a hand is refilled: rule moon.refill.
func (s *State) limit(seat engine.Seat) int {
	x := &s.seats[seat]
	n := dealt + x.burden.handSize
	if x.has(power(enslavement)) {
		n++
	}
	return max(0, n)
}

// throw discards a blade that the hand can hold.
func (s *State) throw(seat engine.Seat, k cards.Kind) {
	s.cards.Take(s.hand(seat), k)
	s.putOnRow(k)
}

// putOnRow puts a blade on top of the discard row.
func (s *State) putOnRow(k cards.Kind) {
	s.cards.Put(discard, k)
	s.row = append(s.row, k)
}

// draw draws an unseen blade, and reports whether there was one.
func (s *State) draw(seat engine.Seat) bool {
	if s.cards.Size(deck) == 0 {
		s.shuffle()
	}
	return s.cards.Pass(deck, s.hand(seat))
}

// shuffle turns all discarded blades except the last one into the draw pile: rule moon.shuffle.
func (s *State) shuffle() {
	n := len(s.row) - 1
	if n < 1 {
		return
	}
	last := s.row[n]
	s.cards.Take(discard, last)
	s.cards.Shuffle(discard, deck)
	s.row = s.row[:0]
	s.putOnRow(last)
	s.Event(engine.Nobody, eventShuffled, engine.Number(n))
}

// pay moves up to n pieces of a seat to the reserve, and returns how many it has moved.
func (s *State) pay(seat engine.Seat, r resource, n int) int {
	x := &s.seats[seat]
	n = min(n, int(x.stock[r]))
	x.stock[r] -= int16(n)
	s.reserve[r] += int16(n)
	return n
}

// has reports whether a Power token lies on the Sanctuary.
func (x *sanctuary) has(p power) bool { return x.tokenSet.has(int8(p)) }

// add puts a token at the end of the row.
func (x *sanctuary) add(p power) {
	x.tokens[x.tokenCount] = p
	x.tokenCount++
	x.tokenSet = x.tokenSet.with(int8(p))
}

// remove removes n tokens from the i-th on; the later ones move up.
func (x *sanctuary) remove(i, n int) {
	for _, p := range x.tokens[i : i+n] {
		x.tokenSet = x.tokenSet.without(int8(p))
	}
	copy(x.tokens[i:], x.tokens[i+n:x.tokenCount])
	x.tokenCount -= int8(n)
}

// flipped returns the index of the face-down curse, -1 if there is none.
func (x *sanctuary) flipped() int {
	return slices.IndexFunc(x.curses, func(c kept) bool { return c.down })
}

// find returns the index of the oldest curse of a kind that is face up, or down; -1 if there is none.
func (x *sanctuary) find(k cards.Kind, down bool) int {
	return slices.IndexFunc(x.curses, func(c kept) bool { return c.kind == k && c.down == down })
}

// recount adds up the effects of the face-up curses of a seat, and notes in State.sated whether they bar the Sacrifice of Adepts.
func (s *State) recount(seat engine.Seat) {
	x := &s.seats[seat]
	x.burden = burden{}
	for _, c := range x.curses {
		if !c.down {
			x.burden.add(&s.list.curses[c.kind].burden)
		}
	}
	s.sated = s.sated || seat == s.turn && s.powersSacrificed && x.burden.barOne
}
