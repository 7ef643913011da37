package oracle

import "familiar/engine"

// The words of every game of the Oracle, in the order of fixedWords. The verbs of the table come first, then those of a turn, then the answers.
const (
	verbRune engine.Name = 1 + iota
	verbAdventurer
	verbReturn
	verbCorruption
	verbDawn
	verbEndDay
	verbTotal
	verbAct
	verbNudge // also a kind of destiny box
	verbShift // the same
	verbReadStars
	verbPredict
	verbHoroscope
	verbInfluence
	verbRecruit
	verbStaff
	verbSell
	verbHold
	verbAmend
	verbNoAdventurer
	verbLine
	verbDone
	verbWrite
	verbGood
	verbX // also a mark
	verbIcon
	verbDiscard // also the pile
	verbBonus
	verbMark
	verbUse
	verbFirst
	verbSponsor
	verbReveal
	eventMoved     // a seat's clock piece moves to that hour
	eventTainted   // a seat draws a Corruption card
	eventShuffled  // that many discarded Corruption cards become the deck
	eventRethrown  // all runes lie in one half: a seat takes them out and throws them again
	eventThrows    // a seat takes the runes out of the bowl and throws them
	eventNext      // a seat has the next turn
	eventGains     // a seat gains that much gold
	eventTakes     // a seat takes a charm or talisman of that colour
	eventLacks     // there is no charm or talisman of that colour to take
	eventBlackened // a seat blackens one or two cells
	eventWrote     // a seat writes that in the next box of that row
	eventMarked    // a seat blackens that many boxes of that kind
	eventHit       // that prediction of a seat is a hit
	eventMissed    // an icon of that prediction of a seat is crossed out
	eventFailed    // all icons of that prediction of a seat are crossed out
	eventSponsored // a seat receives a sponsorship of that clan, immediate or market
	eventNote      // a seat carries out that note by hand
	eventDismissed // that townsfolk leaves the game
	eventSlid      // a seat slides that townsfolk under that slot
	eventNewDay    // that day begins
	eventMarket    // the market begins
	eventScoring   // the last day is over
	eventTotalled  // a seat has that final gold
	eventOwes      // the final gold of a seat is that much below zero
	eventWon       // a seat wins
	eventTied      // several seats have the most gold
	runeDieA
	runeDieB
	runeCoin
	runeBone
	runeVoodoo
	placeLeft
	placeRight
	faceTree
	faceSkull
	goodCharm
	goodTalisman
	rowTop
	rowBottom
	placeDeck
	wordUp
	wordDown
	wordAll
	wordNone
	wordErase
	wordDrawn
	wordOpen
	wordBlack
	wordWhite
	wordImmediate
	wordMarket
	wordClock
	wordUnseen
)

// The classes of names that only this game has.
const (
	classDie    engine.Class = engine.FirstClass << iota
	classCoin                //
	classPlain               // a rune without faces
	classSide                // a half of the bowl
	classFace                // of the Coin
	classDrawn               // a colour of adventurers
	classColour              // of goods
	classStrip               // a colour of the prediction strip
	classGood                // Charm or Talisman
	classClan
	classSlot
	classTownsfolk
	classCorruption
	classAction // a space of her figure
	classBox    // a kind of destiny box
	classRow
	classPoint
	classWay       // up or down
	classInfluence // a choice of the action influence
	classBonus     // of a prediction
	classAll
	classDeck // a place of Corruption cards
	classPile
	classHand
	// What an amend sets, by the kind of its value.
	classCount
	classFigure
	classBoxes // of a horoscope row
	classManned
	classDieAt
	classCoinAt
	classPlainAt
	classLine
	classCell
	// The values of an amend.
	classMark // in a horoscope row
	classNobody
	classLineState
	classCellState
)

func fixedWords() []engine.Entry {
	verb := func(word string, also ...engine.Class) engine.Entry {
		e := engine.Entry{Word: word, Class: engine.ClassVerb}
		for _, s := range also {
			e.Class |= s
		}
		return e
	}
	event := func(word string) engine.Entry { return engine.Entry{Word: word, Class: engine.ClassEvent} }
	word := func(word string, class engine.Class) engine.Entry { return engine.Entry{Word: word, Class: class} }
	rune := func(r int, class engine.Class) engine.Entry {
		return engine.Entry{Word: runeWords[r], Class: engine.ClassCard | class, Copies: 1, Title: runeTitles[r]}
	}
	const place, told = engine.ClassPlace, engine.ClassEvent
	return []engine.Entry{
		verb("rune"), verb("adventurer"), verb("return"), verb("corruption"), verb("dawn"), verb("end-day"), verb("total"), verb("act"),
		verb("nudge", classBox|classInfluence), verb("shift", classBox|classInfluence),
		verb("read-stars", classAction), verb("predict", classAction), verb("horoscope", classAction), verb("influence", classAction),
		verb("recruit", classAction), verb("staff", classAction),
		verb("sell"), verb("hold"), verb("amend"),
		// An answer that is also an event can be the only possible one, which is made automatically.
		verb("no-adventurer", told), verb("line"), verb("done"), verb("write", told), verb("good", told),
		verb("x", told|classInfluence|classBonus|classMark), verb("icon", told|classBonus), verb("discard", told|place|classPile), verb("bonus", told),
		verb("mark", told), verb("use"), verb("first"), verb("sponsor", told), verb("reveal", told),
		event("moved"), event("tainted"), event("shuffled"), event("rethrown"), event("throws"), event("next"), event("gains"), event("takes"),
		event("lacks"), event("blackened"), event("wrote"), event("marked"), event("hit"), event("missed"), event("failed"), event("sponsored"), event("note"),
		event("dismissed"), event("slid"), event("new-day"), event("market-opens"), event("scoring"), event("totalled"), event("owes"), event("won"), event("tied"),
		rune(dieA, classDie), rune(dieB, classDie), rune(coin, classCoin), rune(bone, classPlain), rune(voodoo, classPlain),
		word("left", place|classSide), word("right", place|classSide), word("tree", classFace), word("skull", classFace),
		word("charm", classGood|classBonus), word("talisman", classGood|classBonus), word("top", classRow), word("bottom", classRow),
		word("deck", place|classDeck),
		word("up", classWay), word("down", classWay), word("all", classAll), word("none", classNobody), word("erase", classMark),
		word("drawn", classLineState), word("open", classLineState), word("black", classCellState), word("white", classCellState),
		word("immediate", 0), word("market", 0), word("clock", 0), word("?", engine.ClassUnseen),
	}
}
