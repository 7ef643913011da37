package oracle

import (
	"fmt"
	"strconv"
	"strings"

	"familiar/engine"
)

// newCatalog returns the catalog of a game.
func newCatalog(list *cardList, settings []setting, seats []string) (*engine.Catalog, error) {
	entries := fixedWords()
	entries[wordClock-1].Traits = list.clock.traits()
	entries = append(entries, list.colourEntries()...)
	for i := range list.clans {
		entries = append(entries, list.clans[i].entries()...)
	}
	for i := range list.slots {
		x := &list.slots[i]
		entries = append(entries, engine.Entry{Word: x.name, Class: engine.ClassPlace | classSlot, Effects: said(x.effect)})
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
	for row := range rows {
		entries = append(entries, list.boxEntries(row)...)
	}
	entries = append(entries, list.starMap.entries(list.colours)...)
	for _, s := range seats {
		entries = append(entries, engine.Entry{
			Word: s + ".corruption", Class: engine.ClassPlace | engine.ClassHand | classHand, Title: engine.TitleOf(s) + "'s Corruption cards",
		})
	}
	for _, x := range settings {
		entries = append(entries, engine.Entry{Word: x.word, Class: x.class, Title: x.title})
	}
	return engine.NewCatalog(engine.Merged(entries), seats, signatures())
}

// colourEntries returns the colours: of adventurers, of goods and of the strip.
func (l *cardList) colourEntries() []engine.Entry {
	var all []engine.Entry
	add := func(word string, class engine.Class) {
		all = append(all, engine.Entry{
			Word: word, Class: engine.ClassThing | class, Copies: 1, Token: true, Traits: map[string]string{"colour": word},
		})
	}
	for i := range l.adventurers {
		add(l.adventurers[i].colour, classAdventurer)
	}
	for _, c := range l.colours {
		add(c, classColour)
	}
	for _, c := range l.strip.colours {
		add(c, classStrip)
	}
	return all
}

// boxEntries returns the boxes of a horoscope row with their bonuses.
func (l *cardList) boxEntries(row int) []engine.Entry {
	var all []engine.Entry
	for i, bonus := range l.rows[row] {
		e := engine.Entry{Word: fmt.Sprintf("%s.%d", rowWords[row], i+1), Effects: said(bonus)}
		if len(bonus) > 0 {
			e.Traits = map[string]string{"effect": strings.Join(e.Effects, ", ")}
		}
		all = append(all, e)
	}
	return all
}

// noteWord returns the word for the text of a `manual` effect.
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
			Word: x.name, Class: engine.ClassThing | classClan, Copies: 1,
			Traits: map[string]string{"boxes": strconv.Itoa(x.boxes), "icons": strconv.Itoa(x.icons), "gold": strconv.Itoa(x.gold)},
		},
		{Word: "sponsor." + x.name + ".immediate", Effects: said(x.immediate)},
		{Word: "sponsor." + x.name + ".market", Effects: said(x.market)},
	}
}

func (x *townsfolk) entry() engine.Entry {
	e := engine.Entry{
		Word: x.name, Class: engine.ClassCard | classTownsfolk, Copies: x.copies, Effects: said(x.effect),
		Traits: map[string]string{"hours": strconv.Itoa(x.hours)},
	}
	if x.clan != "" {
		e.Traits["clan"] = x.clan
	}
	return e
}

func (x *corruption) entry() engine.Entry {
	return engine.Entry{
		Word: x.name, Class: engine.ClassCard | classCorruption, Copies: x.copies, Traits: map[string]string{"cost": strconv.Itoa(x.cost)},
	}
}

// entries returns the points of the map; the point above and to the left of a cell has the colour of the cell.
func (m *starMap) entries(colours []string) []engine.Entry {
	var all []engine.Entry
	for y := range m.rows + 1 {
		for x := range m.columns + 1 {
			e := engine.Entry{Word: pointWord(x, y), Class: classPoint}
			if c := m.at(x, y); c != noCell {
				e.Traits = map[string]string{"cell": colours[m.cells[c].colour]}
			}
			all = append(all, e)
		}
	}
	return all
}
