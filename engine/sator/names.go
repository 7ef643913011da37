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
	verbDraw    // also an exchange
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
	verbShift
	verbSpin
	verbWalk // also a free action
	verbRest
	verbFree
	verbPray
	verbHold
	verbAmend
	eventBridges  // the bridges are dealt by shape
	eventRelieved // a seat may lay this time without a thought of who else can lay: rule place.relief
	eventPassed   // none of a seat's bridges can be laid: so many go out of the game
	eventDealt    // a seat is dealt so many cards
	eventShuffled // that many cards of the discard pile become the common pile
	eventNext     // a seat's turn begins
	eventGathers  // a seat takes its book of that quadrant
	eventToll     // a seat pays so many points for the Acolytes on that bridge
	eventHome     // a seat's Gargoyle goes home
	eventNone     // a seat draws nothing in its exchange: neither pile can give a card
	eventManual   // a seat does what that card says by hand
	eventWon      // a seat
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

// The sorts of the names that only this game has.
const (
	sortCell engine.Sort = engine.FirstSort << iota
	sortBridge
	sortShape
	sortColour
	sortQuadrant
	sortPlacement
	sortIncertus // a kind of card
	sortPrayer   // a kind of card
	sortExchange // draw or search
	sortDeck     // of which a card is drawn
	sortAs
	sortDirection
	sortOrientation
	sortFreeWalk
	sortFreeSlide
	sortFreeTurn
	sortStart
	sortHome
	sortTaken
	sortOut
	sortDiscard
	sortPile
	sortHand
	sortPrayerPile
	sortPrayersOut // SEAT.out
	// What an amend sets, by what it can be set to.
	sortCount
	sortAt
	sortGargoyle
	sortBook
	sortLaid // bridge.PIECE
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
	orientation := func(word, title string) engine.Entry {
		return engine.Entry{Word: word, Sort: sortOrientation, Title: title}
	}
	return []engine.Entry{
		verb("colour"), verb("placement"), verb("draft"), verb("place"), verb("swap"),
		{Word: "discard", Sort: engine.SortVerb | engine.SortPlace | sortDiscard, Title: "Discard pile"},
		verb("draw", sortExchange), verb("play"), verb("as"), verb("piece"), verb("turn", sortFreeTurn), verb("slide", sortFreeSlide),
		verb("done", engine.SortEvent), verb("spend"), verb("push"), verb("gargoyle"), verb("step"), verb("lay"), verb("leap"), verb("shift"), verb("spin"),
		verb("walk", sortFreeWalk), verb("rest"), verb("free"), verb("pray"), verb("hold"), verb("amend"),
		event("bridges"), event("relieved"), event("passed"), event("dealt"), event("shuffled"), event("next"), event("gathers"), event("toll"),
		event("goes-home"), event("draws-none"), event("manual"), event("won"),
		word("search", sortExchange), {Word: "incertus", Sort: sortDeck, Title: "Common pile"}, {Word: "fidei", Sort: sortDeck, Title: "Liber Fidei"},
		{Word: "rotas", Sort: sortAs, Title: "ROTAS"}, {Word: "moves", Sort: sortAs, Title: "MOVES"},
		word("north", sortDirection), word("east", sortDirection), word("south", sortDirection), word("west", sortDirection),
		orientation("r0", "Not turned"), orientation("r90", "Turned by 90°"), orientation("r180", "Turned by 180°"), orientation("r270", "Turned by 270°"),
		{Word: "start", Sort: sortStart, Title: "Start place"}, word("home", sortHome), word("taken", sortTaken), word("out", sortOut),
		{Word: "points", Sort: sortCount, Title: "Action points"}, word("steps", sortCount),
		{Word: "pile", Sort: engine.SortPlace | sortPile, Title: "Common pile"},
		word("board", 0), word("?", engine.SortUnseen),
	}
}
