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
	View  func(engine.Seat) *View
	Words Words
	// UnderWay is the observation that is asked about; nil: none. Waiting are those to be asked about afterwards, the last one first.
	UnderWay *Pending
	Waiting  []*Pending
	// Lying are the tags on the readers.
	Lying []Tag
	// WasLaid reports whether a reader has seen the move with that number, counted from 0.
	WasLaid func(n int) bool
	// CatchUp plays forgotten moves at once if only one way leads to what was shown, and does not offer them.
	CatchUp bool
}

// Words are how people read what questions and refusals say, each in his own language.
type Words interface {
	Moves(moves ...engine.Move) lang.Localized
	Name(n engine.Name) lang.Localized
	Seat(seat engine.Seat) lang.Localized
	Verb(verb engine.Name) lang.Localized
	// Observed is what was shown, as a sentence begins.
	Observed(o Observation) lang.Localized
}

// Pending is an observation about which something is asked.
type Pending struct {
	Observation
	Fits []engine.Move // its readings
	// Offered is a question that is the same for everyone: not which reading is meant, but whether something else is wanted. Nil: the readings are asked about.
	Offered *Question

	asked *Question // about all readings, once somebody was asked
}

// IsOpen reports whether more can be shown to a pending observation; nil is none.
func (p *Pending) IsOpen() bool { return p != nil && p.Offered == nil }

func (s *Situation) catalog() *engine.Catalog { return s.History.State().Catalog() }

// known is the view of those who may know an observation.
func (s *Situation) known(o Observation) *View { return s.View(o.Audience().Viewer()) }

// Readings lists the moves that fit an observation, as far as those who may know of it know.
func (s *Situation) Readings(o Observation) []engine.Move { return s.known(o).readings(o) }

// lies reports whether all tags of an observation lie on their readers still. There must be one.
func (s *Situation) lies(o Observation) bool { return Lies(o, s.Lying) }

// Lies reports whether all tags of an observation are among those that lie on readers. There must be one.
func Lies(o Observation, lying []Tag) bool {
	return len(o.Tags) > 0 && !slices.ContainsFunc(o.Tags, func(tag Tag) bool { return !slices.Contains(lying, tag) })
}

// Interpretation is what an observation can mean.
type Interpretation struct {
	Observation
	Fits []engine.Move
	With *Pending // from which it goes on; nil: it stands by itself
}

// Resolve says what an observation means: together with a pending one if that has a reading, else by itself.
func (s *Situation) Resolve(o Observation) Outcome {
	in, ok := s.Interpret(o)
	if !ok {
		return s.noMatch(o)
	}
	out := s.read(in.Observation, in.Fits)
	out.With, out.Replaces = in.With, in.With == nil
	if out.Kind == Ask && in.With != nil && o.Laid && o.Source == in.With.Source && o.At.Sub(in.With.At) <= DebounceTime {
		out.Kind = Wait
	}
	return out
}

// Interpret finds what an observation can mean, and reports whether it can mean anything. Something that is said, and not laid, may also go on from the only
// waiting observation with which it has a reading, unless that is secret.
func (s *Situation) Interpret(o Observation) (Interpretation, bool) {
	if in, ok := s.goingOn(s.UnderWay, o); ok {
		return in, true
	}
	if len(o.Tags) == 0 {
		var some []Interpretation
		for _, p := range s.Waiting {
			if in, ok := s.goingOn(p, o); ok && !p.Secret {
				some = append(some, in)
			}
		}
		if len(some) == 1 {
			return some[0], true
		}
	}
	return s.firstInterpretation(nil, o, o.actor(s.catalog()))
}

// goingOn finds what an observation means together with a pending one. A player's name may be a part of the move, or say who makes it.
func (s *Situation) goingOn(p *Pending, o Observation) (Interpretation, bool) {
	if !p.IsOpen() {
		return Interpretation{}, false
	}
	// A card is asked about as long as it lies there, and what is said answers that.
	answers := len(o.Tags) == 0 && s.lies(p.Observation)
	if o.At.Sub(p.At) >= GestureTime && !answers {
		return Interpretation{}, false
	}
	c, before := s.catalog(), p.Observation
	return s.firstInterpretation(p, before.and(c, o), before.and(c, o.actor(c)), before.actor(c).and(c, o))
}

// firstInterpretation is the first of some ways to put an observation together that means anything.
func (s *Situation) firstInterpretation(with *Pending, tries ...Observation) (Interpretation, bool) {
	for _, try := range tries {
		if fits := s.Readings(try); len(fits) > 0 || try.AwaitsHand(s.catalog()) {
			return Interpretation{try, fits, with}, true
		}
	}
	return Interpretation{}, false
}

// read plays an observation that leaves no doubt, and otherwise asks.
func (s *Situation) read(o Observation, fits []engine.Move) Outcome {
	m, ok := s.unambiguous(o, fits)
	if !ok {
		return Outcome{Kind: Ask, Observation: o, Fits: fits}
	}
	moves := []engine.Move{m}
	if o.All && isCardless(s.catalog(), m) {
		moves = s.repeated(m, MostTimes)
	}
	out := s.Play(o, 0, moves...)
	if o.Laid { // no question was answered: whatever else the move names is put down with it, or not at all
		out.Leftovers, out.LeftoverTime = o.Unshown(m), DebounceTime
	}
	return out
}

// unambiguous returns the only reading that can be meant, if there is one. If every reading names nothing but what was shown, the true position may break a
// tie: that reveals the card on the reader, and no other one. It may not for a token, which somebody without such a card can lay, and not for a card on a
// secret reader: everyone sees whether a question is asked, and that would reveal other hands to its seat.
func (s *Situation) unambiguous(o Observation, fits []engine.Move) (engine.Move, bool) {
	c := s.catalog()
	if m, ok := o.plain(c, fits); ok {
		return m, true
	}
	whole, further := parted(fits, func(m engine.Move) bool { return o.isComplete(c, m) })
	isToken := func(n engine.Name) bool { return c.Entry(n).Token }
	if o.Secret || len(o.Names) == 0 || len(further) > 0 || slices.ContainsFunc(o.Names, isToken) {
		return engine.Move{}, false
	}
	return only(whole, func(m engine.Move) bool { return s.History.State().Check(m).OK() })
}

// likely are the readings that a seat knows to be possible: it may know more than others. If it knows of none that is, it returns all of them, and a refusal
// says why.
func (s *Situation) likely(o Observation, fits []engine.Move, seat engine.Seat) []engine.Move {
	its, known := s.View(seat), s.known(o)
	if its == known || slices.Equal(its.Legal(), known.Legal()) {
		return fits
	}
	legal, _ := parted(fits, its.Allows)
	if len(legal) == 0 {
		return fits
	}
	return legal
}

// Debounced is what becomes of a pending observation when nothing more has come within DebounceTime: a move, if that is all that was meant.
func (s *Situation) Debounced(p *Pending) Outcome {
	if p.IsOpen() {
		if m, ok := p.confirmed(s.catalog(), p.Fits); ok {
			return s.Play(p.Observation, 0, m)
		}
	}
	return Outcome{Kind: Ignore}
}

// Settled are those pending observations that a move is a reading of, as far as those who see them may know. If several show the same, there are as many as
// the move names. The move is about to be made in the state.
func Settled(state engine.State, m engine.Move, pending []*Pending) []*Pending {
	var settled []*Pending
	left := m.Args[:]
	for _, p := range pending {
		redacted, ok := state.Redacted(m, p.Audience().Viewer())
		if !ok || !slices.Contains(p.Fits, redacted) {
			continue
		}
		if rest, ok := without(left, p.Names); ok {
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
	left, gone := parted(p.Fits, func(m engine.Move) bool { return legal[m] })
	if len(gone) > 0 {
		p.Fits, p.asked = left, nil
	}
	return len(gone) == 0
}

// inPlace reports whether a unique card was merely put where a move of this turn has put it already: the move was made on a phone, or the card was
// lifted for something else meanwhile. Then there is nothing to say of it.
func (s *Situation) inPlace(o Observation) bool {
	if len(o.Names) != 1 || o.Place == engine.None || o.Secret || o.Verb != engine.None || s.History.State().Status().Over {
		return false
	}
	n := o.Names[0]
	if e := s.catalog().Entry(n); e.Copies != 1 || e.Token {
		return false
	}
	state, place, turn := s.History.At(0), engine.None, engine.Nobody
	laid := false // by that move, and not moved since
	for i, m := range s.History.Moves() {
		if m.Has(n) {
			laid = false
			if p := state.Destination(m); p != engine.None {
				place, turn, laid = p, state.Status().Turn, s.WasLaid(i)
			}
		}
		state.Play(m)
	}
	return !laid && place == o.Place && turn == state.Status().Turn
}
