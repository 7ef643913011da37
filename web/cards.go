package web

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"familiar/engine"
)

// cardView is a card of the list that comes with a game.
type cardView struct {
	Word   string            `json:"word"`
	Title  string            `json:"title"`
	Text   string            `json:"text,omitempty"`
	Copies int               `json:"copies,omitempty"`
	Traits map[string]string `json:"traits,omitempty"`
	Rules  []string          `json:"rules,omitempty"` // the ids of the rules about the card
}

// houseCards lists the cards that come with a game.
func houseCards(g engine.Game, words engine.Localization) ([]cardView, error) {
	if g.New == nil {
		return nil, nil
	}
	state, err := g.Sample(engine.HousePack, g.House)
	if err != nil {
		return nil, fmt.Errorf("the card list of %s: %w", g.ID, err)
	}
	c := state.Catalog()
	var cards []cardView
	about := newRuleIndex(words.Book)
	for _, name := range c.Names(engine.ClassCard) {
		e := c.Entry(name)
		card := cardView{Word: e.Word, Title: words.Name(c, name), Text: words.Text(c, name), Copies: e.Copies, Traits: e.Traits}
		// Some names only refer to a card: they have neither copies nor a text.
		if card.Copies == 0 && card.Text == "" {
			continue
		}
		card.Rules = about.rulesOf(e)
		cards = append(cards, card)
	}
	return cards, nil
}

// ruleIndex finds the rules about a word: rules whose ids contain the word, or that have it in code type.
type ruleIndex struct {
	byID   map[string][]string // by each part of a rule's id
	byCode map[string][]string // by the first word of each text in code type
}

const maxRules = 6 // for each card, because half of the rules may mention an effect

var codeType = regexp.MustCompile("`([^`\\s]+)[^`]*`")

func newRuleIndex(b *engine.Rulebook) ruleIndex {
	a := ruleIndex{make(map[string][]string), make(map[string][]string)}
	for _, r := range b.Rules {
		parts := strings.Split(r.ID, ".")
		for i, part := range parts {
			if i == len(parts)-1 {
				// The last part of a rule's id says best what the rule is about.
				a.byID[part] = slices.Insert(a.byID[part], 0, r.ID)
			} else {
				a.byID[part] = append(a.byID[part], r.ID)
			}
		}
		for _, m := range codeType.FindAllStringSubmatch(r.Plain+" "+r.Detail, -1) {
			a.byCode[m[1]] = append(a.byCode[m[1]], r.ID)
		}
	}
	return a
}

// rulesOf lists the rules about a card: about its effects first, then about the card itself, then about its traits.
func (a ruleIndex) rulesOf(e engine.Entry) []string {
	var ids []string
	add := func(more []string) {
		for _, id := range more {
			if len(ids) < maxRules && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	for _, effect := range e.Effects {
		verb, _, _ := strings.Cut(effect, " ")
		add(a.byID[verb])
		add(a.byCode[verb])
	}
	add(a.byCode[e.Word])
	for _, trait := range slices.Sorted(maps.Keys(e.Traits)) {
		if e.Traits[trait] == "true" {
			add(a.byID[trait])
		}
		for word := range strings.FieldsSeq(e.Traits[trait]) {
			add(a.byID[word])
		}
	}
	return ids
}
