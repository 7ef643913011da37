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
	seat := ref.makerOf(s)
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
	ref.observeTag(r, id)
}

// makerOf is the seat for which something is said: the one that says it, or else the one that is awaited.
func (ref *referee) makerOf(s resolver.Observation) engine.Seat {
	return s.Maker(ref.game.History.State().Status().Ask.Seat)
}

// laidLast returns the card that was put last on a reader of a seat, or else on a shared reader; for nobody on a shared reader, or else on any. Tags of
// commands are no cards.
func (ref *referee) laidLast(seat engine.Seat) (Reader, tags.UID, bool) {
	own := func(r Reader) bool { return r.Seat == int(seat)+1 }
	shared := func(r Reader) bool { return r.Seat == 0 }
	tries := []func(Reader) bool{own, shared}
	if seat == engine.Nobody {
		tries = []func(Reader) bool{shared, func(Reader) bool { return true }}
	}
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
