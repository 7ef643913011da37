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

// forms returns the signatures of all moves.
func forms() []engine.Signature {
	const number, player, unseen, card = engine.ClassNumber, engine.ClassPlayer, engine.ClassUnseen, classIncertus | classPrayer
	var all []engine.Signature
	said := func(verb engine.Name, args ...engine.Class) {
		all = append(all, engine.Signature{Verb: verb, Args: args})
	}
	quiet := func(verb engine.Name, args ...engine.Class) {
		all = append(all, engine.Signature{Verb: verb, Args: args, Cardless: true})
	}
	amend := func(key string, args ...engine.Class) {
		all = append(all, engine.Signature{Verb: verbAmend, Args: args, ByNobody: true, Key: key})
	}

	said(verbColour, classColour)
	all = append(all, engine.Signature{Verb: verbPlacement, Args: []engine.Class{classPlacement}, ByNobody: true})
	said(verbDraft, classShape)
	said(verbPlace, classBridge, classCell, classOrientation)
	said(verbSwap, classExchange)
	said(verbDiscard, card)
	quiet(verbDraw, classDeck)
	quiet(verbDraw, classDeck, unseen)
	said(verbDraw, classDeck, card)
	said(verbPlay, card)
	said(verbAs, classAs)
	said(verbPiece, classBridge)
	said(verbTurn, classCell, number)
	said(verbSlide, classDirection)
	quiet(verbDone)
	said(verbSpend, number)
	said(verbPush, player, classCell)
	said(verbGargoyle, classCell)
	said(verbStep, classCell)
	said(verbLay, classCell, classOrientation)
	said(verbLeap, classCell)
	said(verbShift, classBridge, classDirection)
	said(verbSpin, classBridge, classCell, number)
	said(verbWalk, classCell)
	quiet(verbRest)
	said(verbFree, classFreeWalk, classCell)
	said(verbFree, classFreeSlide, classBridge, classDirection)
	said(verbFree, classFreeTurn, classBridge, classCell, number)
	said(verbPray, player)
	var held []engine.Class
	for range engine.MaxArgs {
		held = append(held, card)
		said(verbHold, held...)
	}
	amend(amendCount, classCount, number)
	amend(amendAcolyte, classAt, classCell|classStart)
	amend(amendGargoyle, classGargoyle, classCell|classHome)
	amend(amendBook, classBook, classCell|classTaken)
	amend(amendBridge, classLaid, classCell, classOrientation)
	amend(amendGone, classLaid, classOut)
	amend(amendIncertus, classIncertus, classPile|classDiscard|classHand, classDiscard|classHand)
	amend(amendPrayer, classPrayer, classPrayerPile|classPrayersOut|classHand, classPrayersOut|classHand)
	amend(amendUnseen, unseen, classPile|classHand, classHand)
	amend(amendUnseen, unseen, classPrayerPile, classHand)
	return all
}
