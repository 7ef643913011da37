package pantacle

import (
	"slices"

	"familiar/engine"
)

// The words of every game of Pantacle, in the order of fixedWords. A refusal is worded for the first verb that fits, so among the verbs that take a
// card the most frequent ones come first.
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
	eventTollCubes // a seat loses that many to its curses
	eventTollAdepts
	eventBought     // a seat pays that many cubes for an Adept
	eventPowersPaid // a seat gives up these tokens
	eventAdeptsPaid // a seat gives up that many Adepts
	eventCubesPaid  // a seat pays that many for curse cards
	eventCubes      // a seat takes that many from the reserve
	eventAdepts
	eventNoCubes // that many are missing from the reserve
	eventNoAdepts
	eventLoadCubes // from the reserve to a curse of a seat, that many
	eventLoadAdepts
	eventDrainCubes // from a curse of a seat to the reserve, that many
	eventDrainAdepts
	eventEmptied    // a curse of a seat goes to the bottom of the pile
	eventBuried     // a seat puts the other cards, that many, at the bottom of the pile
	eventUncovered  // a curse of a seat is face up again
	eventIdle       // the location has no effect for a seat
	eventExtra      // a seat has one more turn
	eventToken      // a seat takes that token
	eventNoRoom     // a seat has no room for that token
	eventPassedOver // a seat may not bribe
	eventNoFavor    // a seat can announce no Favor
	eventReceived   // a seat receives that Favor
	eventStep       // the tracker of a seat moves to that step
	eventNoStep     // a seat gets no compensation
	eventStolen     // a seat takes a cube from a seat
	eventMoon       // the last blade of a seat shows the moon of that Favor
	eventDrawn      // a seat draws that many blades
	eventShort      // a seat's hand lacks that many blades
	eventShuffled   // that many discarded blades become the pile
	eventNext       // a seat begins its turn
	eventAgain      // a seat begins its extra turn
	eventWon        // a seat wins
	eventStuck      // nobody can do anything more
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

// The classes of names that only this game has.
const (
	classBlade = engine.FirstClass << iota
	classCurse // a kind of curse
	classTrack // the Hound of the Resolve track
	classBar   // a Sacrifice
	classDisc
	classLocation
	classFavor
	classPower    // a token
	classResource // a piece on an exhaustion card
	classCounter  // SEAT.influence, SEAT.adepts, SEAT.resolve
	classBlades   // a place of blades
	classHidden   // a place with unseen blades
	classTokens   // SEAT.powers
	classAside
	classDiscs      // SEAT.discs
	classCurses     // a place of curses
	classSeatCurses // a place of curses in front of a seat
	classOngoing
	classTurn
	classNone
)

func fixedWords() []engine.Entry {
	const verb, event, thing = engine.ClassVerb, engine.ClassEvent, engine.ClassThing
	entries := slices.Concat(
		engine.Words(verb, "peek", "pass", "bar", "flame", "reach", "curse"),
		engine.Words(verb|event, "keep"),
		engine.Words(verb, "absorb"),
		engine.Words(verb|event, "flip"),
		engine.Words(verb, "favor", "moon", "bribe", "add", "done", "hold", "amend"),
		engine.Words(event, "toll-cubes", "toll-adepts", "bought", "powers-paid", "adepts-paid", "cubes-paid", "cubes", "adepts-gained", "no-cubes", "no-adepts"),
		engine.Words(event, "load-cubes", "load-adepts", "drain-cubes", "drain-adepts", "emptied", "buried", "uncovered", "idle", "extra", "token", "no-room"),
		engine.Words(event, "passed-over", "no-favor", "received", "step", "no-step", "stolen", "moon-cube", "drawn", "short", "shuffled"),
		engine.Words(event, "next", "again", "won", "stuck"),
		[]engine.Entry{
			{Word: "?", Class: engine.ClassUnseen},
			{Word: "track", Class: classTrack | thing, Title: "Hound of the track"},
			{Word: "powers", Class: classBar},
		},
		engine.Words(classDisc|thing, "top", "upper-left", "upper-right", "lower-left", "lower-right"),
		[]engine.Entry{
			{Word: "influence-per-flame", Class: classLocation | thing},
			{Word: "adepts", Class: classLocation | classBar | classResource | thing},
			{Word: "influence", Class: classLocation | classResource | thing},
			{Word: "demonic", Class: classLocation | classPower | thing, Title: "Demonic Discard"},
			{Word: "extra-turn", Class: classLocation | thing},
		},
		engine.Words(classFavor|classPower|thing, "bewitchment", "hunt", "protection", "enslavement"),
		engine.Words(classFavor|thing, "recruitment", "conversion", "indoctrination"),
		[]engine.Entry{
			{Word: "deck", Class: engine.ClassPlace | classBlades | classHidden, Title: "Draw pile"},
			{Word: "discard", Class: engine.ClassPlace | classBlades, Title: "Discard row"},
			{Word: "curses.pile", Class: engine.ClassPlace | classCurses, Title: "Curse pile"},
			{Word: "aside", Class: classAside},
			{Word: "ongoing", Class: classOngoing},
			{Word: "turn", Class: classTurn},
			{Word: "none", Class: classNone},
		},
	)
	for d := range discs {
		entries[discName(d)-1].Copies = mostSeats
	}
	return entries
}

// seatWords returns the names that belong to a player.
func seatWords(s string) []engine.Entry {
	whose := engine.TitleOf(s) + "'s "
	return []engine.Entry{
		{Word: s + ".hand", Class: engine.ClassPlace | engine.ClassHand | classBlades | classHidden, Title: whose + "hand"},
		{Word: s + ".influence", Class: classCounter, Title: whose + "cubes"},
		{Word: s + ".adepts", Class: classCounter, Title: whose + "Adepts"},
		{Word: s + ".resolve", Class: classCounter, Title: whose + "step on the Resolve track"},
		{Word: s + ".powers", Class: classTokens, Title: whose + "Powers"},
		{Word: s + ".discs", Class: classDiscs, Title: whose + "Sanctuary"},
		{Word: s + ".curses", Class: engine.ClassPlace | classCurses | classSeatCurses, Title: whose + "curses"},
		{Word: s + ".flipped", Class: classCurses | classSeatCurses, Title: whose + "face-down curse"},
	}
}

// newCatalog returns the catalog of a game, with the kinds in the order of the card list.
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
	return engine.NewCatalog(entries, seats, signatures())
}

func (b *blade) entry(list *cardList) engine.Entry {
	e := engine.Entry{
		Word: b.name, Class: engine.ClassCard | classBlade, Copies: b.copies, Title: engine.TitleOf(b.name),
		Traits: map[string]string{"keeper": list.keepers[b.keeper], "phase": list.moonPhases[b.moonPhase]},
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
		Word: c.name, Class: engine.ClassCard | classCurse, Copies: c.copies, Title: engine.TitleOf(c.name), Text: c.text, Effects: c.effects,
		Traits: map[string]string{"curse": kind},
	}
}
