package oracle

import (
	"slices"
	"strings"

	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

// phase is the stage that the game has reached.
type phase uint8

const (
	inThrow phase = iota
	inArrival
	inTurn
	inMarket
	inScoring
	phaseOver
	phases
)

var phaseWords = [phases]string{"throw", "arrival", "turn", "market", "scoring", "over"}

// State is a game in progress. It implements engine.State.
type State struct {
	*ruleset
	cards cards.Layout // Corruption cards
	seats [mostSeats]player

	day        int
	phase      phase
	turn       engine.Seat
	clockMoves int  // number of moves of clock pieces so far
	setupThrow bool // the throw of the set-up still counts for her next turn
	bowl       bowl
	figure     engine.Name // the action on whose space her figure stands

	gold        int
	boxes       [boxKinds]struct{ ready, used int }
	stall       [goods][]int16 // by colour
	rows        [rows][]face   // the marks that are written; an X is a cross
	clans       []clanState
	predictions []prediction
	used        int     // icons of the strip
	staff       []int16 // the townsfolk in each slot, or noTownsfolk
	folk        []int16 // by townsfolk, the copies that can be recruited
	lines       []bool  // lines that are on the map: drawn, cross or border
	black       []bool  // by cell
	bag         []int16 // by colour

	agenda []entry // the last entry is worked on first
	winner engine.Seat
	engine.EventLog
}

// player is what is counted for each seat.
type player struct {
	hours    int // spent today
	lastMove int // State.clockMoves when its clock piece last moved: of the pieces at the same hour, the one with the largest number is on top
	total    int // final gold; for other seats than the Oracle's notEntered until it is entered
}

const notEntered = -1

// position is the position of a rune in the bowl.
type position struct {
	half half
	face face
}

// half is a half of the bowl.
type half uint8

const (
	outside half = iota // not in the bowl yet
	left
	right
)

// face is the value of a die, a face of the Coin, or a mark in a box of a horoscope row.
type face uint8

const (
	noFace face = 0
	tree   face = dieFaces + iota
	skull
	cross // an X
)

// clanState is what she has of a clan: X marks, Market icons, and the sponsorships received so far.
type clanState struct{ x, icons, immediate, market int }

// prediction is a part of the strip.
type prediction struct {
	colour         engine.Name
	icons, crossed int
	hit            bool
}

func (p *prediction) active() bool { return !p.hit && p.crossed < p.icons }

const noTownsfolk = -1 // in an empty slot

func newState(setup engine.Setup, pack []byte) (*State, error) {
	t, err := newRuleset(setup, pack)
	if err != nil {
		return nil, err
	}
	s := &State{
		ruleset: t, day: 1, setupThrow: true, figure: verbStaff, winner: engine.Nobody,
		clans: make([]clanState, len(t.list.clans)), staff: slices.Repeat([]int16{noTownsfolk}, len(t.list.slots)),
		lines: make([]bool, len(t.list.starMap.lines)), black: make([]bool, len(t.list.starMap.cells)),
	}
	for i := range s.seats {
		s.seats[i] = player{lastMove: -i, total: notEntered}
	}
	for i := range s.boxes {
		s.boxes[i].ready = t.list.black
	}
	for i := range s.stall {
		s.stall[i] = make([]int16, len(t.list.colours))
	}
	for i := range t.list.townsfolk {
		s.folk = append(s.folk, int16(t.list.townsfolk[i].copies))
	}
	for i := range t.list.adventurers {
		s.bag = append(s.bag, int16(t.list.adventurers[i].count))
	}
	for i := range s.lines {
		s.lines[i] = t.printed(i)
	}
	s.cards = cards.New(len(t.list.corruption), int(hand(engine.Seat(t.players))))
	for i := range t.list.corruption {
		for range t.list.corruption[i].copies {
			s.cards.Hide(deck, cards.Kind(i))
		}
	}
	s.turn = s.first()
	return s, s.checkPaths()
}

// checkPaths refuses the name of a seat if it would give two facts the same path.
func (s *State) checkPaths() error {
	seen := map[string]bool{}
	for path := range s.Facts {
		if seen[path] {
			seat, _, _ := strings.Cut(path, ".")
			return lang.T(`seat "{1}": that word means something else at the table; choose another name`, lang.Escaped(seat))
		}
		seen[path] = true
	}
	return nil
}

// printed reports whether a line is on the map from the start.
func (r *ruleset) printed(line int) bool {
	l := &r.list.starMap.lines[line]
	return l.cross || r.border && l.edge()
}

// Clone implements engine.State.
func (s *State) Clone() engine.State { return s.with(s.cards.Clone()) }

// CopyTo implements engine.State.
func (s *State) CopyTo(other engine.State) {
	c := other.(*State)
	layout := c.cards
	s.cards.CopyTo(&layout)
	s.copyWith(layout, c)
}

// with returns a deep copy with other Corruption cards, which it then owns.
func (s *State) with(layout cards.Layout) *State {
	c := new(State)
	s.copyWith(layout, c)
	return c
}

// copyWith makes c a deep copy with other Corruption cards, which c then owns, and reuses the rest of its memory.
func (s *State) copyWith(layout cards.Layout, c *State) {
	was := *c
	*c = *s
	c.cards = layout
	for i := range s.stall {
		c.stall[i] = append(was.stall[i][:0], s.stall[i]...)
	}
	for i := range s.rows {
		c.rows[i] = append(was.rows[i][:0], s.rows[i]...)
	}
	c.clans = append(was.clans[:0], s.clans...)
	c.predictions = append(was.predictions[:0], s.predictions...)
	c.staff, c.folk, c.bag = append(was.staff[:0], s.staff...), append(was.folk[:0], s.folk...), append(was.bag[:0], s.bag...)
	c.lines, c.black = append(was.lines[:0], s.lines...), append(was.black[:0], s.black...)
	c.agenda, c.Log = append(was.agenda[:0], s.agenda...), append(was.Log[:0], s.Log...)
}

func (s *State) over() bool { return s.phase == phaseOver }

// first returns the seat with the next turn: it has spent the fewest hours, and among equal ones its piece is on top. If the day is over for all
// seats, it is the one on top of all: rule clock.turn.
func (s *State) first() engine.Seat {
	best := engine.Seat(0)
	for seat := range engine.Seat(s.players) {
		a, b := &s.seats[seat], &s.seats[best]
		if a.hours < b.hours || a.hours == b.hours && a.lastMove > b.lastMove {
			best = seat
		}
	}
	return best
}

// supply returns the number of goods of a colour that are not on the stall: rule goods.supply.
func (s *State) supply(good, colour int) int { return s.list.copies[good] - int(s.stall[good][colour]) }

// blank returns the number of boxes of a kind that are neither black nor ticked.
func (s *State) blank(box int) int {
	b := &s.boxes[box]
	return s.list.boxes[box] - b.ready - b.used
}

// out returns the number of adventurers of a colour that are not in the bag.
func (s *State) out(colour int) int { return s.list.adventurers[colour].count - int(s.bag[colour]) }

// stripLeft returns the number of icons of the strip that no prediction has used.
func (s *State) stripLeft() int { return s.list.strip.icons - s.used }
