package sacrilege

import "familiar/engine"

// forms are the shapes of all moves. An amend of any other shape is one that breaks amend.state.
func forms() []engine.Form {
	const (
		card, seat, unseen = engine.SortCard, engine.SortPlayer, engine.SortUnseen
		place, number      = engine.SortPlace, engine.SortNumber
	)
	player := func(verb engine.Name, args ...engine.Sort) engine.Form { return engine.Form{Verb: verb, Args: args} }
	quiet := func(verb engine.Name, args ...engine.Sort) engine.Form {
		return engine.Form{Verb: verb, Args: args, Quiet: true}
	}
	table := func(verb engine.Name, args ...engine.Sort) engine.Form {
		return engine.Form{Verb: verb, Args: args, ByTable: true}
	}
	amend := func(key string, args ...engine.Sort) engine.Form {
		return engine.Form{Verb: verbAmend, Args: args, ByTable: true, Key: key}
	}
	return []engine.Form{
		player(verbSacrifice, card, seat),
		player(verbInvoke, card),
		quiet(verbDraw),
		quiet(verbDraw, unseen),
		player(verbDraw, card),
		player(verbPurge),
		quiet(verbEnd),
		player(verbPray),
		table(verbAmen),
		table(verbReveal, card),
		player(verbDrop, card),
		player(verbDiscard, card),
		player(verbGive),
		player(verbGive, unseen),
		player(verbGive, card),
		player(verbChoose, seat|number),
		player(verbMove, card, seat, seat),
		player(verbTake, card, seat),
		player(verbDestroy, card, seat),
		player(verbRaze, seat),
		player(verbSwap, card, seat, card, seat),
		player(verbRaise, card),
		player(verbRaise, card, seat),
		player(verbAccept),
		quiet(verbDone),
		player(verbSkip),
		player(verbHold, card),
		player(verbHold, card, card),
		player(verbHold, card, card, card),
		player(verbHold, card, card, card, card),
		amend("card", card, place, place),
		amend("card", unseen, sortHidden, sortHidden),
		amend("count", sortCounter, number),
		amend("turn", sortTurn, seat),
		amend("over", sortRitual, sortNone),
		amend("over", sortPending, sortNone),
	}
}
