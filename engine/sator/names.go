package sator

import "familiar/engine"

// The words of every game of Sator. fixedWords has their entries.
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

// fixedWords returns the entries of these words, in the order of their names.
func fixedWords() []engine.Entry {
	const verb, event, place = engine.ClassVerb, engine.ClassEvent, engine.ClassPlace
	entries := [...]engine.Entry{
		verbColour:    {Word: "colour", Class: verb},
		verbPlacement: {Word: "placement", Class: verb},
		verbDraft:     {Word: "draft", Class: verb},
		verbPlace:     {Word: "place", Class: verb},
		verbSwap:      {Word: "swap", Class: verb},
		verbDiscard:   {Word: "discard", Class: verb | place | classDiscard, Title: "Discard pile"},
		verbDraw:      {Word: "draw", Class: verb | classSwap},
		verbPlay:      {Word: "play", Class: verb},
		verbAs:        {Word: "as", Class: verb},
		verbPiece:     {Word: "piece", Class: verb},
		verbTurn:      {Word: "turn", Class: verb | classFreeTurn},
		verbSlide:     {Word: "slide", Class: verb | classFreeSlide},
		verbDone:      {Word: "done", Class: verb | event},
		verbSpend:     {Word: "spend", Class: verb},
		verbPush:      {Word: "push", Class: verb},
		verbGargoyle:  {Word: "gargoyle", Class: verb},
		verbStep:      {Word: "step", Class: verb},
		verbLay:       {Word: "lay", Class: verb},
		verbLeap:      {Word: "leap", Class: verb},
		verbShift:     {Word: "shift", Class: verb},
		verbSpin:      {Word: "spin", Class: verb},
		verbWalk:      {Word: "walk", Class: verb | classFreeWalk},
		verbRest:      {Word: "rest", Class: verb},
		verbFree:      {Word: "free", Class: verb},
		verbPray:      {Word: "pray", Class: verb},
		verbHold:      {Word: "hold", Class: verb},
		verbAmend:     {Word: "amend", Class: verb},
		eventBridges:  {Word: "bridges", Class: event},
		eventRelieved: {Word: "relieved", Class: event},
		eventPassed:   {Word: "passed", Class: event},
		eventDealt:    {Word: "dealt", Class: event},
		eventShuffled: {Word: "shuffled", Class: event},
		eventNext:     {Word: "next", Class: event},
		eventGathers:  {Word: "gathers", Class: event},
		eventToll:     {Word: "toll", Class: event},
		eventHome:     {Word: "goes-home", Class: event},
		eventNone:     {Word: "draws-none", Class: event},
		eventManual:   {Word: "manual", Class: event},
		eventWon:      {Word: "won", Class: event},
		wordSearch:    {Word: "search", Class: classSwap},
		wordIncertus:  {Word: "incertus", Class: classDeck, Title: "Common pile"},
		wordFidei:     {Word: "fidei", Class: classDeck, Title: "Liber Fidei"},
		wordRotas:     {Word: "rotas", Class: classAs, Title: "ROTAS"},
		wordMoves:     {Word: "moves", Class: classAs, Title: "MOVES"},
		wordNorth:     {Word: "north", Class: classDirection},
		wordEast:      {Word: "east", Class: classDirection},
		wordSouth:     {Word: "south", Class: classDirection},
		wordWest:      {Word: "west", Class: classDirection},
		wordR0:        {Word: "r0", Class: classOrientation, Title: "Not turned"},
		wordR90:       {Word: "r90", Class: classOrientation, Title: "Turned by 90°"},
		wordR180:      {Word: "r180", Class: classOrientation, Title: "Turned by 180°"},
		wordR270:      {Word: "r270", Class: classOrientation, Title: "Turned by 270°"},
		wordStart:     {Word: "start", Class: classStart, Title: "Start place"},
		wordHome:      {Word: "home", Class: classHome},
		wordTaken:     {Word: "taken", Class: classTaken},
		wordOut:       {Word: "out", Class: classOut},
		wordPoints:    {Word: "points", Class: classCount, Title: "Action points"},
		wordSteps:     {Word: "steps", Class: classCount},
		wordPile:      {Word: "pile", Class: place | classPile, Title: "Common pile"},
		wordBoard:     {Word: "board"},
		wordUnseen:    {Word: "?", Class: engine.ClassUnseen},
	}
	return entries[1:] // none of them has the name engine.None
}
