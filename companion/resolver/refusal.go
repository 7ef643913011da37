package resolver

import (
	"slices"

	"familiar/engine"
	"familiar/engine/lang"
)

// noMatch is what becomes of an observation that fits no legal move: it is refused, or what the table may have forgotten to say is offered. With nothing to
// offer, a pending observation goes on as if this one had not been made.
func (s *Situation) noMatch(o Observation) Outcome {
	if s.inPlace(o) {
		return Outcome{Kind: Ignore}
	}
	ways := catchUp(s.known(o).State, o)
	switch {
	case s.CatchUp && len(ways) == 1:
		out := s.Play(o, 0, ways[0]...)
		out.Replaces, out.CaughtUp = true, true
		return out
	case len(ways) > 0:
		q := Question{Kind: CatchUp, Text: lang.T("Was something forgotten?")}
		for _, way := range ways {
			q.Answers = append(q.Answers, Answer{Text: s.Words.Moves(way...), Moves: way})
		}
		return Outcome{Kind: Offer, Observation: o, Replaces: true, Question: &q}
	}
	return Outcome{Kind: Refuse, Observation: o, Refusals: []Refusal{s.refusalOf(o)}, Question: s.replacing(o)}
}

// replacing offers the moves that could stand in place of the last one; nil if there are none.
func (s *Situation) replacing(o Observation) *Question {
	q := Question{Kind: Replace, Text: lang.T("Should it stand in place of the last move?")}
	for _, m := range corrections(s.History, o) {
		q.Answers = append(q.Answers, Answer{Text: lang.T("Instead of the last move: {1}", s.Words.Moves(m)), Moves: []engine.Move{m}, Undo: 1})
	}
	if len(q.Answers) == 0 {
		return nil
	}
	return &q
}

// refusalOf is why an observation is refused. Of a move that was likely meant it says no more than what was shown.
func (s *Situation) refusalOf(o Observation) Refusal {
	known := s.known(o)
	m, why := o.refusal(known.State, known.Legal())
	if why.OK() {
		return Refusal{To: o.Audience(), Reason: lang.T("{1} fits nothing that can be done now.", s.Words.Observed(o))}
	}
	r := Refusal{To: o.Audience(), Moves: []engine.Move{m}, Why: why}
	if slices.ContainsFunc(o.Unshown(m), func(n engine.Name) bool { return s.catalog().Class(n)&engine.ClassPlayer == 0 }) {
		r.Shown = &o
	}
	return r
}

// refusal finds the move that was most likely meant by what was shown, and the rule that forbids it: one of a verb that is legal now, if not
// as it was shown then with names that nobody has shown yet; or else one of any verb. Games list their forms with the most usual ones first.
func (o Observation) refusal(state engine.State, legal []engine.Move) (engine.Move, engine.Violation) {
	seats := o.likelySeats(state)
	verbs := distinct(legal, func(m engine.Move) engine.Move { return engine.NewMove(m.Seat, m.Verb) })
	now := func(seat engine.Seat, verb engine.Name) bool {
		return slices.Contains(verbs, engine.NewMove(seat, verb))
	}
	if m, v, ok := o.refusalAs(state, seats, now); ok {
		return m, v
	}
	left := mostParts
	for _, seat := range seats {
		for _, m := range legal {
			if m.Seat != seat {
				continue
			}
			if part, v := o.partOf(state, m, &left); !v.OK() {
				return part, v
			}
		}
	}
	m, v, _ := o.refusalAs(state, seats, func(engine.Seat, engine.Name) bool { return true })
	return m, v
}

// refusalAs looks for the move among some of the verbs.
func (o Observation) refusalAs(state engine.State, seats []engine.Seat, among func(engine.Seat, engine.Name) bool) (engine.Move, engine.Violation, bool) {
	c := state.Catalog()
	for _, seat := range seats {
		for _, verb := range c.Names(engine.ClassVerb) {
			if o.Verb != engine.None && o.Verb != verb || !among(seat, verb) {
				continue
			}
			for _, f := range c.Signatures(verb) {
				if f.ByNobody != (seat == engine.Nobody) {
					continue
				}
				if m, v, ok := o.filled(state, seat, f); ok {
					return m, v, true
				}
			}
		}
	}
	return engine.Move{}, engine.Violation{}, false
}

// likelySeats are those whose move it may be: who said so or has laid it, who is asked, whose turn it is, and the table.
func (o Observation) likelySeats(state engine.State) []engine.Seat {
	status := state.Status()
	asked := status.Ask.Seat
	if asked == engine.Nobody {
		asked = engine.NoSeat
	}
	var seats []engine.Seat
	for _, seat := range []engine.Seat{o.By, o.Seat, asked, status.Turn, engine.Nobody} {
		if seat != engine.NoSeat && !slices.Contains(seats, seat) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// mostParts is how many ways to make what was shown a part of a legal move are tried.
const mostParts = 200

// partOf puts what was shown into the places of a legal move, as long as any ways are left to try, and says why that is refused: somebody
// may have laid one card of two.
func (o Observation) partOf(state engine.State, m engine.Move, left *int) (engine.Move, engine.Violation) {
	c := state.Catalog()
	f, _ := c.Match(m)
	var put func(m engine.Move, names []engine.Name, taken [engine.MaxArgs]bool) (engine.Move, engine.Violation)
	put = func(m engine.Move, names []engine.Name, taken [engine.MaxArgs]bool) (engine.Move, engine.Violation) {
		if len(names) == 0 {
			if *left == 0 || !o.fits(state, m) {
				return m, engine.Violation{}
			}
			*left--
			return m, state.Check(m)
		}
		for i, class := range f.Args {
			if taken[i] || c.Class(names[0])&class == 0 {
				continue
			}
			with, busy := m, taken
			with.Args[i], busy[i] = names[0], true
			if part, v := put(with, names[1:], busy); !v.OK() {
				return part, v
			}
		}
		return m, engine.Violation{}
	}
	return put(m, o.Names, [engine.MaxArgs]bool{})
}

// filled tries every way to fill a signature with what was shown and players.
func (o Observation) filled(state engine.State, seat engine.Seat, f engine.Signature) (engine.Move, engine.Violation, bool) {
	c := state.Catalog()
	m := engine.NewMove(seat, f.Verb)
	var try func(i int) (engine.Violation, bool)
	try = func(i int) (engine.Violation, bool) {
		if i == len(f.Args) {
			if !o.fits(state, m) || !o.names(c, m, engine.ClassCard) {
				return engine.Violation{}, false
			}
			v := state.Check(m)
			return v, !v.OK()
		}
		fill := slices.Clone(o.Names)
		if f.Args[i]&engine.ClassPlayer != 0 {
			for p := range c.Seats() {
				fill = append(fill, c.SeatName(engine.Seat(p)))
			}
		}
		for _, n := range fill {
			if c.Class(n)&f.Args[i] == 0 {
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
