package resolver

import (
	"slices"
	"time"

	"familiar/engine"
	"familiar/engine/lang"
)

// Kind is what is to be done about an observation.
type Kind int

const (
	// Ignore does nothing, and says nothing.
	Ignore Kind = iota
	// Play makes moves.
	Play
	// Ask keeps the observation and asks what is meant.
	Ask
	// Wait asks as well, but more may come of the same gesture: see DebounceTime and Situation.Debounced.
	Wait
	// Offer keeps the observation and offers moves that would make sense of it.
	Offer
	// Refuse says why nothing is done. What was asked about stays so.
	Refuse
)

// Outcome is what an observation means.
type Outcome struct {
	Kind Kind
	// Observation is what was understood: together with the one that With is about, if there is one.
	Observation Observation
	// With is the pending observation from which this one goes on; nil if it stands by itself.
	With *Pending
	// Replaces says that the observation stands by itself and takes the place of what was asked about, which waits.
	Replaces bool

	// Of Play: the moves, made after the last Undo moves were taken back. CaughtUp says that they begin with moves that the players forgot to say.
	Undo     int
	Moves    []engine.Move
	CaughtUp bool
	// Leftovers are names of the last move that no reader has seen. A tag of one that shows up within LeftoverTime belongs to that move, and is no new one.
	Leftovers    []engine.Name
	LeftoverTime time.Duration

	// Fits are the readings, of Ask and Wait.
	Fits []engine.Move
	// Question is what is offered, of Offer; or what is offered beside a refusal, nil if nothing is.
	Question *Question
	// Refusals are what is announced, of Refuse, in this order.
	Refusals []Refusal
	// Answer is what the phone alone reads that has asked for a move, of Refuse.
	Answer *Refusal
}

// Refusal is why something is not done, as some may know it.
type Refusal struct {
	To     Audience
	Moves  []engine.Move    // those that are refused; nil: it is no move
	Why    engine.Violation // the rule that forbids them, if one does
	Shown  *Observation     // all that may be said of the moves; nil: the moves themselves
	Text   lang.Localized   // what was tried, where there are no moves; nil: nothing is said of it
	Reason lang.Localized   // why it is refused, where no rule forbids it
	Silent bool             // no sound goes with it
}

// Times and limits of gestures.
const (
	// DebounceTime is the window in which tags count as one gesture. Cards that are put down together are detected one after another; no person answers a
	// question this fast.
	DebounceTime = 400 * time.Millisecond
	// GestureTime is how long an observation waits for its next card. Its question can still be answered afterwards, but a card that is shown then begins a
	// gesture of its own.
	GestureTime = 2 * time.Minute
	// MostTimes is how often a move can be made in one gesture.
	MostTimes = 99
)

// rejection is moves that cannot be made.
type rejection struct {
	moves  []engine.Move // the first one is the one that is refused
	before engine.State  // in which it is
	why    engine.Violation
}

// try plays moves on a copy, after taking back the last ones, and returns the one that is refused; nil: none.
func (s *Situation) try(undo int, moves []engine.Move) *rejection {
	state := s.History.State()
	switch {
	case undo > 0:
		state = s.History.At(len(s.History.Moves()) - undo)
	case len(moves) > 1:
		state = state.Clone()
	}
	for i, m := range moves {
		if v := state.Check(m); !v.OK() {
			return &rejection{moves: moves[i : i+1], before: state, why: v}
		}
		if i < len(moves)-1 {
			state.Play(m)
		}
	}
	return nil
}

// to is the rejection as a seat may know it, and whether the seat knew that the move cannot be made. If it did not, it is told no names beside those of the
// move.
func (r *rejection) to(seat engine.Seat) (why engine.Violation, known bool) {
	m := r.moves[0]
	if why = r.before.View(seat).Check(m); !why.OK() {
		return why, true
	}
	why = engine.Violation{Rule: r.why.Rule}
	copy(why.Names[:], slices.DeleteFunc(slices.Clone(r.why.Names[:]), func(n engine.Name) bool { return !m.Has(n) }))
	return why, false
}

// Redacted are moves as a viewer may know them, without those that it must not know.
func Redacted(state engine.State, moves []engine.Move, viewer engine.Seat) []engine.Move {
	var redacted []engine.Move
	state = state.Clone()
	for _, m := range moves {
		if known, ok := state.Redacted(m, viewer); ok {
			redacted = append(redacted, known)
		}
		state.Play(m)
	}
	return redacted
}

// Play makes moves for which an observation stands, or refuses them.
func (s *Situation) Play(o Observation, undo int, moves ...engine.Move) Outcome {
	if r := s.try(undo, moves); r != nil {
		return Outcome{Kind: Refuse, Observation: o, Refusals: s.refusals(r, o)}
	}
	c, last := s.catalog(), moves[len(moves)-1]
	// A tag that stands for several things may well be laid for the next question: only cards belong to the move that long.
	cards := slices.DeleteFunc(o.Unshown(last), func(n engine.Name) bool { return c.Class(n)&engine.ClassCard == 0 || c.Entry(n).Token })
	return Outcome{Kind: Play, Observation: o, Undo: undo, Moves: moves, Leftovers: cards, LeftoverTime: GestureTime}
}

// refusals are what is announced of moves that are refused. If a move looked legal to everyone, and only a disclosed hand rules it out, only the acting seat is
// told, silently. If it is nobody's move, those seats are told why that know it: they have disclosed that of a hand, and can mend it.
func (s *Situation) refusals(r *rejection, o Observation) []Refusal {
	to, seat := o.Audience(), r.moves[0].Seat
	why, known := r.to(to.Viewer())
	switch {
	case known || to != Everyone:
		return []Refusal{{To: to, Moves: r.moves, Why: why}}
	case seat != engine.Nobody:
		why, _ := r.to(seat)
		return []Refusal{{To: Only(seat), Moves: r.moves, Why: why, Silent: true}}
	}
	all := []Refusal{{To: Everyone, Text: s.Words.Observed(o), Reason: lang.T("It does not fit what the table knows.")}}
	for seat := range engine.Seat(s.catalog().Seats()) {
		if why, known := r.to(seat); known {
			all = append(all, Refusal{To: Only(seat), Moves: r.moves, Why: why, Silent: true})
		}
	}
	return all
}

// Claim is a move that the phone of a seat says, so often. If the seat could take a move for legal that is not, everyone is told, as everyone may know it: a
// phone that tries out the hands of others is seen to do it.
func (s *Situation) Claim(m engine.Move, times int, seat engine.Seat) Outcome {
	o := Anything()
	moves := s.repeated(m, times)
	r := s.try(0, moves)
	if r == nil {
		return s.Play(o, 0, moves...)
	}
	why, known := r.to(seat)
	out := Outcome{Kind: Refuse, Observation: o, Answer: &Refusal{To: Only(seat), Moves: r.moves, Why: why}}
	if !known {
		out.Refusals = []Refusal{{To: Everyone, Moves: Redacted(r.before, r.moves, engine.Public), Why: engine.Violation{Rule: r.why.Rule}}}
	}
	return out
}

// repeated is a move that answers a question, as often as the question wants it and it can be made, at most so many times.
func (s *Situation) repeated(m engine.Move, most int) []engine.Move {
	moves := []engine.Move{m}
	if most <= 1 {
		return moves
	}
	state := s.History.State().Clone()
	for ask := state.Status().Ask; len(moves) < most && state.Play(m).OK(); {
		now := state.Status().Ask
		if !now.Continues(ask) || !state.Check(m).OK() {
			break
		}
		moves, ask = append(moves, m), now
	}
	return moves
}
