package sator_test

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/sator"
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
	enginetest.Records(t, sator.Game(), records(t), "*.table")
}

// setup is a game of the house list.
func setup(seats ...string) engine.Setup {
	return engine.Setup{Game: "sator", Pack: "house", Seats: seats}
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := fs.ReadFile(records(t), name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// never are the rules that no move is refused for. Those of a third turn and of one cell too many are never reached: the card is done by then.
var never = []string{
	"bridges.deal", "place.order", "place.relief", "deal", "turn.points", "steps", "piece.rides", "piece.toll", "books.gather", "pile.shuffle", "rotas.twice",
	"moves.most",
}

// TestSuite plays with the house list, where so many bridges can be laid in so many ways that a few games are enough. The options are tried with other lists.
func TestSuite(t *testing.T) {
	g := sator.Game()
	g.Choices = nil
	enginetest.Run(t, g, enginetest.Config{
		Players:  []int{2, 3, 4},
		Small:    readFile(t, "small.toml"),
		Conserve: sator.Conserve,
		Records:  records(t),
		Games:    1,
		Length:   44,
		Checks:   40_000,
		Never:    never,
	})
}

// TestSuiteOfLists: the same holds with card lists that have less room, where games come to their end, and with every effect on cards of either deck.
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
			g.House = readFile(t, list.name+".toml")
			enginetest.Run(t, g, enginetest.Config{
				Players:  list.players,
				Conserve: sator.Conserve,
				Records:  enginetest.WithoutHouse(t, records(t)),
				Games:    list.games,
				Length:   list.length,
				Checks:   40_000,
				Never:    never,
			})
		})
	}
}

// TestRecordsNameAll: the records of the package name every rule of the page, and have a refusal for every rule that the engine can name.
func TestRecordsNameAll(t *testing.T) {
	files, err := fs.Glob(records(t), "*.table")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		data := string(readFile(t, file))
		if !strings.HasPrefix(data, "# ") {
			t.Errorf("%s does not say what it shows", file)
		}
		all.WriteString(data)
	}
	said := make(map[string]bool)
	for _, word := range strings.FieldsFunc(all.String(), func(r rune) bool { return strings.ContainsRune(" \n,:!;", r) }) {
		said[word] = true
	}
	book, err := engine.ParseRulebook(sator.Game().Rules)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range book.Rules {
		if !said[r.ID] {
			t.Errorf("no record names %s", r.ID)
		}
	}
	for _, id := range sator.Rules {
		if !strings.Contains(all.String(), "\n!"+id+" ") && !slices.Contains(never, id) {
			t.Errorf("no record has a move refused for %s", id)
		}
	}
	for _, option := range []string{"turns counter", "gather walk", "pray beside", "jolly 6", "blank 2"} {
		if !strings.Contains(all.String(), "\noption "+option+"\n") {
			t.Errorf("no record has the option %s", option)
		}
	}
}
