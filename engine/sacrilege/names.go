package sacrilege

import (
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
	eventDrawn   // of a seat; with a number if it is more than one card
	eventStolen  // by a seat, from a seat
	eventTraded  // hands, of a seat with a seat
	eventLooked  // a seat, at the hand of a seat
	eventAsleep  // a seat has one more turn to miss
	eventExtra   // a seat has one more action
	eventMissed  // a seat is passed over
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
	const answer = engine.SortVerb | engine.SortEvent // the only answer is given by itself
	return []engine.Entry{
		{Word: "sacrifice", Sort: engine.SortVerb},
		{Word: "invoke", Sort: engine.SortVerb},
		{Word: "draw", Sort: engine.SortVerb},
		{Word: "purge", Sort: engine.SortVerb},
		{Word: "end", Sort: engine.SortVerb},
		{Word: "pray", Sort: engine.SortVerb},
		{Word: "amen", Sort: engine.SortVerb},
		{Word: "reveal", Sort: engine.SortVerb},
		{Word: "drop", Sort: engine.SortVerb},
		{Word: "discard", Sort: engine.SortVerb},
		{Word: "give", Sort: engine.SortVerb},
		{Word: "choose", Sort: answer},
		{Word: "move", Sort: answer},
		{Word: "take", Sort: answer},
		{Word: "destroy", Sort: answer},
		{Word: "raze", Sort: answer},
		{Word: "swap", Sort: answer},
		{Word: "raise", Sort: answer},
		{Word: "accept", Sort: engine.SortVerb},
		{Word: "done", Sort: engine.SortVerb},
		{Word: "skip", Sort: engine.SortVerb},
		{Word: "hold", Sort: engine.SortVerb},
		{Word: "amend", Sort: engine.SortVerb},
		{Word: "refill", Sort: engine.SortEvent},
		{Word: "drawn", Sort: engine.SortEvent},
		{Word: "stolen", Sort: engine.SortEvent},
		{Word: "traded", Sort: engine.SortEvent},
		{Word: "looked", Sort: engine.SortEvent},
		{Word: "asleep", Sort: engine.SortEvent},
		{Word: "extra", Sort: engine.SortEvent},
		{Word: "missed", Sort: engine.SortEvent},
		{Word: "next", Sort: engine.SortEvent},
		{Word: "success", Sort: engine.SortEvent},
		{Word: "failure", Sort: engine.SortEvent},
		{Word: "won", Sort: engine.SortEvent},
		{Word: "?", Sort: engine.SortUnseen},
		{Word: "turn", Sort: sortTurn},
		{Word: "ritual", Sort: sortRitual},
		{Word: "pending", Sort: sortPending},
		{Word: "none", Sort: sortNone},
		{Word: "deck", Sort: engine.SortPlace | sortHidden, Title: "Necronomicon"},
		{Word: "grave", Sort: engine.SortPlace, Title: "Graveyard"},
	}
}

// The sorts of the words that only amend knows.
const (
	sortHidden  = engine.FirstSort << iota // a place in which cards lie unseen
	sortCounter                            // SEAT.favours, SEAT.skips
	sortTurn
	sortRitual
	sortPending
	sortNone
)

// newCatalog lists all names of a game, the kinds in the order of the card list.
func newCatalog(kinds []kind, order []int, seats []string) (*engine.Catalog, error) {
	entries := fixedWords()
	for _, i := range order {
		entries = append(entries, kinds[i].entry())
	}
	for _, s := range seats {
		entries = append(entries,
			engine.Entry{Word: s + ".hand", Sort: engine.SortPlace | engine.SortHand | sortHidden, Title: engine.TitleOf(s) + "'s hand"},
			engine.Entry{Word: s + ".altar", Sort: engine.SortPlace, Title: engine.TitleOf(s) + "'s altar"},
			engine.Entry{Word: s + ".favours", Sort: sortCounter, Title: engine.TitleOf(s) + "'s Favours"},
			engine.Entry{Word: s + ".skips", Sort: sortCounter, Title: engine.TitleOf(s) + "'s turns to miss"},
		)
	}
	return engine.NewCatalog(entries, seats, forms())
}

func (k *kind) entry() engine.Entry {
	e := engine.Entry{
		Word: k.name, Sort: engine.SortCard, Copies: k.copies, Title: engine.TitleOf(k.name), Text: k.text,
		Traits: map[string]string{"value": strconv.Itoa(k.value)},
	}
	if k.green {
		e.Traits["green"] = "true"
	}
	if len(k.name) == 1 && k.name[0] >= '0' && k.name[0] <= '9' {
		e.Sort |= engine.SortNumber // a card list may call a kind 7
	}
	return e
}
