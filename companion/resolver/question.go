package resolver

import (
	"slices"
	"time"

	"familiar/engine"
	"familiar/engine/lang"
)

// QuestionKind is what a question is about, as messages name it.
type QuestionKind string

const (
	Which      QuestionKind = "ask"      // which of the readings is meant
	Show       QuestionKind = "wait"     // the readings are too many to list: more has to be shown
	CatchUp    QuestionKind = "catch-up" // whether moves were forgotten
	Replace    QuestionKind = "replace"  // whether it stands in place of the last move
	UnknownTag QuestionKind = "unknown"  // what a tag stands for
)

// Question is what is asked about an observation.
type Question struct {
	Kind    QuestionKind
	Text    lang.Localized
	Answers []Answer
}

// Answer is an answer that a question offers: moves to be made, or a narrower observation that is then asked about.
type Answer struct {
	Text   lang.Localized
	Moves  []engine.Move
	Undo   int          // how many moves are taken back first
	Narrow *Observation // nil if there are moves
}

// maxAnswers is how many whole moves a question offers. If there are more, it asks for the seat, the verb or one argument first.
const maxAnswers = 8

// QuestionTo returns the question about a pending observation for a seat.
func (s *Situation) QuestionTo(p *Pending, seat engine.Seat) Question {
	if p.Offered != nil {
		return *p.Offered
	}
	fits := s.likely(p.Observation, p.Fits, seat)
	if len(fits) < len(p.Fits) {
		return s.question(p.Observation, fits)
	}
	if p.asked == nil {
		p.asked = new(s.question(p.Observation, fits))
	}
	return *p.asked
}

// question returns the question that distinguishes the readings: by whole moves if they are few, else by seat, else by verb, else by the first argument in which
// they differ. Moves that need nothing further come first.
func (s *Situation) question(o Observation, fits []engine.Move) Question {
	c := s.catalog()
	fits = o.oneOrder(c, fits)
	whole, further := partition(fits, func(m engine.Move) bool { return o.isComplete(c, m) })
	fits = append(whole, further...)
	seats := distinct(fits, func(m engine.Move) engine.Seat { return m.Seat })
	verbs := distinct(fits, func(m engine.Move) engine.Name { return m.Verb })
	q := Question{Kind: Which}
	if len(fits) > 0 && len(fits) <= maxAnswers {
		switch {
		case len(fits) == 1:
			q.Text = lang.T("Is it this?")
		case len(seats) == len(fits):
			q.Text = lang.T("Who did it?")
		case len(verbs) == len(fits):
			q.Text = lang.T("What was done?")
		default:
			q.Text = lang.T("Which is it?")
		}
		for _, m := range fits {
			q.Answers = append(q.Answers, s.wholeMove(m))
		}
		return q
	}
	if len(seats) > 1 {
		q.Text = lang.T("Who did it?")
		for _, seat := range seats {
			n := o
			n.By = seat
			q.Answers = append(q.Answers, Answer{Text: s.Words.Seat(seat), Narrow: &n})
		}
		return q
	}
	if len(verbs) > 1 {
		q.Text = lang.T("What was done?")
		for _, verb := range verbs {
			n := o
			n.Verb = verb
			q.Answers = append(q.Answers, Answer{Text: s.Words.Verb(verb), Narrow: &n})
		}
		return q
	}
	for i := range engine.MaxArgs {
		names, few := distinctFew(fits, 2*maxAnswers, func(m engine.Move) engine.Name { return m.Args[i] })
		if len(names) < 2 || !few {
			continue
		}
		q.Text = lang.T("Which one?")
		for _, n := range names {
			q.Answers = append(q.Answers, s.narrowed(o, fits, i, n))
		}
		return q
	}
	return Question{Kind: Show, Text: lang.T("Show the card, or choose on a phone.")}
}

func (s *Situation) wholeMove(m engine.Move) Answer {
	return Answer{Text: s.Words.Moves(m), Moves: []engine.Move{m}}
}

// narrowed returns the answer that argument i is n. For engine.None it is a whole move, the one that ends there: the arguments before i are the same in all
// moves.
func (s *Situation) narrowed(o Observation, fits []engine.Move, i int, n engine.Name) Answer {
	if n == engine.None {
		return s.wholeMove(fits[slices.IndexFunc(fits, func(m engine.Move) bool { return m.Args[i] == n })])
	}
	o.Args[i] = n
	return Answer{Text: s.Words.Name(n), Narrow: &o}
}

// Answer returns the outcome of a seat's answer, from a phone or a knob, to the question about a pending observation. An answer that is refused before everybody
// is not offered again.
func (s *Situation) Answer(p *Pending, a Answer, seat engine.Seat, source string, at time.Time) Outcome {
	o := p.Observation
	if a.Narrow != nil {
		o = *a.Narrow
	}
	o.Source, o.Laid, o.At = source, false, at
	if a.Narrow == nil {
		out := s.Play(o, a.Undo, a.Moves...)
		out.Said = true
		// Only what everybody is told may change what everybody is asked.
		if out.Kind == Refuse && !p.Secret && out.Refusals[0].To == Everyone {
			out.Done = !p.forget(a)
		}
		return out
	}
	fits := s.Readings(o)
	if m, ok := o.unambiguousMove(s.catalog(), s.likely(o, fits, seat)); ok {
		fits = []engine.Move{m}
	}
	out := s.read(o, fits)
	out.With = p
	return out
}

// OthersIn returns the other players for whom a seat gives an answer: it makes their moves. Some answers make no move yet, they only leave fewer readings of a card. Such
// an answer counts for all players whose moves are left, unless a move of the seat itself is among them.
func (s *Situation) OthersIn(a Answer, seat engine.Seat) map[engine.Seat]bool {
	moves := a.Moves
	if a.Narrow != nil {
		moves = s.Readings(*a.Narrow)
		if slices.ContainsFunc(moves, func(m engine.Move) bool { return m.Seat == seat }) {
			return nil
		}
	}
	others := make(map[engine.Seat]bool)
	for _, m := range moves {
		if m.Seat != seat && m.Seat != engine.Nobody {
			others[m.Seat] = true
		}
	}
	return others
}

// forget takes an answer off a question, so that it is not offered again, and reports whether another one is left.
func (p *Pending) forget(a Answer) (left bool) {
	if p.Offered != nil {
		q := *p.Offered
		q.Answers = slices.DeleteFunc(slices.Clone(q.Answers), func(other Answer) bool { return slices.Equal(other.Moves, a.Moves) })
		p.Offered = &q
		return len(q.Answers) > 0
	}
	p.Fits, p.asked = slices.DeleteFunc(slices.Clone(p.Fits), func(m engine.Move) bool { return slices.Contains(a.Moves, m) }), nil
	return len(p.Fits) > 0
}

// Confirm returns the outcome of confirming a pending observation: it plays what Confirmed returns, or refuses.
func (s *Situation) Confirm(p *Pending, source string) Outcome {
	if !p.IsOpen() && (p == nil || len(p.Offered.Answers) == 0) {
		return Outcome{Kind: Refuse, Refusals: []Refusal{{To: Everyone, Reason: lang.T("There is nothing to confirm.")}}}
	}
	if a, ok := s.Confirmed(p); ok {
		o := p.Observation
		o.Source = source
		return s.Play(o, a.Undo, a.Moves...)
	}
	to := p.Audience()
	text := s.QuestionTo(p, to.Viewer()).Text
	return Outcome{Kind: Refuse, Refusals: []Refusal{{To: to, Reason: lang.T("That can still mean several things: {1}", text)}}}
}

// Confirmed returns the answer that confirming a pending observation gives: the only reading that needs nothing further, or else the only answer.
func (s *Situation) Confirmed(p *Pending) (Answer, bool) {
	if p.IsOpen() {
		if m, ok := p.confirmed(s.catalog(), p.Fits); ok {
			return s.wholeMove(m), true
		}
	}
	answers := s.QuestionTo(p, p.Audience().Viewer()).Answers
	if len(answers) != 1 || answers[0].Narrow != nil {
		return Answer{}, false
	}
	return answers[0], true
}

// partition splits moves into those for which a condition holds, and the others.
func partition(moves []engine.Move, holds func(engine.Move) bool) (matching, others []engine.Move) {
	for _, m := range moves {
		if holds(m) {
			matching = append(matching, m)
		} else {
			others = append(others, m)
		}
	}
	return matching, others
}

// distinct lists the values that moves have, in order of first appearance.
func distinct[T comparable](moves []engine.Move, of func(engine.Move) T) []T {
	values, _ := distinctFew(moves, len(moves), of)
	return values
}

// distinctFew is distinct if there are at most limit values, and returns false otherwise.
func distinctFew[T comparable](moves []engine.Move, limit int, of func(engine.Move) T) (values []T, few bool) {
	for _, m := range moves {
		v := of(m)
		switch {
		case slices.Contains(values, v):
		case len(values) == limit:
			return nil, false
		default:
			values = append(values, v)
		}
	}
	return values, true
}
