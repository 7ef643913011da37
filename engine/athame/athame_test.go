package athame_test

import (
	"embed"
	"io/fs"
	"testing"

	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/enginetest"
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
	enginetest.Records(t, athame.Game(), records(t), "*.table")
}

func setup(seats ...string) engine.Setup {
	return engine.Setup{Game: "athame", Pack: "house", Seats: seats}
}

func TestSuite(t *testing.T) {
	small, err := fs.ReadFile(records(t), "small.toml")
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, athame.Game(), enginetest.Config{
		Players:  []int{2, 3, 4},
		Small:    small,
		Conserve: athame.Conserve,
		Records:  records(t),
		Length:   240,
		Never: []string{
			"setup.bank", "setup.market", "setup.decks", "setup.order", "setup.hand", "setup.arcana", "turn.order", "turn.end", "turn.begin",
			"allot.locked", "allot.crystal", "allot.win", "draw.bank", "draw.market", "take.card", "take.event", "market.refill", "market.arcana",
			"market.short", "bank.shuffle", "discard.piles", "build.front", "build.surcharge", "cast.stolen", "cast.order", "cast.reach",
			"seal.works", "seal.only", "event.drawn", "event.order", "event.group", "event.individual", "event.round", "artifice.hand",
			"artifice.spent", "artifice.stolen", "artifice.public", "react.window", "do.draw", "do.discard", "do.steal", "do.give", "do.swap",
			"do.salvage", "do.pick", "do.wipe", "do.allot", "do.release", "do.hex", "do.skip", "do.peek", "do.manual", "do.cancel", "do.reflect",
			"do.seal", "rule.words", "know.places", "know.pools", "know.blind", "know.leave", "know.events", "know.secret", "hand.lacks",
		},
	})
}

func begin(t testing.TB, s engine.Setup) engine.State {
	t.Helper()
	g := athame.Game()
	state, err := g.New(s, g.House)
	if err != nil {
		t.Fatal(err)
	}
	return state
}
