package sacrilege

import "familiar/engine"

// signatures returns the signatures of all moves. An amend without one of them breaks amend.state.
func signatures() []engine.Signature {
	const (
		card, seat, unseen = engine.ClassCard, engine.ClassPlayer, engine.ClassUnseen
		place, number      = engine.ClassPlace, engine.ClassNumber
	)
	var all engine.Signatures
	all.Player(verbSacrifice, card, seat)
	all.Player(verbInvoke, card)
	all.Cardless(verbDraw)
	all.Cardless(verbDraw, unseen)
	all.Player(verbDraw, card)
	all.Player(verbPurge)
	all.Cardless(verbEnd)
	all.Player(verbPray)
	all.Nobody(verbAmen)
	all.Nobody(verbReveal, card)
	all.Player(verbDrop, card)
	all.Player(verbDiscard, card)
	all.Player(verbGive)
	all.Player(verbGive, unseen)
	all.Player(verbGive, card)
	all.Player(verbChoose, seat|number)
	all.Player(verbMove, card, seat, seat)
	all.Player(verbTake, card, seat)
	all.Player(verbDestroy, card, seat)
	all.Player(verbRaze, seat)
	all.Player(verbSwap, card, seat, card, seat)
	all.Player(verbRaise, card)
	all.Player(verbRaise, card, seat)
	all.Player(verbAccept)
	all.Cardless(verbDone)
	all.Player(verbSkip)
	all.Hold(verbHold, card)
	all.Amend(verbAmend, "card", card, place, place)
	all.Amend(verbAmend, "card", unseen, classHidden, classHidden)
	all.Amend(verbAmend, "count", classCounter, number)
	all.Amend(verbAmend, "turn", classTurn, seat)
	all.Amend(verbAmend, "over", classRitual, classNone)
	all.Amend(verbAmend, "over", classPending, classNone)
	return all
}
