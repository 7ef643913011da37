package people

import (
	"fmt"
	"math/rand/v2"

	"familiar/engine"
)

// names are the players, clockwise.
var names = []string{"ann", "ben", "cai", "dee", "eli", "fay"}

// Game is a game as it is in truth.
type Game struct {
	Rules   engine.Game
	Words   *engine.Phrases
	Seats   []string
	seed    uint64
	history *engine.History
	chooser *chooser
}

// NewGame begins a game of some players. The seed decides everything that they choose.
func NewGame(rules engine.Game, players int, policy Policy, seed uint64) (*Game, error) {
	words, err := engine.ParsePhrases(rules.Words.Read())
	if err != nil {
		return nil, fmt.Errorf("the words of %s: %w", rules.ID, err)
	}
	g := &Game{Rules: rules, Words: words, Seats: names[:players], seed: seed}
	first, err := rules.New(engine.Setup{Game: rules.ID, Pack: engine.HousePack, Seats: g.Seats}, rules.House)
	if err != nil {
		return nil, fmt.Errorf("a game of %s: %w", rules.ID, err)
	}
	g.history = engine.NewHistory(first)
	g.chooser = newChooser(policy, rules, words, g.fresh(1))
	return g, nil
}

// fresh returns a source of chance of its own.
func (g *Game) fresh(n uint64) *rand.Rand { return rand.New(rand.NewPCG(g.seed, n)) }

// State returns how the game stands. It must not be changed.
func (g *Game) State() engine.State { return g.history.State() }

// Next chooses the next move, which is legal; false: the game is over.
func (g *Game) Next() (engine.Move, bool) {
	if g.State().Status().Over {
		return engine.Move{}, false
	}
	return g.chooser.next(g.State())
}

// Play makes a legal move.
func (g *Game) Play(m engine.Move) error {
	if v := g.history.Play(m); !v.OK() {
		return fmt.Errorf("%s is forbidden by %s", g.State().Catalog().Format(m), v.Rule)
	}
	return nil
}
