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

// signatures returns the signatures of all moves.
func signatures() []engine.Signature {
	const number, player = engine.ClassNumber, engine.ClassPlayer
	var all engine.Signatures

	all.Nobody(verbRune, classDie, classHalf, number)
	all.Nobody(verbRune, classCoin, classHalf, classFace)
	all.Nobody(verbRune, classPlain, classHalf)
	all.Nobody(verbAdventurer, classAdventurer)
	all.Nobody(verbAdventurer, classAdventurer, classAdventurer)
	all.Nobody(verbReturn, classAdventurer|classAll)
	all.Nobody(verbCorruption, player)
	all = append(all, engine.Signature{Verb: verbDawn, ByNobody: true, Cardless: true})
	all = append(all, engine.Signature{Verb: verbEndDay, ByNobody: true, Cardless: true})
	all.Nobody(verbTotal, player, number)
	all.Player(verbAct, number)
	all.Player(verbNudge, classDie, classWay)
	all.Player(verbShift, classDie|classCoin|classPlain)
	all.Player(verbReadStars)
	all.Player(verbPredict, classStrip)
	all.Player(verbHoroscope, classHalf)
	all.Player(verbInfluence, classInfluence)
	all.Player(verbRecruit, classTownsfolk, classSlot)
	all.Player(verbStaff)
	all.Player(verbSell, classGood, classColour, number)
	all = append(all, engine.Signature{Verb: verbNoAdventurer, ByNobody: true, Cardless: true})
	all.Player(verbLine, classPoint, classPoint)
	all.Cardless(verbDone)
	all.Player(verbWrite, classDie, classRow)
	all.Player(verbGood, classColour)
	all.Player(verbX, classRow|classClan)
	all.Player(verbIcon, classClan)
	all.Player(verbDiscard, classCorruption)
	all.Player(verbBonus, classBonus)
	all.Player(verbMark, classBox)
	all.Player(verbUse, classSlot)
	all.Player(verbFirst, classAdventurer)
	all.Player(verbSponsor, classClan)
	all.Player(verbReveal, classCorruption)
	all.Hold(verbHold, classCorruption)
	all.Amend(verbAmend, amendCount, classCount, number)
	all.Amend(verbAmend, amendFigure, classFigure, classAction)
	all.Amend(verbAmend, amendRow, classBoxes, classMark|number)
	all.Amend(verbAmend, amendStaff, classManned, classTownsfolk|classNobody)
	all.Amend(verbAmend, amendRune, classPlainAt, classHalf)
	all.Amend(verbAmend, amendFace, classDieAt, classHalf, number)
	all.Amend(verbAmend, amendFace, classCoinAt, classHalf, classFace)
	all.Amend(verbAmend, amendLine, classLine, classLineState)
	all.Amend(verbAmend, amendCell, classCell, classCellState)
	all.Amend(verbAmend, amendUnseen, engine.ClassUnseen, classDeck|classHand, classHand)
	all.Amend(verbAmend, amendCard, classCorruption, classDeck|classPile|classHand, classPile|classHand)
	return all
}
