package sacrilege

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"familiar/engine/cards"
	"familiar/engine/lang"
)

// term is the grammar of an effect word: its parameters besides `when` and `optional`, and whom it concerns by default.
type term struct {
	do    word
	who   who
	takes map[string]parameter
}

// parameter parses the value of a parameter into an effect.
type parameter func(e *effect, value any) error

func vocabulary() map[string]term {
	type params = map[string]parameter
	anybody := oneOf(setWho, map[string]who{"self": whoSelf, "host": whoHost, "one": whoOne, "other": whoOther, "all": whoAll, "others": whoOthers})
	rivals := oneOf(setWho, map[string]who{"host": whoHost, "other": whoOther, "others": whoOthers})
	rival := oneOf(setWho, map[string]who{"host": whoHost, "other": whoOther})
	areas := map[string]area{"any": areaAny, "self": areaSelf, "host": areaHost, "others": areaOthers, "elsewhere": areaElsewhere}
	from := oneOf(func(e *effect, a area) { e.from = a }, areas)
	to := oneOf(func(e *effect, a area) { e.to = a }, areas)
	onAreas := maps.Clone(areas)
	onAreas["own"] = areaOwn
	on := oneOf(func(e *effect, a area) { e.on = a }, onAreas)
	sign := oneOf(func(e *effect, s sign) { e.sign = s }, map[string]sign{"plus": signPlus, "minus": signMinus})
	colour := oneOf(func(e *effect, c colour) { e.colour = c }, map[string]colour{"green": colourGreen, "plain": colourPlain})
	setInto := func(e *effect, i into) { e.into = i }
	taken := oneOf(setInto, map[string]into{"self": intoHand, "owner": intoOwner})
	raised := oneOf(setInto, map[string]into{"hand": intoHand, "altar": intoAltar})
	repeat := flag(func(e *effect, b bool) { e.repeat = b })

	terms := make(map[string]term)
	add := func(do word, who who, takes params) { terms[do.String()] = term{do, who, takes} }
	add(doDraw, whoSelf, params{"who": anybody, "n": times})
	add(doDiscard, whoSelf, params{"who": anybody, "n": times})
	add(doDrop, whoSelf, params{"who": anybody, "n": times})
	add(doGive, whoSelf, params{"n": times})
	add(doTribute, whoOther, params{"who": rivals, "n": times})
	add(doSteal, whoOther, params{"who": rivals, "n": times})
	add(doTrade, whoOther, params{"who": rival})
	add(doLook, whoOther, params{"who": rivals})
	add(doSleep, whoOther, params{"who": anybody})
	add(doSacrifice, whoSelf, params{"who": anybody, "on": on, "sign": sign, "colour": colour})
	add(doSummon, whoSelf, params{"who": anybody})
	add(doBury, whoSelf, params{"n": times})
	add(doMove, whoSelf, params{"from": from, "to": to, "sign": sign, "colour": colour, "n": times})
	add(doTake, whoSelf, params{"from": from, "into": taken, "sign": sign, "colour": colour, "n": times})
	add(doDestroy, whoSelf, params{"from": from, "sign": sign, "colour": colour, "n": times})
	add(doRaze, whoSelf, params{"from": from})
	add(doSwap, whoSelf, params{"from": from, "to": to})
	add(doRaise, whoSelf, params{"into": raised, "to": to, "sign": sign, "colour": colour, "n": times})
	add(doExtra, whoSelf, params{"repeat": repeat})
	add(doEither, whoSelf, params{}) // its options are lists of effects: see rewardParser.options
	add(doManual, whoSelf, params{"text": text})
	for _, t := range terms {
		t.takes["when"] = oneOf(func(e *effect, w when) { e.when = w },
			map[string]when{"own": whenOwn, "foreign": whenForeign, "plus": whenPlus, "minus": whenMinus})
		t.takes["optional"] = flag(func(e *effect, b bool) { e.optional = b })
	}
	return terms
}

func setWho(e *effect, w who) { e.who = w }

func oneOf[V any](set func(*effect, V), values map[string]V) parameter {
	return func(e *effect, value any) error {
		s, ok := value.(string)
		v, known := values[s]
		if !ok || !known {
			return lang.T("it is one of {1}", strings.Join(slices.Sorted(maps.Keys(values)), ", "))
		}
		set(e, v)
		return nil
	}
}

func flag(set func(*effect, bool)) parameter {
	return func(e *effect, value any) error {
		b, ok := value.(bool)
		if !ok {
			return lang.T("it is true or false")
		}
		set(e, b)
		return nil
	}
}

// times reads n. A number above mostTimes becomes that.
func times(e *effect, value any) error {
	n, ok := value.(int64)
	if !ok || n < 1 {
		return lang.T("it is a number from 1")
	}
	e.n = int32(min(n, mostTimes))
	return nil
}

func text(e *effect, value any) error {
	s, ok := value.(string)
	if !ok {
		return lang.T("it is a text")
	}
	e.text = s
	return nil
}

// rewardParser parses rewards.
type rewardParser struct {
	terms map[string]term
	kinds []kind // to find those that pass a filter
	times int    // how often all effects that were parsed are done together; of options, those that are done most often
}

// reward parses the reward of a kind.
func (r *rewardParser) reward(list []map[string]any) (*effect, error) {
	r.times = 0
	first, err := r.effects(list)
	if err == nil && r.times > mostTogether {
		err = lang.T("its effects are done {1} times together, which is more than {2}", r.times, mostTogether)
	}
	return first, err
}

// effects parses a list of effects and returns the first one, nil if there is none.
func (r *rewardParser) effects(list []map[string]any) (*effect, error) {
	var first *effect
	last := &first
	for i, table := range list {
		e, err := r.effect(table)
		if err != nil {
			return nil, lang.T("effect {1}: {2}", i+1, err)
		}
		*last = e
		last = &e.next
	}
	return first, nil
}

func (r *rewardParser) effect(table map[string]any) (*effect, error) {
	do, ok := table["do"].(string)
	if !ok {
		return nil, lang.T("it has no word: do = WORD")
	}
	t, ok := r.terms[do]
	if !ok {
		return nil, lang.T(`there is no effect word "{1}"`, lang.Escaped(do))
	}
	e := &effect{do: t.do, who: t.who, n: 1}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if err := r.parameter(e, t, key, table[key]); err != nil {
			return nil, lang.T("{1}: {2}", do, err)
		}
	}
	if e.do == doEither && e.options == nil {
		return nil, lang.T("{1}: it has no options", do)
	}
	r.times += int(e.n)
	for i := range r.kinds {
		if e.admits(&r.kinds[i]) {
			e.fits.Add(cards.Kind(i))
		}
	}
	return e, nil
}

func (r *rewardParser) parameter(e *effect, t term, key string, value any) error {
	if key == "do" {
		return nil
	}
	if key == "options" && t.do == doEither {
		return r.options(e, value)
	}
	read, ok := t.takes[key]
	if !ok {
		return lang.T(`it takes no "{1}"`, lang.Escaped(key))
	}
	if err := read(e, value); err != nil {
		return lang.T("{1} cannot be {2}: {3}", key, lang.Escaped(fmt.Sprint(value)), err)
	}
	return nil
}

func (r *rewardParser) options(e *effect, value any) error {
	lists, ok := value.([]any)
	if !ok || len(lists) < 2 || len(lists) > 9 {
		return lang.T("options is a list of two to nine lists of effects")
	}
	before, most := r.times, 0
	for i, l := range lists {
		r.times = before
		tables, ok := tableList(l)
		if !ok {
			return lang.T("option {1} is no list of effects", i+1)
		}
		first, err := r.effects(tables)
		if err != nil {
			return lang.T("option {1}: {2}", i+1, err)
		}
		e.options = append(e.options, first)
		e.said = append(e.said, optionSentences(tables))
		most = max(most, r.times)
	}
	r.times = most
	return nil
}

// tableList returns a list of tables, from either Go type that the TOML decoder uses for it.
func tableList(value any) ([]map[string]any, bool) {
	if tables, ok := value.([]map[string]any); ok {
		return tables, true
	}
	items, ok := value.([]any)
	if !ok {
		return nil, false
	}
	tables := make([]map[string]any, len(items))
	for i, item := range items {
		if tables[i], ok = item.(map[string]any); !ok {
			return nil, false
		}
	}
	return tables, true
}
