package sator

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// phase is the stage that the game has reached.
type phase uint8

const (
	inColours phase = iota
	inBooks
	inDraft
	inBridges
	inSwap
	inPlay
	inWalk
	inDraw
	phases
)

var phaseWords = [phases]string{"colours", "books", "draft", "bridges", "swap", "play", "walk", "draw"}

// State is a game in progress. It implements engine.State.
type State struct {
	*ruleset
	incertus cards.Layout
	prayers  [mostSeats]cards.Layout
	seats    [mostSeats]player

	phase   phase
	turn    engine.Seat
	drawn   []int16 // by colour: the placement card, or notDrawn
	things  [mostThings]spot
	laid    []cells     // by bridge: its cells, none if it is not on the board
	covered cells       // under any bridge
	gone    uint64      // bridges that were removed from the game, one bit each
	setup   bridgeSetup // used only while bridges are laid

	now    turnState
	asked  question
	winner engine.Seat
	engine.EventLog
}

// player is what a player has apart from cards and things on the board.
type player struct {
	colour int16 // or noColour
	turns  int
	stock  [mostShapes]uint8 // by shape: the bridges that are left to lay
}

const (
	notDrawn = -1
	noColour = -1
	noBridge = -1
)

// The things that can be on bridges: Acolytes, Gargoyles and books.
const (
	firstGargoyle = mostSeats
	firstBook     = 2 * mostSeats
	mostThings    = firstBook + mostSeats*mostColours
)

func acolyteOf(s engine.Seat) int { return int(s) }

func gargoyleOf(s engine.Seat) int { return firstGargoyle + int(s) }

// bookOf returns the book of a seat in a quadrant. Quadrants have the numbers of their colours here.
func bookOf(s engine.Seat, quadrant int) int { return firstBook + int(s)*mostColours + quadrant }

// turnState is the part of the state that lasts for one turn.
type turnState struct {
	points, steps int
	freed         bool // the free action is used
	pinned        bool // a fervour card was played: rule fervour.still
	roamed        bool // the player's Acolyte has moved by itself
	passing       bool // the player's Acolyte stands on another player's book in the middle of its walk: rule walk.pass
	last          played
	paid          [mostShapes * typesPerShape]uint8 // by bridge: the Acolytes that were paid for, one bit per seat
	pastPositions []pastPosition
	riders        []rider
}

// played is a card that was played, with the bridge that it moved: rule card.golden.
type played struct {
	card   card
	bridge int
	ok     bool // a card was played
}

func newState(setup engine.Setup, pack []byte) (*State, error) {
	t, err := newRuleset(setup, pack)
	if err != nil {
		return nil, err
	}
	s := &State{ruleset: t, winner: engine.Nobody, laid: make([]cells, t.bridges()), drawn: slices.Repeat([]int16{notDrawn}, len(t.colours))}
	for i := range s.things {
		s.things[i] = nowhere
	}
	s.incertus = cards.New(len(t.cardList.incertus), int(hand(engine.Seat(t.players))))
	for seat := range s.players {
		s.seats[seat].colour = noColour
		s.prayers[seat] = cards.New(len(t.cardList.prayers), int(prayerPlaces))
	}
	return s, nil
}

// Clone implements engine.State.
func (s *State) Clone() engine.State {
	c := new(State)
	s.CopyTo(c)
	return c
}

// CopyTo implements engine.State.
func (s *State) CopyTo(other engine.State) {
	c := other.(*State)
	incertus, prayers := c.incertus, c.prayers
	s.incertus.CopyTo(&incertus)
	for seat := range s.players {
		s.prayers[seat].CopyTo(&prayers[seat])
	}
	s.copyWith(incertus, prayers, c)
}

// copyWith makes c a deep copy with other cards, which c then owns, and reuses the rest of its memory.
func (s *State) copyWith(incertus cards.Layout, prayers [mostSeats]cards.Layout, c *State) {
	drawn, laid, open := c.drawn[:0], c.laid[:0], c.setup.open[:0]
	pastPositions, riders, log := c.now.pastPositions[:0], c.now.riders[:0], c.Log[:0]
	*c = *s
	c.incertus, c.prayers = incertus, prayers
	c.drawn, c.laid, c.setup.open = append(drawn, s.drawn...), append(laid, s.laid...), append(open, s.setup.open...)
	c.now.pastPositions, c.now.riders = append(pastPositions, s.now.pastPositions...), append(riders, s.now.riders...)
	c.Log = append(log, s.Log...)
}

func (s *State) over() bool { return s.winner != engine.Nobody }

// setupDone reports whether the set-up is over.
func (s *State) setupDone() bool { return s.phase >= inSwap }

// nth returns the n-th player in the order of turns, from 0.
func (s *State) nth(n int) engine.Seat {
	if s.counter {
		return engine.Seat((s.players - n) % s.players)
	}
	return engine.Seat(n % s.players)
}

// after returns the seat that has the turn after another one: rule turn.order.
func (s *State) after(seat engine.Seat) engine.Seat {
	if s.counter {
		return s.counterClockwise(seat)
	}
	return engine.Seat((int(seat) + 1) % s.players)
}

// counterClockwise returns the next seat counter-clockwise: rule place.order.
func (s *State) counterClockwise(seat engine.Seat) engine.Seat {
	return engine.Seat((int(seat) + s.players - 1) % s.players)
}

// handSize returns the number of cards in a hand, of both decks.
func (s *State) handSize(seat engine.Seat) int {
	return s.incertus.Size(hand(seat)) + s.prayers[seat].Size(prayerHand)
}

// kindOf returns the kind of a card.
func (s *State) kindOf(c card) *kind {
	if c.prayer {
		return &s.cardList.prayers[c.kind]
	}
	return &s.cardList.incertus[c.kind]
}

// holds reports whether a card may be in a hand: rule card.held.
func (s *State) holds(seat engine.Seat, c card) bool {
	if c.prayer {
		return s.prayers[seat].Holds(prayerHand, c.kind)
	}
	return s.incertus.Holds(hand(seat), c.kind)
}

// gathered returns the number of books that a seat has.
func (s *State) gathered(seat engine.Seat) int {
	if !s.setupDone() {
		return 0
	}
	n := 0
	for quadrant := range s.colours {
		if s.things[bookOf(seat, quadrant)] == nowhere {
			n++
		}
	}
	return n
}

// booksOf returns the cells with books of a seat.
func (s *State) booksOf(seat engine.Seat) cells {
	return cellsOf(s.things[bookOf(seat, 0):bookOf(seat, len(s.colours))])
}

// rivalBooks returns the cells with books of other seats.
func (s *State) rivalBooks(seat engine.Seat) cells {
	var all cells
	for other := range engine.Seat(s.players) {
		if other != seat {
			all = all.or(s.booksOf(other))
		}
	}
	return all
}

// acolytes returns the cells with Acolytes.
func (s *State) acolytes() cells { return cellsOf(s.things[:s.players]) }

// gargoyles returns the cells with Gargoyles.
func (s *State) gargoyles() cells { return cellsOf(s.things[firstGargoyle : firstGargoyle+s.players]) }

// occupied returns the cells with anything on them.
func (s *State) occupied() cells { return cellsOf(s.things[:]) }

// allBooks returns the cells with books.
func (s *State) allBooks() cells { return cellsOf(s.things[firstBook:]) }
