package athame_test

import (
	"embed"
	"flag"
	"testing"

	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/enginetest"
)

//go:embed testdata
var testdata embed.FS

var records = enginetest.Testdata(testdata)

func TestRecords(t *testing.T) {
	enginetest.Records(t, athame.Game(), records, "*.table")
}

var update = flag.Bool("update", false, "write what refusals name anew")

func TestRefusalsOfRecords(t *testing.T) {
	enginetest.RefusalsOfRecords(t, athame.Game(), records, *update)
}

func setup(seats ...string) engine.Setup {
	return engine.Setup{Game: "athame", Pack: "house", Seats: seats}
}

// never are the rules that refuse no move.
var never = []string{
	"setup.bank", "setup.market", "setup.decks", "setup.order", "setup.hand", "setup.arcana", "turn.order", "turn.end", "turn.begin",
	"allot.locked", "allot.crystal", "allot.win", "draw.bank", "draw.market", "take.card", "take.event", "market.refill", "market.arcana",
	"market.short", "bank.shuffle", "discard.piles", "build.front", "build.surcharge", "cast.stolen", "cast.order", "cast.reach",
	"seal.works", "seal.only", "event.drawn", "event.order", "event.group", "event.individual", "event.round", "artifice.hand",
	"artifice.spent", "artifice.stolen", "artifice.public", "react.window", "do.draw", "do.discard", "do.steal", "do.give", "do.swap",
	"do.salvage", "do.pick", "do.wipe", "do.allot", "do.release", "do.hex", "do.skip", "do.peek", "do.manual", "do.cancel", "do.reflect",
	"do.seal", "rule.words", "know.places", "know.pools", "know.blind", "know.leave", "know.events", "know.secret", "hand.lacks",
}

func TestSuite(t *testing.T) {
	enginetest.Run(t, athame.Game(), enginetest.Config{
		Players:  []int{2, 3, 4},
		Small:    enginetest.ReadFile(t, records, "small.toml"),
		Conserve: athame.Conserve,
		Records:  records,
		Length:   240,
		// A `hold` may leave a payment that cannot be finished.
		TakenBack:   true,
		NeverRefuse: never,
	})
}

// TestSuiteOfLists runs the suite with lists that have every word of an effect, or everything that no other list has, or so few cards that the bank
// often runs out.
func TestSuiteOfLists(t *testing.T) {
	for name, list := range lists(t) {
		if name == "small" {
			continue // all its moves are tried anyway
		}
		t.Run(name, func(t *testing.T) {
			g := athame.Game()
			g.House = list
			games, brief := 0, name == "everything"
			if brief {
				games = 1 // many cards
			}
			enginetest.Run(t, g, enginetest.Config{
				Games:       games,
				Brief:       brief,
				Players:     []int{2, 3, 4},
				Small:       enginetest.ReadFile(t, records, "few.toml"),
				Conserve:    athame.Conserve,
				Records:     enginetest.WithoutHouse(t, records),
				Length:      240,
				TakenBack:   true,
				NeverRefuse: never,
			})
		})
	}
}
