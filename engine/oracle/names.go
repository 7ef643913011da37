package oracle

import (
	"slices"

	"familiar/engine"
)

// The words of every game of the Oracle, in the order of fixedWords. The moves of Nobody come first, then those of players, then hold and amend, then
// the verbs that are only answers, then the events. isAnswer needs the answers together.
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
	classDie        engine.Class = engine.FirstClass << iota
	classCoin                    // the Coin
	classPlain                   // a rune without faces
	classHalf                    // a half of the bowl
	classFace                    // of the Coin
	classAdventurer              // a colour of adventurers
	classColour                  // of goods
	classStrip                   // a colour of the prediction strip
	classGood                    // Charm or Talisman
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
	const verb, event, place = engine.ClassVerb, engine.ClassEvent, engine.ClassPlace
	entries := slices.Concat(
		engine.Words(verb, "rune", "adventurer", "return", "corruption", "dawn", "end-day", "total", "act"),
		engine.Words(verb|classBox|classInfluence, "nudge", "shift"),
		engine.Words(verb|classAction, "read-stars", "predict", "horoscope", "influence", "recruit", "staff"),
		engine.Words(verb, "sell", "hold", "amend"),
		// An answer that is also an event can be the only possible one, which is made automatically.
		engine.Words(verb|event, "no-adventurer"), engine.Words(verb, "line", "done"), engine.Words(verb|event, "write", "good"),
		engine.Words(verb|event|classInfluence|classBonus|classMark, "x"), engine.Words(verb|event|classBonus, "icon"),
		engine.Words(verb|event|place|classPile, "discard"), engine.Words(verb|event, "bonus", "mark"), engine.Words(verb, "use", "first"),
		engine.Words(verb|event, "sponsor", "reveal"),
		engine.Words(event, "moved", "tainted", "shuffled", "rethrown", "throws", "next", "gains", "takes", "lacks", "blackened", "wrote", "marked", "hit"),
		engine.Words(event, "missed", "failed", "sponsored", "note", "dismissed", "slid", "new-day", "market-opens", "scoring", "totalled", "owes", "won", "tied"),
		engine.Words(engine.ClassCard|classDie, runeWords[dieA], runeWords[dieB]), engine.Words(engine.ClassCard|classCoin, runeWords[coin]),
		engine.Words(engine.ClassCard|classPlain, runeWords[bone], runeWords[voodoo]),
		engine.Words(place|classHalf, "left", "right"), engine.Words(classFace, "tree", "skull"),
		engine.Words(classGood|classBonus, "charm", "talisman"), engine.Words(classRow, "top", "bottom"), engine.Words(place|classDeck, "deck"),
		engine.Words(classWay, "up", "down"), engine.Words(classAll, "all"), engine.Words(classNobody, "none"), engine.Words(classMark, "erase"),
		engine.Words(classLineState, "drawn", "open"), engine.Words(classCellState, "black", "white"),
		engine.Words(0, "immediate", "market", "clock"), engine.Words(engine.ClassUnseen, "?"),
	)
	for r, title := range runeTitles {
		e := &entries[int(runeDieA)+r-1]
		e.Copies, e.Title = 1, title
	}
	return entries
}
