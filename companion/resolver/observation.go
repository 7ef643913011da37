package resolver

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"familiar/engine"
)

// Observation is something that the table has detected and that is not yet a move: cards on readers, a button, an answer on a phone. Anything returns the
// one that restricts nothing.
type Observation struct {
	Names  []engine.Name               // in the order in which they were shown
	Verb   engine.Name                 // engine.None: any
	Args   [engine.MaxArgs]engine.Name // arguments that an answer has settled; engine.None: not settled
	Seat   engine.Seat                 // who owns the reader, button or phone; engine.NoSeat: nobody
	By     engine.Seat                 // who makes the move; engine.NoSeat: not said
	Place  engine.Name                 // the place that the reader stands for; engine.None: any
	Secret bool                        // shown at a hand's own reader: only Seat may know of it
	All    bool                        // the move answers the open question as often as it is asked
	Tags   []Tag                       // the tags of the observation that lie on readers

	// Of the part that came last:
	Device string    // the reader or button, "" if it was neither
	Source string    // what made it, as the journal writes that
	Laid   bool      // a reader saw it
	At     time.Time // when it happened

	cards int // how many of Names are cards
}

// Tag is a tag on a reader.
type Tag struct{ Reader, UID string }

// Anything returns an observation that fits every move.
func Anything() Observation { return Observation{Seat: engine.NoSeat, By: engine.NoSeat} }

// Audience returns the viewers that may know of the observation.
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

// Showing returns o with another name shown: as the verb if it is one, and no card or thing. Only a card goes to the place of a reader, or is part of a hand:
// people lay anything else on the nearest reader. A hand that is shown to the table is shown to nobody else.
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

// withActor returns o with a player's name, if nothing else was shown, taken as who makes the move.
func (o Observation) withActor(c *engine.Catalog) Observation {
	if len(o.Names) != 1 || o.By != engine.NoSeat {
		return o
	}
	if seat := c.Seat(o.Names[0]); seat != engine.NoSeat {
		o.By, o.Names = seat, nil
	}
	return o
}

// combine returns o together with the next observation. If the two contradict each other, the result fits no move. A card of a hand does not belong to one
// that lies open.
func (o Observation) combine(c *engine.Catalog, next Observation) Observation {
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
	o.Seat = firstKnown(o.Seat, next.Seat)
	o.By = firstKnown(o.By, next.By)
	if o.Verb == hold {
		o.Seat = firstKnown(o.Seat, o.By)
	}
	o.Place = cmp.Or(o.Place, next.Place)
	o.Secret = o.Secret || next.Secret || o.Verb == hold && o.Seat != engine.NoSeat
	o.All = o.All || next.All
	o.Tags = append(slices.Clip(o.Tags), next.Tags...)
	return o
}

// Maker returns the seat that the observation is of: the owner of the reader or button, or else the seat that makes the move, or else otherwise.
func (o Observation) Maker(otherwise engine.Seat) engine.Seat {
	return firstKnown(firstKnown(o.Seat, o.By), otherwise)
}

// firstKnown returns the first of two seats, or the second one if the first is engine.NoSeat.
func firstKnown(a, b engine.Seat) engine.Seat {
	if a != engine.NoSeat {
		return a
	}
	return b
}

// fits reports whether a move is a reading of the observation: the seat makes it, with the verb, its card goes to the place, and it names everything that was
// shown, the cards in the order in which they were shown and the rest in any.
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

// Describes reports whether an observation names a move, wherever its cards lie.
func (o Observation) Describes(c *engine.Catalog, m engine.Move) bool {
	for i, n := range o.Args {
		if n != engine.None && m.Args[i] != n {
			return false
		}
	}
	return (o.Verb == engine.None || o.Verb == m.Verb) && (o.By == engine.NoSeat || o.By == m.Seat) && o.isNamedBy(c, m)
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
			return false // the first card on a reader is a real one, not one that is only declared
		}
		used[at] = true
		if card {
			after = at + 1
		}
	}
	return true
}

// isDeclared reports whether an argument of a move is only declared, and never put on a reader.
func isDeclared(c *engine.Catalog, m engine.Move, at int) bool {
	f, _ := c.Match(m)
	return at < len(f.Args) && f.Args[at]&engine.ClassDeclared != 0
}

// namesOnlyShown reports whether a move that fits has no argument of a class but those that were shown, or settled by an answer.
func (o Observation) namesOnlyShown(c *engine.Catalog, m engine.Move, class engine.Class) bool {
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
	return o.namesOnlyShown(c, m, engine.ClassCard|engine.ClassThing)
}

// NamesAnyOf reports whether a move names something that was shown.
func (o Observation) NamesAnyOf(m engine.Move) bool {
	return slices.ContainsFunc(m.Args[:m.Arity()], func(n engine.Name) bool { return slices.Contains(o.Names, n) })
}

// Unshown lists the arguments of a move that were not shown.
func (o Observation) Unshown(m engine.Move) []engine.Name {
	rest, _ := subtract(m.Args[:m.Arity()], o.Names)
	return rest
}

// subtract removes some names from a list, and reports whether all of them were in it.
func subtract(names, taken []engine.Name) (left []engine.Name, all bool) {
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

// ReadingsIn lists the legal moves of a state that fit. Showing a hand is one of them at the hand's own reader, and after its verb.
func (o Observation) ReadingsIn(state engine.State) []engine.Move {
	return o.ReadingsAmong(state.Moves, state)
}

// ReadingsAmong is ReadingsIn for a caller that has listed the legal moves already.
func (o Observation) ReadingsAmong(legal iter.Seq[engine.Move], state engine.State) []engine.Move {
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

// inOrder leaves out moves that differ only in the order of their arguments from a move that has them in the order in which they were shown. Moves are
// compared in this way only if all their arguments have the same classes.
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

// oneOrder keeps one of the moves that differ only in the order of their arguments, so that nobody is asked for that order: the one that begins with the
// names as they were shown, if there is one.
func (o Observation) oneOrder(c *engine.Catalog, fits []engine.Move) []engine.Move {
	index := make(map[engine.Move]int)
	var kept []engine.Move
	for _, m := range fits {
		key, ok := unordered(c, m)
		i, known := index[key]
		switch {
		case ok && known && o.begins(m) && !o.begins(kept[i]):
			kept[i] = m
		case ok && known:
		case ok:
			index[key] = len(kept)
			fallthrough
		default:
			kept = append(kept, m)
		}
	}
	return kept
}

// unordered returns a move with its arguments sorted. ok is false if the arguments have different classes: then their order has a meaning.
func unordered(c *engine.Catalog, m engine.Move) (sorted engine.Move, ok bool) {
	f, ok := c.Match(m)
	slices.Sort(m.Args[:len(f.Args)])
	return m, ok && !slices.ContainsFunc(f.Args, func(class engine.Class) bool { return class != f.Args[0] })
}

// sameButOrder reports whether two moves differ at most in the order of their arguments.
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

// holding returns the move that shows a seat's hand, if the observation can be that.
func (o Observation) holding(c *engine.Catalog) (engine.Move, bool) {
	hold := holdVerb(c)
	inHand := o.Secret && o.Verb == engine.None || o.Verb == hold
	if !inHand || o.Seat == engine.NoSeat || len(o.Names) == 0 || o.By != engine.NoSeat && o.By != o.Seat {
		return engine.Move{}, false
	}
	return engine.NewMove(o.Seat, hold, o.Names...), true
}

// AwaitsHand reports whether cards of a hand are expected next: the verb of showing a hand was chosen, whose moves are never listed.
func (o Observation) AwaitsHand(c *engine.Catalog) bool {
	return o.Verb == holdVerb(c) && len(o.Names) == 0
}

// isCardless reports whether a move needs no card and no choice: see engine.Signature.
func isCardless(c *engine.Catalog, m engine.Move) bool {
	f, ok := c.Match(m)
	return ok && f.Cardless
}

// unambiguousMove returns the move to be made at once, if there is no doubt: the only one that fits, or the only cardless one if neither a card nor a thing
// was shown. Other names only choose, such as the pile that a player draws from.
func (o Observation) unambiguousMove(c *engine.Catalog, fits []engine.Move) (engine.Move, bool) {
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

// confirmed returns the only reading that needs nothing further, if there is one.
func (o Observation) confirmed(c *engine.Catalog, fits []engine.Move) (engine.Move, bool) {
	return only(fits, func(m engine.Move) bool { return o.isComplete(c, m) })
}

// only returns the one move for which a condition holds, and false if there is none or several.
func only(moves []engine.Move, holds func(engine.Move) bool) (engine.Move, bool) {
	i := slices.IndexFunc(moves, holds)
	if i < 0 || slices.ContainsFunc(moves[i+1:], holds) {
		return engine.Move{}, false
	}
	return moves[i], true
}
