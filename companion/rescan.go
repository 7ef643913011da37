package companion

import (
	"slices"

	"familiar/companion/resolver"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// tagPresent takes a tag that lies in the field of a reader.
func (t *Table) tagPresent(reader, uid string) (r Reader, id tags.UID, ok bool) {
	if r, ok = t.wiring.reader(reader); !ok {
		t.log.Warn("a reader that is not configured saw a tag", "reader", reader)
		return r, id, false
	}
	id, err := tags.ParseUID(uid)
	if err != nil {
		t.log.Warn("a reader saw something that is no tag", "reader", reader)
		t.announcer.refuseText(lang.T("that could not be read as a tag: show it again"), resolver.Everyone)
		return r, id, false
	}
	t.intake.lay(resolver.Tag{Reader: reader, UID: string(id)})
	return r, id, true
}

// tagLeft takes a tag that left the field of a reader.
func (t *Table) tagLeft(reader, uid string) {
	if id, err := tags.ParseUID(uid); err == nil {
		t.intake.lift(resolver.Tag{Reader: reader, UID: string(id)})
	}
}

// rescan shows once more what was laid last and still lies there, as if it were laid now.
func (t *Table) rescan(s resolver.Observation) {
	seat := t.whose(s)
	r, id, ok := t.laidLast(seat)
	if !ok {
		why := lang.T("nothing lies on a reader: put the card you mean on one")
		if seat != engine.Nobody {
			why = lang.T("nothing lies on the reader of {1}, or on a shared one: put the card you mean on one", t.game.Who(seat))
		}
		t.announcer.refuseText(why, s.Audience())
		return
	}
	t.intake.leftovers = leftovers{}
	t.sees(r, id)
}

// whose is the seat for which something is said: the one that says it, or else the one that is awaited.
func (t *Table) whose(s resolver.Observation) engine.Seat {
	return s.Maker(t.game.History.State().Status().Ask.Seat)
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
		for _, l := range slices.Backward(t.intake.lying) {
			r, _ := t.wiring.reader(l.Reader) // it has seen the tag
			id := tags.UID(l.UID)
			if word, _ := t.tags.Word(t.box(), id); on(r) && !isCommand(word) {
				return r, id, true
			}
		}
	}
	return Reader{}, "", false
}
