package sacrilege

import (
	"strconv"

	"familiar/engine"
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
