package athame

import (
	"slices"
	"strings"

	"familiar/engine"
	"familiar/engine/cardlist"
)

// list describes the form of the card lists, which readPack reads.
func list() *cardlist.List {
	text := cardlist.Value{Kind: cardlist.Text}
	kind := func(more ...cardlist.Field) []cardlist.Field {
		return slices.Concat([]cardlist.Field{
			cardlist.Required("name", cardlist.Value{Kind: cardlist.Name}), cardlist.Optional("title", text), cardlist.Optional("copies", cardlist.Within(1, mostCards)).WithDefault("1"), cardlist.Optional("text", text),
		}, more)
	}
	effect := func(on cardSort) cardlist.Field {
		return cardlist.Required("effect", cardlist.ListOf(cardlist.EffectOf(effectForms(on)), 1, 0))
	}
	resources := cardlist.DefinedIn("resource.name")
	resources.Except = []string{squareName}
	event := kind(
		cardlist.Required("sort", cardlist.OneOf(spanWords[:]...)),
		effect(onEvent).If("sort", spanWords[spanGroup], spanWords[spanIndividual]),
		cardlist.Required("rules", cardlist.ListOf(cardlist.EffectOf(ruleForms()), 1, 0)).If("sort", spanWords[spanRound]),
	)
	event = slices.DeleteFunc(event, func(f cardlist.Field) bool { return f.Name == "copies" }) // events have one copy each
	noJoker := func(f cardlist.Field) cardlist.Field { return f.If("joker", "", "false") }
	return &cardlist.List{
		Tables: []cardlist.Section{
			{Name: "resource", Rows: true, Label: "name", Fields: kind(cardlist.Required("pile", cardlist.OneOf(pileWords[pileSquares], pileWords[pileGeneral])))},
			{Name: "ritual", Rows: true, Label: "name", Fields: []cardlist.Field{
				cardlist.Required("name", cardlist.Value{Kind: cardlist.Name}), cardlist.Optional("title", text), cardlist.Required("needs", cardlist.MapOf(resources, cardlist.Within(1, mostCards))),
			}},
			{Name: "spell", Rows: true, Label: "name", Fields: kind(
				cardlist.Required("cost", cardlist.MapOf(cardlist.OneOf(partWords[:]...), cardlist.Within(1, mostCards/int(parts)))), effect(onSpell))},
			{Name: "event", Rows: true, Label: "name", Fields: event},
			{Name: "artifice", Rows: true, Label: "name", Fields: kind(
				cardlist.Optional("joker", cardlist.Value{Kind: cardlist.Flag}),
				noJoker(cardlist.Required("when", cardlist.OneOf(momentWords[:]...))),
				noJoker(effect(onArtifice)).If("when", momentWords[whenOwnTurn], momentWords[whenRivalTurn]),
				noJoker(effect(onSpellReply)).If("when", momentWords[whenTargeted]),
				noJoker(effect(onEventReply)).If("when", momentWords[whenEvent]),
			)},
		},
		Sentences: effectSentences,
	}
}

// effectForms returns the forms of effects on a card.
func effectForms(on cardSort) *cardlist.EffectForms {
	all := &cardlist.EffectForms{Lead: "do"}
	for _, g := range grammars {
		if g.only != nil && !slices.Contains(g.only, on) {
			continue
		}
		w := cardlist.EffectForm{Word: g.word}
		add := func(key string, need bool) {
			for _, f := range g.args(key, on) {
				f.Required = need
				w.Args = append(w.Args, f)
			}
		}
		if g.reach != nil {
			add("who", slices.Contains(g.needs, "who"))
		}
		for _, key := range g.needs {
			if key != "who" {
				add(key, true)
			}
		}
		for _, key := range g.may {
			add(key, key == "value") // a value is required by the rules that have one
		}
		all.Forms = append(all.Forms, w)
	}
	return all
}

// args returns the arguments of a key, none if cards of that kind do not have the key.
func (g *grammar) args(key string, on cardSort) []cardlist.Field {
	one := func(v cardlist.Value) []cardlist.Field { return []cardlist.Field{cardlist.Optional(key, v)} }
	switch key {
	case "who":
		if on == onEvent {
			return nil
		}
		return []cardlist.Field{cardlist.Optional(key, cardlist.OneOf(g.reach...)).WithDefault(everyReach[ofActor])}
	case "by":
		if on == onEvent {
			return nil
		}
		return []cardlist.Field{cardlist.Optional(key, cardlist.OneOf("owner", "actor")).WithDefault("owner")}
	case "count":
		count := cardlist.Within(1, engine.MaxNumber)
		if g.word == grammars[doDiscard].word {
			count = count.Or("all")
		}
		return one(count)
	case "of":
		return []cardlist.Field{cardlist.Optional(key, cardlist.OneOf(classWords[:]...)).WithDefault(classWords[anyCard])}
	case "to":
		switch {
		case g.word == grammars[doRelease].word:
			return one(cardlist.OneOf("hand", "discard"))
		case on == onEvent:
			return one(cardlist.OneOf("left"))
		}
		return one(cardlist.OneOf("left", "actor"))
	case "pile":
		return one(cardlist.OneOf(pileWords[:]...))
	case "rule":
		return one(cardlist.OneOf(wordTexts[:]...))
	case "value":
		return values()
	}
	return one(cardlist.Value{Kind: cardlist.Text})
}

// values returns the values of the rules that have one.
func values() []cardlist.Field {
	var all []cardlist.Field
	for w := range specials {
		if w.numbered() {
			all = append(all, cardlist.Required("value", cardlist.Within(w.least(), engine.MaxNumber)).If("rule", wordTexts[w]))
		}
	}
	return all
}

// ruleForms returns the forms of special rules.
func ruleForms() *cardlist.EffectForms {
	all := &cardlist.EffectForms{Lead: "rule"}
	for w := range specials {
		form := cardlist.EffectForm{Word: wordTexts[w]}
		if w.numbered() {
			form.Args = []cardlist.Field{cardlist.Required("value", cardlist.Within(w.least(), engine.MaxNumber))}
		}
		all.Forms = append(all.Forms, form)
	}
	return all
}

// effectSentences returns the words of an effect, as for a card without a text.
func effectSentences(table, field string, row map[string]any) [][]string {
	if field == "rules" {
		var e effectStep
		if e.readRule(row["rule"], row) != nil {
			return nil
		}
		return [][]string{e.rule.words()}
	}
	if text, ok := row["text"].(string); ok && row["do"] == grammars[doManual].word {
		return [][]string{{"by-hand", text}}
	}
	// Each word is allowed on at least one of these.
	for _, on := range []cardSort{onSpell, onEventReply, onSpellReply, onEvent} {
		if e, err := readEffect(row, on); err == nil {
			return [][]string{strings.Fields(e.String())}
		}
	}
	return nil
}
