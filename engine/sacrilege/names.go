package sacrilege

import (
	"slices"
	"strconv"

	"familiar/engine"
)

// The words of every game of Sacrilege, in the order of fixedWords.
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

func fixedWords() []engine.Entry {
	const verb, event = engine.ClassVerb, engine.ClassEvent
	return slices.Concat(
		engine.Words(verb, "sacrifice", "invoke", "draw", "purge", "end", "pray", "amen", "reveal", "drop", "discard", "give"),
		engine.Words(verb|event, "choose", "move", "take", "destroy", "raze", "swap", "raise"), // events that are automatic answers use the verb of the answer
		engine.Words(verb, "accept", "done", "skip", "hold", "amend"),
		engine.Words(event, "refill", "drawn", "stolen", "traded", "looked", "asleep", "extra", "missed", "next", "success", "failure", "won"),
		[]engine.Entry{
			{Word: "?", Class: engine.ClassUnseen},
			{Word: "turn", Class: classTurn},
			{Word: "ritual", Class: classRitual},
			{Word: "pending", Class: classPending},
			{Word: "none", Class: classNone},
			{Word: "deck", Class: engine.ClassPlace | classHidden, Title: "Necronomicon"},
			{Word: "grave", Class: engine.ClassPlace, Title: "Graveyard"},
		},
	)
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

// newCatalog returns the catalog of a game, with the kinds in the order of the card list.
func newCatalog(kinds []kind, order []int, seats []string) (*engine.Catalog, error) {
	entries := fixedWords()
	for _, i := range order {
		entries = append(entries, kinds[i].entry())
	}
	for _, s := range seats {
		entries = append(entries,
			engine.Entry{Word: s + ".hand", Class: engine.ClassPlace | engine.ClassHand | classHidden, Title: engine.TitleOf(s) + "'s hand"},
			engine.Entry{Word: s + ".altar", Class: engine.ClassPlace, Title: engine.TitleOf(s) + "'s altar"},
			engine.Entry{Word: s + ".favours", Class: classCounter, Title: engine.TitleOf(s) + "'s Favours"},
			engine.Entry{Word: s + ".skips", Class: classCounter, Title: engine.TitleOf(s) + "'s turns to miss"},
		)
	}
	return engine.NewCatalog(entries, seats, signatures())
}

func (k *kind) entry() engine.Entry {
	e := engine.Entry{
		Word: k.name, Class: engine.ClassCard, Copies: k.copies, Title: engine.TitleOf(k.name), Text: k.text,
		Traits: map[string]string{"value": strconv.Itoa(k.value)},
	}
	if k.green {
		e.Traits["green"] = "true"
	}
	if len(k.name) == 1 && k.name[0] >= '0' && k.name[0] <= '9' {
		e.Class |= engine.ClassNumber // a kind may be called 7, which must still be a number in answers and amends
	}
	return e
}
