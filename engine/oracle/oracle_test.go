package oracle_test

import (
	"embed"
	"flag"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/oracle"
)

//go:embed testdata
var testdata embed.FS

var records = enginetest.Testdata(testdata)

func TestRecords(t *testing.T) {
	enginetest.Records(t, oracle.Game(), records, "*.table")
}

var update = flag.Bool("update", false, "write what refusals name anew")

func TestRefusalsOfRecords(t *testing.T) {
	enginetest.RefusalsOfRecords(t, oracle.Game(), records, *update)
}

func setup(seats ...string) engine.Setup {
	return engine.Setup{Game: "oracle", Pack: "house", Seats: seats}
}

// never are the rules that refuse no move.
var never = []string{
	"map.points", "pack.fields", "effects", "order.depth", "order.forced", "order.open", "turn.end", "players.count", "setup.oracle", "setup.board",
	"setup.destiny", "setup.figure", "setup.throw", "day.arrival", "clock.cost", "clock.over", "clock.marks", "clock.others", "throw.outside",
	"throw.same", "action.empty", "stars.lines", "stars.closed", "stars.charm", "stars.talisman", "stars.other", "stars.split", "stars.cross",
	"predict.count", "predict.colour", "predict.draw", "predict.miss", "predict.hit", "horoscope.write", "horoscope.bonus", "influence.skull",
	"influence.choice", "destiny.full", "sponsor.count", "recruit.slot", "recruit.icon", "corruption.draw", "market.icons", "score.winner",
}

// othersSeen reports the facts that a view may hide: the seen cards in the hands of others.
func othersSeen(c *engine.Catalog, path string, viewer engine.Seat) bool {
	seat, ok := strings.CutSuffix(path, ".corruption.seen")
	return ok && (viewer == engine.Public || seat != c.SeatWord(viewer))
}

func TestSuite(t *testing.T) {
	enginetest.Run(t, oracle.Game(), enginetest.Config{
		Players:     []int{1, 2, 3, 4},
		Small:       enginetest.ReadFile(t, records, "small.toml"),
		Conserve:    oracle.Conserve,
		Private:     othersSeen,
		RevealsHand: oracle.Shows,
		Records:     records,
		Length:      160,
		NeverRefuse: never,
	})
}

// TestSuiteOfLists runs the suite with lists that have every word of an effect, or everything that no other list has, or so little of everything that
// it runs out. Their days are short, so that games reach their end.
func TestSuiteOfLists(t *testing.T) {
	for name, list := range lists(t) {
		if name == "small" {
			continue // all its moves are tried anyway
		}
		t.Run(name, func(t *testing.T) {
			g := oracle.Game()
			g.House = list
			games, brief := 0, name == "everything"
			if brief {
				games = 1 // many cards
			}
			enginetest.Run(t, g, enginetest.Config{
				Games:       games,
				Brief:       brief,
				Players:     []int{1, 2, 3, 4},
				Small:       enginetest.ReadFile(t, records, "few.toml"),
				Conserve:    oracle.Conserve,
				Private:     othersSeen,
				RevealsHand: oracle.Shows,
				Records:     enginetest.WithoutHouse(t, records),
				Length:      160,
				NeverRefuse: never,
			})
		})
	}
}
