package pantacle

import "familiar/engine"

// forms returns the signatures of all moves.
func forms() []engine.Signature {
	const number, unseen = engine.ClassNumber, engine.ClassUnseen
	player := func(verb engine.Name, args ...engine.Class) engine.Signature {
		return engine.Signature{Verb: verb, Args: args}
	}
	quiet := func(verb engine.Name) engine.Signature { return engine.Signature{Verb: verb, Cardless: true} }
	amend := func(key string, args ...engine.Class) engine.Signature {
		return engine.Signature{Verb: verbAmend, Args: args, ByNobody: true, Key: key}
	}
	const price = classBlade | classTrack
	return []engine.Signature{
		player(verbPeek, engine.ClassPlayer),
		quiet(verbPass),
		player(verbBar, classBar),
		player(verbFlame, classDisc, classLocation),
		player(verbReach, number),
		player(verbCurse, classCurse),
		player(verbCurse, unseen),
		player(verbKeep, classCurse),
		player(verbAbsorb, classCurse),
		player(verbFlip, classCurse),
		player(verbFavor, classFavor),
		player(verbBribe, price, price),
		player(verbBribe, price, price, price),
		player(verbBribe, price, price, price, price),
		player(verbAdd, classBlade),
		player(verbMoon, classBlade),
		quiet(verbDone),
		player(verbHold, classBlade),
		player(verbHold, classBlade, classBlade),
		player(verbHold, classBlade, classBlade, classBlade),
		player(verbHold, classBlade, classBlade, classBlade, classBlade),
		amend("count", classCounter, number),
		amend("blade", classBlade, classBlades, classBlades),
		amend("blade", unseen, classHidden, classHidden),
		amend("token", classPower, classAside, classTokens),
		amend("token", classPower, classTokens, classAside),
		amend("disc", classDisc, classDiscs, classLocation),
		amend("disc", classDisc, classLocation, classDiscs),
		amend("curse", classCurse, classCurses, classCurses),
		amend("load", classCurse, classBefore, classResource, number),
		amend("ongoing", classOngoing, classFavor|classNone),
		amend("turn", classTurn, engine.ClassPlayer),
	}
}
