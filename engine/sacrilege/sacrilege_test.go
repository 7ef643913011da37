package sacrilege_test

import (
	"embed"
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

func TestSuite(t *testing.T) {
	enginetest.Run(t, sacrilege.Game(), enginetest.Config{
		Players:  []int{2, 3, 4, 5, 6},
		Small:    enginetest.ReadFile(t, records, "small.toml"),
		Conserve: sacrilege.Conserve,
		Shows:    shows,
		Records:  records,
		Never: []string{
			"setup.players", "setup.deal", "setup.grave", "setup.favours", "turn.actions", "action.sacrifice", "action.invoke",
			"action.draw", "action.purge", "turn.end", "hand.limit", "turn.pass", "altar.size", "green.free", "green.when",
			"reward.sacrificed", "reward.order", "reward.inapplicable", "reward.chain", "reward.celebrant", "deck.refill",
			"ritual.after", "ritual.time", "ritual.between", "ritual.repair", "ritual.reward", "ritual.judge",
			"ritual.success", "ritual.failure", "game.win", "favour.supply",
		},
	})
}

// shows tells whether a seat is asked to sacrifice a card. Where only some cards will do, the question goes once the whole hand has been told and none of them is there.
func shows(s engine.State, seat engine.Seat) bool {
	pending, _ := engine.Fact(s, "pending")
	return pending == s.Catalog().SeatWord(seat)+" sacrifice"
}

func setup(seats ...string) engine.Setup {
	return engine.Setup{Game: "sacrilege", Pack: "house", Seats: seats}
}
