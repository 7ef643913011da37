package sacrilege

import (
	"strconv"

	"familiar/engine/cardlist"
)

// mostTimes is the largest repetition that a menu offers. More would make no difference.
const mostTimes = 99

// list describes the form of the card lists, which readPack reads.
func list() *cardlist.List {
	return &cardlist.List{
		Tables: []cardlist.Section{{Name: "kind", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Needed("name", cardlist.Value{Kind: cardlist.Name}),
			cardlist.Needed("value", cardlist.Within(leastValue, mostValue)),
			cardlist.Maybe("green", cardlist.Value{Kind: cardlist.Flag}),
			cardlist.Maybe("copies", cardlist.Within(1, mostCards)).Else("1"),
			cardlist.Maybe("text", cardlist.Value{Kind: cardlist.Text}),
			cardlist.Maybe("reward", cardlist.ListOf(cardlist.StepOf(rewards()), 0, 0)),
		}}},
		Say: func(_, _ string, step map[string]any) [][]string { return say(step) },
	}
}

// rewards returns the forms of effects, which vocabulary reads.
func rewards() *cardlist.Steps {
	steps := &cardlist.Steps{Lead: "do"}
	who := cardlist.Maybe("who", cardlist.OneOf("self", "host", "one", "other", "all", "others")).Else("self")
	rivals := cardlist.Maybe("who", cardlist.OneOf("host", "other", "others")).Else("other")
	rival := cardlist.Maybe("who", cardlist.OneOf("host", "other")).Else("other")
	areas := cardlist.OneOf("any", "self", "host", "others", "elsewhere")
	from, to := cardlist.Maybe("from", areas).Else("any"), cardlist.Maybe("to", areas).Else("any")
	on := cardlist.Maybe("on", areas.Or("own")).Else("any")
	sign := cardlist.Maybe("sign", cardlist.OneOf("plus", "minus"))
	colour := cardlist.Maybe("colour", cardlist.OneOf("green", "plain"))
	taken := cardlist.Maybe("into", cardlist.OneOf("self", "owner")).Else("self")
	raised := cardlist.Maybe("into", cardlist.OneOf("hand", "altar")).Else("hand")
	n := cardlist.Maybe("n", cardlist.Within(1, mostTimes)).Else("1")
	always := []cardlist.Field{
		cardlist.Maybe("when", cardlist.OneOf("own", "foreign", "plus", "minus")),
		cardlist.Maybe("optional", cardlist.Value{Kind: cardlist.Flag}),
	}
	add := func(do word, args ...cardlist.Field) {
		steps.Words = append(steps.Words, cardlist.StepWord{Word: do.String(), Args: append(args, always...)})
	}
	add(doDraw, who, n)
	add(doDiscard, who, n)
	add(doDrop, who, n)
	add(doGive, n)
	add(doTribute, rivals, n)
	add(doSteal, rivals, n)
	add(doTrade, rival)
	add(doLook, rivals)
	add(doSleep, who.Else("other"))
	add(doSacrifice, who, on, sign, colour)
	add(doSummon, who)
	add(doBury, n)
	add(doMove, from, to, sign, colour, n)
	add(doTake, from, taken, sign, colour, n)
	add(doDestroy, from, sign, colour, n)
	add(doRaze, from)
	add(doSwap, from, to)
	add(doRaise, raised, to.If("into", "altar"), sign, colour, n)
	add(doExtra, cardlist.Maybe("repeat", cardlist.Value{Kind: cardlist.Flag}))
	add(doEither, cardlist.Needed("options", cardlist.ListOf(cardlist.ListOf(cardlist.Again(steps), 0, 0), 2, 9)))
	add(doManual, cardlist.Maybe("text", cardlist.Value{Kind: cardlist.Text}))
	return steps
}

// say returns the words of an effect: first its condition, then what it does, then the cards that it needs.
func say(step map[string]any) [][]string {
	do, _ := step["do"].(string)
	if do == "" {
		return nil
	}
	word := func(key, left string) string {
		if w, ok := step[key].(string); ok {
			return w
		}
		return left
	}
	var all [][]string
	add := func(words ...string) { all = append(all, words) }
	if w := word("when", ""); w != "" {
		add("when", w)
	}
	if step["optional"] == true {
		add("optional")
	}
	times := "1"
	if n, ok := step["n"].(int64); ok {
		times = strconv.FormatInt(n, 10)
	}
	seats := func(left string) string { return "who." + word("who", left) }
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
		if step["repeat"] == true {
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
