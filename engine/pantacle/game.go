package pantacle

import (
	"embed"

	"familiar/docs/rules"
	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

const gameID = "pantacle"

// phrases are the texts of the game, in all languages.
//
//go:embed words.*.toml
var phrases embed.FS

const (
	leastSeats, mostSeats = 2, 5
	dealt                 = 3 // blades in each hand, at the start and after each turn
	adeptPrice            = 2 // of an Adept without a disc on the Pantacle
	baseSacrificePrice    = 3 // tokens or Adepts
	cubesPerFlame         = 3
	mostResolve           = 2 // the end of the Resolve track, where it counts as a Hound
	mostTurnedUp          = 5 // curse cards
)

// Game is Pantacle.
func Game() engine.Game {
	return engine.Game{
		ID: gameID, House: house, List: list(), Options: choices(), MinSeats: leastSeats, MaxSeats: mostSeats,
		Cues: map[string]engine.Cue{"won": engine.CueFanfare},
		New:  func(setup engine.Setup, pack []byte) (engine.State, error) { return newState(setup, pack) },
	}.WithTexts(phrases, rules.Pages)
}

func choices() []engine.OptionDef {
	return []engine.OptionDef{
		{Name: "preparation", Values: []string{"round", "turn"}, Rule: "turn.first"},
		{Name: "curse-draw", Values: []string{"stepwise", "declared"}, Rule: "curse.draw"},
		{Name: "powers-limit", Values: []string{"4", "5"}, Rule: "setup.powers"},
		{Name: "late-protection", Values: []string{"yes", "no"}, Rule: "protection"},
		{Name: "hound-pairs", Values: []string{"both", "one"}, Rule: "bribe.price"},
	}
}

// ruleset is the constant part of a game. All states of a game share it.
type ruleset struct {
	*lexicon
	list      *cardList
	players   int
	prepared  bool // option preparation: only the very first turn of the game has no Preparation
	declared  bool // option curse-draw: the player declares in advance how many cards to turn up
	maxTokens int  // option powers-limit: the number of tokens in a Sanctuary
	late      bool // option late-protection: Protection won without a curse turns the player's next curse face down
	onePair   bool // option hound-pairs: at most one pair of Hounds in a bribe

	payers [favors][2]cards.Set // for the two Keepers of each Favor, the blades that pay them
	hounds cards.Set

	// Moves of each seat that are the same in every state, built once for all of them.
	favorMoves [mostSeats][favors]engine.Move           // of a Favor
	flameMoves [mostSeats][discs][locations]engine.Move // of a disc
	paths      []paths                                  // the facts of each seat
}

func newRuleset(setup engine.Setup, pack []byte) (*ruleset, error) {
	if err := engine.CheckSeats(setup.Seats, leastSeats, mostSeats, reserved...); err != nil {
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
		list: list, players: len(setup.Seats), maxTokens: 4,
		prepared: option["preparation"] == "turn", declared: option["curse-draw"] == "declared",
		late: option["late-protection"] == "yes", onePair: option["hound-pairs"] == "one",
	}
	if option["powers-limit"] == "5" {
		r.maxTokens = 5
	}
	if n, least := list.bladesInAll(), dealt*r.players; n < least {
		return nil, lang.T("{1} blades are too few: with {2} seats it takes {3}", n, r.players, least)
	}
	if n := int(list.reserve[adepts]); n < r.players {
		return nil, lang.T("reserve: {1} Adepts are too few for {2} seats", n, r.players)
	}
	catalog, err := newCatalog(list, setup.Seats)
	if err != nil {
		return nil, err
	}
	r.lexicon = newLexicon(catalog, list, setup.Seats)
	r.indexBlades()
	r.writeMoves()
	r.paths = newPaths(setup.Seats)
	return r, nil
}

// reserved are words that cannot name a player. The first is the beginning of a fact; under the title of another such a player would be shown.
var reserved = []string{"reserve", "deck", "discard", "track", "demonic"}

// indexBlades finds the blades that pay each Keeper.
func (r *ruleset) indexBlades() {
	for i, b := range r.list.blades {
		k := cards.Kind(i)
		if b.keeper == r.list.hound {
			r.hounds.Add(k)
		}
		for f, bargain := range r.list.favorDefs {
			for side, keeper := range bargain.keepers {
				if b.keeper == keeper {
					r.payers[f][side].Add(k)
				}
			}
		}
	}
}

func (r *ruleset) writeMoves() {
	for seat := range engine.Seat(mostSeats) {
		for f := range favors {
			r.favorMoves[seat][f] = engine.NewMove(seat, verbFavor, favorName(f))
		}
		for d := range discs {
			for l := range locations {
				r.flameMoves[seat][d][l] = engine.NewMove(seat, verbFlame, discName(d), locationName(l))
			}
		}
	}
}

// next returns the seat to the left: the turns go clockwise.
func (r *ruleset) next(s engine.Seat) engine.Seat {
	if s++; int(s) < r.players {
		return s
	}
	return 0
}

const (
	deck    cards.Place = 0
	discard cards.Place = 1
)

func (r *ruleset) hand(s engine.Seat) cards.Place { return 2 + cards.Place(s) }
