package pantacle_test

import (
	"embed"
	"flag"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/pantacle"
)

//go:embed testdata
var testdata embed.FS

var records = enginetest.Testdata(testdata)

func TestRecords(t *testing.T) {
	enginetest.Records(t, pantacle.Game(), records, "*.table")
}

var update = flag.Bool("update", false, "write what refusals name anew")

func TestRefusalsOfRecords(t *testing.T) {
	enginetest.RefusalsOfRecords(t, pantacle.Game(), records, *update)
}

func setup(seats ...string) engine.Setup {
	return engine.Setup{Game: "pantacle", Pack: "house", Seats: seats}
}

func TestSuite(t *testing.T) {
	enginetest.Run(t, pantacle.Game(), enginetest.Config{
		Players:     []int{2, 3, 4, 5},
		Small:       enginetest.ReadFile(t, records, "small.toml"),
		Conserve:    pantacle.Conserve,
		Private:     private,
		Records:     records,
		Length:      240,
		NeverRefuse: never,
	})
}

// TestSuiteOfLists runs the suite with lists that have every effect of a curse, or few curses, two copies of each.
func TestSuiteOfLists(t *testing.T) {
	for name, list := range lists(t) {
		if name == "small" {
			continue // all its moves are tried anyway
		}
		t.Run(name, func(t *testing.T) {
			g := pantacle.Game()
			g.House = list
			enginetest.Run(t, g, enginetest.Config{
				Players:     []int{2, 3, 4, 5},
				Small:       enginetest.ReadFile(t, records, "small.toml"),
				Conserve:    pantacle.Conserve,
				Private:     private,
				Records:     enginetest.WithoutHouse(t, records),
				Games:       1,
				Length:      150,
				Checks:      20_000,
				NeverRefuse: never,
			})
		})
	}
}

// private reports the facts that only one seat may know: its cards, and the curses that it has turned up.
func private(c *engine.Catalog, path string, viewer engine.Seat) bool {
	if path == "curses.drawn" {
		return true
	}
	for i := range c.Seats() {
		if seat := engine.Seat(i); seat != viewer && path == c.SeatWord(seat)+".hand.seen" {
			return true
		}
	}
	return false
}

// never are the rules that refuse no move.
var never = []string{
	"setup", "setup.powers", "turn", "turn.first", "preparation", "influence", "bewitchment", "sacrifice", "sacrifice.order",
	"location", "curse.draw", "curse.permanent", "exhaustion.load", "exhaustion", "exhaustion.empty", "curse.one", "hunt",
	"protection", "enslavement", "demonic", "favor", "bribe", "bribe.discard", "favor.receive", "bribe.compensation",
	"favor.benefit", "conversion", "moon", "moon.discard", "moon.cube", "moon.refill", "moon.shuffle", "moon.next", "win",
}
