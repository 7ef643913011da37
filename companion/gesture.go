package companion

import (
	"slices"
	"strings"
	"time"

	"familiar/engine"
	"familiar/engine/lang"
)

// gesture is what was shown and is not yet a move.
type gesture struct {
	id       int
	observed observation
	since    time.Time
	seen     time.Time // when the last of it was shown
	at       string    // the device at which it was shown
	source   string
	kind     string // "ask": its readings are asked about; "catch-up", "replace", "unknown"
	fits     []engine.Move
	asked    *question // about all that fits, once somebody was asked
	fixed    question  // of the other kinds: the same for everybody
}

// gestureLasts is how long a gesture waits for its next card. Its question can still be answered afterwards, but a card that is
// shown then begins a gesture of its own.
const gestureLasts = 2 * time.Minute

func (t *Table) newGesture(s observation, at, source, kind string) *gesture {
	t.gestures++
	return &gesture{id: t.gestures, observed: s, since: time.Now(), seen: t.now, at: at, source: source, kind: kind}
}

// open reports whether more can be shown to a gesture.
func (q *gesture) open() bool { return q != nil && q.kind == "ask" }

// laid reports whether it is asked what a card is that lies open on a reader.
func (q *gesture) laid(c *engine.Catalog) bool {
	return q.open() && !q.observed.secret && slices.ContainsFunc(q.observed.names, func(n engine.Name) bool { return c.Class(n)&engine.ClassCard != 0 })
}

// mayKnow reports whether a viewer may know what was shown.
func (q *gesture) mayKnow(viewer engine.Seat) bool { return q.observed.audience().has(viewer) }

// interpretation is what something that was shown can mean.
type interpretation struct {
	observation
	fits []engine.Move
	with *gesture // from which it goes on; nil: it stands by itself
}

// understand takes what was shown: together with the gesture under way if that has a reading, else by itself.
func (t *Table) understand(s observation, at, source string) {
	m, ok := t.interpret(s)
	switch {
	case !ok:
		t.noMatch(s, at, source)
		return
	case m.with == nil:
		t.putAside(s)
	case m.with != t.gesture:
		t.bringUp(m.with)
	}
	quick := m.with != nil && source == m.with.source && strings.HasPrefix(source, sourceReader) && t.now.Sub(m.with.seen) <= debounceTime
	if !t.read(m.observation, m.fits, at, source) && quick {
		t.debounce.set(debounceTime)
	}
}

// interpret finds what something means that is shown now. What is said, and not laid, may go on from the one gesture that waits for it, too, if
// everybody knows of that.
func (t *Table) interpret(s observation) (interpretation, bool) {
	if m, ok := t.goingOn(t.gesture, s); ok {
		return m, true
	}
	if len(s.tags) == 0 {
		var some []interpretation
		for _, q := range t.waiting {
			if m, ok := t.goingOn(q, s); ok && !q.observed.secret {
				some = append(some, m)
			}
		}
		if len(some) == 1 {
			return some[0], true
		}
	}
	return t.firstInterpretation(nil, s, s.actor(t.game.catalog))
}

// goingOn finds what something means together with a gesture. A player's name may be a part of the move, or else say who makes it.
func (t *Table) goingOn(q *gesture, s observation) (interpretation, bool) {
	if !q.open() {
		return interpretation{}, false
	}
	// What lies there is asked about as long as it does: that is answered, too.
	if answers := len(s.tags) == 0 && t.lies(q.observed); time.Since(q.since) >= gestureLasts && !answers {
		return interpretation{}, false
	}
	c, hold, before := t.game.catalog, t.game.hold, q.observed
	return t.firstInterpretation(q, before.and(s, hold), before.and(s.actor(c), hold), before.actor(c).and(s, hold))
}

// firstInterpretation is the first of some ways to put it together that means anything.
func (t *Table) firstInterpretation(with *gesture, tries ...observation) (interpretation, bool) {
	for _, try := range tries {
		if fits := t.readings(try); len(fits) > 0 || try.awaitsHand(t.game.hold) {
			return interpretation{try, fits, with}, true
		}
	}
	return interpretation{}, false
}

// read plays what was shown if it leaves no doubt, and otherwise asks.
func (t *Table) read(s observation, fits []engine.Move, at, source string) (played bool) {
	if m, ok := t.unambiguous(s, fits); ok {
		moves := []engine.Move{m}
		if s.all && cardless(t.game.catalog, m) {
			moves = t.game.asOften(m, mostTimes)
		}
		if t.perform(s, 0, moves, source) && strings.HasPrefix(source, sourceReader) {
			t.leftovers = leftovers{s.unshown(m), m.Seat, t.now.Add(debounceTime)}
		}
		return true
	}
	t.gesture = t.newGesture(s, at, source, "ask")
	t.gesture.fits = fits
	t.debounce.stop()
	t.sound(CueAsk)
	return false
}

// perform makes the moves for which a gesture stands. If they cannot be made the gesture stays, to be tried again.
func (t *Table) perform(s observation, undo int, moves []engine.Move, source string) (made bool) {
	if r := t.make(undo, moves, source); r != nil {
		t.refuse(r, s)
		return false
	}
	last := moves[len(moves)-1]
	t.leftovers = leftovers{t.game.cards(s.unshown(last)), last.Seat, t.now.Add(gestureLasts)}
	t.gesture = nil
	t.verdictOK()
	return true
}

// confirm makes what the gesture under way can be without anything further.
func (t *Table) confirm(source string) {
	q := t.gesture
	if q == nil || !q.open() && len(q.fixed.answers) == 0 {
		t.refuseText(lang.T("there is nothing to confirm"), Everyone)
		return
	}
	if a, ok := t.confirmed(q); ok {
		t.perform(q.observed, a.undo, a.moves, source)
		return
	}
	to := q.observed.audience()
	t.announce(verdict{words: lang.T("That can still mean several things: {1}", t.questionTo(q, to.viewer()).text)}, to)
	t.sound(CueRefuse)
}

// confirmed is the one answer that confirming gives: the one reading that needs nothing further, or else the only one.
func (t *Table) confirmed(q *gesture) (answer, bool) {
	if q.open() {
		if m, ok := q.observed.confirmed(t.game.catalog, q.fits); ok {
			return t.whole(m), true
		}
	}
	answers := t.questionTo(q, q.observed.audience().viewer()).answers
	if len(answers) != 1 || answers[0].narrow != nil {
		return answer{}, false
	}
	return answers[0], true
}

// settles drops the gestures of which a move that is about to be made is a reading, as far as whoever sees them may know. Of several that show
// the same it drops as many as the move names.
func (t *Table) settles(m engine.Move) {
	state, left := t.game.history.State(), m.Args[:]
	for _, q := range t.askedAbout() {
		told, ok := state.Redacted(m, q.observed.audience().viewer())
		if !ok || !slices.Contains(q.fits, told) {
			continue
		}
		if rest, ok := without(left, q.observed.names); ok {
			left = rest
			t.dismiss(q)
		}
	}
}

// without takes names out of others, and reports whether all of them were there.
func without(names, taken []engine.Name) (left []engine.Name, all bool) {
	left, all = slices.Clone(names), true
	for _, n := range taken {
		i := slices.Index(left, n)
		if i < 0 {
			all = false
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	return left, all
}

// dismiss drops a gesture, wherever it is.
func (t *Table) dismiss(q *gesture) {
	if t.gesture == q {
		t.gesture = nil
	}
	t.keepWaiting(func(other *gesture) bool { return other != q })
}

// lookAgain is called when moves were made or taken back while gestures were under way or waited. Those of their readings that are still
// legal are asked about, and one that has none is dropped.
func (t *Table) lookAgain() {
	if !t.gesture.open() {
		t.gesture = nil
	}
	for _, q := range t.askedAbout() {
		legal := make(map[engine.Move]bool)
		for _, m := range t.readings(q.observed) {
			legal[m] = true
		}
		left, _ := parted(q.fits, func(m engine.Move) bool { return legal[m] })
		switch {
		case len(left) == 0 && len(q.fits) > 0:
			t.dismiss(q)
		case len(left) < len(q.fits):
			t.gestures++
			q.id, q.fits, q.asked = t.gestures, left, nil
		}
	}
}
