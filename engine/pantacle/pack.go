package pantacle

import (
	_ "embed" // for the house list
	"slices"
	"strings"

	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

//go:embed house.toml
var house []byte

const (
	// mostCards is far more than a box can hold, and still a number that a name can stand for.
	mostCards = engine.MaxNumber
	// mostBlades is the most kinds of blades. It limits the number of legal bribes, which name up to four blades in every order. A box has 24 blades.
	mostBlades  = 64
	mostHounds  = 8 // most kinds of Hounds: it keeps the longest list of bribes at some 20,000
	noMoonPhase = -1
)

// blade is a kind of Keeper blade.
type blade struct {
	name      string
	keeper    int
	moonPhase int
	copies    int
}

// curse is a kind of curse card.
type curse struct {
	name       string
	text       string
	effects    []string
	exhaustion bool
	copies     int
	burden     burden // the effect of a face-up card
	load       pieces // the pieces that are put on it
}

// favorDef is the card list's entry of a Favor.
type favorDef struct {
	keepers   [2]int
	moonPhase int // noPhase: none
}

// cardList is a pack: the kinds sorted by name, which also sorts every list of kinds, and their orders in the pack.
type cardList struct {
	moonPhases []string
	keepers    []string // those that blades and Favors name
	hound      int
	reserve    pieces
	blades     []blade
	curses     []curse
	favorDefs  [favors]favorDef
	bladeOrder []int
	curseOrder []int
}

// packFile is the TOML form of a card list.
type packFile struct {
	Phases  []string `toml:"phases"`
	Hound   string   `toml:"hound"`
	Reserve struct {
		Influence *int `toml:"influence"`
		Adepts    *int `toml:"adepts"`
	} `toml:"reserve"`
	Blade []bladeFile `toml:"blade"`
	Favor []favorFile `toml:"favor"`
	Curse []curseFile `toml:"curse"`
}

type bladeFile struct {
	Name   string `toml:"name"`
	Keeper string `toml:"keeper"`
	Phase  string `toml:"phase"`
	Copies *int   `toml:"copies"`
}

type favorFile struct {
	Name    string   `toml:"name"`
	Keepers []string `toml:"keepers"`
	Phase   string   `toml:"phase"`
}

type curseFile struct {
	Name    string   `toml:"name"`
	Type    string   `toml:"type"`
	Copies  *int     `toml:"copies"`
	Effects []string `toml:"effects"`
	Text    string   `toml:"text"`
}

// readPack reads a card list: see "Components and the card list".
func readPack(data []byte) (*cardList, error) {
	var file packFile
	if err := engine.ReadList(data, gameID, &file); err != nil {
		return nil, err
	}
	list := &cardList{moonPhases: file.Phases}
	for i, p := range file.Phases {
		if !engine.IsName(p) || p == "none" || slices.Contains(file.Phases[:i], p) {
			return nil, lang.T(`phases: "{1}" is no name of a phase, or there twice`, lang.Escaped(p))
		}
	}
	if !engine.IsName(file.Hound) {
		return nil, lang.T("hound: it names the Keeper whose blades count as Hounds")
	}
	list.hound = list.keeper(file.Hound)
	if err := list.readReserve(&file); err != nil {
		return nil, err
	}
	for _, read := range []func(*packFile, []byte) error{list.readBlades, list.readFavors, list.readCurses} {
		if err := read(&file, data); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (l *cardList) readReserve(file *packFile) error {
	for _, r := range []struct {
		name string
		n    *int
		to   *int16
	}{{"influence", file.Reserve.Influence, &l.reserve[cubes]}, {"adepts", file.Reserve.Adepts, &l.reserve[adepts]}} {
		if r.n == nil || *r.n < 0 || *r.n > engine.MaxNumber {
			return lang.T("reserve: {1} is a number from 0 to {2}", r.name, engine.MaxNumber)
		}
		*r.to = int16(*r.n)
	}
	return nil
}

func (l *cardList) readBlades(file *packFile, data []byte) error {
	rows := engine.RowsOf(data, "blade", len(file.Blade))
	if len(file.Blade) > mostBlades {
		return lang.T("{1} kinds of blades are more than {2}", len(file.Blade), mostBlades)
	}
	total := 0
	for i, f := range file.Blade {
		b := blade{name: f.Name, moonPhase: slices.Index(l.moonPhases, f.Phase)}
		var err error
		if b.copies, err = readKind(f.Name, f.Copies, &total); err != nil {
			return rows.Error(i, f.Name, err)
		}
		switch {
		case !engine.IsName(f.Keeper):
			return rows.Error(i, f.Name, lang.T(`keeper: "{1}" is no name`, lang.Escaped(f.Keeper)))
		case b.moonPhase < 0:
			return rows.Error(i, f.Name, lang.T(`phase: "{1}" is none of the phases {2}`, lang.Escaped(f.Phase), strings.Join(l.moonPhases, ", ")))
		}
		b.keeper = l.keeper(f.Keeper)
		l.blades = append(l.blades, b)
	}
	hounds := 0
	for _, b := range l.blades {
		if b.keeper == l.hound {
			hounds++
		}
	}
	if hounds > mostHounds {
		return lang.T("{1} kinds of Hounds are more than {2}", hounds, mostHounds)
	}
	l.bladeOrder = engine.SortKinds(l.blades, func(b blade) string { return b.name })
	return unique(len(l.blades), func(i int) string { return l.blades[i].name }, l.bladeOrder, rows)
}

// readKind reads the fields that all kinds have.
func readKind(name string, copies *int, total *int) (int, error) {
	n := 1
	if copies != nil {
		n = *copies
	}
	if err := engine.CheckKind(name); err != nil {
		return 0, err
	}
	switch {
	case slices.ContainsFunc(fixedWords(), func(e engine.Entry) bool { return e.Word == name && e.Class&engine.ClassThing != 0 }):
		return 0, lang.T("that word means something else at the table: choose another name")
	case n < 1 || n > mostCards:
		return 0, lang.T("{1}: {2} is not between {3} and {4}", "copies", n, 1, mostCards)
	case *total+n > mostCards:
		return 0, lang.T("copies: with it there are more than {1} cards", mostCards)
	}
	*total += n
	return n, nil
}

// unique refuses two kinds with the same name. Kinds are sorted, so equal names are neighbours.
func unique(n int, name func(int) string, order []int, rows engine.Rows) error {
	for i := 1; i < n; i++ {
		if name(i-1) == name(i) {
			return rows.Error(slices.Index(order, i), name(i), lang.T("there is such a kind already"))
		}
	}
	return nil
}

func (l *cardList) readFavors(file *packFile, data []byte) error {
	rows := engine.RowsOf(data, "favor", len(file.Favor))
	var there [favors]bool
	for i, f := range file.Favor {
		n := slices.Index(favorWords[:], f.Name)
		b := favorDef{moonPhase: slices.Index(l.moonPhases, f.Phase)}
		switch {
		case n < 0:
			return rows.Error(i, f.Name, lang.T("there is no such Favor: they are {1}", strings.Join(favorWords[:], ", ")))
		case there[n]:
			return rows.Error(i, f.Name, lang.T("it is named twice"))
		case len(f.Keepers) != 2 || !engine.IsName(f.Keepers[0]) || !engine.IsName(f.Keepers[1]) || f.Keepers[0] == f.Keepers[1]:
			return rows.Error(i, f.Name, lang.T("keepers: it has two different Keepers"))
		case b.moonPhase < 0 && f.Phase != "none":
			return rows.Error(i, f.Name, lang.T(`phase: "{1}" is neither none nor one of the phases {2}`, lang.Escaped(f.Phase), strings.Join(l.moonPhases, ", ")))
		}
		b.keepers = [2]int{l.keeper(f.Keepers[0]), l.keeper(f.Keepers[1])}
		l.favorDefs[n], there[n] = b, true
	}
	if missing := slices.Index(there[:], false); missing >= 0 {
		return lang.T("the Favor {1} is missing", favorWords[missing])
	}
	return nil
}

func (l *cardList) readCurses(file *packFile, data []byte) error {
	rows := engine.RowsOf(data, "curse", len(file.Curse))
	if len(file.Curse) > cards.MaxKinds {
		return lang.T("{1} kinds of curses are more than {2}", len(file.Curse), cards.MaxKinds)
	}
	total := 0
	for i, f := range file.Curse {
		c := curse{name: f.Name, text: f.Text, effects: f.Effects, exhaustion: f.Type == "exhaustion"}
		var err error
		if c.copies, err = readKind(f.Name, f.Copies, &total); err != nil {
			return rows.Error(i, f.Name, err)
		}
		if !c.exhaustion && f.Type != "permanent" {
			return rows.Error(i, f.Name, lang.T(`type: "{1}" is neither permanent nor exhaustion`, lang.Escaped(f.Type)))
		}
		if slices.ContainsFunc(l.blades, func(b blade) bool { return b.name == f.Name }) {
			return rows.Error(i, f.Name, lang.T("a blade has that name already"))
		}
		for _, text := range f.Effects {
			if err := c.read(text); err != nil {
				return rows.Error(i, f.Name, lang.T(`effect "{1}": {2}`, lang.Escaped(text), err))
			}
		}
		l.curses = append(l.curses, c)
	}
	l.curseOrder = engine.SortKinds(l.curses, func(c curse) string { return c.name })
	return unique(len(l.curses), func(i int) string { return l.curses[i].name }, l.curseOrder, rows)
}

// keeper returns the number of a Keeper. They are numbered as the pack first names them.
func (l *cardList) keeper(name string) int {
	if i := slices.Index(l.keepers, name); i >= 0 {
		return i
	}
	l.keepers = append(l.keepers, name)
	return len(l.keepers) - 1
}

func (l *cardList) bladesInAll() int {
	n := 0
	for _, b := range l.blades {
		n += b.copies
	}
	return n
}

// favorTraits returns the traits that a picture of a Favor shows.
func (l *cardList) favorTraits(f favor) map[string]string {
	b := l.favorDefs[f]
	traits := map[string]string{"keepers": l.keepers[b.keepers[0]] + " " + l.keepers[b.keepers[1]], "phase": "none"}
	if b.moonPhase != noMoonPhase {
		traits["phase"] = l.moonPhases[b.moonPhase]
	}
	if _, ok := f.power(); ok {
		traits["power"] = "true"
	}
	return traits
}
