package sacrilege

import (
	_ "embed" // for the house list

	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

//go:embed house.toml
var house []byte

// kind is a kind of character.
type kind struct {
	name   string
	value  int
	green  bool
	copies int
	text   string
	reward *effect // the first effect, nil if there is none
}

const (
	leastValue, mostValue = -6, 7
	// mostCards is far more than anybody could shuffle, and still a number that a name can stand for.
	mostCards = engine.MaxNumber
)

// cardList is a pack: the kinds sorted by name, which also sorts every list of kinds, and their order in the pack.
type cardList struct {
	kinds []kind
	order []int
}

// packFile is the TOML form of a card list.
type packFile struct {
	Kind []kindFile `toml:"kind"`
}

type kindFile struct {
	Name   string           `toml:"name"`
	Value  *int             `toml:"value"`
	Green  bool             `toml:"green"`
	Copies *int             `toml:"copies"`
	Text   string           `toml:"text"`
	Reward []map[string]any `toml:"reward"`
}

// readPack reads a card list: see "Components and the card list".
func readPack(data []byte) (*cardList, error) {
	var file packFile
	if err := engine.ReadList(data, gameID, &file); err != nil {
		return nil, err
	}
	if len(file.Kind) > cards.MaxKinds {
		return nil, lang.T("{1} kinds are more than {2}", len(file.Kind), cards.MaxKinds)
	}
	rows := engine.RowsOf(data, "kind", len(file.Kind))
	kinds := make([]kind, len(file.Kind))
	total := 0
	for i, f := range file.Kind {
		if err := f.read(&kinds[i]); err != nil {
			return nil, rows.Error(i, f.Name, err)
		}
		if total += kinds[i].copies; total > mostCards {
			return nil, rows.Error(i, f.Name, lang.T("copies: with it there are more than {1} cards", mostCards))
		}
	}
	return sortKinds(file.Kind, kinds, rows)
}

// read copies everything except the reward.
func (f *kindFile) read(k *kind) error {
	*k = kind{name: f.Name, green: f.Green, copies: 1, text: f.Text}
	switch {
	case f.Name == "":
		return lang.T("it has no name")
	case !engine.IsName(f.Name):
		return lang.T("its name is not made of lower case letters, digits and -")
	case f.Value == nil:
		return lang.T("it has no value")
	case *f.Value < leastValue || *f.Value > mostValue:
		return lang.T("value {1} is not between {2} and {3}", *f.Value, leastValue, mostValue)
	}
	k.value = *f.Value
	if f.Copies != nil {
		k.copies = *f.Copies
	}
	if k.copies < 1 || k.copies > mostCards {
		return lang.T("{1}: {2} is not between {3} and {4}", "copies", k.copies, 1, mostCards)
	}
	return nil
}

// sortKinds sorts the kinds by name and then reads their rewards, because the filters of rewards look at all kinds.
func sortKinds(files []kindFile, kinds []kind, rows engine.Rows) (*cardList, error) {
	list := &cardList{kinds: kinds, order: engine.SortKinds(kinds, func(k kind) string { return k.name })}
	for at, i := range list.order {
		if i > 0 && kinds[i-1].name == kinds[i].name {
			return nil, rows.Error(at, files[at].Name, lang.T("there is such a kind already"))
		}
	}
	r := rewardParser{terms: vocabulary(), kinds: kinds}
	for at, i := range list.order {
		first, err := r.reward(files[at].Reward)
		if err != nil {
			return nil, rows.Error(at, files[at].Name, lang.T("{1}: {2}", "reward", err))
		}
		list.kinds[i].reward = first
	}
	return list, nil
}

func (l *cardList) cards() int {
	n := 0
	for _, k := range l.kinds {
		n += k.copies
	}
	return n
}
