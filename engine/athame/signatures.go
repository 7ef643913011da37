package athame

import "familiar/engine"

// signatures returns the signatures of all moves.
func signatures() []engine.Signature {
	const unseen, number, player = engine.ClassUnseen, engine.ClassNumber, engine.ClassPlayer
	const anyBank = classResource | classArtifice | classEventCard
	const handCard = classResource | classArtifice
	const inHand = handCard | classSpell
	var all engine.Signatures

	all.Player(verbAllot, classResource)
	all.Player(verbAllot, classJoker, classResource|engine.ClassDeclared)
	all.Player(verbPay, handCard)
	all.Player(verbTake, anyBank)
	all.Cardless(verbTake)
	all.Cardless(verbTake, unseen)
	all.Nobody(verbReveal, anyBank)
	all.Player(verbDiscard, inHand)
	all.Player(verbGive, inHand)
	all.Cardless(verbGive, unseen)
	all.Player(verbSteal, classSpell)
	all = append(all, engine.Signature{Verb: verbSteal, Args: []engine.Class{handCard}, Laid: true})
	all.Cardless(verbSteal, unseen)
	all.Player(verbPick, classResource)
	all.Player(verbSalvage, handCard)
	all.Player(verbRelease, classResource)
	all.Player(verbRelease, classJoker, classResource|engine.ClassDeclared)
	all.Player(verbUse, classArtifice)
	all.Player(verbUse, classArtifice, player)
	all.Player(verbBuild, classSpell)
	all.Player(verbCast, classSpell)
	all.Player(verbCast, classSpell, player)
	all.Player(verbRitual, classRitual)
	all.Player(verbDraw, classDraw)
	all.Cardless(verbNone)
	all.Cardless(verbPass)
	all.Cardless(verbDone)
	all.Cardless(verbEnd)
	for _, args := range holdings() {
		all.Player(verbHold, args...)
	}
	all.Amend(verbAmend, amendCount, classSkips, number)
	all.Amend(verbAmend, amendUnseen, unseen, classBank|classHand, classHand)
	all.Amend(verbAmend, amendResource, classResource, classBank|classMarket|classPile|classHand|classAllotted, classBank|classMarket|classPile|classHand|classAllotted)
	all.Amend(verbAmend, amendArtifice, classArtifice, classBank|classArcana|classHand, classBank|classArcana|classHand)
	all.Amend(verbAmend, amendJoker, classJoker, classBank|classArcana|classHand|classAllotted, classBank|classArcana|classHand|classAllotted, classResource)
	all.Amend(verbAmend, amendEvent, classEventCard, classBank|classArcana|classEvents, classBank|classArcana|classEvents)
	all.Amend(verbAmend, amendSpell, classSpell, classDeck|classSpells, classDeck|classSpells)
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
