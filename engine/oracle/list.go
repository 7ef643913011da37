package oracle

import (
	"slices"
	"strconv"

	"familiar/engine"
	"familiar/engine/cardlist"
)

// list describes the form of the card lists, which readPack reads.
func list() *cardlist.List {
	name := cardlist.Value{Kind: cardlist.Name}
	count := cardlist.Within(0, mostNumber)
	colour := cardlist.Named("colours")
	bonus := func(field string) cardlist.Field {
		return cardlist.Maybe(field, cardlist.ListOf(cardlist.StepOf(steps(field != "immediate")), 0, 0))
	}
	marks := &cardlist.Steps{Lead: "gives"}
	for _, w := range markWords {
		marks.Words = append(marks.Words, cardlist.StepWord{Word: w, Args: []cardlist.Field{cardlist.Needed("hour", count)}})
	}
	boxes := steps(true)
	boxes.Empty = true
	row := cardlist.ListOf(cardlist.StepOf(boxes), 0, mostNumber)
	return &cardlist.List{Say: sayMark, Tables: []cardlist.Section{
		{Fields: []cardlist.Field{cardlist.Needed("days", cardlist.Within(1, mostNumber)), cardlist.Maybe("colours", cardlist.ListOf(name, 0, mostColours))}},
		{Name: "clock", Fields: []cardlist.Field{
			cardlist.Needed("hours", cardlist.Within(1, mostNumber)), cardlist.Needed("act", cardlist.Within(1, mostNumber)), cardlist.Maybe("marks", cardlist.ListOf(cardlist.StepOf(marks), 0, 0)),
		}},
		{Name: "market", Fields: []cardlist.Field{cardlist.Needed("price", count)}},
		{Name: "scoring", Fields: []cardlist.Field{cardlist.Needed("total", cardlist.Within(0, engine.MaxNumber))}},
		{Name: "goods", Fields: []cardlist.Field{cardlist.Needed("charm", count), cardlist.Needed("talisman", count)}},
		{Name: "adventurer", Rows: true, Label: "colour", Fields: []cardlist.Field{
			cardlist.Needed("colour", cardlist.Value{Kind: cardlist.Name, Of: []string{"colours"}}), cardlist.Needed("count", count),
		}},
		{Name: "corruption", Rows: true, Label: "name", Fields: []cardlist.Field{cardlist.Needed("name", name), cardlist.Needed("copies", count), cardlist.Needed("cost", count)}},
		{Name: "clan", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Needed("name", name), cardlist.Needed("boxes", count), cardlist.Needed("icons", count), bonus("immediate"), bonus("market"), cardlist.Needed("gold", count),
		}},
		{Name: "destiny", Fields: []cardlist.Field{cardlist.Needed("nudge", count), cardlist.Needed("shift", count), cardlist.Needed("start", count)}},
		{Name: "strip", Fields: []cardlist.Field{
			cardlist.Needed("icons", count), cardlist.Maybe("colours", cardlist.ListOf(cardlist.Value{Kind: cardlist.Name, Of: []string{"colours"}}, 0, 0)),
		}},
		{Name: "horoscope", Fields: []cardlist.Field{cardlist.Maybe("top", row), cardlist.Maybe("bottom", row)}},
		{Name: "map", Fields: []cardlist.Field{
			cardlist.Maybe("rows", cardlist.ListOf(cardlist.ListOf(colour.Or(noneWord), 0, mostColumns), 0, mostRows)),
			cardlist.Maybe("cross", cardlist.ListOf(cardlist.Value{Kind: cardlist.Text}, 0, 0)),
		}},
		{Name: "slot", Rows: true, Label: "name", Fields: []cardlist.Field{cardlist.Needed("name", name), bonus("effect")}},
		{Name: "townsfolk", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Needed("name", name), cardlist.Needed("copies", count), cardlist.Needed("hours", count), cardlist.Maybe("clan", cardlist.Named("clan.name")), bonus("effect"),
		}},
	}}
}

// sayMark returns the words of a mark of the clock, which is not a Plain effect.
func sayMark(_, _ string, step map[string]any) [][]string {
	gives, _ := step["gives"].(string)
	hour, ok := step["hour"].(int64)
	if gives == "" || !ok {
		return nil
	}
	return [][]string{{"mark", gives, strconv.FormatInt(hour, 10)}}
}

// steps returns the forms of effects, which reader.effect reads. An immediate sponsorship cannot contain another one.
func steps(sponsor bool) *cardlist.Steps {
	number := []cardlist.Field{cardlist.Needed("n", cardlist.Within(0, mostNumber))}
	colours := []cardlist.Field{cardlist.Needed("colours", cardlist.ListOf(cardlist.Named("colours"), 1, 0))}
	all := &cardlist.Steps{Lead: "do", Plain: true}
	for do, word := range deedWords {
		form := cardlist.StepWord{Word: word}
		switch deed(do) {
		case doGold, doLines, doMarks, doNudge, doShift, doAdventurers:
			form.Args = number
		case doCharm, doTalisman:
			form.Args = colours
			all.Words = append(all.Words, cardlist.StepWord{Word: word + " " + anyWord})
		case doSponsor:
			form.Args = []cardlist.Field{cardlist.Needed("clan", cardlist.Named("clan.name").Or(anyWord))}
		case doManual:
			form.Args = []cardlist.Field{cardlist.Needed("text", cardlist.Value{Kind: cardlist.Text})}
		}
		all.Words = append(all.Words, form)
	}
	if !sponsor {
		all.Words = slices.DeleteFunc(all.Words, func(w cardlist.StepWord) bool { return w.Word == deedWords[doSponsor] })
	}
	return all
}
