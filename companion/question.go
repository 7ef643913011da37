package companion

import (
	"slices"

	"familiar/engine"
	"familiar/engine/lang"
)

// answer is one way to read a gesture: moves to be made, or what was shown narrowed further.
type answer struct {
	text   lang.Localized
	moves  []engine.Move
	undo   int          // so many moves are taken back first
	narrow *observation // nil where there are moves
}

// mostAnswers is how many whole moves a question offers before it asks for less at a time.
const mostAnswers = 8

// question is what is asked about a gesture.
type question struct {
	kind    string // "ask", "wait"; or that of the gesture
	text    lang.Localized
	answers []answer
}

// questionTo is the question of a gesture as a seat is asked it.
func (t *Table) questionTo(q *gesture, seat engine.Seat) question {
	if !q.open() {
		return q.fixed
	}
	fits := t.likely(q.observed, q.fits, seat)
	if len(fits) < len(q.fits) {
		return t.question(q.observed, fits)
	}
	if q.asked == nil {
		asked := t.question(q.observed, fits)
		q.asked = &asked
	}
	return *q.asked
}

// question asks what parts the readings: whole moves if they are few, else who, else what, else the next word. What is a move as it
// was laid comes first.
func (t *Table) question(s observation, fits []engine.Move) question {
	g := t.game
	fits = s.oneOrder(g.catalog, fits)
	whole, further := parted(fits, func(m engine.Move) bool { return s.complete(g.catalog, m) })
	fits = append(whole, further...)
	seats := distinct(fits, func(m engine.Move) engine.Seat { return m.Seat })
	verbs := distinct(fits, func(m engine.Move) engine.Name { return m.Verb })
	q := question{kind: "ask"}
	if len(fits) > 0 && len(fits) <= mostAnswers {
		switch {
		case len(fits) == 1:
			q.text = lang.T("Is it this?")
		case len(seats) == len(fits):
			q.text = lang.T("Who did it?")
		case len(verbs) == len(fits):
			q.text = lang.T("What was done?")
		default:
			q.text = lang.T("Which is it?")
		}
		for _, m := range fits {
			q.answers = append(q.answers, t.whole(m))
		}
		return q
	}
	if len(seats) > 1 {
		q.text = lang.T("Who did it?")
		for _, seat := range seats {
			n := s
			n.by = seat
			q.answers = append(q.answers, answer{text: g.seated(seat), narrow: &n})
		}
		return q
	}
	if len(verbs) > 1 {
		q.text = lang.T("What was done?")
		for _, verb := range verbs {
			n := s
			n.verb = verb
			q.answers = append(q.answers, answer{text: g.localize(func(v *localizer) string { return v.verb(verb) }), narrow: &n})
		}
		return q
	}
	for i := range engine.MaxArgs {
		names, few := distinctFew(fits, 2*mostAnswers, func(m engine.Move) engine.Name { return m.Args[i] })
		if len(names) < 2 || !few {
			continue
		}
		q.text = lang.T("Which one?")
		for _, n := range names {
			q.answers = append(q.answers, t.further(s, fits, i, n))
		}
		return q
	}
	return question{kind: "wait", text: lang.T("Show the card, or choose on a phone.")}
}

func (t *Table) whole(m engine.Move) answer {
	return answer{text: t.game.moved(m), moves: []engine.Move{m}}
}

// further is the answer by which the moves have a name as their argument i. Without a name they end there, which is one move: those
// before the argument are the same in all.
func (t *Table) further(s observation, fits []engine.Move, i int, n engine.Name) answer {
	if n == engine.None {
		return t.whole(fits[slices.IndexFunc(fits, func(m engine.Move) bool { return m.Args[i] == n })])
	}
	s.args[i] = n
	return answer{text: t.game.called(n), narrow: &s}
}

// parted are the moves of which something holds, and the others.
func parted(moves []engine.Move, holds func(engine.Move) bool) (some, others []engine.Move) {
	for _, m := range moves {
		if holds(m) {
			some = append(some, m)
		} else {
			others = append(others, m)
		}
	}
	return some, others
}

// distinct lists the values that moves have, in order of first appearance.
func distinct[T comparable](moves []engine.Move, of func(engine.Move) T) []T {
	values, _ := distinctFew(moves, len(moves), of)
	return values
}

// distinctFew lists the values that moves have if they are so many at most.
func distinctFew[T comparable](moves []engine.Move, most int, of func(engine.Move) T) (values []T, few bool) {
	for _, m := range moves {
		v := of(m)
		switch {
		case slices.Contains(values, v):
		case len(values) == most:
			return nil, false
		default:
			values = append(values, v)
		}
	}
	return values, true
}

// answerGesture takes an answer that a seat gives to the question of the gesture under way.
func (t *Table) answerGesture(a answer, seat engine.Seat, source string) {
	q := t.gesture
	if a.narrow == nil {
		t.perform(q.observed, a.undo, a.moves, source)
		return
	}
	fits := t.readings(*a.narrow)
	if m, ok := a.narrow.play(t.game.catalog, t.likely(*a.narrow, fits, seat)); ok {
		fits = []engine.Move{m}
	}
	t.read(*a.narrow, fits, q.at, source)
}
