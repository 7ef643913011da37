package pantacle

import (
	"familiar/engine"
)

// The words of every game of Pantacle, in the order of fixedWords. Of the verbs that take a card the most usual ones come first.
const (
	verbPeek engine.Name = 1 + iota
	verbPass
	verbBar
	verbFlame
	verbReach
	verbCurse
	verbKeep
	verbAbsorb
	verbFlip
	verbFavor
	verbMoon
	verbBribe
	verbAdd
	verbDone
	verbHold
	verbAmend
	eventTollCubes   // a seat loses that many to its curses
	eventTollAdepts  //
	eventBought      // a seat pays that many cubes for an Adept
	eventPowersPaid  // a seat gives up these tokens
	eventAdeptsPaid  // a seat gives up that many
	eventCubesPaid   // a seat pays that many for curse cards
	eventCubes       // a seat takes that many from the reserve
	eventAdepts      //
	eventNoCubes     // that many are missing in the reserve
	eventNoAdepts    //
	eventLoadCubes   // on a curse of a seat, that many from the reserve
	eventLoadAdepts  //
	eventDrainCubes  // from a curse of a seat, that many to the reserve
	eventDrainAdepts //
	eventEmptied     // a curse of a seat goes to the bottom of the pile
	eventBuried      // a seat puts the other cards, that many, to the bottom of the pile
	eventUncovered   // a curse of a seat is face up again
	eventIdle        // the location has no effect for a seat
	eventExtra       // a seat has one more turn
	eventToken       // a seat takes that token
	eventNoRoom      // a seat has no place for that token
	eventPassedOver  // a seat may not bribe
	eventNoFavor     // a seat can announce none
	eventReceived    // a seat receives that Favor
	eventStep        // the tracker of a seat goes to that step
	eventNoStep      // a seat is not compensated
	eventStolen      // a seat takes a cube from a seat
	eventMoon        // the last blade of a seat shows the moon of that Favor
	eventDrawn       // a seat draws that many blades
	eventShort       // a seat's hand stays that many blades short
	eventShuffled    // that many discarded blades become the pile
	eventNext        // a seat begins its turn
	eventAgain       // a seat begins its extra turn
	eventWon         // a seat
	eventStuck       // nobody can do anything any more
	wordUnseen
	wordTrack
	wordPowers
	discTop
	discUpperLeft
	discUpperRight
	discLowerLeft
	discLowerRight
	locationPerFlame
	locationAdepts
	locationInfluence
	locationDemonic
	locationExtraTurn
	favorBewitchment
	favorHunt
	favorProtection
	favorEnslavement
	favorRecruitment
	favorConversion
	favorIndoctrination
	placeDeck
	placeDiscard
	placePile
	wordAside
	wordOngoing
	wordTurn
	wordNone
)

// The sorts of the names that only this game has.
const (
	sortBlade    = engine.FirstSort << iota
	sortCurse    // a kind of curse
	sortTrack    // the Hound of the Resolve track
	sortBar      // a Sacrifice
	sortDisc     //
	sortLocation //
	sortFavor    //
	sortPower    // a token
	sortResource // what lies on an exhaustion card
	sortCounter  // SEAT.influence, SEAT.adepts, SEAT.resolve
	sortBlades   // a place of blades
	sortHidden   // a place in which blades lie unseen
	sortTokens   // SEAT.powers
	sortAside    //
	sortDiscs    // SEAT.discs
	sortCurses   // a place of curses
	sortBefore   // a place of curses before a seat
	sortOngoing
	sortTurn
	sortNone
)

func fixedWords() []engine.Entry {
	const thing = engine.SortThing
	return []engine.Entry{
		{Word: "peek", Sort: engine.SortVerb},
		{Word: "pass", Sort: engine.SortVerb},
		{Word: "bar", Sort: engine.SortVerb},
		{Word: "flame", Sort: engine.SortVerb},
		{Word: "reach", Sort: engine.SortVerb},
		{Word: "curse", Sort: engine.SortVerb},
		{Word: "keep", Sort: engine.SortVerb | engine.SortEvent},
		{Word: "absorb", Sort: engine.SortVerb},
		{Word: "flip", Sort: engine.SortVerb | engine.SortEvent},
		{Word: "favor", Sort: engine.SortVerb},
		{Word: "moon", Sort: engine.SortVerb},
		{Word: "bribe", Sort: engine.SortVerb},
		{Word: "add", Sort: engine.SortVerb},
		{Word: "done", Sort: engine.SortVerb},
		{Word: "hold", Sort: engine.SortVerb},
		{Word: "amend", Sort: engine.SortVerb},
		{Word: "toll-cubes", Sort: engine.SortEvent},
		{Word: "toll-adepts", Sort: engine.SortEvent},
		{Word: "bought", Sort: engine.SortEvent},
		{Word: "powers-paid", Sort: engine.SortEvent},
		{Word: "adepts-paid", Sort: engine.SortEvent},
		{Word: "cubes-paid", Sort: engine.SortEvent},
		{Word: "cubes", Sort: engine.SortEvent},
		{Word: "adepts-gained", Sort: engine.SortEvent},
		{Word: "no-cubes", Sort: engine.SortEvent},
		{Word: "no-adepts", Sort: engine.SortEvent},
		{Word: "load-cubes", Sort: engine.SortEvent},
		{Word: "load-adepts", Sort: engine.SortEvent},
		{Word: "drain-cubes", Sort: engine.SortEvent},
		{Word: "drain-adepts", Sort: engine.SortEvent},
		{Word: "emptied", Sort: engine.SortEvent},
		{Word: "buried", Sort: engine.SortEvent},
		{Word: "uncovered", Sort: engine.SortEvent},
		{Word: "idle", Sort: engine.SortEvent},
		{Word: "extra", Sort: engine.SortEvent},
		{Word: "token", Sort: engine.SortEvent},
		{Word: "no-room", Sort: engine.SortEvent},
		{Word: "passed-over", Sort: engine.SortEvent},
		{Word: "no-favor", Sort: engine.SortEvent},
		{Word: "received", Sort: engine.SortEvent},
		{Word: "step", Sort: engine.SortEvent},
		{Word: "no-step", Sort: engine.SortEvent},
		{Word: "stolen", Sort: engine.SortEvent},
		{Word: "moon-cube", Sort: engine.SortEvent},
		{Word: "drawn", Sort: engine.SortEvent},
		{Word: "short", Sort: engine.SortEvent},
		{Word: "shuffled", Sort: engine.SortEvent},
		{Word: "next", Sort: engine.SortEvent},
		{Word: "again", Sort: engine.SortEvent},
		{Word: "won", Sort: engine.SortEvent},
		{Word: "stuck", Sort: engine.SortEvent},
		{Word: "?", Sort: engine.SortUnseen},
		{Word: "track", Sort: sortTrack | thing, Title: "Hound of the track"},
		{Word: "powers", Sort: sortBar},
		{Word: "top", Sort: sortDisc | thing, Copies: mostSeats},
		{Word: "upper-left", Sort: sortDisc | thing, Copies: mostSeats},
		{Word: "upper-right", Sort: sortDisc | thing, Copies: mostSeats},
		{Word: "lower-left", Sort: sortDisc | thing, Copies: mostSeats},
		{Word: "lower-right", Sort: sortDisc | thing, Copies: mostSeats},
		{Word: "influence-per-flame", Sort: sortLocation | thing},
		{Word: "adepts", Sort: sortLocation | sortBar | sortResource | thing},
		{Word: "influence", Sort: sortLocation | sortResource | thing},
		{Word: "demonic", Sort: sortLocation | sortPower | thing, Title: "Demonic Discard"},
		{Word: "extra-turn", Sort: sortLocation | thing},
		{Word: "bewitchment", Sort: sortFavor | sortPower | thing},
		{Word: "hunt", Sort: sortFavor | sortPower | thing},
		{Word: "protection", Sort: sortFavor | sortPower | thing},
		{Word: "enslavement", Sort: sortFavor | sortPower | thing},
		{Word: "recruitment", Sort: sortFavor | thing},
		{Word: "conversion", Sort: sortFavor | thing},
		{Word: "indoctrination", Sort: sortFavor | thing},
		{Word: "deck", Sort: engine.SortPlace | sortBlades | sortHidden, Title: "Draw pile"},
		{Word: "discard", Sort: engine.SortPlace | sortBlades, Title: "Discard row"},
		{Word: "curses.pile", Sort: engine.SortPlace | sortCurses, Title: "Curse pile"},
		{Word: "aside", Sort: sortAside},
		{Word: "ongoing", Sort: sortOngoing},
		{Word: "turn", Sort: sortTurn},
		{Word: "none", Sort: sortNone},
	}
}

// seatWords are the names that a player brings along.
func seatWords(s string) []engine.Entry {
	whose := engine.TitleOf(s) + "'s "
	return []engine.Entry{
		{Word: s + ".hand", Sort: engine.SortPlace | engine.SortHand | sortBlades | sortHidden, Title: whose + "hand"},
		{Word: s + ".influence", Sort: sortCounter, Title: whose + "cubes"},
		{Word: s + ".adepts", Sort: sortCounter, Title: whose + "Adepts"},
		{Word: s + ".resolve", Sort: sortCounter, Title: whose + "step on the Resolve track"},
		{Word: s + ".powers", Sort: sortTokens, Title: whose + "Powers"},
		{Word: s + ".discs", Sort: sortDiscs, Title: whose + "Sanctuary"},
		{Word: s + ".curses", Sort: engine.SortPlace | sortCurses | sortBefore, Title: whose + "curses"},
		{Word: s + ".flipped", Sort: sortCurses | sortBefore, Title: whose + "face-down curse"},
	}
}

// newCatalog lists all names of a game, the kinds in the order of the card list.
func newCatalog(list *cardList, seats []string) (*engine.Catalog, error) {
	entries := fixedWords()
	for f := range favors {
		entries[favorName(f)-1].Traits = list.favorTraits(f)
	}
	for _, i := range list.bladeOrder {
		entries = append(entries, list.blades[i].entry(list))
	}
	for _, i := range list.curseOrder {
		entries = append(entries, list.curses[i].entry())
	}
	for _, s := range seats {
		entries = append(entries, seatWords(s)...)
	}
	return engine.NewCatalog(entries, seats, forms())
}

func (b *blade) entry(list *cardList) engine.Entry {
	e := engine.Entry{
		Word: b.name, Sort: engine.SortCard | sortBlade, Copies: b.copies, Title: engine.TitleOf(b.name),
		Traits: map[string]string{"keeper": list.keepers[b.keeper], "phase": list.phases[b.phase]},
	}
	if b.keeper == list.hound {
		e.Traits["hound"] = "true"
	}
	return e
}

func (c *curse) entry() engine.Entry {
	kind := "permanent"
	if c.exhaustion {
		kind = "exhaustion"
	}
	return engine.Entry{
		Word: c.name, Sort: engine.SortCard | sortCurse, Copies: c.copies, Title: engine.TitleOf(c.name), Text: c.text, Effects: c.effects,
		Traits: map[string]string{"curse": kind},
	}
}
