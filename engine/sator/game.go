package sator

import (
	"embed"
	"slices"
	"strconv"

	"familiar/docs/rules"
	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

const gameID = "sator"

// phrases are the texts of the game, in all languages.
//
//go:embed words.*.toml
var phrases embed.FS

const (
	leastSeats, mostSeats = 2, 4
	turnPoints            = 6
	handLimit             = 6
	prayersHeld           = 3
	swapDiscards          = 2 // cards discarded in a swap
	prayerDiscards        = 3 // cards discarded in a prayer at a Gargoyle
	drawCost, searchCost  = 1, 2
	mostSteps             = 9  // largest number that an amend may set
	maxAdded              = 12 // copies of a kind that an option may add
)

// dealt is the number of cards that the first, the second … player gets, by the number of players.
var dealt = [mostSeats + 1][]int{2: {4, 5}, 3: {4, 5, 6}, 4: {4, 5, 5, 6}}

// Game is the game of Sator.
func Game() engine.Game {
	without := []string{"jolly", "blank"} // kinds without copies in the house list
	return engine.Game{
		ID: gameID, House: house, List: list(), Options: choices(without), MinSeats: leastSeats, MaxSeats: mostSeats,
		Cues: map[string]engine.Cue{"won": engine.CueFanfare, "gathers": engine.CueFanfare, "passed": engine.CueThud},
		Seek: seek,
		New:  func(setup engine.Setup, pack []byte) (engine.State, error) { return newState(setup, pack) },
	}.WithTexts(phrases, rules.Pages)
}

// interpretations returns the options that are interpretations of the rules.
func interpretations() []engine.OptionDef {
	return []engine.OptionDef{
		{Name: "turns", Values: []string{"clockwise", "counter"}, Rule: "turn.order"},
		{Name: "gather", Values: []string{"any", "walk"}, Rule: "books.gather"},
		{Name: "pray", Values: []string{"anywhere", "beside"}, Rule: "pray.beside"},
	}
}

// choices returns all options, including those for the kinds that have no copies in the card list.
func choices(without []string) []engine.OptionDef {
	all := interpretations()
	for _, kind := range without {
		added := engine.OptionDef{Name: kind, Rule: "deal"}
		for n := range maxAdded + 1 {
			added.Values = append(added.Values, strconv.Itoa(n))
		}
		all = append(all, added)
	}
	return all
}

// ruleset is the constant part of a game. All states of a game share it.
type ruleset struct {
	*lexicon
	*cardList
	paths      paths
	players    int
	counter    bool    // option turns
	onlyWalk   bool    // option gather
	besideOnly bool    // option pray
	hits       [][]int // hits[a][b] is the largest mostHit of a form of shape a on the forms of shape b
}

func newRuleset(setup engine.Setup, pack []byte) (*ruleset, error) {
	if err := engine.CheckSeats(setup.Seats, leastSeats, mostSeats); err != nil {
		return nil, err
	}
	list, err := readPack(pack)
	if err != nil {
		return nil, err
	}
	if len(list.colours) < len(setup.Seats) {
		return nil, lang.T("{1} seats, where the card list has {2} colours", len(setup.Seats), len(list.colours))
	}
	t := &ruleset{cardList: list, players: len(setup.Seats)}
	if err := t.applyOptions(setup.Options); err != nil {
		return nil, err
	}
	for shape := range list.shapes {
		hits := make([]int, len(list.shapes))
		for _, f := range list.formsOf(shape) {
			for of := range list.shapes {
				hits[of] = max(hits[of], mostHit(f, list.formsOf(of)))
			}
		}
		t.hits = append(t.hits, hits)
	}
	if t.paths, err = newPaths(list, setup.Seats); err != nil {
		return nil, err
	}
	catalog, err := newCatalog(list, setup.Seats)
	if err != nil {
		return nil, err
	}
	t.lexicon = newLexicon(catalog, list, setup.Seats)
	return t, nil
}

// applyOptions applies the options: interpretations of the rules, and copies of kinds that have none.
func (r *ruleset) applyOptions(options []engine.OptionValue) error {
	var without []string
	for i := range r.incertus {
		if r.incertus[i].copies == 0 {
			without = append(without, r.incertus[i].name)
		}
	}
	option, err := engine.ResolveOptions(choices(without), options)
	if err != nil {
		return err
	}
	for _, o := range options {
		if o.Value == "0" {
			return lang.T("option {1} cannot be 0: it is 1 to {2}, or left out", o.Name, maxAdded)
		}
	}
	r.counter, r.onlyWalk, r.besideOnly = option["turns"] == "counter", option["gather"] == "walk", option["pray"] == "beside"
	for i := range r.incertus {
		if k := &r.incertus[i]; slices.Contains(without, k.name) {
			if k.copies, err = strconv.Atoi(option[k.name]); err != nil {
				return lang.T("option {1}: {2}", k.name, err)
			}
		}
	}
	return nil
}

// formsOf returns the forms of a shape.
func (l *cardList) formsOf(shape int) []*form {
	var all []*form
	for _, i := range l.shapes[shape].forms {
		if i != noForm {
			all = append(all, &l.forms[i])
		}
	}
	return all
}

// bridges returns the number of bridges. They are numbered shape by shape.
func (l *cardList) bridges() int { return len(l.shapes) * typesPerShape }

func shapeOf(bridge int) int { return bridge / typesPerShape }

func typeOf(bridge int) int { return bridge % typesPerShape }

// The places of Incertus cards.
const (
	commonPile cards.Place = iota
	discardPile
	front // the cards played this turn
	firstHand
)

func hand(s engine.Seat) cards.Place { return firstHand + cards.Place(s) }

// The places of a player's prayers.
const (
	prayerPile cards.Place = iota
	prayerHand
	prayerFront // the prayers played this turn
	prayersOut
	prayerPlaces
)
