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
	colour := cardlist.DefinedIn("colours")
	bonus := func(field string) cardlist.Field {
		return cardlist.Optional(field, cardlist.ListOf(cardlist.EffectOf(effectForms(field != "immediate")), 0, 0))
	}
	marks := &cardlist.EffectForms{Lead: "gives"}
	for _, w := range markWords {
		marks.Forms = append(marks.Forms, cardlist.EffectForm{Word: w, Args: []cardlist.Field{cardlist.Required("hour", count)}})
	}
	boxes := effectForms(true)
	boxes.Empty = true
	row := cardlist.ListOf(cardlist.EffectOf(boxes), 0, mostNumber)
	return &cardlist.List{Sentences: effectSentences, Tables: []cardlist.Section{
		{Fields: []cardlist.Field{cardlist.Required("days", cardlist.Within(1, mostNumber)), cardlist.Optional("colours", cardlist.ListOf(name, 0, mostColours))}},
		{Name: "clock", Fields: []cardlist.Field{
			cardlist.Required("hours", cardlist.Within(1, mostNumber)), cardlist.Required("act", cardlist.Within(1, mostNumber)), cardlist.Optional("marks", cardlist.ListOf(cardlist.EffectOf(marks), 0, 0)),
		}},
		{Name: "market", Fields: []cardlist.Field{cardlist.Required("price", count)}},
		{Name: "scoring", Fields: []cardlist.Field{cardlist.Required("total", cardlist.Within(0, engine.MaxNumber))}},
		{Name: "goods", Fields: []cardlist.Field{cardlist.Required("charm", count), cardlist.Required("talisman", count)}},
		{Name: "adventurer", Rows: true, Label: "colour", Fields: []cardlist.Field{
			cardlist.Required("colour", cardlist.Value{Kind: cardlist.Name, Of: []string{"colours"}}), cardlist.Required("count", count),
		}},
		{Name: "corruption", Rows: true, Label: "name", Fields: []cardlist.Field{cardlist.Required("name", name), cardlist.Required("copies", count), cardlist.Required("cost", count)}},
		{Name: "clan", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Required("name", name), cardlist.Required("boxes", count), cardlist.Required("icons", count), bonus("immediate"), bonus("market"), cardlist.Required("gold", count),
		}},
		{Name: "destiny", Fields: []cardlist.Field{cardlist.Required("nudge", count), cardlist.Required("shift", count), cardlist.Required("start", count)}},
		{Name: "strip", Fields: []cardlist.Field{
			cardlist.Required("icons", count), cardlist.Optional("colours", cardlist.ListOf(cardlist.Value{Kind: cardlist.Name, Of: []string{"colours"}}, 0, 0)),
		}},
		{Name: "horoscope", Fields: []cardlist.Field{cardlist.Optional("top", row), cardlist.Optional("bottom", row)}},
		{Name: "map", Fields: []cardlist.Field{
			cardlist.Optional("rows", cardlist.ListOf(cardlist.ListOf(colour.Or(noneWord), 0, mostColumns), 0, mostRows)),
			cardlist.Optional("cross", cardlist.ListOf(cardlist.Value{Kind: cardlist.Text}, 0, 0)),
		}},
		{Name: "slot", Rows: true, Label: "name", Fields: []cardlist.Field{cardlist.Required("name", name), bonus("effect")}},
		{Name: "townsfolk", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Required("name", name), cardlist.Required("copies", count), cardlist.Required("hours", count), cardlist.Optional("clan", cardlist.DefinedIn("clan.name")), bonus("effect"),
		}},
	}}
}

// effectSentences returns the words of a mark of the clock, which is not a Plain effect.
func effectSentences(_, _ string, effect map[string]any) [][]string {
	gives, _ := effect["gives"].(string)
	hour, ok := effect["hour"].(int64)
	if gives == "" || !ok {
		return nil
	}
	return [][]string{{"mark", gives, strconv.FormatInt(hour, 10)}}
}

// effectForms returns the forms of effects, which reader.effect reads. An immediate sponsorship cannot contain another one.
func effectForms(sponsor bool) *cardlist.EffectForms {
	number := []cardlist.Field{cardlist.Required("n", cardlist.Within(0, mostNumber))}
	colours := []cardlist.Field{cardlist.Required("colours", cardlist.ListOf(cardlist.DefinedIn("colours"), 1, 0))}
	all := &cardlist.EffectForms{Lead: "do", Plain: true}
	for do, word := range deedWords {
		form := cardlist.EffectForm{Word: word}
		switch deed(do) {
		case doGold, doLines, doMarks, doNudge, doShift, doAdventurers:
			form.Args = number
		case doCharm, doTalisman:
			form.Args = colours
			all.Forms = append(all.Forms, cardlist.EffectForm{Word: word + " " + anyWord})
		case doSponsor:
			form.Args = []cardlist.Field{cardlist.Required("clan", cardlist.DefinedIn("clan.name").Or(anyWord))}
		case doManual:
			form.Args = []cardlist.Field{cardlist.Required("text", cardlist.Value{Kind: cardlist.Text})}
		}
		all.Forms = append(all.Forms, form)
	}
	if !sponsor {
		all.Forms = slices.DeleteFunc(all.Forms, func(w cardlist.EffectForm) bool { return w.Word == deedWords[doSponsor] })
	}
	return all
}
