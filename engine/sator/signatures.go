package sator

import "familiar/engine"

// The keys of the signatures of `amend`.
const (
	amendCount    = "count"
	amendAcolyte  = "acolyte"
	amendGargoyle = "gargoyle"
	amendBook     = "book"
	amendBridge   = "bridge"
	amendIncertus = "incertus"
	amendPrayer   = "prayer"
	amendUnseen   = "unseen"
	amendGone     = "gone"
)

// signatures returns the signatures of all moves.
func signatures() []engine.Signature {
	const number, player, unseen, card = engine.ClassNumber, engine.ClassPlayer, engine.ClassUnseen, classIncertus | classPrayer
	var all engine.Signatures

	all.Player(verbColour, classColour)
	all.Nobody(verbPlacement, classPlacement)
	all.Player(verbDraft, classShape)
	all.Player(verbPlace, classBridge, classCell, classOrientation)
	all.Player(verbSwap, classSwap)
	all.Player(verbDiscard, card)
	all.Cardless(verbDraw, classDeck)
	all.Cardless(verbDraw, classDeck, unseen)
	all.Player(verbDraw, classDeck, card)
	all.Player(verbPlay, card)
	all.Player(verbAs, classAs)
	all.Player(verbPiece, classBridge)
	all.Player(verbTurn, classCell, number)
	all.Player(verbSlide, classDirection)
	all.Cardless(verbDone)
	all.Player(verbSpend, number)
	all.Player(verbPush, player, classCell)
	all.Player(verbGargoyle, classCell)
	all.Player(verbStep, classCell)
	all.Player(verbLay, classCell, classOrientation)
	all.Player(verbLeap, classCell)
	all.Player(verbShift, classBridge, classDirection)
	all.Player(verbSpin, classBridge, classCell, number)
	all.Player(verbWalk, classCell)
	all.Cardless(verbRest)
	all.Player(verbFree, classFreeWalk, classCell)
	all.Player(verbFree, classFreeSlide, classBridge, classDirection)
	all.Player(verbFree, classFreeTurn, classBridge, classCell, number)
	all.Player(verbPray, player)
	all.Hold(verbHold, card)
	all.Amend(verbAmend, amendCount, classCount, number)
	all.Amend(verbAmend, amendAcolyte, classAt, classCell|classStart)
	all.Amend(verbAmend, amendGargoyle, classGargoyle, classCell|classHome)
	all.Amend(verbAmend, amendBook, classBook, classCell|classTaken)
	all.Amend(verbAmend, amendBridge, classLaid, classCell, classOrientation)
	all.Amend(verbAmend, amendGone, classLaid, classOut)
	all.Amend(verbAmend, amendIncertus, classIncertus, classPile|classDiscard|classHand, classDiscard|classHand)
	all.Amend(verbAmend, amendPrayer, classPrayer, classPrayerPile|classPrayersOut|classHand, classPrayersOut|classHand)
	all.Amend(verbAmend, amendUnseen, unseen, classPile|classHand, classHand)
	all.Amend(verbAmend, amendUnseen, unseen, classPrayerPile, classHand)
	return all
}
