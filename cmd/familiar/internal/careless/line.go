package careless

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"familiar/cmd/familiar/internal/people"
	"familiar/engine"
	"familiar/hw"
	"familiar/hw/builds"
)

// line is a kind of people at a kind of table.
type line struct {
	name   string
	build  string // the table, of package builds
	stays  bool   // cards stay on the readers of their places
	manner people.Manner
	games  int // how many are played of each game in the whole bench
}

// lines are the lines of the bench.
var lines = []line{
	{name: "neat", build: builds.Places, stays: true, games: 200},
	{name: "looked at", build: builds.Places, stays: true, manner: people.Manner{Dose: people.Light, Looks: true}, games: 1000},
	{name: "unaided", build: builds.Places, stays: true, manner: people.Manner{Dose: people.Light}, games: 1000},
	{name: "usual, neat", build: builds.Places, stays: true, manner: people.Manner{Usual: true}, games: 200},
	{name: "usual, looked at", build: builds.Places, stays: true, manner: people.Manner{Dose: people.Light, Looks: true, Usual: true}, games: 1000},
	{name: "usual, unaided", build: builds.Places, stays: true, manner: people.Manner{Dose: people.Light, Usual: true}, games: 1000},
	{name: "heavy, looked at", build: builds.Places, stays: true, manner: people.Manner{Dose: people.Heavy, Looks: true}, games: 200},
	{name: "heavy, unaided", build: builds.Places, stays: true, manner: people.Manner{Dose: people.Heavy}, games: 200},
	{name: "one reader, looked at", build: builds.Small, manner: people.Manner{Dose: people.Light, Looks: true}, games: 200},
	{name: "one reader, unaided", build: builds.Small, manner: people.Manner{Dose: people.Light}, games: 200},
}

// config returns the devices of the line's table.
func (l line) config() (*hw.Config, error) {
	text, err := builds.Config(l.build)
	if err != nil {
		return nil, err
	}
	return hw.ParseConfig(text)
}

// result is a game that was played.
type result struct {
	Build string `json:",omitempty"` // the program that played it
	Line  string
	Game  string
	N     int // its number, which decides everything in it
	Score people.Score
}

// longest is the most moves of a game. Hardly any is so long.
const longest = 5000

// gameTable is a table at which a game has begun.
type gameTable interface {
	people.Table
	tags() map[string]int // how many there are, by word
	leave()
}

// sit begins a game at a table with the devices of a config, whose state lies in a directory. It logs what readers see with trace, if that is not nil.
type sit func(t *testing.T, game *people.Game, config *hw.Config, state string, rng *rand.Rand, trace trace) gameTable

type trace func(format string, args ...any)

// play plays the n-th game of a line. Trace logs what happens, if it is not nil. With withLimit it finds the limit of the game, too.
func (l line) play(t *testing.T, rules engine.Game, n int, sitAt sit, trace trace, withLimit bool) (r result) {
	t.Helper()
	config, err := l.config()
	if err != nil {
		t.Fatal(err)
	}
	state, err := os.MkdirTemp(stateFolder(), "careless")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(state)
	synctest.Test(t, func(t *testing.T) {
		seed := seedOf(l.name, rules.ID, n)
		policies := people.Policies()
		g, err := people.NewGame(rules, players(rules), policies[n%len(policies)], seed)
		if err != nil {
			t.Fatal(err)
		}
		tb := sitAt(t, g, config, state, rand.New(rand.NewPCG(seed, 3)), trace)
		defer tb.leave()
		layout := l.layout(config, g.State().Catalog())
		e := people.NewEvening(g, l.manner, tb, layout, tb.tags())
		e.Trace = trace
		if withLimit {
			ideal := newIdealTable(e, l, layout)
			e.Watch, e.Score.Limit = ideal.observe, &ideal.Limit
		}
		if err := e.Play(longest); err != nil {
			t.Error(err)
		}
		r = result{Line: l.name, Game: rules.ID, N: n, Score: e.Score}
	})
	return r
}

// stateFolder returns where the state directories are: in memory, if the machine has a folder there, as each move waits for the disk.
func stateFolder() string {
	const inMemory = "/dev/shm"
	if info, err := os.Stat(inMemory); err == nil && info.IsDir() {
		return inMemory
	}
	return ""
}

// seedOf returns the seed of a game, by what it is.
func seedOf(line, game string, n int) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s %d", line, game, n)
	return h.Sum64()
}

// players returns how many people play a game: three, or two where turns are long.
func players(rules engine.Game) int {
	const usual, longTurns = 3, 2
	if rules.Seek != nil || rules.MinSeats == 1 {
		return longTurns
	}
	return usual
}

// layout returns where the devices are, as the players of a game call the places.
func (l line) layout(config *hw.Config, c *engine.Catalog) people.Layout {
	layout := people.Layout{Stays: l.stays}
	for _, r := range config.Readers {
		place := r.Place
		if r.Seat > c.Seats() {
			continue
		}
		if r.Seat > 0 {
			place = c.SeatWord(engine.Seat(r.Seat-1)) + "." + place
		}
		if place == "" || c.Class(c.Name(place))&engine.ClassPlace != 0 {
			layout.Readers = append(layout.Readers, people.Reader{Name: r.Name, Place: place})
		}
	}
	for _, b := range config.Buttons {
		layout.Buttons = append(layout.Buttons, people.Button{Name: b.Name, Words: strings.Fields(b.Press)})
	}
	return layout
}
