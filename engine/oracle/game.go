package oracle

import (
	"embed"
	"strconv"

	"familiar/docs/rules"
	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

const gameID = "oracle"

// phrases are the texts of the game, in all languages.
//
//go:embed words.*.toml
var phrases embed.FS

const (
	leastSeats, mostSeats = 1, 4
	mostPaired            = 3 // most seats with which two adventurers may be drawn at once
	boxesInfluenced       = 2 // blackened by the action influence
	mostGold              = 999
	dieFaces              = 4 // the values of a die are 1 to 4
)

// Game is the game of the Oracle.
func Game() engine.Game {
	return engine.Game{
		ID: gameID, House: house, List: list(), Options: choices(), MinSeats: leastSeats, MaxSeats: mostSeats,
		Cues: map[string]engine.Cue{
			"won": engine.CueFanfare, "hit": engine.CueFanfare,
			"tainted": engine.CueThud, "failed": engine.CueThud,
		},
		New: func(setup engine.Setup, pack []byte) (engine.State, error) { return newState(setup, pack) },
	}.WithTexts(phrases, rules.Pages)
}

func choices() []engine.OptionDef {
	return []engine.OptionDef{
		{Name: "oracle", Values: []string{"1", "2", "3", "4"}, Rule: "setup.oracle"},
		{Name: "prediction-dice", Values: []string{"higher", "sum"}, Rule: "predict.count"},
		{Name: "nudge-rune", Values: []string{"bone", "voodoo"}, Rule: "influence.runes"},
		{Name: "border", Values: []string{"open", "drawn"}, Rule: "stars.closed"},
		{Name: "cross", Values: []string{"any", "goods"}, Rule: "stars.cross"},
	}
}

// The goods.
const (
	charm = iota
	talisman
	goods
)

// The kinds of destiny boxes: +1/−1 and Move 1.
const (
	nudge = iota
	shift
	boxKinds
)

// The rows of the horoscope board.
const (
	top = iota
	bottom
	rows
)

// The runes.
const (
	dieA = iota
	dieB
	coin
	bone
	voodoo
	runes
	dice = coin // number of dice, which come first
)

var (
	goodWords  = [goods]string{"charm", "talisman"}
	boxWords   = [boxKinds]string{"nudge", "shift"}
	rowWords   = [rows]string{"top", "bottom"}
	runeWords  = [runes]string{"die-a", "die-b", "coin", "bone", "voodoo"}
	runeTitles = [runes]string{"First die", "Second die", "Coin", "Bone", "Voodoo pawn"}
	halfWords  = [...]string{left: "left", right: "right"}
)

// ruleset is the constant part of a game. All states of a game share it.
type ruleset struct {
	*lexicon
	list      *cardList
	players   int
	oracle    engine.Seat
	sum       bool          // option prediction-dice
	partner   [boxKinds]int // for each kind of box, the rune that must lie beside the Coin: option nudge-rune
	border    bool          // option border: the edge of the map is printed
	onlyGoods bool          // option cross
	paths     paths
}

func newRuleset(setup engine.Setup, pack []byte) (*ruleset, error) {
	if err := engine.CheckSeats(setup.Seats, leastSeats, mostSeats); err != nil {
		return nil, err
	}
	option, err := engine.ResolveOptions(choices(), setup.Options)
	if err != nil {
		return nil, err
	}
	list, err := readPack(pack)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(option["oracle"])
	if err == nil && n > len(setup.Seats) {
		err = lang.T("option oracle: seat {1} of {2}", n, len(setup.Seats))
	}
	if err != nil {
		return nil, err
	}
	t := &ruleset{
		list: list, players: len(setup.Seats), oracle: engine.Seat(n - 1), sum: option["prediction-dice"] == "sum",
		partner: [boxKinds]int{bone, voodoo}, border: option["border"] == "drawn", onlyGoods: option["cross"] == "goods",
	}
	if option["nudge-rune"] == "voodoo" {
		t.partner = [boxKinds]int{voodoo, bone}
	}
	t.paths = newPaths(list, setup.Seats, setup.Seats[t.oracle])
	settings := settings(list, &t.paths, setup.Seats, t.oracle)
	catalog, err := newCatalog(list, settings, setup.Seats)
	if err != nil {
		return nil, err
	}
	t.lexicon = newLexicon(catalog, list, settings, setup.Seats)
	return t, nil
}

// paired reports whether two adventurers may be drawn at once: rule predict.pair.
func (r *ruleset) paired() bool { return r.players <= mostPaired }

// The places of Corruption cards.
const (
	deck cards.Place = iota
	discardPile
	firstHand
)

func hand(s engine.Seat) cards.Place { return firstHand + cards.Place(s) }
