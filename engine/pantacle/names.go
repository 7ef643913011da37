package pantacle

import (
	"familiar/engine"
)

// The words of every game of Pantacle. fixedWords has their entries. A refusal is worded for the first verb that fits, so among the verbs that take a
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

// fixedWords returns the entries of these words, in the order of their names.
func fixedWords() []engine.Entry {
	const verb, event, place, thing = engine.ClassVerb, engine.ClassEvent, engine.ClassPlace, engine.ClassThing
	entries := [...]engine.Entry{
		verbPeek:            {Word: "peek", Class: verb},
		verbPass:            {Word: "pass", Class: verb},
		verbBar:             {Word: "bar", Class: verb},
		verbFlame:           {Word: "flame", Class: verb},
		verbReach:           {Word: "reach", Class: verb},
		verbCurse:           {Word: "curse", Class: verb},
		verbKeep:            {Word: "keep", Class: verb | event},
		verbAbsorb:          {Word: "absorb", Class: verb},
		verbFlip:            {Word: "flip", Class: verb | event},
		verbFavor:           {Word: "favor", Class: verb},
		verbMoon:            {Word: "moon", Class: verb},
		verbBribe:           {Word: "bribe", Class: verb},
		verbAdd:             {Word: "add", Class: verb},
		verbDone:            {Word: "done", Class: verb},
		verbHold:            {Word: "hold", Class: verb},
		verbAmend:           {Word: "amend", Class: verb},
		eventTollCubes:      {Word: "toll-cubes", Class: event},
		eventTollAdepts:     {Word: "toll-adepts", Class: event},
		eventBought:         {Word: "bought", Class: event},
		eventPowersPaid:     {Word: "powers-paid", Class: event},
		eventAdeptsPaid:     {Word: "adepts-paid", Class: event},
		eventCubesPaid:      {Word: "cubes-paid", Class: event},
		eventCubes:          {Word: "cubes", Class: event},
		eventAdepts:         {Word: "adepts-gained", Class: event},
		eventNoCubes:        {Word: "no-cubes", Class: event},
		eventNoAdepts:       {Word: "no-adepts", Class: event},
		eventLoadCubes:      {Word: "load-cubes", Class: event},
		eventLoadAdepts:     {Word: "load-adepts", Class: event},
		eventDrainCubes:     {Word: "drain-cubes", Class: event},
		eventDrainAdepts:    {Word: "drain-adepts", Class: event},
		eventEmptied:        {Word: "emptied", Class: event},
		eventBuried:         {Word: "buried", Class: event},
		eventUncovered:      {Word: "uncovered", Class: event},
		eventIdle:           {Word: "idle", Class: event},
		eventExtra:          {Word: "extra", Class: event},
		eventToken:          {Word: "token", Class: event},
		eventNoRoom:         {Word: "no-room", Class: event},
		eventPassedOver:     {Word: "passed-over", Class: event},
		eventNoFavor:        {Word: "no-favor", Class: event},
		eventReceived:       {Word: "received", Class: event},
		eventStep:           {Word: "step", Class: event},
		eventNoStep:         {Word: "no-step", Class: event},
		eventStolen:         {Word: "stolen", Class: event},
		eventMoon:           {Word: "moon-cube", Class: event},
		eventDrawn:          {Word: "drawn", Class: event},
		eventShort:          {Word: "short", Class: event},
		eventShuffled:       {Word: "shuffled", Class: event},
		eventNext:           {Word: "next", Class: event},
		eventAgain:          {Word: "again", Class: event},
		eventWon:            {Word: "won", Class: event},
		eventStuck:          {Word: "stuck", Class: event},
		wordUnseen:          {Word: "?", Class: engine.ClassUnseen},
		wordTrack:           {Word: "track", Class: thing | classTrack, Title: "Hound of the track"},
		wordPowers:          {Word: "powers", Class: classBar},
		discTop:             {Word: "top", Class: thing | classDisc, Copies: mostSeats},
		discUpperLeft:       {Word: "upper-left", Class: thing | classDisc, Copies: mostSeats},
		discUpperRight:      {Word: "upper-right", Class: thing | classDisc, Copies: mostSeats},
		discLowerLeft:       {Word: "lower-left", Class: thing | classDisc, Copies: mostSeats},
		discLowerRight:      {Word: "lower-right", Class: thing | classDisc, Copies: mostSeats},
		locationPerFlame:    {Word: "influence-per-flame", Class: thing | classLocation},
		locationAdepts:      {Word: "adepts", Class: thing | classBar | classLocation | classResource},
		locationInfluence:   {Word: "influence", Class: thing | classLocation | classResource},
		locationDemonic:     {Word: "demonic", Class: thing | classLocation | classPower, Title: "Demonic Discard"},
		locationExtraTurn:   {Word: "extra-turn", Class: thing | classLocation},
		favorBewitchment:    {Word: "bewitchment", Class: thing | classFavor | classPower},
		favorHunt:           {Word: "hunt", Class: thing | classFavor | classPower},
		favorProtection:     {Word: "protection", Class: thing | classFavor | classPower},
		favorEnslavement:    {Word: "enslavement", Class: thing | classFavor | classPower},
		favorRecruitment:    {Word: "recruitment", Class: thing | classFavor},
		favorConversion:     {Word: "conversion", Class: thing | classFavor},
		favorIndoctrination: {Word: "indoctrination", Class: thing | classFavor},
		placeDeck:           {Word: "deck", Class: place | classBlades | classHidden, Title: "Draw pile"},
		placeDiscard:        {Word: "discard", Class: place | classBlades, Title: "Discard row"},
		placePile:           {Word: "curses.pile", Class: place | classCurses, Title: "Curse pile"},
		wordAside:           {Word: "aside", Class: classAside},
		wordOngoing:         {Word: "ongoing", Class: classOngoing},
		wordTurn:            {Word: "turn", Class: classTurn},
		wordNone:            {Word: "none", Class: classNone},
	}
	return entries[1:] // none of them has the name engine.None
}
