package companion

import (
	"slices"
	"strings"
	"time"

	"familiar/engine"
)

// gesture is what was shown and is not yet a move.
type gesture struct {
	id    int
	shown shown
	since time.Time
	seen  time.Time // when the last of it was shown
	at    string
	via   string
	kind  string // "ask": its readings are asked about; "catch-up", "replace", "unknown"
	fits  []engine.Move
	fixed question // of the other kinds: the same for everybody
}

// gestureLasts is how long a gesture waits for its next card. Its question can still be answered afterwards, but a card that is
// shown then begins a gesture of its own.
const gestureLasts = 2 * time.Minute

func (t *Table) newGesture(s shown, at, via, kind string) *gesture {
	t.gestures++
	return &gesture{id: t.gestures, shown: s, since: time.Now(), seen: t.now, at: at, via: via, kind: kind}
}

// open tells whether more can be shown to a gesture.
func (q *gesture) open() bool { return q != nil && q.kind == "ask" }

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
	together := 0 // so many of them go on from the gesture under way
	if t.gesture.open() && time.Since(t.gesture.since) < gestureLasts {
		before := t.gesture.shown
		tries = slices.Insert(tries, 0,
			before.and(s, g.hold), before.and(s.actor(g.catalog), g.hold), before.actor(g.catalog).and(s, g.hold))
		together = 3
	}
	for i, try := range tries {
		if fits := t.readings(try); len(fits) > 0 || try.awaitsHand(g.hold) {
			quick := i < together && via == t.gesture.via && strings.HasPrefix(via, viaReader) && t.now.Sub(t.gesture.seen) <= laidTogether
			if !t.read(try, fits, at, via) && quick {
				t.lull.set(laidTogether)
			}
			return
		}
	}
	t.misfit(s, at, via)
}

// read plays what was shown if it leaves no doubt, and otherwise asks.
func (t *Table) read(s shown, fits []engine.Move, at, via string) (played bool) {
	if m, ok := t.plain(s, fits); ok {
		moves := []engine.Move{m}
		if s.all && quiet(t.game.catalog, m) {
			moves = t.game.asOften(m, mostTimes)
		}
		if t.perform(s, 0, moves, via) && strings.HasPrefix(via, viaReader) {
			t.rest = rest{s.unshown(m), m.Seat, t.now.Add(laidTogether)}
		}
		return true
	}
	t.gesture = t.newGesture(s, at, via, "ask")
	t.gesture.fits = fits
	t.lull.stop()
	t.sound(CueAsk)
	return false
}

// perform makes the moves for which a gesture stands. If they cannot be made the gesture stays, to be tried again.
func (t *Table) perform(s shown, undo int, moves []engine.Move, via string) (made bool) {
	if r := t.make(undo, moves, via); r != nil {
		t.refuse(r, s)
		return false
	}
	last := moves[len(moves)-1]
	t.rest = rest{t.game.cards(s.unshown(last)), last.Seat, t.now.Add(gestureLasts)}
	t.gesture = nil
	t.verdictOK()
	return true
}

// confirm makes what the gesture under way can be without anything further.
func (t *Table) confirm(via string) {
	q := t.gesture
	if q == nil || !q.open() && len(q.fixed.answers) == 0 {
		t.refuseText("There is nothing to confirm.", engine.Stranger)
		return
	}
	if a, ok := t.confirmed(q); ok {
		t.perform(q.shown, a.undo, a.moves, via)
		return
	}
	t.refuseText("That can still mean several things: "+t.questionTo(q, q.shown.viewer()).text, engine.Stranger)
}

// confirmed is the one answer that confirming gives: the one reading that needs nothing further, or else the only one.
func (t *Table) confirmed(q *gesture) (answer, bool) {
	if q.open() {
		if m, ok := q.shown.confirmed(t.game.catalog, q.fits); ok {
			return t.whole(m), true
		}
	}
	answers := t.questionTo(q, q.shown.viewer()).answers
	if len(answers) != 1 || answers[0].narrow != nil {
		return answer{}, false
	}
	return answers[0], true
}

// settles drops the gesture under way if a move that is about to be made is one of its readings, as far as whoever sees it may know.
func (t *Table) settles(m engine.Move) {
	if t.gesture == nil {
		return
	}
	told, ok := t.game.history.State().Told(m, t.gesture.shown.viewer())
	if ok && slices.Contains(t.gesture.fits, told) {
		t.gesture = nil
	}
}

// lookAgain is called when moves were made while a gesture was under way. Those of its readings that are still legal are asked about, and it
// is dropped when there are none.
func (t *Table) lookAgain() {
	q := t.gesture
	if q == nil {
		return
	}
	legal := t.readings(q.shown)
	left := slices.DeleteFunc(slices.Clone(q.fits), func(m engine.Move) bool { return !slices.Contains(legal, m) })
	switch {
	case !q.open() || len(left) == 0 && len(q.fits) > 0:
		t.gesture = nil
	case len(left) < len(q.fits):
		again := *q
		t.gestures++
		again.id, again.fits = t.gestures, left
		t.gesture = &again
	}
}
