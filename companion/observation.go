package companion

import (
	"iter"
	"slices"

	"familiar/engine"
)

// observation is what the table was shown and has not yet become a move: cards on readers, a button, an answer on a phone.
type observation struct {
	names  []engine.Name               // in the order in which they were shown
	cards  int                         // how many of them are cards
	args   [engine.MaxArgs]engine.Name // arguments that an answer has settled; engine.None: not said
	verb   engine.Name                 // engine.None: any
	seat   engine.Seat                 // whose reader, button or phone it was; engine.NoSeat: anybody's
	by     engine.Seat                 // who makes the move, once somebody has said so; engine.NoSeat: not said
	place  engine.Name                 // for which the reader stands; engine.None: any
	secret bool                        // shown at a hand's own reader: only seat may know of it
	all    bool                        // meant as often as the question is open that it answers
	tags   []lying                     // what of it was laid on readers
}

// anything fits every move.
func anything() observation { return observation{seat: engine.NoSeat, by: engine.NoSeat} }

// audience is who may know of it.
func (s observation) audience() Audience {
	if s.secret {
		return Only(s.seat)
	}
	return Everyone
}

// showing is s with a name shown: as the verb if it is one, and no card or thing. Only a card comes to the place of a reader or
// is part of a hand: anything else is laid on whatever reader is near. Who shows a hand shows it to the table alone.
func (s observation) showing(c *engine.Catalog, holdVerb, n engine.Name) observation {
	class := c.Class(n)
	if class&engine.ClassVerb != 0 && class&(engine.ClassCard|engine.ClassThing) == 0 {
		s.verb = n
	} else {
		s.names = append(slices.Clip(s.names), n)
	}
	if class&engine.ClassCard != 0 {
		s.cards++
	} else {
		s.place, s.secret = engine.None, false
	}
	s.secret = s.secret || s.verb == holdVerb && s.seat != engine.NoSeat
	return s
}

// actor reads a player's name, shown by itself, as saying who makes the move.
func (s observation) actor(c *engine.Catalog) observation {
	if len(s.names) != 1 || s.by != engine.NoSeat {
		return s
	}
	if seat := c.Seat(s.names[0]); seat != engine.NoSeat {
		s.by, s.names = seat, nil
	}
	return s
}

// and is s with what was shown next. Where the two contradict each other nothing fits both; nor does a card of a hand belong
// to one that lies open.
func (s observation) and(next observation, holdVerb engine.Name) observation {
	s.names = append(slices.Clip(s.names), next.names...)
	if len(s.names) > engine.MaxArgs ||
		s.cards > 0 && next.cards > 0 && s.secret != next.secret && s.verb != holdVerb ||
		s.verb != engine.None && next.verb != engine.None && s.verb != next.verb ||
		s.seat != engine.NoSeat && next.seat != engine.NoSeat && s.seat != next.seat ||
		s.by != engine.NoSeat && next.by != engine.NoSeat && s.by != next.by {
		s.verb = engine.Unknown
		return s
	}
	s.cards += next.cards
	s.verb = max(s.verb, next.verb)
	s.seat = known(s.seat, next.seat)
	s.by = known(s.by, next.by)
	if s.verb == holdVerb {
		s.seat = known(s.seat, s.by)
	}
	if s.place == engine.None {
		s.place = next.place
	}
	s.secret = s.secret || next.secret || s.verb == holdVerb && s.seat != engine.NoSeat
	s.all = s.all || next.all
	s.tags = append(slices.Clip(s.tags), next.tags...)
	return s
}

func known(a, b engine.Seat) engine.Seat {
	if a != engine.NoSeat {
		return a
	}
	return b
}

// fits reports whether a move is a reading of what was shown: it is made by the seat, with the verb, its card comes to the
// place, and it names everything that was shown, the cards in the order in which they were shown and the rest in any.
func (s observation) fits(state engine.State, m engine.Move) bool {
	if s.verb != engine.None && m.Verb != s.verb {
		return false
	}
	if s.by != engine.NoSeat && m.Seat != s.by {
		return false
	}
	if s.seat != engine.NoSeat && m.Seat != s.seat && m.Seat != engine.Nobody {
		return false
	}
	for i, n := range s.args {
		if n != engine.None && m.Args[i] != n {
			return false
		}
	}
	if !s.named(state.Catalog(), m) {
		return false
	}
	return s.place == engine.None || state.Destination(m) == s.place
}

func (s observation) named(c *engine.Catalog, m engine.Move) bool {
	var used [engine.MaxArgs]bool
	after := 0 // where the next card may stand
	for _, n := range s.names {
		card := c.Class(n)&engine.ClassCard != 0
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
		if at < 0 || card && after == 0 && onlySaid(c, m, at) {
			return false // a card that is laid alone is none that is only said
		}
		used[at] = true
		if card {
			after = at + 1
		}
	}
	return true
}

// onlySaid reports whether an argument of a move is never laid down.
func onlySaid(c *engine.Catalog, m engine.Move, at int) bool {
	f, _ := c.Match(m)
	return at < len(f.Args) && f.Args[at]&engine.ClassDeclared != 0
}

// whole reports whether a move that fits names nothing of a sort beside what was shown and settled.
func (s observation) whole(c *engine.Catalog, m engine.Move, class engine.Class) bool {
	left := slices.Clone(s.names)
	for i, a := range m.Args[:m.Arity()] {
		if c.Class(a)&class == 0 {
			continue
		}
		at := slices.Index(left, a)
		switch {
		case at >= 0:
			left = slices.Delete(left, at, at+1)
		case s.args[i] != a:
			return false
		}
	}
	return true
}

// complete reports whether a move that fits needs no further card or thing.
func (s observation) complete(c *engine.Catalog, m engine.Move) bool {
	return s.whole(c, m, engine.ClassCard|engine.ClassThing)
}

// unshown lists what a move names beside what was shown.
func (s observation) unshown(m engine.Move) []engine.Name {
	rest, _ := without(m.Args[:m.Arity()], s.names)
	return rest
}

// readings lists the legal moves that fit what was shown. Showing a hand is one of them at its own reader, and where the
// verb says so.
func (s observation) readings(state engine.State, holdVerb engine.Name) []engine.Move {
	return s.readingsAmong(state.Moves, state, holdVerb)
}

// readingsAmong is readings of the legal moves as somebody has listed them.
func (s observation) readingsAmong(legal iter.Seq[engine.Move], state engine.State, holdVerb engine.Name) []engine.Move {
	var fits []engine.Move
	for m := range legal {
		if s.fits(state, m) {
			fits = append(fits, m)
		}
	}
	fits = s.inOrder(state.Catalog(), fits)
	if hold, ok := s.holding(holdVerb); ok && state.Check(hold).OK() {
		fits = append(fits, hold)
	}
	return fits
}

// inOrder leaves out moves that differ from another one in the order of their names alone, where that one has them in the order
// in which they were shown. Only where all arguments of a move are of the same sorts is it their order alone.
func (s observation) inOrder(c *engine.Catalog, fits []engine.Move) []engine.Move {
	if s.cards == len(s.names) {
		return fits // cards are read in order anyway
	}
	ordered := make(map[engine.Move]bool)
	for _, m := range fits {
		if key, ok := unordered(c, m); ok && s.ordered(m) {
			ordered[key] = true
		}
	}
	return slices.DeleteFunc(fits, func(m engine.Move) bool {
		key, _ := unordered(c, m)
		return ordered[key] && !s.ordered(m)
	})
}

// oneOrder is one of each moves that differ in the order of their names alone, so that nobody is asked for that order: one that goes on
// from what was shown, where there is one.
func (s observation) oneOrder(c *engine.Catalog, fits []engine.Move) []engine.Move {
	at := make(map[engine.Move]int)
	var one []engine.Move
	for _, m := range fits {
		key, ok := unordered(c, m)
		i, known := at[key]
		switch {
		case ok && known && s.begins(m) && !s.begins(one[i]):
			one[i] = m
		case ok && known:
		case ok:
			at[key] = len(one)
			fallthrough
		default:
			one = append(one, m)
		}
	}
	return one
}

// unordered is a move with its names sorted, and whether it is their order alone that was lost.
func unordered(c *engine.Catalog, m engine.Move) (engine.Move, bool) {
	f, ok := c.Match(m)
	slices.Sort(m.Args[:len(f.Args)])
	return m, ok && !slices.ContainsFunc(f.Args, func(class engine.Class) bool { return class != f.Args[0] })
}

// sameBut reports whether two moves are the same but for the order of their names.
func sameBut(c *engine.Catalog, m, n engine.Move) bool {
	a, ok := unordered(c, m)
	b, _ := unordered(c, n)
	return m == n || ok && a == b
}

// begins reports whether a move begins with the names in the order in which they were shown.
func (s observation) begins(m engine.Move) bool { return slices.Equal(m.Args[:len(s.names)], s.names) }

// ordered reports whether a move has the names in the order in which they were shown.
func (s observation) ordered(m engine.Move) bool {
	found := 0
	for _, a := range m.Args {
		if found < len(s.names) && a == s.names[found] {
			found++
		}
	}
	return found == len(s.names)
}

// holding is the move that shows a seat's hand, if what was shown can be that.
func (s observation) holding(holdVerb engine.Name) (engine.Move, bool) {
	inHand := s.secret && s.verb == engine.None || s.verb == holdVerb
	if !inHand || s.seat == engine.NoSeat || len(s.names) == 0 || s.by != engine.NoSeat && s.by != s.seat {
		return engine.Move{}, false
	}
	return engine.NewMove(s.seat, holdVerb, s.names...), true
}

// awaitsHand reports whether cards of a hand are about to be shown: showing a hand is not among the moves that are listed.
func (s observation) awaitsHand(holdVerb engine.Name) bool {
	return s.verb == holdVerb && len(s.names) == 0
}

// cardless reports whether a move needs nothing to be laid down, so that tables forget to say it.
func cardless(c *engine.Catalog, m engine.Move) bool {
	f, ok := c.Match(m)
	return ok && f.Cardless
}

// play is the move to be made at once, if what was shown leaves no doubt: the only one that fits, or one that needs no
// card where none was shown. What is no card or thing was only said: from which pile one draws.
func (s observation) play(c *engine.Catalog, fits []engine.Move) (engine.Move, bool) {
	if s.verb == engine.None && len(s.names) == 0 {
		return engine.Move{}, false // a player alone is no move
	}
	if len(fits) == 1 {
		return fits[0], true
	}
	if slices.ContainsFunc(s.names, func(n engine.Name) bool { return c.Class(n)&(engine.ClassCard|engine.ClassThing) != 0 }) {
		return engine.Move{}, false
	}
	return only(fits, func(m engine.Move) bool { return cardless(c, m) })
}

// confirmed is the one move that fits and is whole as it was laid.
func (s observation) confirmed(c *engine.Catalog, fits []engine.Move) (engine.Move, bool) {
	return only(fits, func(m engine.Move) bool { return s.complete(c, m) })
}

// only is the one move of which something holds.
func only(moves []engine.Move, holds func(engine.Move) bool) (engine.Move, bool) {
	i := slices.IndexFunc(moves, holds)
	if i < 0 || slices.ContainsFunc(moves[i+1:], holds) {
		return engine.Move{}, false
	}
	return moves[i], true
}
