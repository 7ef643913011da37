package oracle

import "familiar/engine"

// The keys of the signatures of `amend`.
const (
	amendCount  = "count"
	amendFigure = "figure"
	amendRow    = "row"
	amendStaff  = "staff"
	amendRune   = "rune"
	amendFace   = "face"
	amendLine   = "line"
	amendCell   = "cell"
	amendCard   = "card"
	amendUnseen = "unseen"
)

// forms returns the signatures of all moves.
func forms() []engine.Signature {
	const number, player = engine.ClassNumber, engine.ClassPlayer
	var all []engine.Signature
	table := func(verb engine.Name, args ...engine.Class) {
		all = append(all, engine.Signature{Verb: verb, Args: args, ByNobody: true})
	}
	said := func(verb engine.Name, args ...engine.Class) {
		all = append(all, engine.Signature{Verb: verb, Args: args})
	}
	quiet := func(verb engine.Name, byTable bool) {
		all = append(all, engine.Signature{Verb: verb, ByNobody: byTable, Cardless: true})
	}
	amend := func(key string, args ...engine.Class) {
		all = append(all, engine.Signature{Verb: verbAmend, Args: args, ByNobody: true, Key: key})
	}

	table(verbRune, classDie, classSide, number)
	table(verbRune, classCoin, classSide, classFace)
	table(verbRune, classPlain, classSide)
	table(verbAdventurer, classDrawn)
	table(verbAdventurer, classDrawn, classDrawn)
	table(verbReturn, classDrawn|classAll)
	table(verbCorruption, player)
	quiet(verbDawn, true)
	quiet(verbEndDay, true)
	table(verbTotal, player, number)
	said(verbAct, number)
	said(verbNudge, classDie, classWay)
	said(verbShift, classDie|classCoin|classPlain)
	said(verbReadStars)
	said(verbPredict, classStrip)
	said(verbHoroscope, classSide)
	said(verbInfluence, classInfluence)
	said(verbRecruit, classTownsfolk, classSlot)
	said(verbStaff)
	said(verbSell, classGood, classColour, number)
	quiet(verbNoAdventurer, true)
	said(verbLine, classPoint, classPoint)
	quiet(verbDone, false)
	said(verbWrite, classDie, classRow)
	said(verbGood, classColour)
	said(verbX, classRow|classClan)
	said(verbIcon, classClan)
	said(verbDiscard, classCorruption)
	said(verbBonus, classBonus)
	said(verbMark, classBox)
	said(verbUse, classSlot)
	said(verbFirst, classDrawn)
	said(verbSponsor, classClan)
	said(verbReveal, classCorruption)
	var held []engine.Class
	for range engine.MaxArgs {
		held = append(held, classCorruption)
		said(verbHold, held...)
	}
	amend(amendCount, classCount, number)
	amend(amendFigure, classFigure, classAction)
	amend(amendRow, classBoxes, classMark|number)
	amend(amendStaff, classManned, classTownsfolk|classNobody)
	amend(amendRune, classPlainAt, classSide)
	amend(amendFace, classDieAt, classSide, number)
	amend(amendFace, classCoinAt, classSide, classFace)
	amend(amendLine, classLine, classLineState)
	amend(amendCell, classCell, classCellState)
	amend(amendUnseen, engine.ClassUnseen, classDeck|classHand, classHand)
	amend(amendCard, classCorruption, classDeck|classPile|classHand, classPile|classHand)
	return all
}
