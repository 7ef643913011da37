package athame

import "familiar/engine"

// The words of every game of Athame. fixedWords has their entries. A refusal is worded for the first verb that fits, so among the verbs that take a
// card the most frequent ones come first.
const (
	verbAllot engine.Name = 1 + iota
	verbPay
	verbTake
	verbReveal
	verbDiscard
	verbGive
	verbSteal
	verbPick
	verbSalvage
	verbRelease
	verbUse
	verbBuild
	verbCast
	verbRitual
	verbDraw
	verbNone // also the argument of a draw when neither bank nor market is open
	verbPass
	verbDone
	verbEnd
	verbHold
	verbAmend
	eventDealt        // a seat draws that many cards
	eventArcanaIn     // that many events and artifices are shuffled into the bank
	eventShuffled     // that many cards of the three piles become the bank
	eventNext         // a seat's turn begins
	eventMissed       // a seat misses its turn
	eventExpired      // a round event in front of a seat is discarded
	eventBound        // that special rule applies to a seat in this turn; with its number if it has one
	eventLaid         // a round event lies in front of a seat other than its drawer
	eventCardOver     // an event of a seat is discarded
	eventVoid         // an event that a seat drew has no effect
	eventBuilt        // a seat puts a spell in front of itself
	eventKept         // a seat takes a spell into the hand
	eventReturned     // a spell of a seat goes back to its deck
	eventSealed       // a Seal of a seat, the target, works: that spell has no effect
	eventSaved        // a Seal of a seat works: that spell has no effect on it
	eventCountered    // a spell of a seat has no effect
	eventReflected    // a seat is now the caster, and that seat the target, of that spell
	eventSwapped      // a seat exchanges its hand with that seat
	eventWiped        // that many cards of the market are discarded
	eventSkip         // a seat will miss a turn
	eventHexed        // that special rule will apply to a seat in its next turn; with its number if it has one
	eventPeeked       // a seat looks at the hand of that seat
	eventLoses        // a seat loses that card or spell, chosen by another seat
	eventTakesBack    // a seat takes that allotted card back, chosen by another seat
	eventPasses       // a card or spell goes from a seat to that seat
	eventNotForMarket // that card, turned up for the market, is discarded
	eventWon          // a seat wins
	wordUnseen
	placeBank
	placeMarket
	placeSquares
	placeGeneral
	placeArcana
	placeDeck // the decks of spells
	wordAll
	wordAllotLimit
	wordBankMore
	wordSurcharge
	wordNoBank
	wordNoMarket
	wordNoBuild
	wordNoCast
	wordFreeCast
)

// The classes of names that only this game has.
const (
	classResource = engine.FirstClass << iota
	classArtifice // jokers too
	classJoker
	classEventCard
	classSpell
	classRitual
	classDraw // the source of a turn's draw
	classBank // the place
	classMarket
	classPile // a discard pile of resources
	classArcana
	classHand
	classAllotted
	classEvents // SEAT.events
	classSkips  // SEAT.skips
	classDeck
	classSpells // SEAT.spells
)

// fixedWords returns the entries of these words, in the order of their names. The special rules are words of no class.
func fixedWords() []engine.Entry {
	const verb, event, place = engine.ClassVerb, engine.ClassEvent, engine.ClassPlace
	entries := [...]engine.Entry{
		verbAllot:         {Word: "allot", Class: verb},
		verbPay:           {Word: "pay", Class: verb},
		verbTake:          {Word: "take", Class: verb},
		verbReveal:        {Word: "reveal", Class: verb},
		verbDiscard:       {Word: "discard", Class: verb},
		verbGive:          {Word: "give", Class: verb},
		verbSteal:         {Word: "steal", Class: verb},
		verbPick:          {Word: "pick", Class: verb},
		verbSalvage:       {Word: "salvage", Class: verb},
		verbRelease:       {Word: "release", Class: verb},
		verbUse:           {Word: "use", Class: verb},
		verbBuild:         {Word: "build", Class: verb},
		verbCast:          {Word: "cast", Class: verb},
		verbRitual:        {Word: "ritual", Class: verb},
		verbDraw:          {Word: "draw", Class: verb},
		verbNone:          {Word: "none", Class: verb | classDraw},
		verbPass:          {Word: "pass", Class: verb},
		verbDone:          {Word: "done", Class: verb},
		verbEnd:           {Word: "end", Class: verb},
		verbHold:          {Word: "hold", Class: verb},
		verbAmend:         {Word: "amend", Class: verb},
		eventDealt:        {Word: "dealt", Class: event},
		eventArcanaIn:     {Word: "arcana-in", Class: event},
		eventShuffled:     {Word: "shuffled", Class: event},
		eventNext:         {Word: "next", Class: event},
		eventMissed:       {Word: "missed", Class: event},
		eventExpired:      {Word: "expired", Class: event},
		eventBound:        {Word: "bound", Class: event},
		eventLaid:         {Word: "laid", Class: event},
		eventCardOver:     {Word: "event-over", Class: event},
		eventVoid:         {Word: "void", Class: event},
		eventBuilt:        {Word: "built", Class: event},
		eventKept:         {Word: "kept", Class: event},
		eventReturned:     {Word: "returned", Class: event},
		eventSealed:       {Word: "sealed", Class: event},
		eventSaved:        {Word: "saved", Class: event},
		eventCountered:    {Word: "countered", Class: event},
		eventReflected:    {Word: "reflected", Class: event},
		eventSwapped:      {Word: "swapped", Class: event},
		eventWiped:        {Word: "wiped", Class: event},
		eventSkip:         {Word: "skip", Class: event},
		eventHexed:        {Word: "hexed", Class: event},
		eventPeeked:       {Word: "peeked", Class: event},
		eventLoses:        {Word: "loses", Class: event},
		eventTakesBack:    {Word: "takes-back", Class: event},
		eventPasses:       {Word: "passes", Class: event},
		eventNotForMarket: {Word: "turned-down", Class: event},
		eventWon:          {Word: "won", Class: event},
		wordUnseen:        {Word: "?", Class: engine.ClassUnseen},
		placeBank:         {Word: "bank", Class: place | classDraw | classBank, Title: "Bank"},
		placeMarket:       {Word: "market", Class: place | classDraw | classMarket, Title: "Market"},
		placeSquares:      {Word: "squares", Class: place | classPile, Title: "Discarded squares"},
		placeGeneral:      {Word: "general", Class: place | classPile, Title: "Discarded resources"},
		placeArcana:       {Word: "arcana", Class: place | classArcana, Title: "Discarded arcana"},
		placeDeck:         {Word: "deck", Class: place | classDeck, Title: "Spell decks"},
		wordAll:           {Word: "all"},
		wordAllotLimit:    {Word: "allot-limit"},
		wordBankMore:      {Word: "bank-more"},
		wordSurcharge:     {Word: "surcharge"},
		wordNoBank:        {Word: "no-bank"},
		wordNoMarket:      {Word: "no-market"},
		wordNoBuild:       {Word: "no-build"},
		wordNoCast:        {Word: "no-cast"},
		wordFreeCast:      {Word: "free-cast"},
	}
	return entries[1:] // none of them has the name engine.None
}
