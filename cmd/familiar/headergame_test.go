//go:build pi

package main

import (
	"testing"
	"testing/synctest"
	"time"

	"familiar/cmd/familiar/internal/player"
	"familiar/cmd/familiar/internal/rig"
	"familiar/engine"
)

// headerTables are tables on the header of a Raspberry Pi: the config that `doctor --write-config` writes for the devices that answer, and what owners add.
var headerTables = map[string]struct{ found, added string }{
	"two RC522 and a PN532": {found: `
[[reader]]
name = "altar-1"
bus = "SPI0.0"
seat = 1
place = "altar"

[[reader]]
name = "altar-2"
bus = "SPI0.1"
seat = 2
place = "altar"

[[reader]]
name = "altar-3"
chip = "pn532"
bus = "I2C1"
seat = 3
place = "altar"
`, added: buttonsOnHeader},
	"an RC522, a PN532 and an OLED": {found: altarsOnHeader + `
[panel]
model = "ssd1306"
bus = "I2C1"
size = "128x64"
`, added: buttonsOnHeader + knobOnHeader},
	"an RC522 and an e-paper": {found: `
[[reader]]
name = "table"
title = "The middle of the table"
bus = "SPI0.0"
`, added: buttonsOnHeader + knobOnHeader + paperOnHeader},
}

// altarsOnHeader are two readers on two kinds of buses.
const altarsOnHeader = `
[[reader]]
name = "altar-1"
bus = "SPI0.0"
seat = 1
place = "altar"

[[reader]]
name = "altar-2"
chip = "pn532"
bus = "I2C1"
seat = 2
place = "altar"
`

const paperOnHeader = `
[panel]
model = "waveshare2in13v2"
bus = "SPI0.1"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
`

const prayOnHeader = `
[[button]]
name = "pray"
pin = "GPIO13"
press = "pray"
`

const buttonsOnHeader = prayOnHeader + `
[[button]]
name = "end"
pin = "GPIO16"
press = "end pass done rest"

[[button]]
name = "draw"
pin = "GPIO5"
press = "incertus draw take"
long = "all"

[[button]]
name = "again"
pin = "GPIO23"
press = "again"

[[button]]
name = "lay"
pin = "GPIO6"
press = "sacrifice bribe moon"

[[button]]
name = "one"
pin = "GPIO4"
press = "1 tree"

[[button]]
name = "yes"
pin = "GPIO26"
press = "confirm"
long = "undo"

[buzzer]
pin = "GPIO22"
`

const knobOnHeader = `
[[knob]]
a = "GPIO20"
b = "GPIO21"
press = "GPIO12"
`

// headerGame is a whole game at one of the tables.
type headerGame struct {
	game  string
	seats int
	seed  uint64 // chosen so that the game is short
	table string
}

var headerGames = []headerGame{
	{"sacrilege", 3, 3, "two RC522 and a PN532"},
	{"pantacle", 3, 3, "two RC522 and a PN532"},
	{"athame", 2, 21, "an RC522, a PN532 and an OLED"},
	{"oracle", 1, 18, "an RC522 and an e-paper"},
	{"sator", 2, 11, "an RC522 and an e-paper"},
}

func (g headerGame) rules(t *testing.T) engine.Game {
	t.Helper()
	for _, game := range games() {
		if game.ID == g.game {
			return game
		}
	}
	t.Fatalf("there is no game %s", g.game)
	return engine.Game{}
}

func (g headerGame) config() string {
	table := headerTables[g.table]
	return table.found + table.added
}

// play plays the game to its end, with the same moves in the same ways at each venue.
func (g headerGame) play(t *testing.T, r *rig.Rig) *player.Player {
	t.Helper()
	game := g.rules(t)
	c := player.NewStrategy(g.seed, []string{"pray"}, []string{"pray", "allot"}).Raising("books", 20)
	p := player.New(r, game, c, player.NewHistory(t, game, []string{"ann", "ben", "cai"}[:max(g.seats, game.MinSeats)]))
	p.Compare("the beginning")
	p.Play(3000)
	if !p.Reference.State().Status().Over && !t.Failed() {
		t.Errorf("the game is not over after %d moves", p.Moves)
	}
	return p
}

// inBubble plays the game in a bubble, and returns its journal and what its panel showed.
func (g headerGame) inBubble(t *testing.T) (journal []byte, kept *rig.Recording) {
	t.Helper()
	kept = new(rig.Recording)
	state := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		r := rig.New(t, []engine.Game{g.rules(t)}, g.config(), state)
		defer r.Stop()
		r.Recording = kept
		p := g.play(t, r)
		var err error
		if _, journal, err = r.Journal(); err != nil {
			t.Error(err)
		}
		t.Logf("%s at %s: %d moves in %v, made by %v", g.game, g.table, p.Moves, time.Since(begun).Round(time.Second), p.Inputs)
	})
	return journal, kept
}

// TestHeaderGamesInBubble plays the games at the tables of the header like the other tests: a Raspberry Pi then must repeat them.
func TestHeaderGamesInBubble(t *testing.T) {
	for _, g := range headerGames {
		t.Run(g.game, func(t *testing.T) {
			journal, kept := g.inBubble(t)
			t.Logf("%d bytes of journal, %d pictures, %d looks at the knob", len(journal), len(kept.Pictures), len(kept.Choices))
		})
	}
}
