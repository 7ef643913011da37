package companion

import (
	"slices"
	"time"

	"familiar/companion/clock"
	"familiar/companion/presence"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/engine"
)

// A question stays valid while its card lies on the reader. One question is asked at a time, but several cards may come at once: the older gesture waits
// until the newer one is settled, and is then resumed. It is dropped when its tag is lifted.

// intake holds the tags on the readers and the gestures that are not yet moves: the one under way, and those that wait.
type intake struct {
	catchUp   bool               // see Options.CatchUp
	readers   presence.Readers   // what lies on them
	pressed   presence.Press     // of the last button that made a move
	gesture   *gesture           // the one under way; nil: none
	waiting   []*gesture         // the others, the next one last
	lastID    int                // of a gesture
	leftovers presence.Leftovers // of the last move
	debounce  clock.Alarm        // the end of the debounce window
}

// gesture is an observation that is not yet a move, with a number by which phones name its question.
type gesture struct {
	id int
	resolver.Pending
}

// mayKnow reports whether a viewer may know of the gesture.
func (q *gesture) mayKnow(viewer engine.Seat) bool { return q.Audience().Has(viewer) }

// kind returns what is asked about the gesture.
func (q *gesture) kind() resolver.QuestionKind {
	if q.Offered != nil {
		return q.Offered.Kind
	}
	return resolver.Which
}

// clear drops all gestures, because their game has gone. The tags stay on their readers.
func (in *intake) clear() {
	in.gesture, in.waiting = nil, nil
	in.readers.TakenBack(0)
}

// removeTag notes that a reader no longer sees a tag. Gestures that wait with it are dropped.
func (in *intake) removeTag(tag resolver.Tag, at time.Time) {
	in.readers.Leave(tag, at)
	in.keepWaiting(func(q *gesture) bool { return resolver.Lies(q.Observation, in.readers.Seen()) })
}

// situation returns the game as it stands now, for the resolver. There must be a game.
func (in *intake) situation(g *session.Game) *resolver.Situation {
	s := &resolver.Situation{
		History: g.History, Words: g, Lying: in.readers.Seen(), CatchUp: in.catchUp,
		View: func(seat engine.Seat) *resolver.View { return &g.View(seat).View },
	}
	s.UnderWay = in.underWay()
	for _, q := range in.waiting {
		s.Waiting = append(s.Waiting, &q.Pending)
	}
	return s
}

// underWay returns the observation of the gesture under way, nil if there is none.
func (in *intake) underWay() *resolver.Pending {
	if in.gesture == nil {
		return nil
	}
	return &in.gesture.Pending
}

// questionTo returns the question about a gesture, for a seat.
func (in *intake) questionTo(q *gesture, seat engine.Seat, g *session.Game) resolver.Question {
	return in.situation(g).QuestionTo(&q.Pending, seat)
}

// prompt returns the observation and the question about it, in a language.
func (in *intake) prompt(q *gesture, g *session.Game, language string) string {
	text := in.questionTo(q, engine.Public, g).Text
	if q.kind() == resolver.UnknownTag {
		return text.In(language)
	}
	return g.Asked(q.Observation, text).In(language)
}

// publicQuestion reports whether there is a question that everybody may know of.
func (in *intake) publicQuestion() bool {
	return in.gesture != nil && in.gesture.mayKnow(engine.Public)
}

// askAbout makes an observation the gesture under way.
func (in *intake) askAbout(p resolver.Pending) {
	in.lastID++
	in.gesture = &gesture{in.lastID, p}
}

// dropSettled drops the gestures that a move settles. The move is about to become the n-th one that stands.
func (in *intake) dropSettled(state engine.State, m engine.Move, n int) {
	var pending []*resolver.Pending
	for _, q := range in.openGestures() {
		pending = append(pending, &q.Pending)
	}
	for _, p := range resolver.Settled(state, m, pending) {
		in.dismiss(p)
		in.readers.Assign(p.Tags, n)
	}
}

// dismiss drops a gesture, wherever it is.
func (in *intake) dismiss(p *resolver.Pending) {
	if in.underWay() == p {
		in.gesture = nil
	}
	in.keepWaiting(func(other *gesture) bool { return &other.Pending != p })
}

// refresh updates all gestures after moves were made or taken back. A gesture keeps the readings that are still legal, and its question is a new one if
// any were lost. A gesture without readings is dropped.
func (in *intake) refresh(g *session.Game) {
	if in.gesture != nil && !in.gesture.IsOpen() {
		in.gesture = nil
	}
	for _, q := range in.openGestures() {
		if in.situation(g).Refresh(&q.Pending) {
			continue
		}
		if len(q.Fits) == 0 {
			in.dismiss(&q.Pending)
			continue
		}
		in.lastID++
		q.id = in.lastID
	}
}

// putAside makes the gesture under way wait, because another observation comes. A gesture that shares a tag with that one is dropped.
func (in *intake) putAside(next resolver.Observation) {
	if in.gesture != nil && in.gesture.IsOpen() {
		in.waiting = append(in.waiting, in.gesture)
	}
	in.gesture = nil
	in.keepWaiting(func(q *gesture) bool {
		return resolver.Lies(q.Observation, in.readers.Seen()) && !slices.ContainsFunc(next.Tags, func(tag resolver.Tag) bool { return slices.Contains(q.Tags, tag) })
	})
}

// keepWaiting drops the waiting gestures for which a condition does not hold.
func (in *intake) keepWaiting(holds func(*gesture) bool) {
	in.waiting = slices.DeleteFunc(in.waiting, func(q *gesture) bool { return !holds(q) })
}

// resumeNext resumes the gesture that began to wait last, if none is under way. More cards may still come, so it does not become a move by itself.
func (in *intake) resumeNext() {
	if last := len(in.waiting) - 1; in.gesture == nil && last >= 0 {
		in.resume(&in.waiting[last].Pending)
		in.debounce.Stop()
	}
}

// resume makes a waiting gesture the one under way.
func (in *intake) resume(p *resolver.Pending) {
	i := slices.IndexFunc(in.waiting, func(q *gesture) bool { return &q.Pending == p })
	q := in.waiting[i]
	in.waiting = slices.Delete(in.waiting, i, i+1)
	in.putAside(resolver.Observation{})
	in.gesture = q
}

// openGestures returns the gestures that another observation can continue, the one under way first.
func (in *intake) openGestures() []*gesture {
	var all []*gesture
	if in.gesture != nil && in.gesture.IsOpen() {
		all = append(all, in.gesture)
	}
	for _, q := range slices.Backward(in.waiting) {
		all = append(all, q)
	}
	return all
}

// waitingFor returns how many waiting gestures a seat may know of.
func (in *intake) waitingFor(seat engine.Seat) int {
	n := 0
	for _, q := range in.waiting {
		if q.mayKnow(seat) {
			n++
		}
	}
	return n
}
