package companion

import (
	"slices"

	"familiar/companion/resolver"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// rescan shows once more what was laid last and still lies there, as if it were laid now.
func (ref *referee) rescan(s resolver.Observation) {
	seat := ref.whose(s)
	r, id, ok := ref.laidLast(seat)
	if !ok {
		why := lang.T("nothing lies on a reader: put the card you mean on one")
		if seat != engine.Nobody {
			why = lang.T("nothing lies on the reader of {1}, or on a shared one: put the card you mean on one", ref.game.Who(seat))
		}
		ref.announcer.refuseText(why, s.Audience())
		return
	}
	ref.intake.leftovers = leftovers{}
	ref.sees(r, id)
}

// whose is the seat for which something is said: the one that says it, or else the one that is awaited.
func (ref *referee) whose(s resolver.Observation) engine.Seat {
	return s.Maker(ref.game.History.State().Status().Ask.Seat)
}

// laidLast is what was laid last of that which lies on the readers of a seat, or else on those of nobody; for the table on those, or else on
// any.
func (ref *referee) laidLast(seat engine.Seat) (Reader, tags.UID, bool) {
	own := func(r Reader) bool { return r.Seat == int(seat)+1 }
	nobodys := func(r Reader) bool { return r.Seat == 0 }
	if seat == engine.Nobody {
		return ref.laidLastOn(nobodys, func(Reader) bool { return true })
	}
	return ref.laidLastOn(own, nobodys)
}

// laidLastOn looks on some readers, and on others if nothing lies there. Tags of commands are no cards.
func (ref *referee) laidLastOn(tries ...func(Reader) bool) (Reader, tags.UID, bool) {
	for _, on := range tries {
		for _, l := range slices.Backward(ref.intake.lying) {
			r, _ := ref.wiring.reader(l.Reader) // it has seen the tag
			id := tags.UID(l.UID)
			if word, _ := ref.tags.list.Word(boxOf(ref.game), id); on(r) && !isCommand(word) {
				return r, id, true
			}
		}
	}
	return Reader{}, "", false
}
