package companion

import (
	"slices"

	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// lying is a tag that lies on a reader.
type lying struct {
	reader Reader
	tag    tags.UID
}

// tagPresent takes a tag that lies in the field of a reader.
func (t *Table) tagPresent(reader, uid string) (r Reader, id tags.UID, ok bool) {
	i := slices.IndexFunc(t.opt.Readers, func(r Reader) bool { return r.Name == reader })
	if i < 0 {
		t.log.Warn("a reader that is not configured saw a tag", "reader", reader)
		return r, id, false
	}
	r = t.opt.Readers[i]
	id, err := tags.ParseUID(uid)
	if err != nil {
		t.log.Warn("a reader saw something that is no tag", "reader", reader)
		t.refuseText(lang.T("that could not be read as a tag: show it again"), Everyone)
		return r, id, false
	}
	t.tagLeft(reader, uid)
	t.lying = append(t.lying, lying{r, id})
	return r, id, true
}

// tagLeft takes a tag that left the field of a reader.
func (t *Table) tagLeft(reader, uid string) {
	if id, err := tags.ParseUID(uid); err == nil {
		t.lying = slices.DeleteFunc(t.lying, func(l lying) bool { return l.reader.Name == reader && l.tag == id })
		t.keepWaiting(func(q *gesture) bool { return t.lies(q.observed) })
	}
}

// rescan shows once more what was laid last and still lies there, as if it were laid now.
func (t *Table) rescan(s observation) {
	seat := t.whose(s)
	r, id, ok := t.laidLast(seat)
	if !ok {
		why := lang.T("nothing lies on a reader: put the card you mean on one")
		if seat != engine.Nobody {
			why = lang.T("nothing lies on the reader of {1}, or on a shared one: put the card you mean on one", t.game.who(seat))
		}
		t.refuseText(why, s.audience())
		return
	}
	t.leftovers = leftovers{}
	t.sees(r, id)
}

// whose is the seat for which something is said: the one that says it, or else the one that is awaited.
func (t *Table) whose(s observation) engine.Seat {
	return known(known(s.seat, s.by), t.game.history.State().Status().Ask.Seat)
}

// laidLast is what was laid last of that which lies on the readers of a seat, or else on those of nobody; for the table on those, or else on
// any.
func (t *Table) laidLast(seat engine.Seat) (Reader, tags.UID, bool) {
	own := func(r Reader) bool { return r.Seat == int(seat)+1 }
	nobodys := func(r Reader) bool { return r.Seat == 0 }
	if seat == engine.Nobody {
		return t.laidLastOn(nobodys, func(Reader) bool { return true })
	}
	return t.laidLastOn(own, nobodys)
}

// laidLastOn looks on some readers, and on others if nothing lies there. Tags of commands are no cards.
func (t *Table) laidLastOn(tries ...func(Reader) bool) (Reader, tags.UID, bool) {
	for _, on := range tries {
		for _, l := range slices.Backward(t.lying) {
			if word, _ := t.tags.Word(t.box(), l.tag); on(l.reader) && !isCommand(word) {
				return l.reader, l.tag, true
			}
		}
	}
	return Reader{}, "", false
}

// asOften is a move that answers a question, as often as the question wants it and it can be made, at most so many times.
func (g *game) asOften(m engine.Move, most int) []engine.Move {
	moves := []engine.Move{m}
	state := g.history.State().Clone()
	for ask := state.Status().Ask; len(moves) < most && state.Play(m).OK(); {
		now := state.Status().Ask
		if !now.Once(ask) || !state.Check(m).OK() {
			break
		}
		moves, ask = append(moves, m), now
	}
	return moves
}

// mostTimes is how often a move can be made in one gesture.
const mostTimes = 99
