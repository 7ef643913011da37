package companion

import (
	"slices"
	"time"

	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/engine"
)

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

// situation is the game as it stands now, for the resolver. There must be a game.
func (t *Table) situation() *resolver.Situation {
	g := t.game
	s := &resolver.Situation{
		History: g.History, Words: g, Lying: t.lying, CatchUp: t.opt.CatchUp,
		View:    func(seat engine.Seat) *resolver.View { return &g.View(seat).View },
		WasLaid: func(n int) bool { return isReader(g.Steps.Standing()[n].Source) },
	}
	s.UnderWay = t.underWay()
	for _, q := range t.waiting {
		s.Waiting = append(s.Waiting, &q.Pending)
	}
	return s
}

// underWay is the observation that is asked about, nil if there is none.
func (t *Table) underWay() *resolver.Pending {
	if t.gesture == nil {
		return nil
	}
	return &t.gesture.Pending
}

// questionTo is the question about a gesture as a seat is asked it.
func (t *Table) questionTo(q *gesture, seat engine.Seat) resolver.Question {
	return t.situation().QuestionTo(&q.Pending, seat)
}

// apply carries out what an observation means.
func (t *Table) apply(out resolver.Outcome) {
	switch {
	case out.Replaces:
		t.putAside(out.Observation)
	case out.With != nil && out.With != t.underWay():
		t.bringUp(out.With)
	}
	switch out.Kind {
	case resolver.Play:
		t.perform(out)
	case resolver.Ask, resolver.Wait:
		t.askAbout(resolver.Pending{Observation: out.Observation, Fits: out.Fits})
		t.debounce.Stop()
		t.announcer.sound(scene.CueAsk)
		if out.Kind == resolver.Wait {
			t.debounce.Set(resolver.DebounceTime)
		}
	case resolver.Offer:
		t.askAbout(resolver.Pending{Observation: out.Observation, Offered: out.Question})
		t.announcer.retract(out.Observation.Audience()) // the offer takes the place of a refusal
		t.announcer.sound(scene.CueAsk)
	case resolver.Refuse:
		t.announcer.refuse(out.Refusals)
		if out.Question != nil {
			t.putAside(out.Observation)
			t.askAbout(resolver.Pending{Observation: out.Observation, Offered: out.Question})
		}
	}
}

// askAbout begins a gesture: it is asked what is meant.
func (t *Table) askAbout(p resolver.Pending) {
	t.gestures++
	t.gesture = &gesture{t.gestures, p}
}

// perform makes the moves for which an observation stands. If they cannot be written the gesture stays, to be tried again.
func (t *Table) perform(out resolver.Outcome) {
	source := out.Observation.Source
	if out.CaughtUp {
		source = sourceCatchUp
	}
	if err := t.commit(out.Undo, out.Moves, source); err != nil {
		t.refuseMoves(out, err)
		return
	}
	t.leftovers = leftovers{out.Leftovers, out.Moves[len(out.Moves)-1].Seat, t.now.Add(out.LeftoverTime)}
	t.gesture = nil
	t.announcer.announceMove(t.game)
}

// confirm makes the gesture under way a move without anything further, if it can be one.
func (t *Table) confirm(source string) {
	t.apply(t.situation().Confirm(t.underWay(), source))
}

// answerGesture takes an answer that a seat gives to the question about the gesture under way.
func (t *Table) answerGesture(a resolver.Answer, seat engine.Seat, source string) {
	t.apply(t.situation().Answer(&t.gesture.Pending, a, seat, source, t.now))
}

// debounced is called when nothing has come within the debounce window: what was laid is all that was meant, if it is a move.
func (t *Table) debounced() {
	t.debounce.Stop()
	if len(t.inbox) > 0 { // it may have come in time
		t.debounce.Set(resolver.DebounceTime)
		return
	}
	if t.gesture == nil {
		return
	}
	if out := t.situation().Debounced(&t.gesture.Pending); out.Kind != resolver.Ignore {
		t.apply(out)
		t.show()
	}
}

// settles drops the gestures that a move answers which is about to be made.
func (t *Table) settles(m engine.Move) {
	var asked []*resolver.Pending
	for _, q := range t.askedAbout() {
		asked = append(asked, &q.Pending)
	}
	for _, p := range resolver.Settled(t.game.History.State(), m, asked) {
		t.dismiss(p)
	}
}

// dismiss drops a gesture, wherever it is.
func (t *Table) dismiss(p *resolver.Pending) {
	if t.underWay() == p {
		t.gesture = nil
	}
	t.keepWaiting(func(other *gesture) bool { return &other.Pending != p })
}

// lookAgain is called when moves were made or taken back while gestures were under way or waited. Their readings that are still
// legal are asked about. A gesture that has lost all of them is dropped.
func (t *Table) lookAgain() {
	if t.gesture != nil && !t.gesture.IsOpen() {
		t.gesture = nil
	}
	for _, q := range t.askedAbout() {
		if t.situation().Refresh(&q.Pending) {
			continue
		}
		if len(q.Fits) == 0 {
			t.dismiss(&q.Pending)
			continue
		}
		t.gestures++
		q.id = t.gestures
	}
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
