package resolver

import (
	"cmp"
	"slices"

	"familiar/engine"
	"familiar/engine/lang"
)

// takesUsual reports whether the usual reading of an observation is taken: of what lies open, and while no clock runs. A clock stands still until it is known
// what a card means.
func (s *Situation) takesUsual(o Observation) bool {
	return s.TakesUsual && !o.Secret && len(o.Tags) > 0 && s.History.State().Status().Timer.For == 0
}

// usual returns the reading that is taken without a question, if there is one: that of the usual seat, with the verb that the game lists first. None is if
// something further has to be shown or said.
func (s *Situation) usual(o Observation, fits []engine.Move) (engine.Move, bool) {
	c, state := s.catalog(), s.History.State()
	incomplete := func(m engine.Move) bool { return !o.isComplete(c, m) }
	if !s.takesUsual(o) || slices.ContainsFunc(fits, incomplete) {
		return engine.Move{}, false
	}
	if !slices.ContainsFunc(o.Names, func(n engine.Name) bool { return c.Entry(n).Token }) { // see unambiguous
		fits, _ = partition(fits, func(m engine.Move) bool { return state.Check(m).OK() })
	}
	if o.Place == engine.None && s.HasReader != nil { // a card that goes to a place with a reader is laid there
		fits = prefer(fits, func(m engine.Move) bool { return !s.HasReader(state.Destination(m)) })
	}
	if deeds := distinct(fits, func(m engine.Move) engine.Move { return engine.NewMove(m.Seat, m.Verb) }); len(fits) == 0 || len(deeds) < len(fits) {
		return engine.Move{}, false
	}
	status := state.Status()
	for _, seat := range []engine.Seat{status.Ask.Seat, status.Turn} {
		fits = prefer(fits, func(m engine.Move) bool { return m.Seat == seat })
	}
	first := slices.MinFunc(fits, func(a, b engine.Move) int { return cmp.Compare(a.Verb, b.Verb) })
	return only(fits, func(m engine.Move) bool { return m.Verb == first.Verb })
}

// prefer returns the moves for which a condition holds, or all if it holds for none.
func prefer(moves []engine.Move, holds func(engine.Move) bool) []engine.Move {
	if matching, _ := partition(moves, holds); len(matching) > 0 {
		return matching
	}
	return moves
}

// otherwise returns the question whether an observation had another meaning than the reading that was taken. Each answer takes that move back, and makes another one.
func (s *Situation) otherwise(taken engine.Move, fits []engine.Move) *Question {
	q := Question{Kind: Replace, Text: lang.T("Was it something else?")}
	for _, m := range fits {
		if m == taken || len(q.Answers) == maxAnswers {
			continue
		}
		text, same := s.Words.Moves(m), m
		if same.Seat = taken.Seat; same == taken {
			text = lang.T("It was {1}", s.Words.Seat(m.Seat))
		}
		q.Answers = append(q.Answers, Answer{Text: text, Moves: []engine.Move{m}, Undo: 1})
	}
	return &q
}

// corrected returns the outcome of a button that says at once what was done with the card of the last move, if another reading of it was taken.
func (s *Situation) corrected(o Observation) (Outcome, bool) {
	in, ok := s.Correction(o)
	if !ok {
		return Outcome{}, false
	}
	out := s.Play(in.Observation, 1, in.Fits...)
	return out, out.Kind == Play
}

// Correction interprets a button that is pressed at once after the card of the last move: together with that card it is another reading than the one that was
// taken. It returns false if it is none, or several.
func (s *Situation) Correction(o Observation) (Interpretation, bool) {
	if s.Taken == nil || len(o.Tags) > 0 || o.At.Sub(s.Taken.At) > TogetherTime {
		return Interpretation{}, false
	}
	var others []engine.Move
	for _, a := range s.Taken.Offered.Answers {
		others = append(others, a.Moves...)
	}
	c, before := s.catalog(), s.Taken.Observation
	state := s.History.At(len(s.History.Moves()) - 1).View(engine.Public)
	for _, try := range []Observation{before.combine(c, o), before.combine(c, o.withActor(c))} {
		fits := try.ReadingsAmong(slices.Values(others), state)
		if m, ok := only(fits, func(m engine.Move) bool { return slices.Contains(others, m) }); ok {
			return Interpretation{Observation: try, Fits: []engine.Move{m}}, true
		}
	}
	return Interpretation{}, false
}
