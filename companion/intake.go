package companion

import (
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"familiar/companion/clock"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/engine"
)

// A question stays valid while its card lies on the reader. One question is asked at a time, and several cards may come at once: a gesture waits
// while a newer one is asked about, and is taken up again. It does not wait once its tag was lifted.

// intake is what is being put down: what lies on the readers, the gesture that is asked about, and those that wait.
type intake struct {
	catchUp   bool           // forgotten moves are taken at once if only one way leads to what was shown
	lying     []resolver.Tag // on the readers, in the order in which it was laid
	gesture   *gesture       // the one under way; nil: none
	waiting   []*gesture     // to be asked about when nothing else is under way, the last one first
	gestures  int            // so many were asked about
	leftovers leftovers      // of the last move
	debounce  clock.Alarm    // after what was laid together
}

// gesture is an observation that is not yet a move, with the number by which phones speak of the question about it.
type gesture struct {
	id int
	resolver.Pending
}

// mayKnow reports whether a viewer may know what was shown.
func (q *gesture) mayKnow(viewer engine.Seat) bool { return q.Audience().Has(viewer) }

// kind is what is asked about the gesture.
func (q *gesture) kind() resolver.QuestionKind {
	if q.Offered != nil {
		return q.Offered.Kind
	}
	return resolver.Which
}

// clear drops all gestures: their game has gone. What lies on the readers goes on lying there.
func (in *intake) clear() { in.gesture, in.waiting = nil, nil }

// lay notes a tag that lies on a reader.
func (in *intake) lay(tag resolver.Tag) {
	in.lift(tag)
	in.lying = append(in.lying, tag)
}

// lift notes that a tag was taken from a reader. What was asked about it later is asked no more.
func (in *intake) lift(tag resolver.Tag) {
	in.lying = slices.DeleteFunc(in.lying, func(l resolver.Tag) bool { return l == tag })
	in.keepWaiting(func(q *gesture) bool { return resolver.Lies(q.Observation, in.lying) })
}

// situation is the game as it stands now, for the resolver. There must be a game.
func (in *intake) situation(g *session.Game) *resolver.Situation {
	s := &resolver.Situation{
		History: g.History, Words: g, Lying: in.lying, CatchUp: in.catchUp,
		View:    func(seat engine.Seat) *resolver.View { return &g.View(seat).View },
		WasLaid: func(n int) bool { return isReader(g.Steps.Standing()[n].Source) },
	}
	s.UnderWay = in.underWay()
	for _, q := range in.waiting {
		s.Waiting = append(s.Waiting, &q.Pending)
	}
	return s
}

// underWay is the observation that is asked about, nil if there is none.
func (in *intake) underWay() *resolver.Pending {
	if in.gesture == nil {
		return nil
	}
	return &in.gesture.Pending
}

// questionTo is the question about a gesture as a seat is asked it.
func (in *intake) questionTo(q *gesture, seat engine.Seat, g *session.Game) resolver.Question {
	return in.situation(g).QuestionTo(&q.Pending, seat)
}

// prompt says in a language what was shown, and what is asked about it.
func (in *intake) prompt(q *gesture, g *session.Game, language string) string {
	text := in.questionTo(q, engine.Public, g).Text.In(language)
	if q.kind() == resolver.UnknownTag {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	return g.Observed(q.Observation).In(language) + ": " + string(unicode.ToLower(first)) + text[size:]
}

// publicQuestion reports whether something is asked about what was shown, and everybody may know of it.
func (in *intake) publicQuestion() bool {
	return in.gesture != nil && in.gesture.mayKnow(engine.Public)
}

// askAbout begins a gesture: it is asked what is meant.
func (in *intake) askAbout(p resolver.Pending) {
	in.gestures++
	in.gesture = &gesture{in.gestures, p}
}

// settles drops the gestures that a move answers which is about to be made.
func (in *intake) settles(state engine.State, m engine.Move) {
	var asked []*resolver.Pending
	for _, q := range in.askedAbout() {
		asked = append(asked, &q.Pending)
	}
	for _, p := range resolver.Settled(state, m, asked) {
		in.dismiss(p)
	}
}

// dismiss drops a gesture, wherever it is.
func (in *intake) dismiss(p *resolver.Pending) {
	if in.underWay() == p {
		in.gesture = nil
	}
	in.keepWaiting(func(other *gesture) bool { return &other.Pending != p })
}

// lookAgain is called when moves were made or taken back while gestures were under way or waited. Their readings that are still
// legal are asked about. A gesture that has lost all of them is dropped.
func (in *intake) lookAgain(g *session.Game) {
	if in.gesture != nil && !in.gesture.IsOpen() {
		in.gesture = nil
	}
	for _, q := range in.askedAbout() {
		if in.situation(g).Refresh(&q.Pending) {
			continue
		}
		if len(q.Fits) == 0 {
			in.dismiss(&q.Pending)
			continue
		}
		in.gestures++
		q.id = in.gestures
	}
}

// putAside makes room for another observation. If a waiting gesture shares a tag with it, that is asked about anew.
func (in *intake) putAside(next resolver.Observation) {
	if in.gesture != nil && in.gesture.IsOpen() {
		in.waiting = append(in.waiting, in.gesture)
	}
	in.gesture = nil
	in.keepWaiting(func(q *gesture) bool {
		return resolver.Lies(q.Observation, in.lying) && !slices.ContainsFunc(next.Tags, func(tag resolver.Tag) bool { return slices.Contains(q.Tags, tag) })
	})
}

// keepWaiting forgets the waiting gestures for which something does not hold.
func (in *intake) keepWaiting(holds func(*gesture) bool) {
	in.waiting = slices.DeleteFunc(in.waiting, func(q *gesture) bool { return !holds(q) })
}

// takeUp goes on with the last gesture that waits if none is under way. It is not known whether all of its cards are laid.
func (in *intake) takeUp() {
	if last := len(in.waiting) - 1; in.gesture == nil && last >= 0 {
		in.bringUp(&in.waiting[last].Pending)
		in.debounce.Stop()
	}
}

// bringUp goes on with a gesture that waits.
func (in *intake) bringUp(p *resolver.Pending) {
	i := slices.IndexFunc(in.waiting, func(q *gesture) bool { return &q.Pending == p })
	q := in.waiting[i]
	in.waiting = slices.Delete(in.waiting, i, i+1)
	in.putAside(resolver.Observation{})
	in.gesture = q
}

// askedAbout are the gestures about which it is asked, now or later, the one under way first.
func (in *intake) askedAbout() []*gesture {
	var all []*gesture
	if in.gesture != nil && in.gesture.IsOpen() {
		all = append(all, in.gesture)
	}
	for _, q := range slices.Backward(in.waiting) {
		all = append(all, q)
	}
	return all
}

// waitingFor is how many gestures wait that a seat may know of.
func (in *intake) waitingFor(seat engine.Seat) int {
	n := 0
	for _, q := range in.waiting {
		if q.mayKnow(seat) {
			n++
		}
	}
	return n
}

// leftovers are the names of the last move that no reader has seen. A tag of one that shows up in time belongs to that move, and is not read as a new one.
type leftovers struct {
	names []engine.Name
	seat  engine.Seat
	until time.Time
}

// takes reports whether a name that was shown is left over from the last move.
func (l *leftovers) takes(o resolver.Observation, n engine.Name) bool {
	i := slices.Index(l.names, n)
	if i < 0 || o.At.After(l.until) || o.Seat != engine.NoSeat && o.Seat != l.seat {
		return false
	}
	l.names = slices.Delete(l.names, i, i+1)
	return true
}
