package companion

import (
	"fmt"
	"slices"
	"strings"

	"familiar/engine"
)

// misfit refuses what was shown, and offers what the table may have forgotten to say. With nothing to offer, a gesture under way
// goes on as if this had not been shown.
func (t *Table) misfit(s shown, at string) {
	g := t.game
	ways := catchUp(g.history.State(), s, g.hold)
	if t.opt.CatchUp && len(ways) == 1 {
		t.gesture = nil
		t.perform(s, 0, ways[0], "catching up")
		return
	}
	slips := instead(g.history, s, g.hold)
	if m, v := s.refusal(g.history.State()); !v.OK() {
		t.refuse(&refused{moves: []engine.Move{m}, why: v}, s.audience())
	} else {
		t.refuseText(fmt.Sprintf("%s fits nothing that can be done now.", t.naming(s)), s.audience())
	}
	if len(ways)+len(slips) == 0 {
		return
	}
	q := t.newGesture(s, at, "catch-up")
	q.text = "Was something forgotten?"
	for _, way := range ways {
		q.answers = append(q.answers, answer{text: t.tell(way), moves: way})
	}
	if len(slips) > 0 && len(ways) == 0 {
		q.kind, q.text = "replace", "Should it stand in place of the last move?"
	}
	for _, m := range slips {
		q.answers = append(q.answers, answer{text: "Instead of the last move: " + t.tell([]engine.Move{m}), moves: []engine.Move{m}, undo: 1})
	}
	t.gesture = q
}

// naming says what was shown.
func (t *Table) naming(s shown) string {
	if len(s.names) == 0 {
		return t.verbTitle(s.verb)
	}
	return strings.Join(t.titles(s.names), ", ")
}

// refusal finds the move that was most likely meant by what was shown, and the rule that forbids it. Games list their forms with the
// most usual ones first.
func (s shown) refusal(state engine.State) (engine.Move, engine.Violation) {
	c := state.Catalog()
	for _, seat := range s.likelySeats(state) {
		for _, verb := range c.Names(engine.SortVerb) {
			if s.verb != engine.None && s.verb != verb {
				continue
			}
			for _, f := range c.Forms(verb) {
				if f.ByTable != (seat == engine.Table) {
					continue
				}
				if m, v, ok := s.refusalOf(state, seat, f); ok {
					return m, v
				}
			}
		}
	}
	return engine.Move{}, engine.Violation{}
}

func (s shown) likelySeats(state engine.State) []engine.Seat {
	status := state.Status()
	var seats []engine.Seat
	for _, seat := range []engine.Seat{s.by, s.seat, status.Turn, status.Ask.Seat, engine.Table} {
		if seat != engine.Stranger && !slices.Contains(seats, seat) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// refusalOf tries every way to fill a form with what was shown and players.
func (s shown) refusalOf(state engine.State, seat engine.Seat, f engine.Form) (engine.Move, engine.Violation, bool) {
	c := state.Catalog()
	m := engine.NewMove(seat, f.Verb)
	var try func(i int) (engine.Violation, bool)
	try = func(i int) (engine.Violation, bool) {
		if i == len(f.Args) {
			if !s.fits(state, m) || !s.whole(c, m, engine.SortCard) {
				return engine.Violation{}, false
			}
			v := state.Check(m)
			return v, !v.OK()
		}
		fill := slices.Clone(s.names)
		if f.Args[i]&engine.SortPlayer != 0 {
			for p := range c.Seats() {
				fill = append(fill, c.SeatName(engine.Seat(p)))
			}
		}
		for _, n := range fill {
			if c.Sort(n)&f.Args[i] == 0 {
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
