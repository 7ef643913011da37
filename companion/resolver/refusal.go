package resolver

import (
	"slices"

	"familiar/engine"
	"familiar/engine/lang"
)

// noMatch returns the outcome of an observation that fits no legal move: the moves that the players may have forgotten are offered or played, or else it is
// refused. A refused observation leaves the pending one as it was.
func (s *Situation) noMatch(o Observation) Outcome {
	if out, ok := s.catchingUp(o, catchUp(s.known(o).State, o)); ok {
		return out
	}
	return Outcome{Kind: Refuse, Observation: o, Refusals: []Refusal{s.refusalOf(o)}, Question: s.replacing(o)}
}

// catchingUp returns the outcome of an observation that fits only after forgotten moves, and false if there are no ways. Each way is the forgotten moves and then
// the move that fits.
func (s *Situation) catchingUp(o Observation, ways [][]engine.Move) (out Outcome, ok bool) {
	switch {
	case s.CatchUp && len(ways) == 1:
		out = s.Play(o, 0, ways[0]...)
		out.PutsAside, out.CaughtUp = true, true
	case len(ways) > 0:
		q := Question{Kind: CatchUp, Text: lang.T("Was something forgotten?")}
		for _, way := range ways {
			q.Answers = append(q.Answers, Answer{Text: s.Words.Moves(way...), Moves: way})
		}
		out = Outcome{Kind: Offer, Observation: o, PutsAside: true, Question: &q}
	}
	return out, len(ways) > 0
}

// instead returns the outcome of an observation that replaces the last move, and false if several moves could replace it. It never replaces a move of nobody: dice
// roll from one reader to the next without anybody's mistake.
func (s *Situation) instead(o Observation) (Outcome, bool) {
	moves := s.History.Moves()
	if o.Secret || moves[len(moves)-1].Seat == engine.Nobody {
		return Outcome{}, false
	}
	before := s.History.At(len(moves) - 1)
	fits := o.oneOrder(s.catalog(), o.ReadingsIn(before.View(engine.Public)))
	m, ok := o.unambiguousMove(s.catalog(), fits)
	if !ok {
		return Outcome{}, false
	}
	out := s.Play(o, 1, m)
	out.PutsAside = true
	return out, out.Kind == Play
}

// replacing returns the question whether the observation replaces the last move; nil if no move fits in its place.
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

// refusalOf returns why an observation is refused. If the likely move names more than was shown, the refusal shows the observation only.
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

// refusal finds the move that the observation most likely means, and the rule that forbids it. It tries moves of verbs that are legal now, with the shown
// names only; then legal moves in which the shown names replace arguments; then moves of any verb. Games list their most usual signatures first.
func (o Observation) refusal(state engine.State, legal []engine.Move) (engine.Move, engine.Violation) {
	seats := o.likelySeats(state)
	verbs := distinct(legal, func(m engine.Move) engine.Move { return engine.NewMove(m.Seat, m.Verb) })
	now := func(seat engine.Seat, verb engine.Name) bool {
		return slices.Contains(verbs, engine.NewMove(seat, verb))
	}
	if m, v, ok := o.refusalAs(state, seats, now); ok {
		return m, v
	}
	left := maxParts
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

// refusalAs looks for the most likely move among some verbs.
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

// likelySeats returns the seats whose move it may be, the most likely first: the one that was named, the owner of the reader, the one that is asked, the one
// whose turn it is, and nobody.
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

// maxParts is how many ways to put the shown names into legal moves are tried.
const maxParts = 200

// partOf puts the shown names in place of arguments of a legal move, and returns the first such move that is refused, with the rule: somebody may have laid
// one card of two. left is how many more ways may be tried.
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

// filled fills a signature with the shown names and with players, and returns the first such move that is refused, with the rule.
func (o Observation) filled(state engine.State, seat engine.Seat, f engine.Signature) (engine.Move, engine.Violation, bool) {
	c := state.Catalog()
	names := slices.Clone(o.Names)
	for p := range c.Seats() {
		names = append(names, c.SeatName(engine.Seat(p)))
	}
	m := engine.NewMove(seat, f.Verb)
	var try func(i int) (engine.Violation, bool)
	try = func(i int) (engine.Violation, bool) {
		if i == len(f.Args) {
			if !o.fits(state, m) || !o.namesOnlyShown(c, m, engine.ClassCard) {
				return engine.Violation{}, false
			}
			v := state.Check(m)
			return v, !v.OK()
		}
		for _, n := range names {
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
