package companion

import (
	"slices"
	"time"

	"familiar/engine"
)

// laidTogether is how long after a card what else is laid down with it may still come: what one hand lays down is seen one after the other.
// Nobody answers the next question as fast as that.
const laidTogether = 400 * time.Millisecond

// allLaid is called when nothing came for a moment after cards that were laid together: they are all that was meant, if that is a move.
func (t *Table) allLaid() {
	t.lull.stop()
	if len(t.inbox) > 0 { // it may have come in time
		t.lull.set(laidTogether)
		return
	}
	if q := t.gesture; q.open() {
		if m, ok := q.shown.confirmed(t.game.catalog, q.fits); ok {
			t.perform(q.shown, 0, []engine.Move{m}, q.via)
			t.show()
		}
	}
}

// rest is what the last move names and nobody has laid. It may still come, and is no part of another move then. After an answer that goes for
// its cards alone: what stands for more than one thing may well be laid for the next question.
type rest struct {
	names []engine.Name
	seat  engine.Seat
	until time.Time
}

// cards are the cards among some names, as far as a tag moves with each.
func (g *game) cards(names []engine.Name) []engine.Name {
	return slices.DeleteFunc(names, func(n engine.Name) bool { return g.catalog.Sort(n)&engine.SortCard == 0 || g.token(n) })
}

// takes reports whether a name that was shown is the rest of the last move.
func (r *rest) takes(n engine.Name, by engine.Seat, now time.Time) bool {
	i := slices.Index(r.names, n)
	if i < 0 || now.After(r.until) || by != engine.Stranger && by != r.seat {
		return false
	}
	r.names = slices.Delete(r.names, i, i+1)
	return true
}
