package sacrilege

import "familiar/engine"

// forms returns the signatures of all moves. An amend without one of them breaks amend.state.
func forms() []engine.Signature {
	const (
		card, seat, unseen = engine.ClassCard, engine.ClassPlayer, engine.ClassUnseen
		place, number      = engine.ClassPlace, engine.ClassNumber
	)
	player := func(verb engine.Name, args ...engine.Class) engine.Signature {
		return engine.Signature{Verb: verb, Args: args}
	}
	quiet := func(verb engine.Name, args ...engine.Class) engine.Signature {
		return engine.Signature{Verb: verb, Args: args, Cardless: true}
	}
	table := func(verb engine.Name, args ...engine.Class) engine.Signature {
		return engine.Signature{Verb: verb, Args: args, ByNobody: true}
	}
	amend := func(key string, args ...engine.Class) engine.Signature {
		return engine.Signature{Verb: verbAmend, Args: args, ByNobody: true, Key: key}
	}
	return []engine.Signature{
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
		amend("card", unseen, classHidden, classHidden),
		amend("count", classCounter, number),
		amend("turn", classTurn, seat),
		amend("over", classRitual, classNone),
		amend("over", classPending, classNone),
	}
}
