package athame

import (
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
	"familiar/engine/lang"
)

// word is a special rule of round events and hexes: see "Words of a special rule".
type word uint8

const (
	allotLimit word = iota
	bankMore
	surcharge
	noBank
	noMarket
	noBuild
	noCast
	freeCast
	specials
)

var wordTexts = [specials]string{"allot-limit", "bank-more", "surcharge", "no-bank", "no-market", "no-build", "no-cast", "free-cast"}

func (w word) name() engine.Name { return wordAllotLimit + engine.Name(w) }

// numbered reports whether a rule has a value.
func (w word) numbered() bool { return w <= surcharge }

// least returns the smallest value of a rule that has one.
func (w word) least() int {
	if w == allotLimit {
		return 0
	}
	return 1
}

// special is a special rule with its value.
type special struct {
	word  word
	value int16
}

// words returns the rule as a card list writes it.
func (r special) words() []string {
	if r.word.numbered() {
		return []string{wordTexts[r.word], strconv.Itoa(int(r.value))}
	}
	return []string{wordTexts[r.word]}
}

// String returns the rule as the fact `rules` lists it.
func (r special) String() string { return strings.Join(r.words(), "-") }

// ruleTexts returns rules as text, sorted.
func ruleTexts(rules []special) []string {
	words := make([]string, len(rules))
	for i, r := range rules {
		words[i] = r.String()
	}
	slices.Sort(words)
	return words
}

// args returns the rule as the arguments of an event.
func (r special) args() []engine.Name {
	if r.word.numbered() {
		return []engine.Name{r.word.name(), engine.Number(int(r.value))}
	}
	return []engine.Name{r.word.name()}
}

// readSpecial parses a rule of a card list.
func readSpecial(name string, value *int64) (special, error) {
	for w := range specials {
		if wordTexts[w] != name {
			continue
		}
		switch {
		case w.numbered() && value == nil:
			return special{}, lang.T("rule {1}: its value is missing", name)
		case w.numbered() && (*value < int64(w.least()) || *value > engine.MaxNumber):
			return special{}, lang.T("rule {1}: its value {2} is not between {3} and {4}", name, *value, w.least(), engine.MaxNumber)
		case !w.numbered() && value != nil:
			return special{}, lang.T("rule {1}: it has no value", name)
		case w.numbered():
			return special{w, int16(*value)}, nil
		}
		return special{word: w}, nil
	}
	return special{}, lang.T(`there is no special rule "{1}": they are {2}`, lang.Escaped(name), wordTexts)
}

// binding is the sum of all special rules in force.
type binding struct {
	limit     int // most resources that a turn may allot
	more      int // additional cards that the bank gives
	surcharge int
	inForce   [specials]bool // the rules without a number that are in force
}

func unbound() binding { return binding{limit: mostAllotted} }

func (b *binding) add(r special) {
	switch r.word {
	case allotLimit:
		b.limit = min(b.limit, int(r.value))
	case bankMore:
		b.more += int(r.value)
	case surcharge:
		b.surcharge += int(r.value)
	default:
		b.inForce[r.word] = true
	}
}
