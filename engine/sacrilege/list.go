package sacrilege

import (
	"strconv"

	"familiar/engine/cardlist"
)

// What follows by itself is done and told in the same moment as a move. So a card without limits could keep the table from everything else.
const (
	mostTimes    = 99  // how often an effect is done
	mostTogether = 999 // how often all effects of a reward are done together
)

// list describes the form of the card lists, which readPack reads.
func list() *cardlist.List {
	return &cardlist.List{
		Tables: []cardlist.Section{{Name: "kind", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Required("name", cardlist.Value{Kind: cardlist.Name}),
			cardlist.Required("value", cardlist.Within(leastValue, mostValue)),
			cardlist.Optional("green", cardlist.Value{Kind: cardlist.Flag}),
			cardlist.Optional("copies", cardlist.Within(1, mostCards)).WithDefault("1"),
			cardlist.Optional("text", cardlist.Value{Kind: cardlist.Text}),
			cardlist.Optional("reward", cardlist.ListOf(cardlist.EffectOf(rewards()), 0, 0)),
		}}},
		Sentences: func(_, _ string, effect map[string]any) [][]string { return effectSentences(effect) },
	}
}

// rewards returns the forms of effects, which vocabulary reads.
func rewards() *cardlist.EffectForms {
	steps := &cardlist.EffectForms{Lead: "do"}
	who := cardlist.Optional("who", cardlist.OneOf("self", "host", "one", "other", "all", "others")).WithDefault("self")
	rivals := cardlist.Optional("who", cardlist.OneOf("host", "other", "others")).WithDefault("other")
	rival := cardlist.Optional("who", cardlist.OneOf("host", "other")).WithDefault("other")
	areas := cardlist.OneOf("any", "self", "host", "others", "elsewhere")
	from, to := cardlist.Optional("from", areas).WithDefault("any"), cardlist.Optional("to", areas).WithDefault("any")
	on := cardlist.Optional("on", areas.Or("own")).WithDefault("any")
	sign := cardlist.Optional("sign", cardlist.OneOf("plus", "minus"))
	colour := cardlist.Optional("colour", cardlist.OneOf("green", "plain"))
	taken := cardlist.Optional("into", cardlist.OneOf("self", "owner")).WithDefault("self")
	raised := cardlist.Optional("into", cardlist.OneOf("hand", "altar")).WithDefault("hand")
	n := cardlist.Optional("n", cardlist.Within(1, mostTimes)).WithDefault("1")
	always := []cardlist.Field{
		cardlist.Optional("when", cardlist.OneOf("own", "foreign", "plus", "minus")),
		cardlist.Optional("optional", cardlist.Value{Kind: cardlist.Flag}),
	}
	add := func(do word, args ...cardlist.Field) {
		steps.Forms = append(steps.Forms, cardlist.EffectForm{Word: do.String(), Args: append(args, always...)})
	}
	add(doDraw, who, n)
	add(doDiscard, who, n)
	add(doDrop, who, n)
	add(doGive, n)
	add(doTribute, rivals, n)
	add(doSteal, rivals, n)
	add(doTrade, rival)
	add(doLook, rivals)
	add(doSleep, who.WithDefault("other"))
	add(doSacrifice, who, on, sign, colour)
	add(doSummon, who)
	add(doBury, n)
	add(doMove, from, to, sign, colour, n)
	add(doTake, from, taken, sign, colour, n)
	add(doDestroy, from, sign, colour, n)
	add(doRaze, from)
	add(doSwap, from, to)
	add(doRaise, raised, to.If("into", "altar"), sign, colour, n)
	add(doExtra, cardlist.Optional("repeat", cardlist.Value{Kind: cardlist.Flag}))
	add(doEither, cardlist.Required("options", cardlist.ListOf(cardlist.ListOf(cardlist.Nested(steps), 0, 0), 2, 9)))
	add(doManual, cardlist.Optional("text", cardlist.Value{Kind: cardlist.Text}))
	return steps
}

// optionSentences returns the words of an option, a list of effects.
func optionSentences(effects []map[string]any) [][]string {
	if len(effects) == 0 {
		return [][]string{{"nothing"}}
	}
	var all [][]string
	for _, effect := range effects {
		all = append(all, effectSentences(effect)...)
	}
	return all
}

// effectSentences returns the words of an effect: first its condition, then what it does, then the cards that it needs.
func effectSentences(effect map[string]any) [][]string {
	do, _ := effect["do"].(string)
	if do == "" {
		return nil
	}
	word := func(key, fallback string) string {
		if w, ok := effect[key].(string); ok {
			return w
		}
		return fallback
	}
	var all [][]string
	add := func(words ...string) { all = append(all, words) }
	if w := word("when", ""); w != "" {
		add("when", w)
	}
	if effect["optional"] == true {
		add("optional")
	}
	times := "1"
	if n, ok := effect["n"].(int64); ok {
		times = strconv.FormatInt(n, 10)
	}
	seats := func(fallback string) string { return "who." + word("who", fallback) }
	altars := func(key string) string { return key + "." + word(key, "any") }
	switch do {
	case "draw", "discard", "drop":
		add(do, times, seats("self"))
	case "give", "bury":
		add(do, times)
	case "tribute", "steal":
		add(do, times, seats("other"))
	case "trade", "look", "sleep":
		add(do, seats("other"))
	case "summon":
		add(do, seats("self"))
	case "sacrifice":
		add(do, seats("self"), altars("on"))
	case "move", "swap":
		add(do, altars("from"), altars("to"), times)
	case "take":
		add(do, word("into", "self"), altars("from"), times)
	case "destroy":
		add(do, altars("from"), times)
	case "raze":
		add(do, altars("from"))
	case "raise":
		add(do, word("into", "hand"), altars("to"), times)
	case "extra":
		add(do)
		if effect["repeat"] == true {
			add("repeat")
		}
	case "manual":
		if text := word("text", ""); text != "" {
			add("by-hand", text)
			break
		}
		add(do)
	default:
		add(do)
	}
	for _, key := range []string{"sign", "colour"} {
		if w := word(key, ""); w != "" {
			add("only", w)
		}
	}
	return all
}
