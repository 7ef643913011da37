package toygame

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/engine"
)

// rulesOf is the constant part of a game.
type rulesOf struct {
	catalog *engine.Catalog
	values  []int // by kind
	goal    int
}

type hand struct {
	seen   []int // by kind
	unseen int
	laid   []int // by kind: what this seat has laid on the heap, which everybody has seen
	points int
}

func (h hand) size() int {
	n := h.unseen
	for _, k := range h.seen {
		n += k
	}
	return n
}

// state is a game in progress. All cards that nobody has seen are one pool: the pile and the unseen cards of all hands.
type state struct {
	rules  *rulesOf
	hands  []hand
	pool   []int // by kind
	heap   []int // by kind
	deck   int
	begun  bool
	turn   engine.Seat
	drawn  bool
	rob    engine.Seat // seat that chooses whom to rob; Nobody: no question is open
	wound  bool
	bells  int
	over   bool
	winner engine.Seat
	events []engine.Move
}

func (s *state) Catalog() *engine.Catalog { return s.rules.catalog }

func (s *state) Events() []engine.Move { return s.events }

func (s *state) Clone() engine.State { return s.clone() }

func (s *state) clone() *state {
	c := new(state)
	s.CopyTo(c)
	return c
}

// CopyTo implements engine.State. Every slice of the copy keeps its memory.
func (s *state) CopyTo(other engine.State) {
	c := other.(*state)
	was := *c
	*c = *s
	c.hands = slices.Grow(was.hands[:0], len(s.hands))[:len(s.hands)]
	for i, h := range s.hands {
		seen, laid := c.hands[i].seen[:0], c.hands[i].laid[:0]
		c.hands[i] = h
		c.hands[i].seen, c.hands[i].laid = append(seen, h.seen...), append(laid, h.laid...)
	}
	c.pool, c.heap, c.events = append(was.pool[:0], s.pool...), append(was.heap[:0], s.heap...), append(was.events[:0], s.events...)
}

// View moves the seen cards of other hands back into the pool.
func (s *state) View(seat engine.Seat) engine.State {
	v := s.clone()
	for i := range v.hands {
		if engine.Seat(i) == seat {
			continue
		}
		for k, n := range v.hands[i].seen {
			v.pool[k] += n
			v.hands[i].unseen += n
			v.hands[i].seen[k] = 0
		}
	}
	return v
}

// WithTurnOf begins a turn of that seat.
func (s *state) WithTurnOf(seat engine.Seat) (engine.State, bool) {
	if !s.begun || s.over {
		return nil, false
	}
	c := s.clone()
	c.turn, c.drawn, c.rob = seat, false, engine.Nobody
	return c, true
}

// Redacted hides the cards that others hold and draw.
func (s *state) Redacted(m engine.Move, seat engine.Seat) (engine.Move, bool) {
	if m.Seat == seat {
		return m, true
	}
	switch {
	case m.Verb == verbHold:
		return engine.Move{}, false
	case m.Verb == verbDraw && m.Args[0] != engine.None:
		m.Args[0] = unseen
	}
	return m, true
}

func (s *state) Destination(m engine.Move) engine.Name {
	if m.Verb == verbPlay || m.Verb == verbReveal {
		return placeHeap
	}
	return engine.None
}

func (s *state) kinds() int { return len(s.pool) }

func (s *state) Moves(yield func(engine.Move) bool) {
	for m := range s.moves {
		if !yield(m) {
			return
		}
	}
}

func (s *state) moves(yield func(engine.Move) bool) {
	say := func(seat engine.Seat, verb engine.Name, args ...engine.Name) bool {
		return yield(engine.NewMove(seat, verb, args...))
	}
	if s.wound && !s.over && !say(engine.Nobody, verbRing) {
		return
	}
	switch {
	case s.over:
		return
	case !s.begun:
		for k := range s.kinds() {
			if s.pool[k] > 0 && !say(engine.Nobody, verbReveal, firstKind+engine.Name(k)) {
				return
			}
		}
		return
	case s.rob != engine.Nobody:
		for i := range s.hands {
			if engine.Seat(i) != s.rob && !say(s.rob, verbChoose, s.Catalog().SeatName(engine.Seat(i))) {
				return
			}
		}
		return
	}
	if !say(s.turn, verbEnd) {
		return
	}
	for i := range s.hands {
		if !s.wound && !say(engine.Seat(i), verbWind) {
			return
		}
	}
	draw := !s.drawn && s.deck > 0
	if draw && !say(s.turn, verbDraw, unseen) {
		return
	}
	h := s.hands[s.turn]
	for k := range s.kinds() {
		kind := firstKind + engine.Name(k)
		if draw && s.pool[k] > 0 && !say(s.turn, verbDraw, kind) {
			return
		}
		if (h.seen[k] > 0 || h.unseen > 0 && s.pool[k] > 0) && !say(s.turn, verbPlay, kind) {
			return
		}
	}
}

func (s *state) Facts(yield func(path, value string) bool) {
	c := s.Catalog()
	ok := yield("turn", c.SeatWord(s.turn)) &&
		yield("over", strconv.FormatBool(s.over)) &&
		(s.winner == engine.Nobody || yield("winner", c.SeatWord(s.winner))) &&
		yield("deck", strconv.Itoa(s.deck)) &&
		yield("bell", strconv.FormatBool(s.wound)) &&
		yield("bells", strconv.Itoa(s.bells))
	if list := s.list(s.heap); ok && list != "" {
		ok = yield("heap", list)
	}
	for i, h := range s.hands {
		if !ok {
			return
		}
		seat := c.SeatWord(engine.Seat(i))
		ok = yield(seat+".hand", strconv.Itoa(h.size())) && yield(seat+".points", strconv.Itoa(h.points))
		if list := s.list(h.seen); ok && list != "" {
			ok = yield(seat+".hand.seen", list)
		}
		if list := s.list(h.laid); ok && list != "" {
			ok = yield(seat+".laid", list)
		}
	}
}

// list returns kinds as facts list them: sorted, one word for each copy.
func (s *state) list(counts []int) string {
	var words []string
	for k, n := range counts {
		for range n {
			words = append(words, s.Catalog().Word(firstKind+engine.Name(k)))
		}
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

func (s *state) Status() engine.Status {
	st := engine.Status{Turn: s.turn, Over: s.over, Winner: s.winner}
	switch {
	case s.over:
	case !s.begun:
		st.Ask = engine.Ask{Seat: engine.Nobody, Open: true, Key: "begin"}
	case s.rob != engine.Nobody:
		st.Ask = engine.Ask{Seat: s.rob, Open: true, Key: "rob"}
	default:
		st.Ask = engine.Ask{Seat: s.turn, Key: "turn"}
	}
	if s.wound && !s.over {
		st.Timer = engine.Timer{For: 3 * time.Second, Seat: s.turn, Then: engine.NewMove(engine.Nobody, verbRing), Run: s.bells}
	}
	return st
}
