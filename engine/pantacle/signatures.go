package pantacle

import "familiar/engine"

// signatures returns the signatures of all moves.
func signatures() []engine.Signature {
	const number, unseen = engine.ClassNumber, engine.ClassUnseen
	const price = classBlade | classTrack
	var all engine.Signatures
	all.Player(verbPeek, engine.ClassPlayer)
	all.Cardless(verbPass)
	all.Player(verbBar, classBar)
	all.Player(verbFlame, classDisc, classLocation)
	all.Player(verbReach, number)
	all.Player(verbCurse, classCurse)
	all.Player(verbCurse, unseen)
	all.Player(verbKeep, classCurse)
	all.Player(verbAbsorb, classCurse)
	all.Player(verbFlip, classCurse)
	all.Player(verbFavor, classFavor)
	all.Player(verbBribe, price, price)
	all.Player(verbBribe, price, price, price)
	all.Player(verbBribe, price, price, price, price)
	all.Player(verbAdd, classBlade)
	all.Player(verbMoon, classBlade)
	all.Cardless(verbDone)
	all.Hold(verbHold, classBlade)
	all.Amend(verbAmend, "count", classCounter, number)
	all.Amend(verbAmend, "blade", classBlade, classBlades, classBlades)
	all.Amend(verbAmend, "blade", unseen, classHidden, classHidden)
	all.Amend(verbAmend, "token", classPower, classAside, classTokens)
	all.Amend(verbAmend, "token", classPower, classTokens, classAside)
	all.Amend(verbAmend, "disc", classDisc, classDiscs, classLocation)
	all.Amend(verbAmend, "disc", classDisc, classLocation, classDiscs)
	all.Amend(verbAmend, "curse", classCurse, classCurses, classCurses)
	all.Amend(verbAmend, "load", classCurse, classSeatCurses, classResource, number)
	all.Amend(verbAmend, "ongoing", classOngoing, classFavor|classNone)
	all.Amend(verbAmend, "turn", classTurn, engine.ClassPlayer)
	return all
}
