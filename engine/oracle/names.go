package oracle

import (
	"familiar/engine"
)

// The words of every game of the Oracle. fixedWords has their entries. The moves of Nobody come first, then those of players, then hold and amend, then
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

// fixedWords returns the entries of these words, in the order of their names. An answer that is also an event may be the only possible one, which is made
// automatically.
func fixedWords() []engine.Entry {
	const verb, event, place, card = engine.ClassVerb, engine.ClassEvent, engine.ClassPlace, engine.ClassCard
	entries := [...]engine.Entry{
		verbRune:         {Word: "rune", Class: verb},
		verbAdventurer:   {Word: "adventurer", Class: verb},
		verbReturn:       {Word: "return", Class: verb},
		verbCorruption:   {Word: "corruption", Class: verb},
		verbDawn:         {Word: "dawn", Class: verb},
		verbEndDay:       {Word: "end-day", Class: verb},
		verbTotal:        {Word: "total", Class: verb},
		verbAct:          {Word: "act", Class: verb},
		verbNudge:        {Word: "nudge", Class: verb | classBox | classInfluence},
		verbShift:        {Word: "shift", Class: verb | classBox | classInfluence},
		verbReadStars:    {Word: "read-stars", Class: verb | classAction},
		verbPredict:      {Word: "predict", Class: verb | classAction},
		verbHoroscope:    {Word: "horoscope", Class: verb | classAction},
		verbInfluence:    {Word: "influence", Class: verb | classAction},
		verbRecruit:      {Word: "recruit", Class: verb | classAction},
		verbStaff:        {Word: "staff", Class: verb | classAction},
		verbSell:         {Word: "sell", Class: verb},
		verbHold:         {Word: "hold", Class: verb},
		verbAmend:        {Word: "amend", Class: verb},
		verbNoAdventurer: {Word: "no-adventurer", Class: verb | event},
		verbLine:         {Word: "line", Class: verb},
		verbDone:         {Word: "done", Class: verb},
		verbWrite:        {Word: "write", Class: verb | event},
		verbGood:         {Word: "good", Class: verb | event},
		verbX:            {Word: "x", Class: verb | event | classInfluence | classBonus | classMark},
		verbIcon:         {Word: "icon", Class: verb | event | classBonus},
		verbDiscard:      {Word: "discard", Class: verb | event | place | classPile},
		verbBonus:        {Word: "bonus", Class: verb | event},
		verbMark:         {Word: "mark", Class: verb | event},
		verbUse:          {Word: "use", Class: verb},
		verbFirst:        {Word: "first", Class: verb},
		verbSponsor:      {Word: "sponsor", Class: verb | event},
		verbReveal:       {Word: "reveal", Class: verb | event},
		eventMoved:       {Word: "moved", Class: event},
		eventTainted:     {Word: "tainted", Class: event},
		eventShuffled:    {Word: "shuffled", Class: event},
		eventRethrown:    {Word: "rethrown", Class: event},
		eventThrows:      {Word: "throws", Class: event},
		eventNext:        {Word: "next", Class: event},
		eventGains:       {Word: "gains", Class: event},
		eventTakes:       {Word: "takes", Class: event},
		eventLacks:       {Word: "lacks", Class: event},
		eventBlackened:   {Word: "blackened", Class: event},
		eventWrote:       {Word: "wrote", Class: event},
		eventMarked:      {Word: "marked", Class: event},
		eventHit:         {Word: "hit", Class: event},
		eventMissed:      {Word: "missed", Class: event},
		eventFailed:      {Word: "failed", Class: event},
		eventSponsored:   {Word: "sponsored", Class: event},
		eventNote:        {Word: "note", Class: event},
		eventDismissed:   {Word: "dismissed", Class: event},
		eventSlid:        {Word: "slid", Class: event},
		eventNewDay:      {Word: "new-day", Class: event},
		eventMarket:      {Word: "market-opens", Class: event},
		eventScoring:     {Word: "scoring", Class: event},
		eventTotalled:    {Word: "totalled", Class: event},
		eventOwes:        {Word: "owes", Class: event},
		eventWon:         {Word: "won", Class: event},
		eventTied:        {Word: "tied", Class: event},
		runeDieA:         {Word: runeWords[dieA], Class: card | classDie, Title: runeTitles[dieA], Copies: 1},
		runeDieB:         {Word: runeWords[dieB], Class: card | classDie, Title: runeTitles[dieB], Copies: 1},
		runeCoin:         {Word: runeWords[coin], Class: card | classCoin, Title: runeTitles[coin], Copies: 1},
		runeBone:         {Word: runeWords[bone], Class: card | classPlain, Title: runeTitles[bone], Copies: 1},
		runeVoodoo:       {Word: runeWords[voodoo], Class: card | classPlain, Title: runeTitles[voodoo], Copies: 1},
		placeLeft:        {Word: "left", Class: place | classHalf},
		placeRight:       {Word: "right", Class: place | classHalf},
		faceTree:         {Word: "tree", Class: classFace},
		faceSkull:        {Word: "skull", Class: classFace},
		goodCharm:        {Word: "charm", Class: classGood | classBonus},
		goodTalisman:     {Word: "talisman", Class: classGood | classBonus},
		rowTop:           {Word: "top", Class: classRow},
		rowBottom:        {Word: "bottom", Class: classRow},
		placeDeck:        {Word: "deck", Class: place | classDeck},
		wordUp:           {Word: "up", Class: classWay},
		wordDown:         {Word: "down", Class: classWay},
		wordAll:          {Word: "all", Class: classAll},
		wordNone:         {Word: "none", Class: classNobody},
		wordErase:        {Word: "erase", Class: classMark},
		wordDrawn:        {Word: "drawn", Class: classLineState},
		wordOpen:         {Word: "open", Class: classLineState},
		wordBlack:        {Word: "black", Class: classCellState},
		wordWhite:        {Word: "white", Class: classCellState},
		wordImmediate:    {Word: "immediate"},
		wordMarket:       {Word: "market"},
		wordClock:        {Word: "clock"},
		wordUnseen:       {Word: "?", Class: engine.ClassUnseen},
	}
	return entries[1:] // none of them has the name engine.None
}
