package companion

import (
	"slices"
	"strings"

	"familiar/engine"
	"familiar/engine/lang"
)

// noMatch refuses what was shown, or offers what the table may have forgotten to say. With nothing to offer, a gesture under way
// goes on as if this had not been shown.
func (t *Table) noMatch(s observation, at, source string) {
	g := t.game
	if g.inPlace(s) {
		return
	}
	ways := catchUp(t.knowledge(s).state, s, g.hold)
	switch {
	case t.opt.CatchUp && len(ways) == 1:
		t.putAside(s)
		t.perform(s, 0, ways[0], sourceCatchUp)
	case len(ways) > 0:
		q := question{kind: "catch-up", text: lang.T("Was something forgotten?")}
		for _, way := range ways {
			q.answers = append(q.answers, answer{text: g.moved(way...), moves: way})
		}
		t.offer(s, q, at, source)
		t.retract(s.audience()) // the offer takes the place of a refusal
		t.sound(CueAsk)
	default:
		if r := t.refusalOf(s); r != nil {
			t.announce(verdict{why: r}, s.audience())
		} else {
			t.announce(verdict{words: lang.T("{1} fits nothing that can be done now.", t.naming(s))}, s.audience())
		}
		t.sound(CueRefuse)
		t.offerInstead(s, at, source)
	}
}

// inPlace reports whether this unique card was merely put where a move of this turn has put it already: the move was made on a phone, or the card was
// lifted for something else meanwhile. Then there is nothing to say of it.
func (g *game) inPlace(s observation) bool {
	if len(s.names) != 1 || s.place == engine.None || s.secret || s.verb != engine.None || g.history.State().Status().Over {
		return false
	}
	n := s.names[0]
	if e := g.catalog.Entry(n); e.Copies != 1 || e.Token {
		return false
	}
	state, place, turn := g.history.At(0), engine.None, engine.Nobody
	laid := false // by that move, and not moved since
	for i, m := range g.history.Moves() {
		if m.Has(n) {
			laid = false
			if p := state.Destination(m); p != engine.None {
				place, turn, laid = p, state.Status().Turn, strings.HasPrefix(g.log[i].source, sourceReader)
			}
		}
		state.Play(m)
	}
	return !laid && place == s.place && turn == state.Status().Turn
}

// offerInstead offers the moves that could stand in place of the last one, if there are any.
func (t *Table) offerInstead(s observation, at, source string) {
	q := question{kind: "replace", text: lang.T("Should it stand in place of the last move?")}
	for _, m := range instead(t.game.history, s, t.game.hold) {
		q.answers = append(q.answers, answer{text: lang.T("Instead of the last move: {1}", t.game.moved(m)), moves: []engine.Move{m}, undo: 1})
	}
	if len(q.answers) > 0 {
		t.offer(s, q, at, source)
	}
}

func (t *Table) offer(s observation, q question, at, source string) {
	t.putAside(s)
	t.gesture = t.newGesture(s, at, source, q.kind)
	t.gesture.fixed = q
}

// naming says what was shown, as a sentence begins.
func (t *Table) naming(s observation) lang.Localized {
	return t.game.localize(func(v *localizer) string { return capital(v.naming(s)) })
}

// refusalOf is why what was shown is refused, nil if no move comes near it. Of a move that was meant it tells no more than what was shown.
func (t *Table) refusalOf(s observation) *refused {
	known := t.knowledge(s)
	m, why := s.refusal(known.state, known.legal())
	if why.OK() {
		return nil
	}
	r := &refused{moves: []engine.Move{m}, why: why}
	if slices.ContainsFunc(s.unshown(m), func(n engine.Name) bool { return t.game.catalog.Class(n)&engine.ClassPlayer == 0 }) {
		r.observed = &s
	}
	return r
}

// refusal finds the move that was most likely meant by what was shown, and the rule that forbids it: one of a verb that is legal now, if not
// as it was shown then with names that nobody has shown yet; or else one of any verb. Games list their forms with the most usual ones first.
func (s observation) refusal(state engine.State, legal []engine.Move) (engine.Move, engine.Violation) {
	seats := s.likelySeats(state)
	verbs := distinct(legal, func(m engine.Move) engine.Move { return engine.NewMove(m.Seat, m.Verb) })
	now := func(seat engine.Seat, verb engine.Name) bool {
		return slices.Contains(verbs, engine.NewMove(seat, verb))
	}
	if m, v, ok := s.refusalAs(state, seats, now); ok {
		return m, v
	}
	left := mostParts
	for _, seat := range seats {
		for _, m := range legal {
			if m.Seat != seat {
				continue
			}
			if part, v := s.partOf(state, m, &left); !v.OK() {
				return part, v
			}
		}
	}
	m, v, _ := s.refusalAs(state, seats, func(engine.Seat, engine.Name) bool { return true })
	return m, v
}

// refusalAs looks for the move among some of the verbs.
func (s observation) refusalAs(state engine.State, seats []engine.Seat, among func(engine.Seat, engine.Name) bool) (engine.Move, engine.Violation, bool) {
	c := state.Catalog()
	for _, seat := range seats {
		for _, verb := range c.Names(engine.ClassVerb) {
			if s.verb != engine.None && s.verb != verb || !among(seat, verb) {
				continue
			}
			for _, f := range c.Signatures(verb) {
				if f.ByTable != (seat == engine.Nobody) {
					continue
				}
				if m, v, ok := s.filled(state, seat, f); ok {
					return m, v, true
				}
			}
		}
	}
	return engine.Move{}, engine.Violation{}, false
}

// likelySeats are those whose move it may be: who said so or has laid it, who is asked, whose turn it is, and the table.
func (s observation) likelySeats(state engine.State) []engine.Seat {
	status := state.Status()
	asked := status.Ask.Seat
	if asked == engine.Nobody {
		asked = engine.NoSeat
	}
	var seats []engine.Seat
	for _, seat := range []engine.Seat{s.by, s.seat, asked, status.Turn, engine.Nobody} {
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
func (s observation) partOf(state engine.State, m engine.Move, left *int) (engine.Move, engine.Violation) {
	c := state.Catalog()
	f, _ := c.Match(m)
	var put func(m engine.Move, names []engine.Name, taken [engine.MaxArgs]bool) (engine.Move, engine.Violation)
	put = func(m engine.Move, names []engine.Name, taken [engine.MaxArgs]bool) (engine.Move, engine.Violation) {
		if len(names) == 0 {
			if *left == 0 || !s.fits(state, m) {
				return m, engine.Violation{}
			}
			*left--
			return m, state.Check(m)
		}
		for i, classs := range f.Args {
			if taken[i] || c.Class(names[0])&classs == 0 {
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
	return put(m, s.names, [engine.MaxArgs]bool{})
}

// filled tries every way to fill a form with what was shown and players.
func (s observation) filled(state engine.State, seat engine.Seat, f engine.Signature) (engine.Move, engine.Violation, bool) {
	c := state.Catalog()
	m := engine.NewMove(seat, f.Verb)
	var try func(i int) (engine.Violation, bool)
	try = func(i int) (engine.Violation, bool) {
		if i == len(f.Args) {
			if !s.fits(state, m) || !s.whole(c, m, engine.ClassCard) {
				return engine.Violation{}, false
			}
			v := state.Check(m)
			return v, !v.OK()
		}
		fill := slices.Clone(s.names)
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
