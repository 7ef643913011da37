package athame

import (
	"strconv"
	"strings"

	"familiar/engine"
)

// seatWords returns the names that belong to a player.
func seatWords(s string) []engine.Entry {
	whose := engine.TitleOf(s) + "'s "
	return []engine.Entry{
		{Word: s + ".hand", Class: engine.ClassPlace | engine.ClassHand | classHand, Title: whose + "hand"},
		{Word: s + ".allotted", Class: engine.ClassPlace | classAllotted, Title: whose + "ritual circle"},
		{Word: s + ".events", Class: engine.ClassPlace | classEvents, Title: whose + "events"},
		{Word: s + ".spells", Class: engine.ClassPlace | classSpells, Title: whose + "spells in hand"},
		{Word: s + ".skips", Class: classSkips, Title: whose + "turns to miss"},
	}
}

// newCatalog returns the catalog of a game, with the kinds in the order of the card list.
func newCatalog(list *cardList, seats []string) (*engine.Catalog, error) {
	entries := fixedWords()
	for _, i := range list.bankOrder {
		entries = append(entries, list.bank[i].entry())
	}
	for _, i := range list.spellOrder {
		entries = append(entries, list.spells[i].entry())
	}
	for _, i := range list.ritualOrder {
		entries = append(entries, list.rituals[i].entry(list))
	}
	for _, s := range seats {
		entries = append(entries, seatWords(s)...)
	}
	return engine.NewCatalog(entries, seats, signatures())
}

func (k *bankCard) entry() engine.Entry {
	e := engine.Entry{
		Word: k.name, Class: engine.ClassCard, Copies: k.copies, Title: k.title, Text: textOf(k.text, k.effects), Effects: effectsOf(k.effects, k.rules),
	}
	switch k.cardType {
	case typeResource:
		e.Class, e.Token = e.Class|classResource, true
		e.Traits = map[string]string{"resource": pileWords[k.pile]}
	case typeArtifice:
		e.Class |= classArtifice
		e.Traits = map[string]string{"artifice": momentWords[k.when]}
	case typeJoker:
		e.Class |= classArtifice | classJoker
		e.Traits = map[string]string{"artifice": "joker"}
	case typeEvent:
		e.Class |= classEventCard
		e.Traits = map[string]string{"event": spanWords[k.span]}
		if k.span == spanRound {
			e.Traits["rules"] = strings.Join(ruleTexts(k.rules), " ")
		}
	}
	return e
}

// textOf returns the text on a card, and what the players have to do by hand.
func textOf(text string, effects []effectStep) string {
	for _, e := range effects {
		if e.do == doManual {
			text = strings.TrimSpace(text + " " + e.text)
		}
	}
	return text
}

// effectsOf returns in words the effects of a card and the special rules that it brings.
func effectsOf(effects []effectStep, rules []special) []string {
	var words []string
	for _, e := range effects {
		words = append(words, e.String())
	}
	for _, r := range rules {
		words = append(words, strings.Join(r.words(), " "))
	}
	return words
}

func (x *spell) entry() engine.Entry {
	e := engine.Entry{
		Word: x.name, Class: engine.ClassCard | classSpell, Copies: x.copies, Token: true,
		Title: x.title, Text: textOf(x.text, x.effects), Effects: effectsOf(x.effects, nil),
		Traits: map[string]string{"cost": x.cost.String()},
	}
	if x.needsTarget {
		e.Traits["aimed"] = "true"
	}
	if x.seal {
		e.Traits["seal"] = "true"
	}
	return e
}

func (x *ritual) entry(list *cardList) engine.Entry {
	var needs []string
	for _, k := range x.resources {
		needs = append(needs, list.bank[k].name, strconv.Itoa(int(x.needs[k])))
	}
	return engine.Entry{
		Word: x.name, Class: engine.ClassThing | classRitual, Copies: 1, Title: x.title,
		Traits: map[string]string{"ritual": strings.Join(needs, " ")},
	}
}
