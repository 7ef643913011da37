package engine

import (
	"fmt"
	"slices"
	"strings"

	"familiar/engine/cardlist"
	"familiar/engine/lang"
)

// Setup is what the players decide before a game begins.
type Setup struct {
	Game    string
	Pack    string   // name or path of the card list
	Seats   []string // the players, clockwise; the first one takes the first turn
	Options []OptionValue
}

// HousePack is the card list that comes with every game.
const HousePack = "house"

// OptionValue is the value that the players choose for an option of the rules.
type OptionValue struct{ Name, Value string }

// OptionDef is an option of the rules that a game offers.
type OptionDef struct {
	Name   string
	Values []string // the default first
	Rule   string   // the rule that it changes
}

// Game is one of the games that Familiar knows.
type Game struct {
	ID    string
	House []byte // the card list HousePack
	Rules Text   // the page docs/rules/ID.md
	Words Text   // what people read, in English: see Phrases
	// Languages are the other languages of the game, by code: "fr".
	Languages map[string]Language
	Options   []OptionDef
	MinSeats  int            // the fewest players
	MaxSeats  int            // the most
	Cues      map[string]Cue // events that have a sound, by word
	// New begins a game with the card list pack.
	New func(setup Setup, pack []byte) (State, error)
	// List describes how the game's card lists are written; nil: they cannot be written from menus.
	List *cardlist.List
	// Seek looks for what a player could reach; nil: this game gives no hints. It is the only part of a game that looks ahead.
	Seek Seeker
}

// Sample begins a game with the fewest players, called seat-1, seat-2 …. It is for callers that need only the names of a card list.
func (g Game) Sample(packName string, pack []byte) (State, error) {
	setup := Setup{Game: g.ID, Pack: packName}
	for n := range g.MinSeats {
		setup.Seats = append(setup.Seats, fmt.Sprintf("seat-%d", n+1))
	}
	return g.New(setup, pack)
}

// Cue is the sound of an event.
type Cue int

const (
	CueFanfare Cue = iota + 1 // somebody won something
	CueThud                   // something failed
)

// ResolveOptions returns the value of every option: the one from options, or else the default.
func ResolveOptions(defs []OptionDef, options []OptionValue) (map[string]string, error) {
	values := make(map[string]string, len(defs))
	for _, d := range defs {
		values[d.Name] = d.Values[0]
	}
	for _, o := range options {
		i := slices.IndexFunc(defs, func(d OptionDef) bool { return d.Name == o.Name })
		if i < 0 {
			return nil, lang.T(`there is no option "{1}": the options are {2}`, lang.Escaped(o.Name), optionNames(defs))
		}
		if !slices.Contains(defs[i].Values, o.Value) {
			return nil, lang.T(`option {1} cannot be "{2}": it is one of {3}`, o.Name, lang.Escaped(o.Value), strings.Join(defs[i].Values, ", "))
		}
		values[o.Name] = o.Value
	}
	return values, nil
}

func optionNames(defs []OptionDef) string {
	names := make([]string, len(defs))
	for i, d := range defs {
		names[i] = d.Name
	}
	return strings.Join(names, ", ")
}

// CheckSeats refuses a list of players that a game cannot have: too few, too many, a duplicate, a reserved word, a malformed name or a mere number.
func CheckSeats(seats []string, minSeats, maxSeats int, reserved ...string) error {
	if len(seats) < minSeats || len(seats) > maxSeats {
		return lang.T("{1} seats, where the game is for {2} to {3} players", len(seats), minSeats, maxSeats)
	}
	for i, s := range seats {
		switch {
		case !IsName(s):
			return lang.T(`seat "{1}": a name is made of lower case letters, digits and -`, lang.Escaped(s))
		case strings.Trim(s, "0123456789") == "":
			return lang.T(`seat "{1}": a number cannot be the name of a seat`, lang.Escaped(s))
		case s == tableWord || slices.Contains(reserved, s):
			return lang.T(`seat "{1}": that word means something else at the table; choose another name`, lang.Escaped(s))
		case slices.Contains(seats[:i], s):
			return lang.T(`seat "{1}" is named twice`, lang.Escaped(s))
		}
	}
	return nil
}

// IsName reports whether a word can be a name in a record.
func IsName(word string) bool {
	if word == "" {
		return false
	}
	for _, r := range word {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return false
		}
	}
	return true
}
