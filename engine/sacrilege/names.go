package sacrilege

import "familiar/engine"

// The words of every game of Sacrilege. fixedWords has their entries.
const (
	verbSacrifice engine.Name = 1 + iota
	verbInvoke
	verbDraw
	verbPurge
	verbEnd
	verbPray
	verbAmen
	verbReveal
	verbDrop
	verbDiscard
	verbGive
	verbChoose
	verbMove
	verbTake
	verbDestroy
	verbRaze
	verbSwap
	verbRaise
	verbAccept
	verbDone
	verbSkip
	verbHold
	verbAmend
	eventRefill  // the Graveyard becomes the Necronomicon
	eventDrawn   // of a seat; with a number for more than one card
	eventStolen  // by a seat, from a seat
	eventTraded  // hands, of a seat with a seat
	eventLooked  // a seat, at the hand of a seat
	eventAsleep  // a seat must miss one more turn
	eventExtra   // a seat has one more action
	eventMissed  // a seat misses its turn
	eventNext    // a seat begins its turn
	eventSuccess // of the ritual of a seat
	eventFailure
	eventWon // by a seat
	wordUnseen
	wordTurn
	wordRitual
	wordPending
	wordNone
	placeDeck
	placeGrave
)

// fixedWords returns the entries of these words, in the order of their names. An event that is an automatic answer has the verb of the answer.
func fixedWords() []engine.Entry {
	const verb, event, place = engine.ClassVerb, engine.ClassEvent, engine.ClassPlace
	entries := [...]engine.Entry{
		verbSacrifice: {Word: "sacrifice", Class: verb},
		verbInvoke:    {Word: "invoke", Class: verb},
		verbDraw:      {Word: "draw", Class: verb},
		verbPurge:     {Word: "purge", Class: verb},
		verbEnd:       {Word: "end", Class: verb},
		verbPray:      {Word: "pray", Class: verb},
		verbAmen:      {Word: "amen", Class: verb},
		verbReveal:    {Word: "reveal", Class: verb},
		verbDrop:      {Word: "drop", Class: verb},
		verbDiscard:   {Word: "discard", Class: verb},
		verbGive:      {Word: "give", Class: verb},
		verbChoose:    {Word: "choose", Class: verb | event},
		verbMove:      {Word: "move", Class: verb | event},
		verbTake:      {Word: "take", Class: verb | event},
		verbDestroy:   {Word: "destroy", Class: verb | event},
		verbRaze:      {Word: "raze", Class: verb | event},
		verbSwap:      {Word: "swap", Class: verb | event},
		verbRaise:     {Word: "raise", Class: verb | event},
		verbAccept:    {Word: "accept", Class: verb},
		verbDone:      {Word: "done", Class: verb},
		verbSkip:      {Word: "skip", Class: verb},
		verbHold:      {Word: "hold", Class: verb},
		verbAmend:     {Word: "amend", Class: verb},
		eventRefill:   {Word: "refill", Class: event},
		eventDrawn:    {Word: "drawn", Class: event},
		eventStolen:   {Word: "stolen", Class: event},
		eventTraded:   {Word: "traded", Class: event},
		eventLooked:   {Word: "looked", Class: event},
		eventAsleep:   {Word: "asleep", Class: event},
		eventExtra:    {Word: "extra", Class: event},
		eventMissed:   {Word: "missed", Class: event},
		eventNext:     {Word: "next", Class: event},
		eventSuccess:  {Word: "success", Class: event},
		eventFailure:  {Word: "failure", Class: event},
		eventWon:      {Word: "won", Class: event},
		wordUnseen:    {Word: "?", Class: engine.ClassUnseen},
		wordTurn:      {Word: "turn", Class: classTurn},
		wordRitual:    {Word: "ritual", Class: classRitual},
		wordPending:   {Word: "pending", Class: classPending},
		wordNone:      {Word: "none", Class: classNone},
		placeDeck:     {Word: "deck", Class: place | classHidden, Title: "Necronomicon"},
		placeGrave:    {Word: "grave", Class: place, Title: "Graveyard"},
	}
	return entries[1:] // none of them has the name engine.None
}

// The classes of names that only amend uses.
const (
	classHidden  = engine.FirstClass << iota // a place with unseen cards
	classCounter                             // SEAT.favours, SEAT.skips
	classTurn
	classRitual
	classPending
	classNone
)
