package pantacle

import "familiar/engine"

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
