package sator

import "familiar/engine"

// The words of every game of Sator, in the order of fixedWords.
const (
	verbColour engine.Name = 1 + iota
	verbPlacement
	verbDraft
	verbPlace
	verbSwap
	verbDiscard // also the pile
	verbDraw    // also a swap
	verbPlay
	verbAs
	verbPiece
	verbTurn // also a free action
	verbSlide
	verbDone
	verbSpend
	verbPush
	verbGargoyle
	verbStep
	verbLay
	verbLeap
	verbShift // slides any bridge: an action of a fervour card
	verbSpin  // turns any bridge: an action of a fervour card
	verbWalk  // also a free action
	verbRest
	verbFree
	verbPray
	verbHold
	verbAmend
	eventBridges  // bridges are dealt shape by shape
	eventRelieved // a seat may ignore the players' lack this time: rule place.relief
	eventPassed   // a seat can lay none of its bridges: that many leave the game
	eventDealt    // a seat gets that many cards
	eventShuffled // that many cards of the discard pile become the common pile
	eventNext     // a seat's turn begins
	eventGathers  // a seat takes its book of that quadrant
	eventToll     // a seat pays that many points for the Acolytes on that bridge
	eventHome     // a seat's Gargoyle goes home
	eventNone     // a seat draws nothing in its swap, because neither pile has a card to give
	eventManual   // a seat carries out that card by hand
	eventWon      // a seat wins
	wordSearch
	wordIncertus
	wordFidei
	wordRotas
	wordMoves
	wordNorth
	wordEast
	wordSouth
	wordWest
	wordR0
	wordR90
	wordR180
	wordR270
	wordStart
	wordHome
	wordTaken
	wordOut
	wordPoints
	wordSteps
	wordPile
	wordBoard
	wordUnseen
)

// The classes of names that only this game has.
const (
	classCell engine.Class = engine.FirstClass << iota
	classBridge
	classShape
	classColour
	classQuadrant
	classPlacement
	classIncertus // a kind of card
	classPrayer   // a kind of card
	classSwap     // draw or search
	classDeck     // the deck of a draw
	classAs
	classDirection
	classOrientation
	classFreeWalk
	classFreeSlide
	classFreeTurn
	classStart
	classHome
	classTaken
	classOut
	classDiscard
	classPile
	classHand
	classPrayerPile
	classPrayersOut // SEAT.out
	// What an amend sets, by the kind of its value.
	classCount
	classAt
	classGargoyle
	classBook
	classLaid // bridge.PIECE
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
	orientation := func(word, title string) engine.Entry {
		return engine.Entry{Word: word, Class: classOrientation, Title: title}
	}
	return []engine.Entry{
		verb("colour"), verb("placement"), verb("draft"), verb("place"), verb("swap"),
		{Word: "discard", Class: engine.ClassVerb | engine.ClassPlace | classDiscard, Title: "Discard pile"},
		verb("draw", classSwap), verb("play"), verb("as"), verb("piece"), verb("turn", classFreeTurn), verb("slide", classFreeSlide),
		verb("done", engine.ClassEvent), verb("spend"), verb("push"), verb("gargoyle"), verb("step"), verb("lay"), verb("leap"), verb("shift"), verb("spin"),
		verb("walk", classFreeWalk), verb("rest"), verb("free"), verb("pray"), verb("hold"), verb("amend"),
		event("bridges"), event("relieved"), event("passed"), event("dealt"), event("shuffled"), event("next"), event("gathers"), event("toll"),
		event("goes-home"), event("draws-none"), event("manual"), event("won"),
		word("search", classSwap), {Word: "incertus", Class: classDeck, Title: "Common pile"}, {Word: "fidei", Class: classDeck, Title: "Liber Fidei"},
		{Word: "rotas", Class: classAs, Title: "ROTAS"}, {Word: "moves", Class: classAs, Title: "MOVES"},
		word("north", classDirection), word("east", classDirection), word("south", classDirection), word("west", classDirection),
		orientation("r0", "Not turned"), orientation("r90", "Turned by 90°"), orientation("r180", "Turned by 180°"), orientation("r270", "Turned by 270°"),
		{Word: "start", Class: classStart, Title: "Start place"}, word("home", classHome), word("taken", classTaken), word("out", classOut),
		{Word: "points", Class: classCount, Title: "Action points"}, word("steps", classCount),
		{Word: "pile", Class: engine.ClassPlace | classPile, Title: "Common pile"},
		word("board", 0), word("?", engine.ClassUnseen),
	}
}
