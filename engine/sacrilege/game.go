package sacrilege

import (
	"embed"

	"familiar/docs/rules"
	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

const gameID = "sacrilege"

// phrases are the texts of the game, in all languages.
//
//go:embed words.*.toml
var phrases embed.FS

const (
	leastSeats, mostSeats = 2, 6
	dealt                 = 5  // cards in each hand at the start
	handLimit             = 6  // at the end of a turn
	totalFavours          = 12 // Dark Favour cards
	favoursToWin          = 3
	actionsPerTurn        = 2
	ritualValue           = 6 // or -6
)

// Game is Sacrilege.
func Game() engine.Game {
	return engine.Game{
		ID: gameID, House: house, List: list(), Options: choices(), MinSeats: leastSeats, MaxSeats: mostSeats,
		Cues: map[string]engine.Cue{"success": engine.CueFanfare, "failure": engine.CueThud},
		New:  func(setup engine.Setup, pack []byte) (engine.State, error) { return newState(setup, pack) },
	}.WithTexts(phrases, rules.Pages)
}

func choices() []engine.OptionDef {
	return []engine.OptionDef{
		{Name: "chain", Values: []string{"queue", "stack"}, Rule: "reward.chain"},
		{Name: "disrupt", Values: []string{"reach", "any"}, Rule: "ritual.disrupt"},
		{Name: "swing", Values: []string{"yes", "no"}, Rule: "ritual.judge"},
	}
}

// ruleset is the constant part of a game. All states of a game share it.
type ruleset struct {
	*lexicon
	list      []kind
	players   int
	all       seats
	stack     bool // option chain: a new reward precedes all waiting ones
	anyGreen  bool // option disrupt: every green card may be thrown in
	sameValue bool // option swing: the altar must still have the value with which the ritual began

	green  cards.Set
	throws [8]cards.Set // by relation: the green cards that may be thrown into a ritual
	paths  []paths      // the facts of each seat
}

func newRuleset(setup engine.Setup, pack []byte) (*ruleset, error) {
	if err := engine.CheckSeats(setup.Seats, leastSeats, mostSeats, "none", "deck", "grave"); err != nil {
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
	r := &ruleset{
		list: list.kinds, players: len(setup.Seats), all: 1<<len(setup.Seats) - 1,
		stack: option["chain"] == "stack", anyGreen: option["disrupt"] == "any", sameValue: option["swing"] == "no",
	}
	if least := dealt*r.players + 2; list.cards() < least {
		return nil, lang.T("{1} cards are too few: with {2} seats it takes {3}", list.cards(), r.players, least)
	}
	catalog, err := newCatalog(list.kinds, list.order, setup.Seats)
	if err != nil {
		return nil, err
	}
	r.lexicon = newLexicon(catalog, list.kinds, setup.Seats)
	r.indexGreen()
	r.paths = newPaths(setup.Seats)
	return r, nil
}

// next returns the seat to the left.
func (r *ruleset) next(s engine.Seat) engine.Seat {
	if s++; int(s) < r.players {
		return s
	}
	return 0
}

func (r *ruleset) hand(s engine.Seat) cards.Place { return 2 + cards.Place(s) }
func (r *ruleset) altar(s engine.Seat) cards.Place {
	return 2 + cards.Place(r.players) + cards.Place(s)
}

// altarSeat returns the owner of a place that is an altar.
func (r *ruleset) altarSeat(p cards.Place) (engine.Seat, bool) {
	first := r.altar(0)
	return engine.Seat(p - first), p >= first
}

// hides reports whether a place may hold unseen cards: hands and the Necronomicon.
func (r *ruleset) hides(p cards.Place) bool { return p != grave && p < r.altar(0) }

const (
	deck  cards.Place = 0
	grave cards.Place = 1
)
