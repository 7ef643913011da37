package athame

import "familiar/engine"

// forms are the shapes of all moves.
func forms() []engine.Form {
	const unseen, number, player = engine.SortUnseen, engine.SortNumber, engine.SortPlayer
	const anyBank = sortResource | sortArtifice | sortEvent
	const paid = sortResource | sortArtifice
	const inHand = paid | sortSpell
	var all []engine.Form
	said := func(verb engine.Name, args ...engine.Sort) { all = append(all, engine.Form{Verb: verb, Args: args}) }
	quiet := func(verb engine.Name, args ...engine.Sort) {
		all = append(all, engine.Form{Verb: verb, Args: args, Quiet: true})
	}
	amend := func(key string, args ...engine.Sort) {
		all = append(all, engine.Form{Verb: verbAmend, Args: args, ByTable: true, Key: key})
	}

	said(verbAllot, sortResource)
	said(verbAllot, sortJoker, sortResource|engine.SortSaid)
	said(verbPay, paid)
	said(verbTake, anyBank)
	quiet(verbTake)
	quiet(verbTake, unseen)
	all = append(all, engine.Form{Verb: verbReveal, Args: []engine.Sort{anyBank}, ByTable: true})
	said(verbDiscard, inHand)
	said(verbGive, inHand)
	quiet(verbGive, unseen)
	said(verbSteal, sortSpell)
	all = append(all, engine.Form{Verb: verbSteal, Args: []engine.Sort{paid}, Laid: true})
	quiet(verbSteal, unseen)
	said(verbPick, sortResource)
	said(verbSalvage, paid)
	said(verbRelease, sortResource)
	said(verbRelease, sortJoker, sortResource|engine.SortSaid)
	said(verbUse, sortArtifice)
	said(verbUse, sortArtifice, player)
	said(verbBuild, sortSpell)
	said(verbCast, sortSpell)
	said(verbCast, sortSpell, player)
	said(verbRitual, sortRitual)
	said(verbDraw, sortDraw)
	quiet(verbNone)
	quiet(verbPass)
	quiet(verbDone)
	quiet(verbEnd)
	for _, args := range holdings() {
		said(verbHold, args...)
	}
	amend(amendCount, sortSkips, number)
	amend(amendUnseen, unseen, sortBank|sortHand, sortHand)
	amend(amendResource, sortResource, sortBank|sortMarket|sortPile|sortHand|sortAllotted, sortBank|sortMarket|sortPile|sortHand|sortAllotted)
	amend(amendArtifice, sortArtifice, sortBank|sortArcana|sortHand, sortBank|sortArcana|sortHand)
	amend(amendJoker, sortJoker, sortBank|sortArcana|sortHand|sortAllotted, sortBank|sortArcana|sortHand|sortAllotted, sortResource)
	amend(amendEvent, sortEvent, sortBank|sortArcana|sortEvents, sortBank|sortArcana|sortEvents)
	amend(amendSpell, sortSpell, sortDeck|sortSpells, sortDeck|sortSpells)
	return all
}

// holdings are the forms of `hold`: up to four words, kinds and after each one perhaps how many.
func holdings() [][]engine.Sort {
	const kind = sortResource | sortArtifice
	var all [][]engine.Sort
	var grow func(args []engine.Sort)
	grow = func(args []engine.Sort) {
		if len(args) > 0 {
			all = append(all, args)
		}
		if len(args) == engine.MaxArgs {
			return
		}
		grow(append(args[:len(args):len(args)], kind))
		if len(args) > 0 && args[len(args)-1] == kind {
			grow(append(args[:len(args):len(args)], engine.SortNumber))
		}
	}
	grow(nil)
	return all
}
