package resolver

import (
	"iter"
	"slices"
	"time"

	"familiar/engine"
)

// Observation is what was seen or said at the table and is not yet a move: cards on readers, a button, an answer on a phone. Anything is the one that says
// nothing.
type Observation struct {
	Names  []engine.Name               // in the order in which they were shown
	Verb   engine.Name                 // engine.None: any
	Args   [engine.MaxArgs]engine.Name // arguments that an answer has settled; engine.None: not settled
	Seat   engine.Seat                 // who owns the reader, button or phone; engine.NoSeat: nobody
	By     engine.Seat                 // who makes the move; engine.NoSeat: not said
	Place  engine.Name                 // for which the reader stands; engine.None: any
	Secret bool                        // shown at a hand's own reader: only Seat may know of it
	All    bool                        // meant as often as the question is open that it answers
	Tags   []Tag                       // what of it lies on readers

	// Of the part that came last:
	Device string    // the reader or button, "" if it was neither
	Source string    // what has made it, as the journal writes that
	Laid   bool      // a reader saw it
	At     time.Time // when it happened

	cards int // so many names are cards
}

// Tag is a tag on a reader.
type Tag struct{ Reader, UID string }

// Anything is an observation that fits every move.
func Anything() Observation { return Observation{Seat: engine.NoSeat, By: engine.NoSeat} }

// Audience is who may know of the observation.
func (o Observation) Audience() Audience {
	if o.Secret {
		return Only(o.Seat)
	}
	return Everyone
}

// ShowsOpenCard reports whether a card is shown that everyone may see.
func (o Observation) ShowsOpenCard(c *engine.Catalog) bool {
	return !o.Secret && slices.ContainsFunc(o.Names, func(n engine.Name) bool { return c.Class(n)&engine.ClassCard != 0 })
}

// holdVerb is the verb by which a hand is shown to Familiar. Every game with hidden hands has it.
func holdVerb(c *engine.Catalog) engine.Name { return c.Name("hold") }

// Showing is o with a name shown: as the verb if it is one, and no card or thing. Only a card comes to the place of a reader or
// is part of a hand: anything else is laid on the nearest reader. A hand that is shown to the table is shown to nobody else.
func (o Observation) Showing(c *engine.Catalog, n engine.Name) Observation {
	class := c.Class(n)
	if class&engine.ClassVerb != 0 && class&(engine.ClassCard|engine.ClassThing) == 0 {
		o.Verb = n
	} else {
		o.Names = append(slices.Clip(o.Names), n)
	}
	if class&engine.ClassCard != 0 {
		o.cards++
	} else {
		o.Place, o.Secret = engine.None, false
	}
	o.Secret = o.Secret || o.Verb == holdVerb(c) && o.Seat != engine.NoSeat
	return o
}

// actor reads a player's name, shown by itself, as saying who makes the move.
func (o Observation) actor(c *engine.Catalog) Observation {
	if len(o.Names) != 1 || o.By != engine.NoSeat {
		return o
	}
	if seat := c.Seat(o.Names[0]); seat != engine.NoSeat {
		o.By, o.Names = seat, nil
	}
	return o
}

// and is o with what was shown next. If the two contradict each other no move fits both. A card of a hand does not belong to one that lies open.
func (o Observation) and(c *engine.Catalog, next Observation) Observation {
	hold := holdVerb(c)
	o.Device, o.Source, o.Laid, o.At = next.Device, next.Source, next.Laid, next.At
	o.Names = append(slices.Clip(o.Names), next.Names...)
	if len(o.Names) > engine.MaxArgs ||
		o.cards > 0 && next.cards > 0 && o.Secret != next.Secret && o.Verb != hold ||
		o.Verb != engine.None && next.Verb != engine.None && o.Verb != next.Verb ||
		o.Seat != engine.NoSeat && next.Seat != engine.NoSeat && o.Seat != next.Seat ||
		o.By != engine.NoSeat && next.By != engine.NoSeat && o.By != next.By {
		o.Verb = engine.Unknown
		return o
	}
	o.cards += next.cards
	o.Verb = max(o.Verb, next.Verb)
	o.Seat = known(o.Seat, next.Seat)
	o.By = known(o.By, next.By)
	if o.Verb == hold {
		o.Seat = known(o.Seat, o.By)
	}
	if o.Place == engine.None {
		o.Place = next.Place
	}
	o.Secret = o.Secret || next.Secret || o.Verb == hold && o.Seat != engine.NoSeat
	o.All = o.All || next.All
	o.Tags = append(slices.Clip(o.Tags), next.Tags...)
	return o
}

// Maker is the seat for which something is said: the owner of the reader or button, or the one that makes the move, or else another one.
func (o Observation) Maker(otherwise engine.Seat) engine.Seat {
	return known(known(o.Seat, o.By), otherwise)
}

// known is the first of two seats, or the second one if the first is not known.
func known(a, b engine.Seat) engine.Seat {
	if a != engine.NoSeat {
		return a
	}
	return b
}

// fits reports whether a move is a reading of the observation: it is made by the seat, with the verb, its card comes to the
// place, and it names everything that was shown, the cards in the order in which they were shown and the rest in any.
func (o Observation) fits(state engine.State, m engine.Move) bool {
	if o.Verb != engine.None && m.Verb != o.Verb {
		return false
	}
	if o.By != engine.NoSeat && m.Seat != o.By {
		return false
	}
	if o.Seat != engine.NoSeat && m.Seat != o.Seat && m.Seat != engine.Nobody {
		return false
	}
	for i, n := range o.Args {
		if n != engine.None && m.Args[i] != n {
			return false
		}
	}
	if !o.isNamedBy(state.Catalog(), m) {
		return false
	}
	return o.Place == engine.None || state.Destination(m) == o.Place
}

// isNamedBy reports whether a move names everything that was shown.
func (o Observation) isNamedBy(c *engine.Catalog, m engine.Move) bool {
	var used [engine.MaxArgs]bool
	after := 0 // where the next card may stand
	for _, n := range o.Names {
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
		if at < 0 || card && after == 0 && isDeclared(c, m, at) {
			return false // a single card on a reader is not one that is merely declared
		}
		used[at] = true
		if card {
			after = at + 1
		}
	}
	return true
}

// isDeclared reports whether an argument of a move is declared and never put down.
func isDeclared(c *engine.Catalog, m engine.Move, at int) bool {
	f, _ := c.Match(m)
	return at < len(f.Args) && f.Args[at]&engine.ClassDeclared != 0
}

// names reports whether a move that fits names nothing of a class beside what was shown and settled.
func (o Observation) names(c *engine.Catalog, m engine.Move, class engine.Class) bool {
	left := slices.Clone(o.Names)
	for i, a := range m.Args[:m.Arity()] {
		if c.Class(a)&class == 0 {
			continue
		}
		at := slices.Index(left, a)
		switch {
		case at >= 0:
			left = slices.Delete(left, at, at+1)
		case o.Args[i] != a:
			return false
		}
	}
	return true
}

// isComplete reports whether a move that fits needs no further card or thing.
func (o Observation) isComplete(c *engine.Catalog, m engine.Move) bool {
	return o.names(c, m, engine.ClassCard|engine.ClassThing)
}

// Unshown lists what a move names beside what was shown.
func (o Observation) Unshown(m engine.Move) []engine.Name {
	rest, _ := without(m.Args[:m.Arity()], o.Names)
	return rest
}

// without takes names out of others, and reports whether all of them were there.
func without(names, taken []engine.Name) (left []engine.Name, all bool) {
	left, all = slices.Clone(names), true
	for _, n := range taken {
		i := slices.Index(left, n)
		if i < 0 {
			all = false
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	return left, all
}

// readings lists the legal moves that fit. Showing a hand is one of them at its own reader, and where the verb says so.
func (o Observation) readings(state engine.State) []engine.Move {
	return o.readingsAmong(state.Moves, state)
}

// readingsAmong is readings of the legal moves as somebody has listed them.
func (o Observation) readingsAmong(legal iter.Seq[engine.Move], state engine.State) []engine.Move {
	var fits []engine.Move
	for m := range legal {
		if o.fits(state, m) {
			fits = append(fits, m)
		}
	}
	fits = o.inOrder(state.Catalog(), fits)
	if hold, ok := o.holding(state.Catalog()); ok && state.Check(hold).OK() {
		fits = append(fits, hold)
	}
	return fits
}

// inOrder leaves out moves that differ from another one in the order of their names alone, if that one has them in the order
// in which they were shown. Only where all arguments of a move are of the same classes is it their order alone.
func (o Observation) inOrder(c *engine.Catalog, fits []engine.Move) []engine.Move {
	if o.cards == len(o.Names) {
		return fits // cards are read in order anyway
	}
	ordered := make(map[engine.Move]bool)
	for _, m := range fits {
		if key, ok := unordered(c, m); ok && o.isOrderOf(m) {
			ordered[key] = true
		}
	}
	return slices.DeleteFunc(fits, func(m engine.Move) bool {
		key, _ := unordered(c, m)
		return ordered[key] && !o.isOrderOf(m)
	})
}

// oneOrder keeps one of the moves that differ in the order of their names alone, so that nobody is asked for that order: one that goes on
// from what was shown, if there is one.
func (o Observation) oneOrder(c *engine.Catalog, fits []engine.Move) []engine.Move {
	at := make(map[engine.Move]int)
	var one []engine.Move
	for _, m := range fits {
		key, ok := unordered(c, m)
		i, known := at[key]
		switch {
		case ok && known && o.begins(m) && !o.begins(one[i]):
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

// sameButOrder reports whether two moves are the same but for the order of their names.
func sameButOrder(c *engine.Catalog, m, n engine.Move) bool {
	a, ok := unordered(c, m)
	b, _ := unordered(c, n)
	return m == n || ok && a == b
}

// begins reports whether a move begins with the names in the order in which they were shown.
func (o Observation) begins(m engine.Move) bool { return slices.Equal(m.Args[:len(o.Names)], o.Names) }

// isOrderOf reports whether a move has the names in the order in which they were shown.
func (o Observation) isOrderOf(m engine.Move) bool {
	found := 0
	for _, a := range m.Args {
		if found < len(o.Names) && a == o.Names[found] {
			found++
		}
	}
	return found == len(o.Names)
}

// holding is the move that shows a seat's hand, if the observation can be that.
func (o Observation) holding(c *engine.Catalog) (engine.Move, bool) {
	hold := holdVerb(c)
	inHand := o.Secret && o.Verb == engine.None || o.Verb == hold
	if !inHand || o.Seat == engine.NoSeat || len(o.Names) == 0 || o.By != engine.NoSeat && o.By != o.Seat {
		return engine.Move{}, false
	}
	return engine.NewMove(o.Seat, hold, o.Names...), true
}

// AwaitsHand reports whether cards of a hand are about to be shown: showing a hand is not among the moves that are listed.
func (o Observation) AwaitsHand(c *engine.Catalog) bool {
	return o.Verb == holdVerb(c) && len(o.Names) == 0
}

// isCardless reports whether a move needs no card and no choice, so that tables forget to say it.
func isCardless(c *engine.Catalog, m engine.Move) bool {
	f, ok := c.Match(m)
	return ok && f.Cardless
}

// plain is the move to be made at once if the observation leaves no doubt: the only one that fits, or one that needs no card if none was
// shown. Words that are neither cards nor things were only said: from which pile a player draws.
func (o Observation) plain(c *engine.Catalog, fits []engine.Move) (engine.Move, bool) {
	if o.Verb == engine.None && len(o.Names) == 0 {
		return engine.Move{}, false // a player alone is no move
	}
	if len(fits) == 1 {
		return fits[0], true
	}
	if slices.ContainsFunc(o.Names, func(n engine.Name) bool { return c.Class(n)&(engine.ClassCard|engine.ClassThing) != 0 }) {
		return engine.Move{}, false
	}
	return only(fits, func(m engine.Move) bool { return isCardless(c, m) })
}

// confirmed is the only reading that needs nothing further.
func (o Observation) confirmed(c *engine.Catalog, fits []engine.Move) (engine.Move, bool) {
	return only(fits, func(m engine.Move) bool { return o.isComplete(c, m) })
}

// only is the one move for which something holds.
func only(moves []engine.Move, holds func(engine.Move) bool) (engine.Move, bool) {
	i := slices.IndexFunc(moves, holds)
	if i < 0 || slices.ContainsFunc(moves[i+1:], holds) {
		return engine.Move{}, false
	}
	return moves[i], true
}
