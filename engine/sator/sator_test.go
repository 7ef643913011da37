package sator_test

import (
	"embed"
	"flag"
	"slices"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/sator"
)

//go:embed testdata
var testdata embed.FS

var records = enginetest.Testdata(testdata)

func TestRecords(t *testing.T) {
	enginetest.Records(t, sator.Game(), records, "*.table")
}

var update = flag.Bool("update", false, "write what refusals name anew")

func TestRefusalsOfRecords(t *testing.T) {
	enginetest.RefusalsOfRecords(t, sator.Game(), records, *update)
}

// setup returns the setup of a game with the house list.
func setup(seats ...string) engine.Setup {
	return engine.Setup{Game: "sator", Pack: "house", Seats: seats}
}

// never are the rules that refuse no move. A third turn and one cell too many cannot occur: the card has ended by then.
var never = []string{
	"bridges.deal", "place.order", "place.relief", "deal", "turn.points", "steps", "piece.rides", "piece.toll", "books.gather", "pile.shuffle", "rotas.twice",
	"moves.most",
}

// TestSuite runs the suite with the house list. Its bridges have so many layings that a few games are enough. The options are tested with other lists.
func TestSuite(t *testing.T) {
	g := sator.Game()
	g.Options = nil
	enginetest.Run(t, g, enginetest.Config{
		Players:     []int{2, 3, 4},
		Small:       enginetest.ReadFile(t, records, "small.toml"),
		Conserve:    sator.Conserve,
		Records:     records,
		Games:       1,
		Length:      44,
		Checks:      40_000,
		Brief:       true,
		NeverRefuse: never,
	})
}

// TestSuiteOfLists runs the suite with card lists with smaller boards, on which games reach their end, and with every effect on cards of either deck.
func TestSuiteOfLists(t *testing.T) {
	for _, list := range []struct {
		name          string
		players       []int
		games, length int
	}{
		{"small", []int{2, 3, 4}, 1, 44},
		{"cellar", []int{2}, 1, 180},
		{"workshop", []int{2, 3}, 1, 60},
	} {
		t.Run(list.name, func(t *testing.T) {
			g := sator.Game()
			g.House = enginetest.ReadFile(t, records, list.name+".toml")
			enginetest.Run(t, g, enginetest.Config{
				Players:     list.players,
				Conserve:    sator.Conserve,
				Records:     enginetest.WithoutHouse(t, records),
				Games:       list.games,
				Length:      list.length,
				Checks:      40_000,
				NeverRefuse: never,
			})
		})
	}
}

// TestRecordsNameAll checks that the records of the package name every rule of the page, and have a refusal for every rule of the engine.
func TestRecordsNameAll(t *testing.T) {
	enginetest.RecordsNameRules(t, sator.Game(), records)
	enginetest.RecordsRefuse(t, records, slices.DeleteFunc(slices.Clone(sator.Rules), func(id string) bool { return slices.Contains(never, id) }))
	enginetest.RecordsHaveOptions(t, records, "turns counter", "gather walk", "pray beside", "jolly 6", "blank 2")
}
