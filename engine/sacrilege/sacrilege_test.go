package sacrilege_test

import (
	"embed"
	"flag"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

//go:embed testdata
var testdata embed.FS

var records = enginetest.Testdata(testdata)

func TestRecords(t *testing.T) {
	enginetest.Records(t, sacrilege.Game(), records, "*.table")
}

var update = flag.Bool("update", false, "write what refusals name anew")

func TestRefusalsOfRecords(t *testing.T) {
	enginetest.RefusalsOfRecords(t, sacrilege.Game(), records, *update)
}

func TestSuite(t *testing.T) {
	enginetest.Run(t, sacrilege.Game(), enginetest.Config{
		Players:     []int{2, 3, 4, 5, 6},
		Small:       enginetest.ReadFile(t, records, "small.toml"),
		Conserve:    sacrilege.Conserve,
		RevealsHand: shows,
		Records:     records,
		NeverRefuse: never,
	})
}

// TestSuiteOfLists runs the suite with lists that have every word of a reward, with every condition, and with green cards that are thrown into rituals.
func TestSuiteOfLists(t *testing.T) {
	for name, list := range lists(t) {
		if name == "small" {
			continue // all its moves are tried anyway
		}
		t.Run(name, func(t *testing.T) {
			g := sacrilege.Game()
			g.House = list
			enginetest.Run(t, g, enginetest.Config{
				Players:     []int{2, 3, 4, 5, 6},
				Small:       enginetest.ReadFile(t, records, "small.toml"),
				Conserve:    sacrilege.Conserve,
				RevealsHand: shows,
				Records:     enginetest.WithoutHouse(t, records),
				Games:       1,
				Checks:      20_000,
				NeverRefuse: never,
			})
		})
	}
}

// never are the rules that refuse no move.
var never = []string{
	"setup.players", "setup.deal", "setup.grave", "setup.favours", "turn.actions", "action.sacrifice", "action.invoke",
	"action.draw", "action.purge", "turn.end", "hand.limit", "turn.pass", "altar.size", "green.free", "green.when",
	"reward.sacrificed", "reward.order", "reward.inapplicable", "reward.chain", "reward.celebrant", "deck.refill",
	"ritual.after", "ritual.time", "ritual.between", "ritual.repair", "ritual.reward", "ritual.judge",
	"ritual.success", "ritual.failure", "game.win", "favour.supply",
}

// shows reports whether a seat must sacrifice a card of its hand, or is to be chosen. If only some cards qualify, and the whole hand is known to have
// none of them, that seat is neither asked nor a possible choice.
func shows(s engine.State, _ engine.Seat) bool {
	pending, _ := engine.Fact(s, "pending")
	return strings.HasSuffix(pending, " sacrifice") || strings.HasSuffix(pending, " choose")
}

func setup(seats ...string) engine.Setup {
	return engine.Setup{Game: "sacrilege", Pack: "house", Seats: seats}
}
