package sacrilege_test

import (
	"embed"
	"io/fs"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

//go:embed testdata
var testdata embed.FS

func records(t testing.TB) fs.FS {
	t.Helper()
	sub, err := fs.Sub(testdata, "testdata")
	if err != nil {
		t.Fatal(err)
	}
	return sub
}

func TestRecords(t *testing.T) {
	enginetest.Records(t, sacrilege.Game(), records(t), "*.table")
}

func TestSuite(t *testing.T) {
	small, err := fs.ReadFile(records(t), "small.toml")
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, sacrilege.Game(), enginetest.Config{
		Players:  []int{2, 3, 4, 5, 6},
		Small:    small,
		Conserve: sacrilege.Conserve,
		Records:  records(t),
		Never: []string{
			"setup.players", "setup.deal", "setup.grave", "setup.favours", "turn.actions", "action.sacrifice", "action.invoke",
			"action.draw", "action.purge", "turn.end", "hand.limit", "turn.pass", "altar.size", "green.free", "green.when",
			"reward.sacrificed", "reward.order", "reward.inapplicable", "reward.chain", "reward.celebrant", "deck.refill",
			"ritual.after", "ritual.time", "ritual.between", "ritual.repair", "ritual.reward", "ritual.judge",
			"ritual.success", "ritual.failure", "game.win", "favour.supply",
		},
	})
}

func setup(seats ...string) engine.Setup {
	return engine.Setup{Game: "sacrilege", Pack: "house", Seats: seats}
}

func begin(t testing.TB, s engine.Setup) engine.State {
	t.Helper()
	g := sacrilege.Game()
	state, err := g.New(s, g.House)
	if err != nil {
		t.Fatal(err)
	}
	return state
}
