package companion

import (
	"slices"
	"time"

	"familiar/engine"
)

// debounceTime is the debounce window in which tags count as one gesture. Cards that are put down together are detected one after another; no person
// answers a question this fast.
const debounceTime = 400 * time.Millisecond

// debounced is called when nothing came for a moment after cards that were laid together: they are all that was meant, if that is a move.
func (t *Table) debounced() {
	t.debounce.stop()
	if len(t.inbox) > 0 { // it may have come in time
		t.debounce.set(debounceTime)
		return
	}
	if q := t.gesture; q.open() {
		if m, ok := q.observed.confirmed(t.game.catalog, q.fits); ok {
			t.perform(q.observed, 0, []engine.Move{m}, q.source)
			t.show()
		}
	}
}

// leftovers is the cards that the last move named and no reader has seen. If they show up shortly after it they belong to that move, and are not read as a
// new one. After an answer to a question only cards count: a tag that stands for several things may well be laid for the next question.
type leftovers struct {
	names []engine.Name
	seat  engine.Seat
	until time.Time
}

// cards are the cards among some names, as far as a tag moves with each.
func (g *game) cards(names []engine.Name) []engine.Name {
	return slices.DeleteFunc(names, func(n engine.Name) bool { return g.catalog.Class(n)&engine.ClassCard == 0 || g.token(n) })
}

// takes reports whether a name that was shown is the rest of the last move.
func (r *leftovers) takes(n engine.Name, by engine.Seat, now time.Time) bool {
	i := slices.Index(r.names, n)
	if i < 0 || now.After(r.until) || by != engine.NoSeat && by != r.seat {
		return false
	}
	r.names = slices.Delete(r.names, i, i+1)
	return true
}
