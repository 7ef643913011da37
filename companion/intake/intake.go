// Package intake keeps what has come in and is not yet a move: the tags on the readers, and the gestures that somebody has begun.
//
// A question stays valid while its card lies on the reader. One question is asked at a time, but several cards may come at once: the older gesture waits
// until the newer one is settled, and is then resumed. It is dropped when its tag is lifted.
package intake

import (
	"slices"
	"time"

	"familiar/companion/clock"
	"familiar/companion/presence"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/engine"
)

// Intake is the intake of a table. It belongs to the table's goroutine. The zero Intake is empty.
type Intake struct {
	Readers   presence.Readers   // what lies on them
	Pressed   presence.Press     // of the last button that made a move
	UnderWay  *Gesture           // the gesture that is asked about; nil: none
	Taken     *Gesture           // the gesture of the last move, if its usual reading was taken: its question offers the others; nil: none
	Leftovers presence.Leftovers // of the last move
	Debounce  clock.Alarm        // the end of the debounce window

	early   []resolver.Observation // of cards that fit nothing yet
	waiting []*Gesture             // the other gestures, the next one last
	numbers resolver.Numbers       // of the gestures
}

// Gesture is an observation that is not yet a move, with a number by which phones name its question.
type Gesture struct {
	ID int
	resolver.Pending
}

// MayKnow reports whether a viewer may know of the gesture.
func (q *Gesture) MayKnow(viewer engine.Seat) bool { return q.Audience().Has(viewer) }

// IsOwn reports whether all that the gesture may mean are moves of a seat.
func (q *Gesture) IsOwn(seat engine.Seat) bool {
	return len(q.Fits) > 0 && !slices.ContainsFunc(q.Fits, func(m engine.Move) bool { return m.Seat != seat })
}

// Kind returns what is asked about the gesture.
func (q *Gesture) Kind() resolver.QuestionKind {
	if q.Offered != nil {
		return q.Offered.Kind
	}
	return resolver.Which
}

// Clear drops all gestures, because their game has gone. The tags stay on their readers.
func (in *Intake) Clear() {
	in.UnderWay, in.Taken, in.waiting, in.early = nil, nil, nil, nil
	in.Readers.TakenBack(0)
}

// RemoveTag notes that a reader no longer sees a tag. Gestures that wait with it are dropped.
func (in *Intake) RemoveTag(tag resolver.Tag, at time.Time) {
	in.Readers.Leave(tag, at)
	in.keepWaiting(func(q *Gesture) bool { return resolver.Lies(q.Observation, in.Readers.Seen()) })
}

// Situation returns the game as it stands now, for the resolver. There must be a game.
func (in *Intake) Situation(g *session.Game) *resolver.Situation {
	s := &resolver.Situation{
		History: g.History, Words: g, Lying: in.Readers.Seen(),
		View: func(seat engine.Seat) *resolver.View { return &g.View(seat).View }, Told: g.AsTold,
	}
	s.UnderWay = in.Pending()
	if in.Taken != nil {
		s.Taken = &in.Taken.Pending
	}
	for _, q := range in.waiting {
		s.Waiting = append(s.Waiting, &q.Pending)
	}
	return s
}

// Pending returns the observation of the gesture under way, nil if there is none.
func (in *Intake) Pending() *resolver.Pending {
	if in.UnderWay == nil {
		return nil
	}
	return &in.UnderWay.Pending
}

// QuestionTo returns the question about a gesture, for a seat.
func (in *Intake) QuestionTo(q *Gesture, seat engine.Seat, g *session.Game) resolver.Question {
	return in.Situation(g).QuestionTo(&q.Pending, seat)
}

// Prompt returns the observation and the question about it, in a language.
func (in *Intake) Prompt(q *Gesture, g *session.Game, language string) string {
	text := in.QuestionTo(q, engine.Public, g).Text
	if q.Kind() == resolver.UnknownTag {
		return text.In(language)
	}
	return g.Asked(q.Observation, text).In(language)
}

// HasPublicQuestion reports whether there is a question that everybody may know of.
func (in *Intake) HasPublicQuestion() bool {
	return in.UnderWay != nil && in.UnderWay.MayKnow(engine.Public)
}

// AsksAboutCard reports whether there is a question about what was shown, also one that waits, that everybody may know of.
func (in *Intake) AsksAboutCard() bool {
	return slices.ContainsFunc(in.OpenGestures(), func(q *Gesture) bool { return q.MayKnow(engine.Public) })
}

// Ask makes an observation the gesture under way.
func (in *Intake) Ask(p resolver.Pending) {
	in.UnderWay = &Gesture{in.numbers.Next(p.Audience()), p}
}

// Take notes that the usual reading of an observation has become a move, and what else it may have been.
func (in *Intake) Take(o resolver.Observation, otherwise *resolver.Question) {
	in.Taken = &Gesture{in.numbers.Next(o.Audience()), resolver.Pending{Observation: o, Offered: otherwise}}
}

// Asked returns the gesture whose question has a number, nil if there is none.
func (in *Intake) Asked(id int) *Gesture {
	for _, q := range []*Gesture{in.UnderWay, in.Taken} {
		if q != nil && q.ID == id {
			return q
		}
	}
	return nil
}

// KeepEarly keeps an observation of cards that fit nothing yet. Perhaps somebody else tells the move before only now: two people have acted at once.
func (in *Intake) KeepEarly(o resolver.Observation) {
	if !o.Laid || o.Secret {
		return
	}
	in.keepEarly(func(other resolver.Observation) bool {
		return in.Readers.AreUnused(other.Tags) && !slices.ContainsFunc(o.Tags, func(tag resolver.Tag) bool { return slices.Contains(other.Tags, tag) })
	})
	in.early = append(in.early, o)
}

// TakeEarly returns the first of these observations for which fits returns true, and keeps it no longer. It returns false if there is none. Cards that were lifted, that were laid
// for a move meanwhile, or that have lain there for resolver.EarlyTime are forgotten.
func (in *Intake) TakeEarly(now time.Time, fits func(resolver.Observation) bool) (o resolver.Observation, ok bool) {
	in.keepEarly(func(o resolver.Observation) bool {
		return now.Sub(o.At) < resolver.EarlyTime && in.Readers.AreUnused(o.Tags)
	})
	i := slices.IndexFunc(in.early, fits)
	if i < 0 {
		return o, false
	}
	o = in.early[i]
	in.early = slices.Delete(in.early, i, i+1)
	o.At = now
	return o, true
}

// keepEarly drops those of these observations for which a condition does not hold.
func (in *Intake) keepEarly(holds func(resolver.Observation) bool) {
	in.early = slices.DeleteFunc(in.early, func(o resolver.Observation) bool { return !holds(o) })
}

// DropSettled drops the gestures that a move settles, and the cards that were laid too early and that it names. The move is about to become the n-th one that stands.
func (in *Intake) DropSettled(state engine.State, m engine.Move, n int) {
	if known, ok := state.Redacted(m, engine.Public); ok {
		in.keepEarly(func(o resolver.Observation) bool { return !o.NamesAnyOf(known) })
	}
	var pending []*resolver.Pending
	for _, q := range in.OpenGestures() {
		pending = append(pending, &q.Pending)
	}
	for _, p := range resolver.Settled(state, m, pending) {
		in.Dismiss(p)
		in.Readers.Assign(p.Tags, n)
	}
}

// Dismiss drops a gesture, wherever it is.
func (in *Intake) Dismiss(p *resolver.Pending) {
	if in.Pending() == p {
		in.UnderWay = nil
	}
	in.keepWaiting(func(other *Gesture) bool { return &other.Pending != p })
}

// Refresh updates all gestures after moves were made or taken back. A gesture keeps the readings that are still legal, and its question is a new one if
// any were lost. A gesture without readings is dropped. An offer is dropped, too, unless the moves only say what players hold.
func (in *Intake) Refresh(g *session.Game, onlyHolds bool) {
	if in.UnderWay != nil && !in.UnderWay.IsOpen() && !onlyHolds {
		in.UnderWay = nil
	}
	for _, q := range in.OpenGestures() {
		if in.Situation(g).Refresh(&q.Pending) {
			continue
		}
		if len(q.Fits) == 0 {
			in.Dismiss(&q.Pending)
			if made := g.History.Moves(); len(made) > 0 && !q.NamesAnyOf(made[len(made)-1]) {
				in.KeepEarly(q.Observation)
			}
			continue
		}
		q.ID = in.numbers.Next(q.Audience())
	}
}

// PutAside makes the gesture under way wait, because another observation comes. A gesture that shares a tag with that one is dropped.
func (in *Intake) PutAside(next resolver.Observation) {
	if in.UnderWay != nil && in.UnderWay.IsOpen() {
		in.waiting = append(in.waiting, in.UnderWay)
	}
	in.UnderWay = nil
	in.keepWaiting(func(q *Gesture) bool {
		return resolver.Lies(q.Observation, in.Readers.Seen()) && !slices.ContainsFunc(next.Tags, func(tag resolver.Tag) bool { return slices.Contains(q.Tags, tag) })
	})
}

// TakenBack notes that moves were taken back, and how many are left. The gesture under way then waits, or it is lost: see LostByUndo. A question about a card of a hand stays,
// because other players must not be able to end it. An offer stays if only moves that say what players hold were taken back: see AreHolds of the game.
func (in *Intake) TakenBack(left int, onlyHolds bool) {
	if in.UnderWay != nil && !in.UnderWay.Secret && (in.UnderWay.IsOpen() || !onlyHolds) {
		in.PutAside(resolver.Observation{})
	}
	in.early = nil // who takes moves back tells what was meant
	in.Readers.TakenBack(left)
}

// LostByUndo returns the gesture that is lost when moves are taken back, because its tags do not lie there any more; nil if none is.
func (in *Intake) LostByUndo() *Gesture {
	if q := in.UnderWay; q != nil && q.IsOpen() && !q.Secret && !resolver.Lies(q.Observation, in.Readers.Seen()) {
		return q
	}
	return nil
}

// keepWaiting drops the waiting gestures for which a condition does not hold.
func (in *Intake) keepWaiting(holds func(*Gesture) bool) {
	in.waiting = slices.DeleteFunc(in.waiting, func(q *Gesture) bool { return !holds(q) })
}

// ResumeNext resumes the gesture that began to wait last, if none is under way. More cards may still come, so it does not become a move by itself.
func (in *Intake) ResumeNext() {
	if last := len(in.waiting) - 1; in.UnderWay == nil && last >= 0 {
		in.Resume(&in.waiting[last].Pending)
		in.Debounce.Stop()
	}
}

// Resume makes a waiting gesture the one under way.
func (in *Intake) Resume(p *resolver.Pending) {
	i := slices.IndexFunc(in.waiting, func(q *Gesture) bool { return &q.Pending == p })
	q := in.waiting[i]
	in.waiting = slices.Delete(in.waiting, i, i+1)
	in.PutAside(resolver.Observation{})
	in.UnderWay = q
}

// OpenGestures returns the gestures that another observation can continue, the one under way first.
func (in *Intake) OpenGestures() []*Gesture {
	var all []*Gesture
	if in.UnderWay != nil && in.UnderWay.IsOpen() {
		all = append(all, in.UnderWay)
	}
	for _, q := range slices.Backward(in.waiting) {
		all = append(all, q)
	}
	return all
}

// WaitingFor returns how many waiting gestures a seat may know of.
func (in *Intake) WaitingFor(seat engine.Seat) int {
	n := 0
	for _, q := range in.waiting {
		if q.MayKnow(seat) {
			n++
		}
	}
	return n
}
