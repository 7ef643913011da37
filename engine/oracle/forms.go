package oracle

import "familiar/engine"

// The keys of the forms of `amend`.
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

// forms are the shapes of all moves.
func forms() []engine.Form {
	const number, player = engine.SortNumber, engine.SortPlayer
	var all []engine.Form
	table := func(verb engine.Name, args ...engine.Sort) {
		all = append(all, engine.Form{Verb: verb, Args: args, ByTable: true})
	}
	said := func(verb engine.Name, args ...engine.Sort) { all = append(all, engine.Form{Verb: verb, Args: args}) }
	quiet := func(verb engine.Name, byTable bool) {
		all = append(all, engine.Form{Verb: verb, ByTable: byTable, Quiet: true})
	}
	amend := func(key string, args ...engine.Sort) {
		all = append(all, engine.Form{Verb: verbAmend, Args: args, ByTable: true, Key: key})
	}

	table(verbRune, sortDie, sortSide, number)
	table(verbRune, sortCoin, sortSide, sortFace)
	table(verbRune, sortPlain, sortSide)
	table(verbAdventurer, sortDrawn)
	table(verbAdventurer, sortDrawn, sortDrawn)
	table(verbReturn, sortDrawn|sortAll)
	table(verbCorruption, player)
	quiet(verbDawn, true)
	quiet(verbEndDay, true)
	table(verbTotal, player, number)
	said(verbAct, number)
	said(verbNudge, sortDie, sortWay)
	said(verbShift, sortDie|sortCoin|sortPlain)
	said(verbReadStars)
	said(verbPredict, sortStrip)
	said(verbHoroscope, sortSide)
	said(verbInfluence, sortInfluence)
	said(verbRecruit, sortTownsfolk, sortSlot)
	said(verbStaff)
	said(verbSell, sortGood, sortColour, number)
	quiet(verbNoAdventurer, true)
	said(verbLine, sortPoint, sortPoint)
	quiet(verbDone, false)
	said(verbWrite, sortDie, sortRow)
	said(verbGood, sortColour)
	said(verbX, sortRow|sortClan)
	said(verbIcon, sortClan)
	said(verbDiscard, sortCorruption)
	said(verbBonus, sortBonus)
	said(verbMark, sortBox)
	said(verbUse, sortSlot)
	said(verbFirst, sortDrawn)
	said(verbSponsor, sortClan)
	said(verbReveal, sortCorruption)
	var held []engine.Sort
	for range engine.MaxArgs {
		held = append(held, sortCorruption)
		said(verbHold, held...)
	}
	amend(amendCount, sortCount, number)
	amend(amendFigure, sortFigure, sortAction)
	amend(amendRow, sortBoxes, sortMark|number)
	amend(amendStaff, sortManned, sortTownsfolk|sortNobody)
	amend(amendRune, sortPlainAt, sortSide)
	amend(amendFace, sortDieAt, sortSide, number)
	amend(amendFace, sortCoinAt, sortSide, sortFace)
	amend(amendLine, sortLine, sortLineState)
	amend(amendCell, sortCell, sortCellState)
	amend(amendUnseen, engine.SortUnseen, sortDeck|sortHand, sortHand)
	amend(amendCard, sortCorruption, sortDeck|sortPile|sortHand, sortPile|sortHand)
	return all
}
