package sator

import "familiar/engine"

// The keys of the forms of `amend`.
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

// forms are the shapes of all moves.
func forms() []engine.Form {
	const number, player, unseen, card = engine.SortNumber, engine.SortPlayer, engine.SortUnseen, sortIncertus | sortPrayer
	var all []engine.Form
	said := func(verb engine.Name, args ...engine.Sort) { all = append(all, engine.Form{Verb: verb, Args: args}) }
	quiet := func(verb engine.Name, args ...engine.Sort) {
		all = append(all, engine.Form{Verb: verb, Args: args, Quiet: true})
	}
	amend := func(key string, args ...engine.Sort) {
		all = append(all, engine.Form{Verb: verbAmend, Args: args, ByTable: true, Key: key})
	}

	said(verbColour, sortColour)
	all = append(all, engine.Form{Verb: verbPlacement, Args: []engine.Sort{sortPlacement}, ByTable: true})
	said(verbDraft, sortShape)
	said(verbPlace, sortBridge, sortCell, sortOrientation)
	said(verbSwap, sortExchange)
	said(verbDiscard, card)
	quiet(verbDraw, sortDeck)
	quiet(verbDraw, sortDeck, unseen)
	said(verbDraw, sortDeck, card)
	said(verbPlay, card)
	said(verbAs, sortAs)
	said(verbPiece, sortBridge)
	said(verbTurn, sortCell, number)
	said(verbSlide, sortDirection)
	quiet(verbDone)
	said(verbSpend, number)
	said(verbPush, player, sortCell)
	said(verbGargoyle, sortCell)
	said(verbStep, sortCell)
	said(verbLay, sortCell, sortOrientation)
	said(verbLeap, sortCell)
	said(verbShift, sortBridge, sortDirection)
	said(verbSpin, sortBridge, sortCell, number)
	said(verbWalk, sortCell)
	quiet(verbRest)
	said(verbFree, sortFreeWalk, sortCell)
	said(verbFree, sortFreeSlide, sortBridge, sortDirection)
	said(verbFree, sortFreeTurn, sortBridge, sortCell, number)
	said(verbPray, player)
	var held []engine.Sort
	for range engine.MaxArgs {
		held = append(held, card)
		said(verbHold, held...)
	}
	amend(amendCount, sortCount, number)
	amend(amendAcolyte, sortAt, sortCell|sortStart)
	amend(amendGargoyle, sortGargoyle, sortCell|sortHome)
	amend(amendBook, sortBook, sortCell|sortTaken)
	amend(amendBridge, sortLaid, sortCell, sortOrientation)
	amend(amendGone, sortLaid, sortOut)
	amend(amendIncertus, sortIncertus, sortPile|sortDiscard|sortHand, sortDiscard|sortHand)
	amend(amendPrayer, sortPrayer, sortPrayerPile|sortPrayersOut|sortHand, sortPrayersOut|sortHand)
	amend(amendUnseen, unseen, sortPile|sortHand, sortHand)
	amend(amendUnseen, unseen, sortPrayerPile, sortHand)
	return all
}
