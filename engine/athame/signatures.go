package athame

import "familiar/engine"

// forms returns the signatures of all moves.
func forms() []engine.Signature {
	const unseen, number, player = engine.ClassUnseen, engine.ClassNumber, engine.ClassPlayer
	const anyBank = classResource | classArtifice | classEvent
	const paid = classResource | classArtifice
	const inHand = paid | classSpell
	var all []engine.Signature
	said := func(verb engine.Name, args ...engine.Class) {
		all = append(all, engine.Signature{Verb: verb, Args: args})
	}
	quiet := func(verb engine.Name, args ...engine.Class) {
		all = append(all, engine.Signature{Verb: verb, Args: args, Cardless: true})
	}
	amend := func(key string, args ...engine.Class) {
		all = append(all, engine.Signature{Verb: verbAmend, Args: args, ByNobody: true, Key: key})
	}

	said(verbAllot, classResource)
	said(verbAllot, classJoker, classResource|engine.ClassDeclared)
	said(verbPay, paid)
	said(verbTake, anyBank)
	quiet(verbTake)
	quiet(verbTake, unseen)
	all = append(all, engine.Signature{Verb: verbReveal, Args: []engine.Class{anyBank}, ByNobody: true})
	said(verbDiscard, inHand)
	said(verbGive, inHand)
	quiet(verbGive, unseen)
	said(verbSteal, classSpell)
	all = append(all, engine.Signature{Verb: verbSteal, Args: []engine.Class{paid}, Laid: true})
	quiet(verbSteal, unseen)
	said(verbPick, classResource)
	said(verbSalvage, paid)
	said(verbRelease, classResource)
	said(verbRelease, classJoker, classResource|engine.ClassDeclared)
	said(verbUse, classArtifice)
	said(verbUse, classArtifice, player)
	said(verbBuild, classSpell)
	said(verbCast, classSpell)
	said(verbCast, classSpell, player)
	said(verbRitual, classRitual)
	said(verbDraw, classDraw)
	quiet(verbNone)
	quiet(verbPass)
	quiet(verbDone)
	quiet(verbEnd)
	for _, args := range holdings() {
		said(verbHold, args...)
	}
	amend(amendCount, classSkips, number)
	amend(amendUnseen, unseen, classBank|classHand, classHand)
	amend(amendResource, classResource, classBank|classMarket|classPile|classHand|classAllotted, classBank|classMarket|classPile|classHand|classAllotted)
	amend(amendArtifice, classArtifice, classBank|classArcana|classHand, classBank|classArcana|classHand)
	amend(amendJoker, classJoker, classBank|classArcana|classHand|classAllotted, classBank|classArcana|classHand|classAllotted, classResource)
	amend(amendEvent, classEvent, classBank|classArcana|classEvents, classBank|classArcana|classEvents)
	amend(amendSpell, classSpell, classDeck|classSpells, classDeck|classSpells)
	return all
}

// holdings returns the argument lists of `hold`: up to four words, which are kinds, each with an optional number after it.
func holdings() [][]engine.Class {
	const kind = classResource | classArtifice
	var all [][]engine.Class
	var grow func(args []engine.Class)
	grow = func(args []engine.Class) {
		if len(args) > 0 {
			all = append(all, args)
		}
		if len(args) == engine.MaxArgs {
			return
		}
		grow(append(args[:len(args):len(args)], kind))
		if len(args) > 0 && args[len(args)-1] == kind {
			grow(append(args[:len(args):len(args)], engine.ClassNumber))
		}
	}
	grow(nil)
	return all
}
