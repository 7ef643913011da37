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

// never are the rules that no move is refused for.
var never = []string{
	"setup.bank", "setup.market", "setup.decks", "setup.order", "setup.hand", "setup.arcana", "turn.order", "turn.end", "turn.begin",
	"allot.locked", "allot.crystal", "allot.win", "draw.bank", "draw.market", "take.card", "take.event", "market.refill", "market.arcana",
	"market.short", "bank.shuffle", "discard.piles", "build.front", "build.surcharge", "cast.stolen", "cast.order", "cast.reach",
	"seal.works", "seal.only", "event.drawn", "event.order", "event.group", "event.individual", "event.round", "artifice.hand",
	"artifice.spent", "artifice.stolen", "artifice.public", "react.window", "do.draw", "do.discard", "do.steal", "do.give", "do.swap",
	"do.salvage", "do.pick", "do.wipe", "do.allot", "do.release", "do.hex", "do.skip", "do.peek", "do.manual", "do.cancel", "do.reflect",
	"do.seal", "rule.words", "know.places", "know.pools", "know.blind", "know.leave", "know.events", "know.secret", "hand.lacks",
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := fs.ReadFile(records(t), name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSuite(t *testing.T) {
	enginetest.Run(t, athame.Game(), enginetest.Config{
		Players:  []int{2, 3, 4},
		Small:    readFile(t, "small.toml"),
		Conserve: athame.Conserve,
		Records:  records(t),
		Length:   240,
		Never:    never,
	})
}

// TestSuiteOfLists: the same holds with card lists that have every word of an effect, or so few cards that the bank often runs out.
func TestSuiteOfLists(t *testing.T) {
	for _, list := range []string{"workshop", "few"} {
		t.Run(list, func(t *testing.T) {
			g := athame.Game()
			g.House = readFile(t, list+".toml")
			enginetest.Run(t, g, enginetest.Config{
				Players:  []int{2, 3, 4},
				Small:    readFile(t, "few.toml"),
				Conserve: athame.Conserve,
				Records:  enginetest.WithoutHouse(t, records(t)),
				Length:   240,
				Never:    never,
			})
		})
	}
}
