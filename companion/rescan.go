package companion

import (
	"slices"

	"familiar/companion/presence"
	"familiar/companion/resolver"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// rescan observes the card that was put last on a reader once more.
func (ref *referee) rescan(o resolver.Observation) {
	seat := ref.makerOf(o)
	r, id, ok := ref.laidLast(seat)
	if !ok {
		why := lang.T("nothing lies on a reader: put the card you mean on one")
		if seat != engine.Nobody {
			why = lang.T("nothing lies on the reader of {1}, or on a shared one: put the card you mean on one", ref.game.Who(seat))
		}
		ref.announcer.RefuseText(why, o.Audience())
		return
	}
	ref.intake.Leftovers = presence.Leftovers{}
	ref.observeTag(r, id, presence.Arrival{})
}

// makerOf returns the seat of an observation, or else the seat that must answer.
func (ref *referee) makerOf(o resolver.Observation) engine.Seat {
	return o.Maker(ref.game.History.State().Status().Ask.Seat)
}

// laidLast returns the card, not the command, that was put last on a reader of a seat, or else on a shared reader; for nobody on a shared reader,
// or else on any.
func (ref *referee) laidLast(seat engine.Seat) (Reader, tags.UID, bool) {
	own := func(r Reader) bool { return r.Seat == int(seat)+1 }
	shared := func(r Reader) bool { return r.Seat == 0 }
	tries := []func(Reader) bool{own, shared}
	if seat == engine.Nobody {
		tries = []func(Reader) bool{shared, func(Reader) bool { return true }}
	}
	for _, on := range tries {
		for _, l := range slices.Backward(ref.intake.Readers.Seen()) {
			r, _ := ref.wiring.Reader(l.Reader) // it is configured, or its tag would not be there
			id := tags.UID(l.UID)
			if word, _ := ref.tags.list.Word(boxOf(ref.game), id); on(r) && !isCommand(word) {
				return r, id, true
			}
		}
	}
	return Reader{}, "", false
}
