package sator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

func (r *reader) readIncertus() error {
	rows := engine.RowsOf(r.data, "incertus", len(r.file.Incertus))
	total := 0
	for i := range r.file.Incertus {
		f := &r.file.Incertus[i]
		k, err := r.kind(f)
		if err == nil {
			err = f.Copies.Within("copies", 0, mostCopies)
		}
		total += f.Copies.N
		if err == nil && total > engine.MaxNumber {
			err = lang.T("copies: with it there are more than {1} cards", engine.MaxNumber)
		}
		if err == nil && f.Copies.N == 0 && indexOf(interpretations(), f.Kind, func(c *engine.OptionDef) string { return c.Name }) >= 0 {
			err = lang.T("an option is called like that, too")
		}
		if err != nil {
			return rows.Error(i, f.Kind, err)
		}
		k.copies = f.Copies.N
		r.incertus = append(r.incertus, k)
	}
	if len(r.incertus) > cards.MaxKinds {
		return lang.T("{1}: {2} kinds are more than {3}", "incertus", len(r.incertus), cards.MaxKinds)
	}
	engine.SortKinds(r.incertus, func(k kind) string { return k.name })
	return nil
}

func (r *reader) readPrayers() error {
	rows := engine.RowsOf(r.data, "prayer", len(r.file.Prayer))
	for i := range r.file.Prayer {
		f := &r.file.Prayer[i]
		k, err := r.kind(f)
		if err != nil {
			return rows.Error(i, f.Kind, err)
		}
		k.copies = 1
		r.prayers = append(r.prayers, k)
	}
	if len(r.prayers) > cards.MaxKinds {
		return lang.T("{1}: {2} kinds are more than {3}", "prayer", len(r.prayers), cards.MaxKinds)
	}
	engine.SortKinds(r.prayers, func(k kind) string { return k.name })
	return nil
}

// kind parses a kind of card, except its copies.
func (r *reader) kind(f *kindFile) (kind, error) {
	k := kind{name: f.Kind, shapeOrType: anyBridge}
	if err := lang.Join(fresh(r.incertus, f.Kind, (*kind).called), fresh(r.prayers, f.Kind, (*kind).called)); err != nil {
		return k, err
	}
	does := slices.Index(effectWords[:], f.Effect)
	if does < 0 {
		return k, lang.T(`{1}: "{2}" is none of {3}`, "effect", lang.Escaped(f.Effect), strings.Join(effectWords[:], ", "))
	}
	k.does = effect(does)
	each := func(p *price, cost, most engine.Amount, costName, mostName string) error {
		*p = price{cost.N, most.N}
		return lang.Join(cost.Within(costName, 0, mostPrice), most.Within(mostName, 0, mostPrice))
	}
	once := func() error {
		k.cost = f.Cost.N
		return f.Cost.Within("cost", 0, mostPrice)
	}
	upTo := func() error {
		k.most = f.Most.N
		return lang.Join(once(), f.Most.Within("most", 0, mostPrice))
	}
	switch k.does {
	case doRotas:
		return k, lang.Join(each(&k.turn, f.Cost, f.Most, "cost", "most"), r.bridgeOf(&k, f.Shape, r.shapeNamed))
	case doMoves:
		return k, lang.Join(each(&k.shift, f.Cost, f.Most, "cost", "most"), r.bridgeOf(&k, f.Type, r.typeNamed))
	case doEither:
		return k, lang.Join(
			each(&k.turn, f.TurnCost, f.TurnMost, "turn_cost", "turn_most"), each(&k.shift, f.CellCost, f.CellMost, "cell_cost", "cell_most"))
	case doPush:
		return k, k.readLevels(f.Levels)
	case doLeap:
		return k, each(&k.shift, f.Cost, f.Most, "cost", "most")
	case doStride, doFervour:
		return k, upTo()
	case doHaul:
		k.least = f.Least.N
		return k, lang.Join(upTo(), f.Least.Within("least", 0, mostPrice))
	}
	return k, once()
}

func (r *reader) shapeNamed(word string) int { return indexOf(r.shapes, word, (*shape).called) }

func (r *reader) typeNamed(word string) int { return slices.Index(r.types, word) }

// bridgeOf parses which bridges a card moves: any bridge if the card list does not say.
func (r *reader) bridgeOf(k *kind, word string, named func(string) int) error {
	if word == "" {
		return nil
	}
	if k.shapeOrType = named(word); k.shapeOrType < 0 {
		return lang.T(`there are no bridges called "{1}"`, lang.Escaped(word))
	}
	return nil
}

func (k *kind) readLevels(levels [][]engine.Amount) error {
	if n := len(levels); n == 0 || n > mostLevels {
		return lang.T("{1}: there are {2}, not 1 to {3}", "levels", n, mostLevels)
	}
	for i, x := range levels {
		if len(x) != 3 {
			return lang.T("levels, {1}: it is not [points, pawns, cells]", i+1)
		}
		err := lang.Join(x[0].Within("points", 0, mostPrice), x[1].Within("pawns", 0, mostPrice), x[2].Within("cells", 0, mostPrice))
		if err != nil {
			return lang.T("{1}, {2}: {3}", "levels", i+1, err)
		}
		if k.level(x[0].N) != nil {
			return lang.T("levels, {1}: there is one of {2} points already", i+1, x[0].N)
		}
		k.levels = append(k.levels, level{x[0].N, x[1].N, x[2].N})
	}
	return nil
}

// said returns the effects of a card in the words that select their sentences.
func (l *cardList) said(k *kind) []string {
	say := func(word string, args ...any) string {
		return strings.TrimSpace(fmt.Sprintln(append([]any{word}, args...)...))
	}
	word := effectWords[k.does]
	named := func(list []string) string {
		if k.shapeOrType == anyBridge {
			return "any"
		}
		return list[k.shapeOrType]
	}
	switch k.does {
	case doRotas:
		shapes := make([]string, len(l.shapes))
		for i := range l.shapes {
			shapes[i] = l.shapes[i].name
		}
		return []string{say(word, named(shapes), k.turn.cost, k.turn.most)}
	case doMoves:
		return []string{say(word, named(l.types), k.shift.cost, k.shift.most)}
	case doEither:
		return []string{say(word, k.turn.cost, k.turn.most, k.shift.cost, k.shift.most)}
	case doPush:
		var all []string
		for _, x := range k.levels {
			all = append(all, say(word, x.points, x.acolytes, x.cells))
		}
		return all
	case doLeap:
		return []string{say(word, k.shift.cost, k.shift.most)}
	case doStride, doFervour:
		return []string{say(word, k.cost, k.most)}
	case doHaul:
		return []string{say(word, k.cost, k.least, k.most)}
	}
	return []string{say(word, k.cost)}
}

// smallest returns the smallest price of a card without tolls: rule points.short.
func (k *kind) smallest() int {
	switch k.does {
	case doRotas:
		return k.turn.cost
	case doMoves, doLeap:
		return k.shift.cost
	case doEither:
		return min(k.turn.cost, k.shift.cost)
	case doPush:
		least := k.levels[0].points
		for _, x := range k.levels {
			least = min(least, x.points)
		}
		return least
	}
	return k.cost
}

// bridgeWord returns the word of a bridge.
func (l *cardList) bridgeWord(bridge int) string {
	return l.shapes[shapeOf(bridge)].name + "-" + l.types[typeOf(bridge)]
}

// bridgeTitle returns the title of a bridge.
func (l *cardList) bridgeTitle(bridge int) string {
	return shapeTitle(l.shapes[shapeOf(bridge)].name) + ", " + l.types[typeOf(bridge)]
}

// shapeTitle returns the title of a shape: tee4 is a Tee of four.
func shapeTitle(word string) string {
	name := strings.TrimRight(word, "0123456789")
	n, err := strconv.Atoi(word[len(name):])
	if err != nil || name == "" {
		return engine.TitleOf(word)
	}
	size := strconv.Itoa(n)
	if n < len(numbers) {
		size = numbers[n]
	}
	return engine.TitleOf(name) + " of " + size
}

var numbers = [...]string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}
