package resolver

import (
	"slices"
	"time"

	"familiar/engine"
	"familiar/engine/lang"
)

// Kind says what the table has to do about an observation.
type Kind int

const (
	// Ignore does nothing and announces nothing.
	Ignore Kind = iota
	// Play makes moves.
	Play
	// Ask keeps the observation and asks what is meant.
	Ask
	// Wait asks as well, but more may come of the same gesture: see DebounceTime and Situation.Debounced.
	Wait
	// Offer keeps the observation and offers moves that would make sense of it.
	Offer
	// Refuse does nothing, and says why: Refusals announce it, and Answer answers the phone that has asked. A pending observation stays pending.
	Refuse
)

// Outcome is what an observation means.
type Outcome struct {
	Kind Kind
	// Observation is what was interpreted: the new observation, combined with the one of With if that is set.
	Observation Observation
	// With is the pending observation that this one continues; nil if it stands by itself.
	With *Pending
	// PutsAside means that the observation does not continue the pending one, which waits.
	PutsAside bool
	// Said means that somebody has named the move itself, by an answer or on a phone.
	Said bool

	// Of Play: the moves, made after the last Undo moves were taken back. CaughtUp says that they begin with moves that the players forgot to say.
	Undo     int
	Moves    []engine.Move
	CaughtUp bool
	// Leftovers are names of the last move that no reader has seen. If one of their tags shows up within LeftoverTime, it belongs to that move.
	Leftovers    []engine.Name
	LeftoverTime time.Duration

	// Fits are the readings, of Ask and Wait.
	Fits []engine.Move
	// Question is what is offered, of Offer; what is offered beside a refusal; or, of Play, what else the move may have been. Nil if nothing is.
	Question *Question
	// Refusals are what is announced, of Refuse, in this order.
	Refusals []Refusal
	// Done, of Refuse, means that the question that was answered has no other answer, and is over.
	Done bool
	// Answer, of Refuse and Offer, is the answer to the phone that has asked for a move.
	Answer *Refusal
	// rejected is the move that a rule forbids, if one does: the one that is refused, or, of Play, the next one that was to be made.
	rejected *rejection
}

// RevealsTo reports whether only what others have told of their hands forbids the move, as far as a viewer knows: then the refusal tells it something of them.
func (o *Outcome) RevealsTo(viewer engine.Seat) bool {
	if o.rejected == nil {
		return false
	}
	_, known := o.rejected.asTold(viewer)
	return !known
}

// SeemsLegalTo reports whether the view of a viewer allows the move that is refused.
func (o *Outcome) SeemsLegalTo(viewer engine.Seat) bool {
	if o.rejected == nil {
		return false
	}
	_, known := o.rejected.as(viewer)
	return !known
}

// Contradicts returns the first player whose disclosed hand forbids the move: what that player has told of it, and what is told now, cannot both be. It returns
// NoSeat if there is none.
func (o *Outcome) Contradicts(c *engine.Catalog) engine.Seat {
	if o.rejected == nil {
		return engine.NoSeat
	}
	for seat := range engine.Seat(c.Seats()) {
		if _, known := o.rejected.as(seat); known {
			return seat
		}
	}
	return engine.NoSeat
}

// Refusal says why something is not done, as an audience may know it.
type Refusal struct {
	To     Audience
	Moves  []engine.Move    // the refused moves; nil: it is no move
	Why    engine.Violation // the rule that forbids them, if one does
	Shown  *Observation     // to be shown instead of the moves; nil: the moves are shown
	Text   lang.Localized   // what was tried, instead of the moves; nil: the moves say it
	Reason lang.Localized   // why it is refused, if no rule forbids it
	Silent bool             // no sound goes with it
}

// Times and limits of gestures.
const (
	// DebounceTime is the window in which tags count as one gesture. Cards that are put down together are detected one after another; no person answers a
	// question this fast.
	DebounceTime = 400 * time.Millisecond
	// TogetherTime is the window in which a button and a card belong to the same move: nobody has thought of the next one by then.
	TogetherTime = 2 * time.Second
	// EarlyTime is how long a card that fits nothing waits for the move before: two people have acted at once, and the slower one has told his move by then.
	EarlyTime = 10 * time.Second
	// GestureTime is how long a pending observation waits for its next card. Afterwards its question can still be answered, but another card begins a gesture
	// of its own.
	GestureTime = 2 * time.Minute
	// MaxTimes is the most times that a move can be made in one gesture.
	MaxTimes = 99
)

// rejection is a refused move.
type rejection struct {
	moves  []engine.Move // the refused move alone, as a slice for Refusal.Moves
	before engine.State  // the state in which it is refused
	why    engine.Violation
	told   func(engine.Seat) engine.State // that state, as Situation.Told has it
}

// try plays moves on a copy of the state, after taking back the last undo moves, and returns the first refused one; nil: none is refused.
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
			r := &rejection{moves: moves[i : i+1], before: state, why: v, told: s.Told}
			if undo > 0 || i > 0 { // it is not the state in which the game stands
				r.told = nil
			}
			return r
		}
		if i < len(moves)-1 {
			state.Play(m)
		}
	}
	return nil
}

// as returns the violation as a seat may know it, and whether the seat's view refuses the move, too. If it does not, the violation names nothing but
// arguments of the move.
func (r *rejection) as(seat engine.Seat) (why engine.Violation, known bool) {
	m := r.moves[0]
	if why = r.before.View(seat).Check(m); !why.OK() {
		return why, true
	}
	why = engine.Violation{Rule: r.why.Rule}
	copy(why.Names[:], slices.DeleteFunc(slices.Clone(r.why.Names[:]), func(n engine.Name) bool { return !m.Has(n) }))
	return why, false
}

// asTold is as for a seat that remembers all that it was told, and what it has told itself: if that refuses the move, the seat knows the violation, too.
func (r *rejection) asTold(seat engine.Seat) (why engine.Violation, known bool) {
	if why, known = r.as(seat); known || r.told == nil {
		return why, known
	}
	if told := r.told(seat); told != nil {
		if v := told.Check(r.moves[0]); !v.OK() {
			return v, true
		}
	}
	return why, false
}

// Redacted returns moves as a viewer may know them, without those that it must not know of.
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

// Play returns the outcome of moves that an observation means: Play after taking back the last undo moves, or Refuse.
func (s *Situation) Play(o Observation, undo int, moves ...engine.Move) Outcome {
	if r := s.try(undo, moves); r != nil {
		return Outcome{Kind: Refuse, Observation: o, Refusals: s.refusals(r, o), rejected: r}
	}
	c, last := s.catalog(), moves[len(moves)-1]
	isToken := func(n engine.Name) bool { return c.Entry(n).Token }
	// Only cards belong to the move for that long. The tag of a thing or a token may well be laid for the next question. Where people say first what is not
	// usual, a token follows at once.
	cards := slices.DeleteFunc(o.Unshown(last), func(n engine.Name) bool { return c.Class(n)&engine.ClassCard == 0 || isToken(n) && !s.TakesUsual })
	out := Outcome{Kind: Play, Observation: o, Undo: undo, Moves: moves, Leftovers: cards, LeftoverTime: GestureTime}
	if slices.ContainsFunc(cards, isToken) {
		out.LeftoverTime = TogetherTime
	}
	return out
}

// refusals returns what is announced of a refused move. If the move looks legal to everyone, and only a disclosed hand rules it out, only the seat of the move
// is told, silently. If it is a move of nobody, the seats whose views rule it out are told why: they have disclosed cards of a hand, and can correct that.
func (s *Situation) refusals(r *rejection, o Observation) []Refusal {
	to, seat := o.Audience(), r.moves[0].Seat
	why, known := r.as(to.Viewer())
	switch {
	case known || to != Everyone:
		return []Refusal{{To: to, Moves: r.moves, Why: why}}
	case seat != engine.Nobody:
		why, _ := r.as(seat)
		return []Refusal{{To: Only(seat), Moves: r.moves, Why: why, Silent: true}}
	}
	all := []Refusal{{To: Everyone, Text: s.Words.Observed(o), Reason: lang.T("It does not fit what the table knows.")}}
	for seat := range engine.Seat(s.catalog().Seats()) {
		if why, known := r.as(seat); known {
			all = append(all, Refusal{To: Only(seat), Moves: r.moves, Why: why, Silent: true})
		}
	}
	return all
}

// Claim returns the outcome of a move that the phone of a seat enters, up to times times. If the move looks legal to the seat and is not, everyone is told, as
// everyone may know it: so nobody can secretly try out what others hold. Otherwise the phone is told, by Answer, and if moves were forgotten before one that
// everyone may know, the table offers them, as it does for a card. It searches for them only if maySearch returns true.
func (s *Situation) Claim(m engine.Move, times int, seat engine.Seat, maySearch func() bool) Outcome {
	o := Anything()
	moves, next := s.repeated(m, times)
	r := s.try(0, moves)
	if r == nil {
		out := s.Play(o, 0, moves...)
		out.Said, out.rejected = true, next
		return out
	}
	why, known := r.asTold(seat)
	public := s.known(o).State
	if open, ok := r.before.Redacted(m, engine.Public); ok && open == m { // everybody may know what was tried
		o.Verb, o.By, o.Args = m.Verb, m.Seat, m.Args
	}
	out := Outcome{Kind: Refuse, Observation: o, Answer: &Refusal{To: Only(seat), Moves: r.moves, Why: why}, rejected: r}
	if !known {
		out.Refusals = []Refusal{{To: Everyone, Moves: Redacted(r.before, r.moves, engine.Public), Why: engine.Violation{Rule: r.why.Rule}}}
		return out
	}
	// An offer is public. So is all that it depends on: the move, its refusal, and the moves that may have been forgotten.
	if o.Verb == engine.None || public.Check(m).OK() || !maySearch() {
		return out
	}
	ways := slices.DeleteFunc(catchUp(public, o), func(way []engine.Move) bool { return way[len(way)-1] != m })
	asking := *s
	asking.CatchUp = s.CatchUp && !slices.ContainsFunc(ways, func(way []engine.Move) bool { return actsForOthers(way, seat) }) // a tap too early ends nobody's turn
	bridged, ok := asking.catchingUp(o, ways)
	if !ok {
		return out
	}
	if bridged.Kind != Play {
		bridged.Answer = out.Answer
	}
	return bridged
}

// actsForOthers reports whether one of some moves is that of another player.
func actsForOthers(moves []engine.Move, seat engine.Seat) bool {
	return slices.ContainsFunc(moves, func(m engine.Move) bool { return m.Seat != seat && m.Seat != engine.Nobody })
}

// repeated returns a move that answers a question as often as the question wants answers and the move can be made, at most limit times. Next is the move once more, if the
// question wants that and a rule forbids it.
func (s *Situation) repeated(m engine.Move, limit int) (moves []engine.Move, next *rejection) {
	moves = []engine.Move{m}
	if limit <= 1 {
		return moves, nil
	}
	state := s.History.State().Clone()
	for ask := state.Status().Ask; len(moves) < limit && state.Play(m).OK(); {
		now := state.Status().Ask
		if !now.Continues(ask) {
			break
		}
		if why := state.Check(m); !why.OK() {
			return moves, &rejection{moves: []engine.Move{m}, before: state, why: why}
		}
		moves, ask = append(moves, m), now
	}
	return moves, nil
}
