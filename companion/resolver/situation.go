package resolver

import (
	"slices"

	"familiar/engine"
	"familiar/engine/lang"
)

// Situation is a game at the moment of an observation.
type Situation struct {
	History *engine.History
	// View is the position as a seat may know it, or as engine.Public may.
	View func(engine.Seat) *View
	// Told returns the position to which the moves lead as a seat was told of them, so without what others have said of their hands. Unlike a View, it remembers from where
	// an unseen card has come. It returns nil if that position does not look to the seat as the game does. Told itself may be nil.
	Told  func(engine.Seat) engine.State
	Words Words
	// UnderWay is the pending observation that is asked about now; nil: none. Waiting are the others, the last one first.
	UnderWay *Pending
	Waiting  []*Pending
	// Lying are the tags on the readers.
	Lying []Tag
	// CardReplaced means that the card of the last move was lifted at once, and another one laid on the same reader.
	CardReplaced bool
	// Taken is the card of the last move if its usual reading was taken, with the others as answers; nil: there are none.
	Taken *Pending
	// HasReader reports whether a place has a reader of its own. Nil: none has.
	HasReader func(place engine.Name) bool
	// TakesUsual takes what is usual where a card can mean several moves, instead of asking.
	TakesUsual bool
	// CatchUp plays forgotten moves at once if only one way leads to what was shown, and does not offer them.
	CatchUp bool
}

// Words are the texts in questions and refusals, to be read by each viewer in the viewer's language.
type Words interface {
	Moves(moves ...engine.Move) lang.Localized
	Name(n engine.Name) lang.Localized
	Seat(seat engine.Seat) lang.Localized
	Verb(verb engine.Name) lang.Localized
	// Observed returns what was observed, as the beginning of a sentence.
	Observed(o Observation) lang.Localized
}

// Pending is an observation that needs an answer before it becomes a move.
type Pending struct {
	Observation
	Fits []engine.Move // its readings
	// Offered is a question that is the same for everyone, such as whether moves were forgotten. Nil: the question is which of the readings is meant.
	Offered *Question

	asked *Question // the question about all readings, made when it is first asked
}

// IsOpen reports whether another observation can continue this one. It is false for nil.
func (p *Pending) IsOpen() bool { return p != nil && p.Offered == nil }

func (s *Situation) catalog() *engine.Catalog { return s.History.State().Catalog() }

// known returns the view of the audience of an observation.
func (s *Situation) known(o Observation) *View { return s.View(o.Audience().Viewer()) }

// Readings lists the moves that fit an observation, in the view of its audience.
func (s *Situation) Readings(o Observation) []engine.Move { return s.known(o).readings(o) }

// Lies reports whether an observation has tags that all still lie on readers; lying are the tags that do.
func Lies(o Observation, lying []Tag) bool {
	return len(o.Tags) > 0 && !slices.ContainsFunc(o.Tags, func(tag Tag) bool { return !slices.Contains(lying, tag) })
}

// Interpretation is an observation with its readings, combined with the pending observation With if that is set.
type Interpretation struct {
	Observation
	Fits []engine.Move // its readings
	With *Pending      // the pending observation that it continues; nil: it stands by itself
}

// Resolve returns the outcome of an observation: combined with a pending one if that has a reading, else by itself. A card that is
// in place means nothing.
func (s *Situation) Resolve(o Observation) Outcome {
	if s.isInPlace(o) {
		return Outcome{Kind: Ignore, Observation: o}
	}
	if out, ok := s.corrected(o); ok {
		return out
	}
	in, ok := s.Interpret(o)
	// Cards are lifted from a reader without a place anyway: there, an observation that fits now is the next one. So is one that answers a question of the game, which
	// may ask for several cards, one after the other.
	if s.CardReplaced && (!ok || o.Place != engine.None && !s.History.State().Status().Ask.Open) {
		if out, ok := s.instead(o); ok {
			return out
		}
	}
	if !ok {
		return s.noMatch(o)
	}
	out := s.read(in.Observation, in.Fits)
	out.With, out.PutsAside = in.With, in.With == nil
	if out.Kind == Ask && in.With != nil && o.Laid && o.Source == in.With.Source && o.At.Sub(in.With.At) <= DebounceTime {
		out.Kind = Wait
	}
	return out
}

// Interpret interprets an observation, and reports whether it means anything. An observation without tags may also continue a waiting observation, if it has
// a reading with exactly one of them that is not secret.
func (s *Situation) Interpret(o Observation) (Interpretation, bool) {
	if in, ok := s.continuing(s.UnderWay, o); ok {
		return in, true
	}
	if len(o.Tags) == 0 {
		var found []Interpretation
		for _, p := range s.Waiting {
			if in, ok := s.continuing(p, o); ok && !p.Secret {
				found = append(found, in)
			}
		}
		if len(found) == 1 {
			return found[0], true
		}
	}
	return s.firstInterpretation(nil, o, o.withActor(s.catalog()))
}

// continuing interprets an observation combined with a pending one. A player's name may be an argument of the move, or say who makes it.
func (s *Situation) continuing(p *Pending, o Observation) (Interpretation, bool) {
	if !p.IsOpen() {
		return Interpretation{}, false
	}
	// As long as a card lies there, a button or a phone answers the question about it.
	answers := len(o.Tags) == 0 && Lies(p.Observation, s.Lying)
	if o.At.Sub(p.At) >= GestureTime && !answers {
		return Interpretation{}, false
	}
	c, before := s.catalog(), p.Observation
	both := before.combine(c, o)
	if s.TakesUsual && both.Place != engine.None { // this says to whom the card goes, so that a name says who makes the move
		return s.firstInterpretation(p, before.withActor(c).combine(c, o.withActor(c)), both)
	}
	return s.firstInterpretation(p, both, before.combine(c, o.withActor(c)), before.withActor(c).combine(c, o))
}

// firstInterpretation returns the first of some observations that means anything.
func (s *Situation) firstInterpretation(with *Pending, tries ...Observation) (Interpretation, bool) {
	for _, try := range tries {
		if fits := s.Readings(try); len(fits) > 0 || try.AwaitsHand(s.catalog()) {
			return Interpretation{try, fits, with}, true
		}
	}
	return Interpretation{}, false
}

// read plays an observation that leaves no doubt, or else its usual reading, and asks if there is none.
func (s *Situation) read(o Observation, fits []engine.Move) Outcome {
	m, certain := s.unambiguous(o, fits)
	if !certain {
		var ok bool
		if m, ok = s.usual(o, fits); !ok {
			return Outcome{Kind: Ask, Observation: o, Fits: fits}
		}
	}
	moves := []engine.Move{m}
	if o.All && isCardless(s.catalog(), m) {
		moves, _ = s.repeated(m, MaxTimes)
	}
	out := s.Play(o, 0, moves...)
	if !certain && out.Kind == Play {
		out.Question = s.otherwise(m, fits)
	}
	if o.Laid { // no question was answered: other cards that the move names are put down together with it, or not at all
		out.Leftovers, out.LeftoverTime = o.Unshown(m), DebounceTime
	}
	return out
}

// unambiguous returns the only reading that can be meant, if there is one. If every reading names nothing but what was shown, the true position may break a
// tie: that reveals the card on the reader, and no other one. It may not for a token, which somebody without such a card can lay, and not for a card on a
// secret reader: everyone sees whether a question is asked, and that would reveal other hands to its seat.
func (s *Situation) unambiguous(o Observation, fits []engine.Move) (engine.Move, bool) {
	c := s.catalog()
	if m, ok := o.unambiguousMove(c, fits); ok {
		return m, !s.mayBeOfPlayer(o, m)
	}
	whole, further := partition(fits, func(m engine.Move) bool { return o.isComplete(c, m) })
	isToken := func(n engine.Name) bool { return c.Entry(n).Token }
	if o.Secret || len(o.Names) == 0 || len(further) > 0 || slices.ContainsFunc(o.Names, isToken) {
		return engine.Move{}, false
	}
	return only(whole, func(m engine.Move) bool { return s.History.State().Check(m).OK() })
}

// mayBeOfPlayer reports whether a player alone was shown, and the move names a card or a thing besides. Unless the game asks for it, that player may be the one who shows
// something next.
func (s *Situation) mayBeOfPlayer(o Observation, m engine.Move) bool {
	isCardOrThing := func(n engine.Name) bool { return s.catalog().Class(n)&(engine.ClassCard|engine.ClassThing) != 0 }
	return o.Verb == engine.None && !s.History.State().Status().Ask.Open && !slices.ContainsFunc(o.Names, isCardOrThing) && slices.ContainsFunc(o.Unshown(m), isCardOrThing)
}

// likely returns the readings that are legal in the view of a seat, which may know more than the observation's audience. If none is, it returns all of them,
// and a refusal will say why.
func (s *Situation) likely(o Observation, fits []engine.Move, seat engine.Seat) []engine.Move {
	its, known := s.View(seat), s.known(o)
	if its == known || slices.Equal(its.Legal(), known.Legal()) {
		return fits
	}
	legal, _ := partition(fits, its.Allows)
	if len(legal) == 0 {
		return fits
	}
	return legal
}

// Debounced returns the outcome of a pending observation when nothing more has come within DebounceTime: a reading that needs nothing further is played.
func (s *Situation) Debounced(p *Pending) Outcome {
	if p.IsOpen() {
		if m, ok := p.confirmed(s.catalog(), p.Fits); ok {
			return s.Play(p.Observation, 0, m)
		}
	}
	return Outcome{Kind: Ignore}
}

// Settled returns the pending observations that a move settles: the move is one of their readings, as their audiences know it. If several show the same name, it
// returns as many as the move names. The move is about to be made in the state.
func Settled(state engine.State, m engine.Move, pending []*Pending) []*Pending {
	var settled []*Pending
	left := m.Args[:]
	for _, p := range pending {
		redacted, ok := state.Redacted(m, p.Audience().Viewer())
		if !ok || !slices.Contains(p.Fits, redacted) {
			continue
		}
		if rest, ok := subtract(left, p.Names); ok {
			left = rest
			settled = append(settled, p)
		}
	}
	return settled
}

// Refresh keeps the readings of a pending observation that are still legal, and reports whether all are.
func (s *Situation) Refresh(p *Pending) (all bool) {
	legal := make(map[engine.Move]bool)
	for _, m := range s.Readings(p.Observation) {
		legal[m] = true
	}
	left, gone := partition(p.Fits, func(m engine.Move) bool { return legal[m] })
	if len(gone) > 0 {
		p.Fits, p.asked = left, nil
	}
	return len(gone) == 0
}

// isInPlace reports whether a unique card was put where it lies in the game already: a player tidies up after a purge, or puts a card back after reading it. The
// table says nothing about that.
func (s *Situation) isInPlace(o Observation) bool {
	if len(o.Names) != 1 || o.Place == engine.None || o.Secret || o.Verb != engine.None {
		return false
	}
	c, n := s.catalog(), o.Names[0]
	return c.Entry(n).IsUnique() && engine.Lies(s.known(o).State, c.Word(n), c.Word(o.Place))
}
