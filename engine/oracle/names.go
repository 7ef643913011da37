package oracle

import (
	"fmt"
	"strconv"
	"strings"

	"familiar/engine"
)

// The words of every game of the Oracle, in the order of fixedWords. The verbs of the table come first, then those of a turn, then the answers.
const (
	verbRune engine.Name = 1 + iota
	verbAdventurer
	verbReturn
	verbCorruption
	verbDawn
	verbEndDay
	verbTotal
	verbAct
	verbNudge // also a sort of destiny box
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
	verbX // also what is written
	verbIcon
	verbDiscard // also the pile
	verbBonus
	verbMark
	verbUse
	verbFirst
	verbSponsor
	verbReveal
	eventMoved     // a seat's clock piece comes to that hour
	eventTainted   // a seat draws a Corruption card
	eventShuffled  // that many discarded Corruption cards become the deck
	eventRethrown  // all runes lie in one half: a seat takes them out and throws them again
	eventThrows    // a seat takes the runes out of the bowl and throws them
	eventNext      // a seat's turn begins
	eventGains     // a seat gains that much gold
	eventTakes     // a seat takes a charm or talisman of that colour
	eventLacks     // there is no charm or talisman of that colour to take
	eventBlackened // a seat blackens a cell, or two
	eventMarked    // a seat blackens boxes of that sort, so many
	eventHit       // that prediction of a seat is a hit
	eventMissed    // an icon of that prediction of a seat is crossed out
	eventFailed    // all icons of that prediction of a seat are crossed out
	eventSponsored // a seat receives a sponsorship of that clan, immediate or market
	eventNote      // a seat carries that note out by hand
	eventDismissed // that townsfolk leaves the game
	eventSlid      // a seat slides that townsfolk under that slot
	eventNewDay    // that day begins
	eventMarket    // the market begins
	eventScoring   // the last day is over
	eventTotalled  // that is the final gold of a seat
	eventOwes      // the final gold of a seat is that much below nothing
	eventWon       // a seat
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

// The sorts of the names that only this game has.
const (
	sortDie    engine.Sort = engine.FirstSort << iota
	sortCoin               //
	sortPlain              // a rune without faces
	sortSide               // a half of the bowl
	sortFace               // of the Coin
	sortDrawn              // a colour of adventurers
	sortColour             // of goods
	sortStrip              // a colour of the prediction strip
	sortGood               // Charm or Talisman
	sortClan
	sortSlot
	sortTownsfolk
	sortCorruption
	sortAction // a space of her figure
	sortBox    // a sort of destiny box
	sortRow
	sortPoint
	sortWay       // up or down
	sortInfluence // what the action influence does
	sortBonus     // of a prediction
	sortAll
	sortDeck // where Corruption cards lie
	sortPile
	sortHand
	// What an amend sets, by what it can be set to.
	sortCount
	sortFigure
	sortBoxes // of a horoscope row
	sortManned
	sortDieAt
	sortCoinAt
	sortPlainAt
	sortLine
	sortCell
	// What it can be set to.
	sortMark // in a horoscope row
	sortNobody
	sortLineState
	sortCellState
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
	piece := func(word, title string, sort engine.Sort) engine.Entry {
		return engine.Entry{Word: word, Sort: engine.SortCard | sort, Copies: 1, Title: title}
	}
	const place, told = engine.SortPlace, engine.SortEvent
	return []engine.Entry{
		verb("rune"), verb("adventurer"), verb("return"), verb("corruption"), verb("dawn"), verb("end-day"), verb("total"), verb("act"),
		verb("nudge", sortBox|sortInfluence), verb("shift", sortBox|sortInfluence),
		verb("read-stars", sortAction), verb("predict", sortAction), verb("horoscope", sortAction), verb("influence", sortAction),
		verb("recruit", sortAction), verb("staff", sortAction),
		verb("sell"), verb("hold"), verb("amend"),
		// The answers that are events, too, can be the only possible ones.
		verb("no-adventurer", told), verb("line"), verb("done"), verb("write", told), verb("good", told),
		verb("x", told|sortInfluence|sortBonus|sortMark), verb("icon", told|sortBonus), verb("discard", told|place|sortPile), verb("bonus", told),
		verb("mark", told), verb("use"), verb("first"), verb("sponsor", told), verb("reveal", told),
		event("moved"), event("tainted"), event("shuffled"), event("rethrown"), event("throws"), event("next"), event("gains"), event("takes"),
		event("lacks"), event("blackened"), event("marked"), event("hit"), event("missed"), event("failed"), event("sponsored"), event("note"),
		event("dismissed"), event("slid"), event("new-day"), event("market-opens"), event("scoring"), event("totalled"), event("owes"), event("won"), event("tied"),
		piece("die-a", "First die", sortDie), piece("die-b", "Second die", sortDie), piece("coin", "Coin", sortCoin),
		piece("bone", "Bone", sortPlain), piece("voodoo", "Voodoo pawn", sortPlain),
		word("left", place|sortSide), word("right", place|sortSide), word("tree", sortFace), word("skull", sortFace),
		word("charm", sortGood|sortBonus), word("talisman", sortGood|sortBonus), word("top", sortRow), word("bottom", sortRow),
		word("deck", place|sortDeck),
		word("up", sortWay), word("down", sortWay), word("all", sortAll), word("none", sortNobody), word("erase", sortMark),
		word("drawn", sortLineState), word("open", sortLineState), word("black", sortCellState), word("white", sortCellState),
		word("immediate", 0), word("market", 0), word("clock", 0), word("?", engine.SortUnseen),
	}
}

// newCatalog lists all names of a game.
func newCatalog(list *cardList, seats []string, oracle int) (*engine.Catalog, error) {
	entries := fixedWords()
	entries[wordClock-1].Traits = list.clock.traits()
	for i := range list.adventurers {
		entries = append(entries, colourEntry(list.adventurers[i].colour, sortDrawn))
	}
	for _, c := range list.colours {
		entries = append(entries, colourEntry(c, sortColour))
	}
	for _, c := range list.strip.colours {
		entries = append(entries, colourEntry(c, sortStrip))
	}
	for i := range list.clans {
		entries = append(entries, list.clans[i].entries()...)
	}
	for i := range list.slots {
		x := &list.slots[i]
		entries = append(entries, engine.Entry{Word: x.name, Sort: engine.SortPlace | sortSlot, Effects: said(x.effect)})
	}
	for i := range list.townsfolk {
		entries = append(entries, list.townsfolk[i].entry())
	}
	for i := range list.corruption {
		entries = append(entries, list.corruption[i].entry())
	}
	for i, text := range list.notes {
		entries = append(entries, engine.Entry{Word: noteWord(i), Title: text})
	}
	for r, boxes := range list.rows {
		for i, b := range boxes {
			e := engine.Entry{Word: fmt.Sprintf("%s.%d", rowWords[r], i+1), Effects: said(b)}
			if len(b) > 0 {
				e.Traits = map[string]string{"effect": strings.Join(e.Effects, ", ")}
			}
			entries = append(entries, e)
		}
	}
	entries = append(entries, list.sky.entries(list.colours)...)
	for i, at := range [runes]engine.Sort{sortDieAt, sortDieAt, sortCoinAt, sortPlainAt, sortPlainAt} {
		entries = append(entries, engine.Entry{Word: "bowl." + runeWords[i], Sort: at, Title: "In the bowl: " + entries[int(runeDieA)-1+i].Title})
	}
	for i := range list.adventurers {
		entries = append(entries, engine.Entry{
			Word: "bag." + list.adventurers[i].colour, Sort: sortCount, Title: "In the bag: " + list.adventurers[i].colour,
		})
	}
	for i, s := range seats {
		whose := engine.TitleOf(s) + "'s "
		entries = append(entries, engine.Entry{Word: s + ".hours", Sort: sortCount, Title: whose + "hours"},
			engine.Entry{Word: s + ".corruption", Sort: engine.SortPlace | engine.SortHand | sortHand, Title: whose + "Corruption cards"})
		if i == oracle {
			entries = append(entries, ownEntries(list, s)...)
		}
	}
	return engine.NewCatalog(merged(entries), seats, forms())
}

// merged makes one entry of those of the same word: a colour is that of an adventurer and that of a good.
func merged(entries []engine.Entry) []engine.Entry {
	at := make(map[string]int, len(entries))
	one := entries[:0]
	for _, e := range entries {
		if i, ok := at[e.Word]; ok {
			one[i].Sort |= e.Sort
			continue
		}
		at[e.Word] = len(one)
		one = append(one, e)
	}
	return one
}

func colourEntry(word string, sort engine.Sort) engine.Entry {
	return engine.Entry{Word: word, Sort: engine.SortThing | sort, Copies: 1, Token: true, Traits: map[string]string{"colour": word}}
}

// noteWord is the word of what a `manual` effect says.
func noteWord(i int) string { return "note-" + strconv.Itoa(i+1) }

func (c *clock) traits() map[string]string {
	var marks []string
	for _, m := range c.marks {
		marks = append(marks, strconv.Itoa(m.hour)+" "+markWords[m.gives])
	}
	return map[string]string{"hours": strconv.Itoa(c.hours), "marks": strings.Join(marks, ", ")}
}

func (x *clan) entries() []engine.Entry {
	return []engine.Entry{
		{
			Word: x.name, Sort: engine.SortThing | sortClan, Copies: 1,
			Traits: map[string]string{"boxes": strconv.Itoa(x.boxes), "icons": strconv.Itoa(x.icons), "gold": strconv.Itoa(x.gold)},
		},
		{Word: "sponsor." + x.name + ".immediate", Effects: said(x.immediate)},
		{Word: "sponsor." + x.name + ".market", Effects: said(x.market)},
	}
}

func (x *townsfolk) entry() engine.Entry {
	e := engine.Entry{
		Word: x.name, Sort: engine.SortCard | sortTownsfolk, Copies: x.copies, Effects: said(x.effect),
		Traits: map[string]string{"hours": strconv.Itoa(x.hours)},
	}
	if x.clan != "" {
		e.Traits["clan"] = x.clan
	}
	return e
}

func (x *corruption) entry() engine.Entry {
	return engine.Entry{
		Word: x.name, Sort: engine.SortCard | sortCorruption, Copies: x.copies, Traits: map[string]string{"cost": strconv.Itoa(x.cost)},
	}
}

// entries are the points of the map, those above and to the left of a cell with its colour, and the lines and cells that an amend can set.
func (m *sky) entries(colours []string) []engine.Entry {
	var all []engine.Entry
	for y := range m.rows + 1 {
		for x := range m.columns + 1 {
			e := engine.Entry{Word: pointWord(x, y), Sort: sortPoint}
			if c := m.at(x, y); c != noCell {
				e.Traits = map[string]string{"cell": colours[m.cells[c].colour]}
			}
			all = append(all, e)
		}
	}
	for _, l := range m.lines {
		p, q, _ := strings.Cut(strings.TrimPrefix(l.path, "line."), ".")
		all = append(all, engine.Entry{Word: l.path, Sort: sortLine, Title: "Line " + p + "–" + q})
	}
	for _, c := range m.cells {
		all = append(all, engine.Entry{Word: c.path, Sort: sortCell, Title: "Cell " + pointWord(c.x, c.y)})
	}
	return all
}

// ownEntries are the paths of the Oracle that an amend can set.
func ownEntries(list *cardList, o string) []engine.Entry {
	var all []engine.Entry
	path := func(sort engine.Sort, title string, words ...string) {
		all = append(all, engine.Entry{
			Word: o + "." + strings.Join(words, "."), Sort: sort, Title: engine.TitleOf(o) + "'s " + title,
		})
	}
	path(sortCount, "gold", "gold")
	path(sortFigure, "figure", "figure")
	for i, title := range [sorts]string{"+1/−1 boxes", "Move 1 boxes"} {
		path(sortCount, title+", black", boxWords[i], "ready")
		path(sortCount, title+", ticked", boxWords[i], "used")
	}
	for i, title := range [goods]string{"Charms", "Talismans"} {
		for _, c := range list.colours {
			path(sortCount, c+" "+title, goodWords[i]+"s", c)
		}
	}
	path(sortBoxes, "top row", "top")
	path(sortBoxes, "bottom row", "bottom")
	for i := range list.clans {
		c := list.clans[i].name
		path(sortCount, "X boxes of "+engine.TitleOf(c), "clan", c, "x")
		path(sortCount, "Market icons of "+engine.TitleOf(c), "clan", c, "icons")
	}
	for i := range list.strip.icons {
		n := strconv.Itoa(i + 1)
		path(sortCount, "prediction "+n+", icons crossed out", "prediction", n, "crossed")
	}
	for i := range list.slots {
		path(sortManned, engine.TitleOf(list.slots[i].name), "staff", list.slots[i].name)
	}
	return all
}
