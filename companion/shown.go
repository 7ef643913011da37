package companion

import (
	"slices"

	"familiar/engine"
)

// shown is what the table was shown and has not yet become a move: cards on readers, a button, an answer on a phone.
type shown struct {
	names []engine.Name // in the order in which they were shown
	verb  engine.Name   // engine.None: any
	seat  engine.Seat   // whose reader, button or phone it was; engine.Stranger: anybody's
	by    engine.Seat   // who makes the move, once somebody has said so; engine.Stranger: not said
	place engine.Name   // for which the reader stands; engine.None: any
}

// anything fits every move.
func anything() shown { return shown{seat: engine.Stranger, by: engine.Stranger} }

// with is s with one more name shown.
func (s shown) with(n engine.Name) shown {
	s.names = append(slices.Clip(s.names), n)
	return s
}

// cards counts the cards among the names shown.
func (s shown) cards(c *engine.Catalog) int {
	cards := 0
	for _, n := range s.names {
		if c.Sort(n)&engine.SortCard != 0 {
			cards++
		}
	}
	return cards
}

// fits tells whether a move is a reading of what was shown: it is made by the seat, with the verb, its card comes to the
// place, and it names everything that was shown, the cards in the order in which they were shown.
func (s shown) fits(state engine.State, m engine.Move) bool {
	if s.verb != engine.None && m.Verb != s.verb {
		return false
	}
	if s.by != engine.Stranger && m.Seat != s.by {
		return false
	}
	if s.seat != engine.Stranger && m.Seat != s.seat && m.Seat != engine.Table {
		return false
	}
	if !s.named(state.Catalog(), m) {
		return false
	}
	return s.place == engine.None || state.Landing(m) == s.place
}

func (s shown) named(c *engine.Catalog, m engine.Move) bool {
	var used [engine.MaxArgs]bool
	after := 0 // where the next card may stand
	for _, n := range s.names {
		card := c.Sort(n)&engine.SortCard != 0
		from := 0
		if card {
			from = after
		}
		at := -1
		for i := from; i < engine.MaxArgs; i++ {
			if m.Args[i] == n && !used[i] {
				at = i
				break
			}
		}
		if at < 0 {
			return false
		}
		used[at] = true
		if card {
			after = at + 1
		}
	}
	return true
}

// whole tells whether a move that fits names no card beside those shown.
func (s shown) whole(c *engine.Catalog, m engine.Move) bool {
	cards := 0
	for _, a := range m.Args[:m.Arity()] {
		if c.Sort(a)&engine.SortCard != 0 {
			cards++
		}
	}
	return cards == s.cards(c)
}

// readings lists the legal moves that fit what was shown. At a hand's own reader, showing cards is one of them.
func (s shown) readings(state engine.State, holdVerb engine.Name) []engine.Move {
	var fits []engine.Move
	for m := range state.Moves {
		if s.fits(state, m) {
			fits = append(fits, m)
		}
	}
	c := state.Catalog()
	if c.Sort(s.place)&engine.SortHand != 0 && (s.verb == engine.None || s.verb == holdVerb) && len(s.names) > 0 {
		if hold := engine.NewMove(s.seat, holdVerb, s.names...); state.Check(hold).OK() {
			fits = append(fits, hold)
		}
	}
	return fits
}

// quiet tells whether a move needs nothing to be laid down, so that tables forget to say it.
func quiet(c *engine.Catalog, m engine.Move) bool {
	f, ok := c.Formed(m)
	return ok && f.Quiet
}

// play is the move to be made at once, if what was shown leaves no doubt: the only one that fits, or one that needs no
// card where none was shown.
func (s shown) play(c *engine.Catalog, fits []engine.Move) (engine.Move, bool) {
	if len(fits) == 1 {
		return fits[0], true
	}
	if len(s.names) > 0 {
		return engine.Move{}, false
	}
	found := engine.Move{}
	n := 0
	for _, m := range fits {
		if quiet(c, m) {
			found = m
			n++
		}
	}
	return found, n == 1
}

// confirmed is the one move that fits and needs no further card.
func (s shown) confirmed(c *engine.Catalog, fits []engine.Move) (engine.Move, bool) {
	found := engine.Move{}
	n := 0
	for _, m := range fits {
		if s.whole(c, m) {
			found = m
			n++
		}
	}
	return found, n == 1
}

// refusal finds the move that was most likely meant by what was shown, and the rule that forbids it. Games list their forms with the
// most usual ones first.
func (s shown) refusal(state engine.State) (engine.Move, engine.Violation) {
	c := state.Catalog()
	for _, seat := range s.likelySeats(state) {
		for _, verb := range c.Names(engine.SortVerb) {
			if s.verb != engine.None && s.verb != verb {
				continue
			}
			for _, f := range c.Forms(verb) {
				if f.ByTable != (seat == engine.Table) {
					continue
				}
				if m, v, ok := s.refusalOf(state, seat, f); ok {
					return m, v
				}
			}
		}
	}
	return engine.Move{}, engine.Violation{}
}

func (s shown) likelySeats(state engine.State) []engine.Seat {
	status := state.Status()
	var seats []engine.Seat
	for _, seat := range []engine.Seat{s.by, s.seat, status.Turn, status.Ask.Seat, engine.Table} {
		if seat != engine.Stranger && !slices.Contains(seats, seat) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// refusalOf tries every way to fill a form with what was shown and players.
func (s shown) refusalOf(state engine.State, seat engine.Seat, f engine.Form) (engine.Move, engine.Violation, bool) {
	c := state.Catalog()
	m := engine.NewMove(seat, f.Verb)
	var try func(i int) (engine.Violation, bool)
	try = func(i int) (engine.Violation, bool) {
		if i == len(f.Args) {
			if !s.fits(state, m) || !s.whole(c, m) {
				return engine.Violation{}, false
			}
			v := state.Check(m)
			return v, !v.OK()
		}
		fill := slices.Clone(s.names)
		if f.Args[i]&engine.SortPlayer != 0 {
			for p := range c.Seats() {
				fill = append(fill, c.SeatName(engine.Seat(p)))
			}
		}
		for _, n := range fill {
			if c.Sort(n)&f.Args[i] == 0 {
				continue
			}
			m.Args[i] = n
			if v, ok := try(i + 1); ok {
				return v, true
			}
		}
		m.Args[i] = engine.None
		return engine.Violation{}, false
	}
	v, ok := try(0)
	return m, v, ok
}
