package athame

import (
	_ "embed" // for the house list
	"maps"
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

//go:embed house.toml
var house []byte

// mostCards is far more than a box can hold, and still a number that a name can stand for.
const mostCards = engine.MaxNumber

// squareName is the resource that has a discard pile of its own and that no ritual needs.
const squareName = "square"

// cardList is a pack: the kinds sorted by name, which also sorts every list of kinds, and their orders in the pack.
type cardList struct {
	bank                               []bankCard
	spells                             []spell
	rituals                            []ritual
	bankOrder, spellOrder, ritualOrder []int
}

// packFile is the TOML form of a card list.
type packFile struct {
	Resource []resourceFile `toml:"resource"`
	Ritual   []ritualFile   `toml:"ritual"`
	Spell    []spellFile    `toml:"spell"`
	Event    []eventFile    `toml:"event"`
	Artifice []artificeFile `toml:"artifice"`
}

// common are the fields that kinds of all sorts may have.
type common struct {
	Name   string `toml:"name"`
	Title  string `toml:"title"`
	Copies *int64 `toml:"copies"`
	Text   string `toml:"text"`
}

type resourceFile struct {
	common
	Pile string `toml:"pile"`
}

type ritualFile struct {
	Name  string           `toml:"name"`
	Title string           `toml:"title"`
	Needs map[string]int64 `toml:"needs"`
}

type spellFile struct {
	common
	Cost   map[string]int64 `toml:"cost"`
	Effect []map[string]any `toml:"effect"`
}

type eventFile struct {
	common
	Sort   string           `toml:"sort"`
	Effect []map[string]any `toml:"effect"`
	Rules  []map[string]any `toml:"rules"`
}

type artificeFile struct {
	common
	Joker  bool             `toml:"joker"`
	When   string           `toml:"when"`
	Effect []map[string]any `toml:"effect"`
}

// packParser parses a card list, and remembers the names that it has read.
type packParser struct {
	*cardList
	data  []byte
	names map[string]*lang.Text // the sort of each kind so far, by name
	total int
}

// readPack reads a card list: see "Components and the card list".
func readPack(data []byte) (*cardList, error) {
	var file packFile
	if err := engine.ReadList(data, gameID, &file); err != nil {
		return nil, err
	}
	r := &packParser{cardList: new(cardList), data: data, names: map[string]*lang.Text{}}
	for _, read := range []func(*packFile) error{r.readResources, r.readEvents, r.readArtifices, r.sortBank, r.readRituals, r.readSpells} {
		if err := read(&file); err != nil {
			return nil, err
		}
	}
	return r.cardList, nil
}

// readKind reads the fields that all kinds have.
func (r *packParser) readKind(sort *lang.Text, c *common) (bankCard, error) {
	k := bankCard{name: c.Name, title: c.Title, text: c.Text, copies: 1}
	if k.title == "" {
		k.title = engine.TitleOf(c.Name)
	}
	if err := engine.CheckKind(c.Name); err != nil {
		return k, err
	}
	if there, ok := r.names[c.Name]; ok {
		return k, lang.T("there is such a kind already: {1}", there)
	}
	r.names[c.Name] = sort
	if c.Copies != nil {
		if *c.Copies < 1 || *c.Copies > mostCards {
			return k, lang.T("{1}: {2} is not between {3} and {4}", "copies", *c.Copies, 1, mostCards)
		}
		k.copies = int(*c.Copies)
	}
	if r.total += k.copies; r.total > mostCards {
		return k, lang.T("copies: with it there are more than {1} cards", mostCards)
	}
	return k, nil
}

func (r *packParser) readResources(file *packFile) error {
	rows := engine.RowsOf(r.data, "resource", len(file.Resource))
	squares := 0
	for i, f := range file.Resource {
		k, err := r.readKind(lang.T("a resource"), &f.common)
		switch {
		case err != nil:
			return rows.Error(i, f.Name, err)
		case f.Pile != pileWords[pileSquares] && f.Pile != pileWords[pileGeneral]:
			return rows.Error(i, f.Name, lang.T(`pile: "{1}" is neither squares nor general`, lang.Escaped(f.Pile)))
		case (f.Pile == pileWords[pileSquares]) != (f.Name == squareName):
			return rows.Error(i, f.Name, lang.T("pile: the resource {1}, and no other one, has the pile squares", squareName))
		}
		k.pile = pileGeneral
		if f.Name == squareName {
			k.pile = pileSquares
			squares++
		}
		r.bank = append(r.bank, k)
	}
	if squares == 0 {
		return lang.T("the resource {1} is missing", squareName)
	}
	return nil
}

func (r *packParser) readEvents(file *packFile) error {
	rows := engine.RowsOf(r.data, "event", len(file.Event))
	for i, f := range file.Event {
		k, err := r.readKind(lang.T("an event"), &f.common)
		if err == nil {
			err = k.readEvent(&f)
		}
		if err != nil {
			return rows.Error(i, f.Name, err)
		}
		r.bank = append(r.bank, k)
	}
	return nil
}

func (k *bankCard) readEvent(f *eventFile) error {
	k.cardType, k.pile = typeEvent, pileArcana
	if k.copies > 1 {
		return lang.T("copies: there is one copy of each event")
	}
	i, err := oneOf("sort", f.Sort, spanWords[:])
	if err != nil {
		return err
	}
	k.span = span(i)
	if k.span != spanRound {
		if f.Rules != nil {
			return lang.T("rules: they are for round events")
		}
		k.effects, err = readEffects(f.Effect, onEvent)
		return err
	}
	switch {
	case f.Effect != nil:
		return lang.T("effect: a round event has rules instead")
	case len(f.Rules) == 0:
		return lang.T("rules: there are none")
	}
	k.rules, err = readRules(f.Rules)
	return err
}

func readRules(rows []map[string]any) ([]special, error) {
	var rules []special
	for i, row := range rows {
		for _, key := range slices.Sorted(maps.Keys(row)) {
			if key != "rule" && key != "value" {
				return nil, lang.T(`rules, {1}: there is no word "{2}"`, i+1, lang.Escaped(key))
			}
		}
		var e effectStep
		if err := e.readRule(row["rule"], row); err != nil {
			return nil, lang.T("{1}, {2}: {3}", "rules", i+1, err)
		}
		rules = append(rules, e.rule)
	}
	return rules, nil
}

func (r *packParser) readArtifices(file *packFile) error {
	rows := engine.RowsOf(r.data, "artifice", len(file.Artifice))
	for i, f := range file.Artifice {
		k, err := r.readKind(lang.T("an artifice"), &f.common)
		if err == nil {
			err = k.readArtifice(&f)
		}
		if err != nil {
			return rows.Error(i, f.Name, err)
		}
		r.bank = append(r.bank, k)
	}
	return nil
}

func (k *bankCard) readArtifice(f *artificeFile) error {
	k.cardType, k.pile = typeArtifice, pileArcana
	if f.Joker {
		k.cardType = typeJoker
		if f.When != "" || f.Effect != nil {
			return lang.T("joker: it has neither when nor effect")
		}
		return nil
	}
	i, err := oneOf("when", f.When, momentWords[:])
	if err != nil {
		return err
	}
	k.when = moment(i)
	on := [moments]cardSort{onArtifice, onArtifice, onSpellReply, onEventReply}[k.when]
	k.effects, err = readEffects(f.Effect, on)
	k.needsTarget = needsTarget(k.effects)
	return err
}

func (r *packParser) sortBank(*packFile) error {
	if len(r.bank) > cards.MaxKinds {
		return lang.T("{1} kinds of bank cards are more than {2}", len(r.bank), cards.MaxKinds)
	}
	r.bankOrder = engine.SortKinds(r.bank, func(k bankCard) string { return k.name })
	return nil
}

func (r *packParser) readRituals(file *packFile) error {
	rows := engine.RowsOf(r.data, "ritual", len(file.Ritual))
	if len(file.Ritual) > cards.MaxKinds {
		return lang.T("{1} rituals are more than {2}", len(file.Ritual), cards.MaxKinds)
	}
	for i, f := range file.Ritual {
		x := ritual{name: f.Name, title: f.Title, needs: make([]int16, len(r.bank))}
		err := engine.CheckKind(f.Name)
		if err == nil && slices.ContainsFunc(r.rituals, func(o ritual) bool { return o.name == f.Name }) {
			err = lang.T("there is such a ritual already")
		}
		if err == nil {
			err = r.readNeeds(&x, f.Needs)
		}
		if err != nil {
			return rows.Error(i, f.Name, err)
		}
		if x.title == "" {
			x.title = engine.TitleOf(x.name)
		}
		r.rituals = append(r.rituals, x)
	}
	r.ritualOrder = engine.SortKinds(r.rituals, func(x ritual) string { return x.name })
	return nil
}

func (r *packParser) readNeeds(x *ritual, needs map[string]int64) error {
	if len(needs) == 0 {
		return lang.T("needs: there is nothing")
	}
	total := 0
	for _, name := range slices.Sorted(maps.Keys(needs)) {
		n := needs[name]
		k := slices.IndexFunc(r.bank, func(k bankCard) bool { return k.name == name && k.cardType == typeResource })
		switch {
		case k < 0:
			return lang.T(`needs: there is no resource "{1}"`, lang.Escaped(name))
		case name == squareName:
			return lang.T("needs: a ritual needs no {1}", squareName)
		case n < 1 || n > mostCards:
			return lang.T("{1}: {2}", "needs", lang.T("{1}: {2} is not between {3} and {4}", name, n, 1, mostCards))
		}
		if total += int(n); total > mostCards {
			return lang.T("needs: they are more than {1} cards", mostCards)
		}
		x.needs[k] = int16(n)
		x.resources = append(x.resources, cards.Kind(k))
	}
	x.total = int16(total)
	return nil
}

func (r *packParser) readSpells(file *packFile) error {
	rows := engine.RowsOf(r.data, "spell", len(file.Spell))
	if len(file.Spell) > cards.MaxKinds {
		return lang.T("{1} kinds of spells are more than {2}", len(file.Spell), cards.MaxKinds)
	}
	r.total = 0
	for i, f := range file.Spell {
		k, err := r.readKind(lang.T("a spell"), &f.common)
		x := spell{name: k.name, title: k.title, text: k.text, copies: k.copies}
		if err == nil {
			x.cost, err = readCost(f.Cost)
		}
		if err == nil {
			x.effects, err = readEffects(f.Effect, onSpell)
		}
		if err != nil {
			return rows.Error(i, f.Name, err)
		}
		x.needsTarget, x.seal = needsTarget(x.effects), x.effects[0].do == doSeal
		r.spells = append(r.spells, x)
	}
	r.spellOrder = engine.SortKinds(r.spells, func(x spell) string { return x.name })
	return nil
}
