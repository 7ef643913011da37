package athame

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
	"familiar/engine/lang"
)

// deed is what a step of an effect does, as a word: see "Words of an effect".
type deed uint8

const (
	doDraw deed = iota
	doDiscard
	doSteal
	doGive
	doSwap
	doSalvage
	doPick
	doWipe
	doAllot
	doRelease
	doHex
	doSkip
	doPeek
	doManual
	doCancel
	doReflect
	doSeal
	deeds
)

// reach is the group of players that a step concerns.
type reach uint8

const (
	ofActor reach = iota
	ofTarget
	ofOpponents
)

// class is a class of cards to discard.
type class uint8

const (
	anyCard class = iota
	squareCard
	otherCard
	artificeCard
	spellCard
	classes
)

var classWords = [classes]string{"hand", "square", "other", "artifice", "spell"}

// all is the count of a step that is repeated until nothing is left.
const all = -1

// effectStep is one step of the effect of a card.
type effectStep struct {
	do      deed
	who     reach
	byActor bool  // the actor chooses instead of the owner
	toLeft  bool  // give: to the left instead of to the actor
	toHand  bool  // release: to the owner's hand instead of to the pile
	of      class // discard
	pile    pile  // salvage
	count   int16 // all: until nothing is left
	rule    special
	text    string
}

// cardSort is the sort of card that an effect stands on.
type cardSort uint8

const (
	onSpell cardSort = iota
	onEvent
	onArtifice   // played in one's own or another's turn
	onEventReply // an artifice that replies to an event
	onSpellReply // an artifice that replies to a spell
)

// grammar lists the keys that a step may have besides `do`.
type grammar struct {
	word  string
	needs []string   // required keys
	may   []string   // optional keys
	reach []string   // the values of who; nil: no who
	only  []cardSort // nil: all
}

var grammars = [deeds]grammar{
	doDraw:    {word: "draw", needs: []string{"count"}, reach: everyReach},
	doDiscard: {word: "discard", needs: []string{"count"}, may: []string{"of", "by"}, reach: everyReach},
	doSteal:   {word: "steal", needs: []string{"count", "who"}, reach: othersReach, only: notEvents},
	doGive:    {word: "give", needs: []string{"count", "to"}, reach: everyReach},
	doSwap:    {word: "swap", needs: []string{"who"}, reach: []string{"target"}, only: notEvents},
	doSalvage: {word: "salvage", needs: []string{"count", "pile"}, reach: everyReach},
	doPick:    {word: "pick", needs: []string{"count"}, reach: everyReach},
	doWipe:    {word: "wipe"},
	doAllot:   {word: "allot", needs: []string{"count"}, reach: everyReach},
	doRelease: {word: "release", needs: []string{"count", "to"}, may: []string{"by"}, reach: everyReach},
	doHex:     {word: "hex", needs: []string{"rule"}, may: []string{"value"}, reach: everyReach},
	doSkip:    {word: "skip", reach: everyReach},
	doPeek:    {word: "peek", needs: []string{"who"}, reach: othersReach, only: notEvents},
	doManual:  {word: "manual", needs: []string{"text"}},
	doCancel:  {word: "cancel", only: []cardSort{onEventReply, onSpellReply}},
	doReflect: {word: "reflect", only: []cardSort{onSpellReply}},
	doSeal:    {word: "seal", only: []cardSort{onSpell}},
}

var (
	everyReach  = []string{"actor", "target", "opponents"}
	othersReach = []string{"target", "opponents"}
	notEvents   = []cardSort{onSpell, onArtifice, onEventReply, onSpellReply}
)

// readEffects parses the steps of a card.
func readEffects(steps []map[string]any, on cardSort) ([]effectStep, error) {
	if len(steps) == 0 {
		return nil, lang.T("effect: there is none")
	}
	var effects []effectStep
	for i, step := range steps {
		e, err := readEffect(step, on)
		if err != nil {
			return nil, lang.T("effect, step {1}: {2}", i+1, err)
		}
		if e.do == doSeal && len(steps) > 1 {
			return nil, lang.T("effect, step {1}: seal stands alone", i+1)
		}
		effects = append(effects, e)
	}
	return effects, nil
}

func readEffect(step map[string]any, on cardSort) (effectStep, error) {
	do, _ := step["do"].(string)
	d := slices.IndexFunc(grammars[:], func(g grammar) bool { return g.word == do })
	if d < 0 {
		return effectStep{}, lang.T(`do: there is no word "{1}"`, lang.Escaped(fmt.Sprint(step["do"])))
	}
	g := &grammars[d]
	if g.only != nil && !slices.Contains(g.only, on) {
		return effectStep{}, lang.T("{1}: it is not for this kind of card", do)
	}
	for _, need := range g.needs {
		if _, ok := step[need]; !ok {
			return effectStep{}, lang.T("{1}: {2} is missing", do, need)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(step)) {
		switch {
		case key == "do", slices.Contains(g.needs, key), slices.Contains(g.may, key), key == "who" && g.reach != nil:
		default:
			return effectStep{}, lang.T("{1}: it takes no {2}", do, lang.Escaped(key))
		}
		if on == onEvent && (key == "who" || key == "by") {
			return effectStep{}, lang.T("{1}: the step of an event takes no {2}", do, key)
		}
	}
	e := effectStep{do: deed(d)}
	return e, e.read(step, g, on)
}

// read parses the values of a step. Its keys have been checked already.
func (e *effectStep) read(step map[string]any, g *grammar, on cardSort) error {
	for key, value := range step {
		var i int
		var err error
		switch key {
		case "do", "value": // value is parsed together with its rule
		case "who":
			i, err = oneOf(key, value, g.reach)
			if err == nil {
				e.who = reach(slices.Index(everyReach, g.reach[i]))
			}
		case "count":
			e.count, err = e.readCount(value)
		case "of":
			i, err = oneOf(key, value, classWords[:])
			e.of = class(i)
		case "by":
			i, err = oneOf(key, value, []string{"owner", "actor"})
			e.byActor = i == 1
		case "to":
			err = e.readTo(value, on)
		case "pile":
			i, err = oneOf(key, value, pileWords[:])
			e.pile = pile(i)
		case "rule":
			err = e.readRule(value, step)
		case "text":
			if text, ok := value.(string); !ok || text == "" {
				err = lang.T("text: it is to say what the players do")
			} else {
				e.text = text
			}
		}
		if err != nil {
			return lang.T("{1}: {2}", g.word, err)
		}
	}
	return nil
}

func (e *effectStep) readCount(value any) (int16, error) {
	if value == "all" && e.do == doDiscard {
		return all, nil
	}
	n, ok := value.(int64)
	if !ok || n < 1 || n > engine.MaxNumber {
		return 0, lang.T("count: {1} is not a number from 1 to {2}", lang.Escaped(fmt.Sprint(value)), engine.MaxNumber)
	}
	return int16(n), nil
}

func (e *effectStep) readTo(value any, on cardSort) error {
	if e.do == doRelease {
		i, err := oneOf("to", value, []string{"hand", "discard"})
		e.toHand = i == 0
		return err
	}
	i, err := oneOf("to", value, []string{"left", "actor"})
	e.toLeft = i == 0
	if err == nil && on == onEvent && !e.toLeft {
		return lang.T("to: the step of an event gives to the left only")
	}
	return err
}

func (e *effectStep) readRule(value any, step map[string]any) error {
	name, _ := value.(string)
	var number *int64
	if v, ok := step["value"]; ok {
		n, ok := v.(int64)
		if !ok {
			return lang.T("value: {1} is no number", lang.Escaped(fmt.Sprint(v)))
		}
		number = &n
	}
	var err error
	e.rule, err = readSpecial(name, number)
	return err
}

// oneOf returns the index of a value among some words.
func oneOf(key string, value any, words []string) (int, error) {
	word, _ := value.(string)
	if i := slices.Index(words, word); i >= 0 {
		return i, nil
	}
	return 0, lang.T("{1}: {2} is none of {3}", key, lang.Escaped(fmt.Sprint(value)), strings.Join(words, ", "))
}

// String returns the step in the words that select its sentence: see engine.Phrases.Effect.
func (e *effectStep) String() string {
	words := []string{grammars[e.do].word}
	if grammars[e.do].reach != nil {
		words = append(words, everyReach[e.who])
	}
	if e.byActor {
		words = append(words, "actor")
	}
	switch e.do {
	case doGive:
		words = append(words, map[bool]string{true: "left", false: "actor"}[e.toLeft])
	case doRelease:
		words = append(words, map[bool]string{true: "hand", false: "discard"}[e.toHand])
	case doHex:
		return strings.Join(append(words, e.rule.words()...), " ")
	}
	switch e.count {
	case 0:
	case all:
		words = append(words, "all")
	default:
		words = append(words, strconv.Itoa(int(e.count)))
	}
	switch e.do {
	case doDiscard:
		words = append(words, classWords[e.of])
	case doSalvage:
		words = append(words, pileWords[e.pile])
	}
	return strings.Join(words, " ")
}

// needsTarget reports whether an effect needs a target.
func needsTarget(effects []effectStep) bool {
	return slices.ContainsFunc(effects, func(e effectStep) bool { return e.who == ofTarget })
}
