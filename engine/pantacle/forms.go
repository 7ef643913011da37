package pantacle

import "familiar/engine"

// forms are the shapes of all moves.
func forms() []engine.Form {
	const number, unseen = engine.SortNumber, engine.SortUnseen
	player := func(verb engine.Name, args ...engine.Sort) engine.Form { return engine.Form{Verb: verb, Args: args} }
	quiet := func(verb engine.Name) engine.Form { return engine.Form{Verb: verb, Quiet: true} }
	amend := func(key string, args ...engine.Sort) engine.Form {
		return engine.Form{Verb: verbAmend, Args: args, ByTable: true, Key: key}
	}
	const price = sortBlade | sortTrack
	return []engine.Form{
		player(verbPeek, engine.SortPlayer),
		quiet(verbPass),
		player(verbBar, sortBar),
		player(verbFlame, sortDisc, sortLocation),
		player(verbReach, number),
		player(verbCurse, sortCurse),
		player(verbCurse, unseen),
		player(verbKeep, sortCurse),
		player(verbAbsorb, sortCurse),
		player(verbFlip, sortCurse),
		player(verbFavor, sortFavor),
		player(verbBribe, price, price),
		player(verbBribe, price, price, price),
		player(verbBribe, price, price, price, price),
		player(verbAdd, sortBlade),
		player(verbMoon, sortBlade),
		quiet(verbDone),
		player(verbHold, sortBlade),
		player(verbHold, sortBlade, sortBlade),
		player(verbHold, sortBlade, sortBlade, sortBlade),
		player(verbHold, sortBlade, sortBlade, sortBlade, sortBlade),
		amend("count", sortCounter, number),
		amend("blade", sortBlade, sortBlades, sortBlades),
		amend("blade", unseen, sortHidden, sortHidden),
		amend("token", sortPower, sortAside, sortTokens),
		amend("token", sortPower, sortTokens, sortAside),
		amend("disc", sortDisc, sortDiscs, sortLocation),
		amend("disc", sortDisc, sortLocation, sortDiscs),
		amend("curse", sortCurse, sortCurses, sortCurses),
		amend("load", sortCurse, sortBefore, sortResource, number),
		amend("ongoing", sortOngoing, sortFavor|sortNone),
		amend("turn", sortTurn, engine.SortPlayer),
	}
}
