package enginetest

import (
	"fmt"
	"io/fs"
	"testing"

	"familiar/engine"
	"familiar/engine/record"
)

// Config is what the suite needs to know of a game.
type Config struct {
	// Players lists the numbers of seats to try: all that the game allows.
	Players []int
	// Small is a card list with few kinds, so that all possible moves can be tried one by one. Nil: the house list.
	Small []byte
	// Conserve fails unless all cards, cubes and so on exist exactly once.
	Conserve func(engine.State) error
	// Private reports whether a seat's view may show less of a fact than the truth. Nil: that is so for `SEAT.hand.seen` of the other seats.
	Private func(c *engine.Catalog, path string, viewer engine.Seat) bool
	// RevealsHand reports whether the rules make a seat show cards of its hand now, so that its cards affect what everybody sees. Nil: they never do.
	RevealsHand func(s engine.State, seat engine.Seat) bool
	// TakenBack means that a `hold` may leave an open question without an answer, so that the players must take back the last moves. Random games do
	// not continue from there.
	TakenBack bool
	// Brief means that the random games are too short to use every way of correction; those of another suite, with another card list, do.
	Brief bool
	// Records holds the engine's own records, *.table, and the packs that they name.
	Records fs.FS
	// NeverRefuse lists the rules of the page that are never the reason of a refusal, because they describe what happens in the game.
	NeverRefuse []string
	// Unlisted reports whether the list of moves may lack a legal move, besides `hold`, `amend` and moves with a `?` left out.
	Unlisted func(engine.State, engine.Move) bool
	// Games is the number of random games for each setup and check; 4 if 0.
	Games int
	// Length is the most moves in a random game; 120 if 0.
	Length int
	// Checks is how many of all possible moves are tried in all states together; 2,000,000 if 0.
	Checks int
}

// Run runs all checks of the suite on an engine, one subtest each.
func Run(t *testing.T, g engine.Game, cfg Config) {
	s, err := newSuite(g, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			if err := c.run(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// check is a test of one promise of an engine.
type check struct {
	name string
	run  func(*suite) error
}

// checks are in the order of execution: the later ones use what the earlier ones have recorded.
var checks = []check{
	{"begin", (*suite).begin},
	{"records", (*suite).records},
	{"clone", each(checkClone)},
	{"determinism", each(checkDeterminism)},
	{"undo", each(checkUndo)},
	{"lawful", each(checkLawful)},
	{"amends", (*suite).allWaysUsed},
	{"conserve", each(checkConserve)},
	{"listed", each(checkListed)},
	{"universe", (*suite).universe},
	{"view", each(checkView)},
	{"secrets", each(checkSecrets)},
	{"redacted", each(checkRedacted)},
	{"with turn of", each(checkWithTurnOf)},
	{"ever with turn of", (*suite).everHadTurn},
	{"round trip", each(checkRoundTrip)},
	{"lines", (*suite).lines},
	{"words", (*suite).words},
	{"rules", (*suite).rules},
	{"languages", (*suite).languages},
}

type suite struct {
	game    engine.Game
	cfg     Config
	book    *engine.Rulebook
	phrases *engine.Phrases
	deals   []deal
	games   []*trace // nil until they are played

	hadTurn   bool       // WithTurnOf has worked at least once
	unamended []amendWay // the ways of correction that no random game has used yet

	refused map[string]bool // the rules that have refused a move, or that a record names
	events  map[engine.Name]bool
	asked   map[string]bool
	facts   map[string]map[string]bool // the words in the values of facts, by path, and by the part of the path after `SEAT.`
}

func newSuite(g engine.Game, cfg Config) (*suite, error) {
	if cfg.Private == nil {
		cfg.Private = isOthersSeen
	}
	if cfg.Games == 0 {
		cfg.Games = 4
	}
	if cfg.Length == 0 {
		cfg.Length = 120
	}
	if cfg.Checks == 0 {
		cfg.Checks = 2_000_000
	}
	if cfg.Small == nil {
		cfg.Small = g.House
	}
	book, err := engine.ParseRulebook(g.Rules.Read())
	if err != nil {
		return nil, fmt.Errorf("the rules page of %s: %w", g.ID, err)
	}
	phrases, err := engine.ParsePhrases(g.Words.Read())
	if err != nil {
		return nil, fmt.Errorf("the words of %s: %w", g.ID, err)
	}
	return &suite{
		game: g, cfg: cfg, book: book, phrases: phrases, deals: deals(g, cfg.Players),
		refused: make(map[string]bool), events: make(map[engine.Name]bool),
		asked: make(map[string]bool), facts: make(map[string]map[string]bool),
	}, nil
}

// isOthersSeen reports whether path is the list of seen cards in the hand of another seat than the viewer's.
func isOthersSeen(c *engine.Catalog, path string, viewer engine.Seat) bool {
	for i := range c.Seats() {
		seat := engine.Seat(i)
		if seat != viewer && path == c.SeatWord(seat)+".hand.seen" {
			return true
		}
	}
	return false
}

// records replays the engine's own records and notes the rules that they name.
func (s *suite) records() error {
	if s.cfg.Records == nil {
		return nil
	}
	files, err := fs.Glob(s.cfg.Records, "*.table")
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("there is no record of %s", s.game.ID)
	}
	for _, file := range files {
		r, err := readRecord(s.cfg.Records, file)
		if err != nil {
			return err
		}
		if result := replay(s.cfg.Records, r, s.game); !result.Passed() {
			return result.Failure
		}
		if err := s.checkSignatures(r); err != nil {
			return err
		}
		for _, l := range r.Lines {
			if l.Kind == record.Refusal && l.Rule != "" {
				s.refused[l.Rule] = true
			}
		}
	}
	return nil
}

// checkSignatures checks that every move of a record has a signature in the catalog, because phones offer no other moves.
func (s *suite) checkSignatures(r *record.Record) error {
	playback, failure := record.Begin(r, []engine.Game{s.game}, findPacks(s.cfg.Records, r))
	if failure != nil {
		return failure
	}
	c := playback.History.State().Catalog()
	for _, l := range r.Lines {
		if l.Kind != record.Play {
			continue
		}
		if _, ok := c.Match(c.Move(l.Seat, l.Verb, l.Args...)); !ok {
			return fmt.Errorf("%s:%d: %s is legal, and no signature fits it", r.Name, l.Number, l.Statement())
		}
	}
	return nil
}
