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
	verbNudge // also a sort of destiny box
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
	verbX // also what is written
	verbIcon
	verbDiscard // also the pile
	verbBonus
	verbMark
	verbUse
	verbFirst
	verbSponsor
	verbReveal
	eventMoved     // a seat's clock piece comes to that hour
	eventTainted   // a seat draws a Corruption card
	eventShuffled  // that many discarded Corruption cards become the deck
	eventRethrown  // all runes lie in one half: a seat takes them out and throws them again
	eventThrows    // a seat takes the runes out of the bowl and throws them
	eventNext      // a seat's turn begins
	eventGains     // a seat gains that much gold
	eventTakes     // a seat takes a charm or talisman of that colour
	eventLacks     // there is no charm or talisman of that colour to take
	eventBlackened // a seat blackens a cell, or two
	eventWrote     // that stands in the next box of that row of a seat
	eventMarked    // a seat blackens boxes of that sort, so many
	eventHit       // that prediction of a seat is a hit
	eventMissed    // an icon of that prediction of a seat is crossed out
	eventFailed    // all icons of that prediction of a seat are crossed out
	eventSponsored // a seat receives a sponsorship of that clan, immediate or market
	eventNote      // a seat carries that note out by hand
	eventDismissed // that townsfolk leaves the game
	eventSlid      // a seat slides that townsfolk under that slot
	eventNewDay    // that day begins
	eventMarket    // the market begins
	eventScoring   // the last day is over
	eventTotalled  // that is the final gold of a seat
	eventOwes      // the final gold of a seat is that much below nothing
	eventWon       // a seat
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

// The sorts of the names that only this game has.
const (
	sortDie    engine.Sort = engine.FirstSort << iota
	sortCoin               //
	sortPlain              // a rune without faces
	sortSide               // a half of the bowl
	sortFace               // of the Coin
	sortDrawn              // a colour of adventurers
	sortColour             // of goods
	sortStrip              // a colour of the prediction strip
	sortGood               // Charm or Talisman
	sortClan
	sortSlot
	sortTownsfolk
	sortCorruption
	sortAction // a space of her figure
	sortBox    // a sort of destiny box
	sortRow
	sortPoint
	sortWay       // up or down
	sortInfluence // what the action influence does
	sortBonus     // of a prediction
	sortAll
	sortDeck // where Corruption cards lie
	sortPile
	sortHand
	// What an amend sets, by what it can be set to.
	sortCount
	sortFigure
	sortBoxes // of a horoscope row
	sortManned
	sortDieAt
	sortCoinAt
	sortPlainAt
	sortLine
	sortCell
	// What it can be set to.
	sortMark // in a horoscope row
	sortNobody
	sortLineState
	sortCellState
)

func fixedWords() []engine.Entry {
	verb := func(word string, also ...engine.Sort) engine.Entry {
		e := engine.Entry{Word: word, Sort: engine.SortVerb}
		for _, s := range also {
			e.Sort |= s
		}
		return e
	}
	event := func(word string) engine.Entry { return engine.Entry{Word: word, Sort: engine.SortEvent} }
	word := func(word string, sort engine.Sort) engine.Entry { return engine.Entry{Word: word, Sort: sort} }
	rune := func(r int, sort engine.Sort) engine.Entry {
		return engine.Entry{Word: runeWords[r], Sort: engine.SortCard | sort, Copies: 1, Title: runeTitles[r]}
	}
	const place, told = engine.SortPlace, engine.SortEvent
	return []engine.Entry{
		verb("rune"), verb("adventurer"), verb("return"), verb("corruption"), verb("dawn"), verb("end-day"), verb("total"), verb("act"),
		verb("nudge", sortBox|sortInfluence), verb("shift", sortBox|sortInfluence),
		verb("read-stars", sortAction), verb("predict", sortAction), verb("horoscope", sortAction), verb("influence", sortAction),
		verb("recruit", sortAction), verb("staff", sortAction),
		verb("sell"), verb("hold"), verb("amend"),
		// The answers that are events, too, can be the only possible ones.
		verb("no-adventurer", told), verb("line"), verb("done"), verb("write", told), verb("good", told),
		verb("x", told|sortInfluence|sortBonus|sortMark), verb("icon", told|sortBonus), verb("discard", told|place|sortPile), verb("bonus", told),
		verb("mark", told), verb("use"), verb("first"), verb("sponsor", told), verb("reveal", told),
		event("moved"), event("tainted"), event("shuffled"), event("rethrown"), event("throws"), event("next"), event("gains"), event("takes"),
		event("lacks"), event("blackened"), event("wrote"), event("marked"), event("hit"), event("missed"), event("failed"), event("sponsored"), event("note"),
		event("dismissed"), event("slid"), event("new-day"), event("market-opens"), event("scoring"), event("totalled"), event("owes"), event("won"), event("tied"),
		rune(dieA, sortDie), rune(dieB, sortDie), rune(coin, sortCoin), rune(bone, sortPlain), rune(voodoo, sortPlain),
		word("left", place|sortSide), word("right", place|sortSide), word("tree", sortFace), word("skull", sortFace),
		word("charm", sortGood|sortBonus), word("talisman", sortGood|sortBonus), word("top", sortRow), word("bottom", sortRow),
		word("deck", place|sortDeck),
		word("up", sortWay), word("down", sortWay), word("all", sortAll), word("none", sortNobody), word("erase", sortMark),
		word("drawn", sortLineState), word("open", sortLineState), word("black", sortCellState), word("white", sortCellState),
		word("immediate", 0), word("market", 0), word("clock", 0), word("?", engine.SortUnseen),
	}
}
