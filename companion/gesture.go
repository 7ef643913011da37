package companion

import (
	"slices"
	"strings"
	"time"

	"familiar/engine"
)

// gesture is what was shown and is not yet a move, with the question that parts its readings.
type gesture struct {
	id      int
	shown   shown
	since   time.Time
	at      string
	kind    string
	text    string
	answers []answer
	fits    []engine.Move // its readings
}

// gestureLasts is how long a gesture waits for its next card. Its question can still be answered afterwards, but a card that is
// shown then begins a gesture of its own.
const gestureLasts = 2 * time.Minute

func (t *Table) newGesture(s shown, at, kind string) *gesture {
	t.gestures++
	return &gesture{id: t.gestures, shown: s, since: time.Now(), at: at, kind: kind}
}

// open tells whether more can be shown to a gesture.
func (q *gesture) open() bool { return q != nil && (q.kind == "ask" || q.kind == "wait") }

// laid tells whether it is asked what a card is that lies open on a reader.
func (q *gesture) laid(c *engine.Catalog) bool {
	return q.open() && !q.shown.secret && slices.ContainsFunc(q.shown.names, func(n engine.Name) bool { return c.Sort(n)&engine.SortCard != 0 })
}

// mayKnow tells whether a seat may know what was shown.
func (q *gesture) mayKnow(seat engine.Seat) bool { return !q.shown.secret || q.shown.seat == seat }

// understand takes what was shown: together with the gesture under way if that has a reading, else by itself. A player's name
// may be a part of the move, or else say who makes it.
func (t *Table) understand(s shown, at, via string) {
	g := t.game
	tries := []shown{s, s.actor(g.catalog)}
	if t.gesture.open() && time.Since(t.gesture.since) < gestureLasts {
		before := t.gesture.shown
		tries = slices.Insert(tries, 0,
			before.and(s, g.hold), before.and(s.actor(g.catalog), g.hold), before.actor(g.catalog).and(s, g.hold))
	}
	for _, try := range tries {
		if fits := try.readings(g.history.State(), g.hold); len(fits) > 0 || try.awaitsHand(g.hold) {
			t.read(try, fits, at, via)
			return
		}
	}
	t.misfit(s, at)
}

// read plays what was shown if it leaves no doubt, and otherwise asks.
func (t *Table) read(s shown, fits []engine.Move, at, via string) {
	if m, ok := s.play(t.game.catalog, fits); ok {
		if t.perform(s, 0, []engine.Move{m}, via) && strings.HasPrefix(via, viaReader) {
			t.rest, t.restSince = s.unshown(m), time.Now()
		}
		return
	}
	t.gesture = t.question(s, fits, at)
	t.sound(CueAsk)
}

// laidTogether is how long after a move what else it names may still come: what is laid down by one hand is seen one after the other.
// Nobody answers the next question as fast as that.
const laidTogether = 400 * time.Millisecond

// belongs tells whether a name is that of a part of the last move, laid together with the part by which the move was understood.
func (t *Table) belongs(n engine.Name) bool {
	i := slices.Index(t.rest, n)
	if i < 0 || time.Since(t.restSince) > laidTogether {
		return false
	}
	t.rest = slices.Delete(t.rest, i, i+1)
	return true
}

// perform makes the moves for which a gesture stands. If they cannot be made the gesture stays, to be tried again.
func (t *Table) perform(s shown, undo int, moves []engine.Move, via string) (made bool) {
	if r := t.make(undo, moves, via); r != nil {
		t.refuse(r, s.audience())
		return false
	}
	t.gesture = nil
	t.verdictOK()
	return true
}

// confirm makes the one reading of the gesture under way that needs nothing further.
func (t *Table) confirm(via string) {
	q := t.gesture
	if q == nil || !q.open() && len(q.answers) == 0 {
		t.refuseText("There is nothing to confirm.", engine.Stranger)
		return
	}
	if q.open() {
		g := t.game
		if m, ok := q.shown.confirmed(g.catalog, q.shown.readings(g.history.State(), g.hold)); ok {
			t.perform(q.shown, 0, []engine.Move{m}, via)
			return
		}
	}
	if len(q.answers) == 1 {
		t.answerGesture(0, via)
		return
	}
	t.refuseText("That can still mean several things: "+q.text, engine.Stranger)
}

// lookAgain is called when moves were made while a gesture was under way. One of its readings settles it. Otherwise those that are
// still legal are asked about, and it is dropped when there are none.
func (t *Table) lookAgain(made []engine.Move) {
	q := t.gesture
	if q == nil {
		return
	}
	settled := slices.ContainsFunc(made, func(m engine.Move) bool { return slices.Contains(q.fits, m) })
	legal := q.shown.readings(t.game.history.State(), t.game.hold)
	left := slices.DeleteFunc(slices.Clone(q.fits), func(m engine.Move) bool { return !slices.Contains(legal, m) })
	switch {
	case !q.open() || settled || len(left) == 0 && len(q.fits) > 0:
		t.gesture = nil
	case len(left) < len(q.fits):
		t.gesture = t.question(q.shown, left, q.at)
		t.gesture.since = q.since
	}
}
