package player

import (
	"slices"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/hw"
)

// wholeGameTable is a small table for any game: readers for places that only some games have, one for no place at all, and
// buttons with words of several games.
const wholeGameTable = `
[[reader]]
name = "front-1"
bus = "SPI0.0"
seat = 1
place = "altar"
[[reader]]
name = "front-2"
bus = "SPI0.1"
seat = 2
place = "curses"
[[reader]]
name = "hand-1"
bus = "SPI1.0"
seat = 1
place = "hand"
[[reader]]
name = "row"
bus = "SPI1.1"
place = "discard"
[[reader]]
name = "middle"
bus = "SPI1.2"

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
name = "pray"
pin = "GPIO13"
press = "pray"
[[button]]
name = "lay"
pin = "GPIO6"
press = "sacrifice bribe moon"
[[button]]
name = "one"
pin = "GPIO4"
press = "1 tree"
[[button]]
name = "two"
pin = "GPIO22"
press = "2 skull"
[[button]]
name = "three"
pin = "GPIO27"
press = "3"
[[button]]
name = "yes"
pin = "GPIO26"
press = "confirm"
long = "undo"

[panel]
bus = "SPI4.0"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
[digits]
clk = "GPIO7"
dio = "GPIO12"
[lamps]
bus = "SPI5.0"
count = 12
brightness = 100
[buzzer]
kind = "passive"
pin = "GPIO18"
`

// furtherReaders are added where a game has a place for one of them. Not always, because polling takes time for each chip.
const furtherReaders = `
[[reader]]
name = "cards-1"
bus = "SPI3.0"
seat = 1
place = "corruption"
[[reader]]
name = "left"
bus = "SPI6.0"
place = "left"
settle = "200ms"
[[reader]]
name = "right"
bus = "SPI6.1"
place = "right"
settle = "200ms"
`

// TableFor returns the table for a game.
func TableFor(t *testing.T, game engine.Game) string {
	t.Helper()
	state, err := game.Sample(engine.HousePack, game.House)
	if err != nil {
		t.Fatal(err)
	}
	further, err := hw.ParseConfig([]byte(furtherReaders))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range further.Readers {
		if c := state.Catalog(); r.Seat == 0 && c.Class(c.Name(r.Place))&engine.ClassPlace != 0 {
			return wholeGameTable + furtherReaders
		}
	}
	return wholeGameTable
}

// placeOf returns the place that a reader stands for in this game, engine.None if the game has no such place. A reader for a hand stands for it in every game.
func (p *Player) placeOf(r hw.Reader) engine.Name {
	c := p.Reference.State().Catalog()
	place := r.Place
	if r.Seat > 0 {
		own := c.SeatWord(engine.Seat(r.Seat-1)) + "."
		hands := c.Names(engine.ClassHand)
		hand := slices.IndexFunc(hands, func(n engine.Name) bool { return strings.HasPrefix(c.Word(n), own) })
		if hand >= 0 && (place == "hand" || place == "corruption") {
			return hands[hand]
		}
		place = own + place
	}
	if n := c.Name(place); c.Class(n)&engine.ClassPlace != 0 {
		return n
	}
	return engine.None
}

// hides reports whether cards on a reader are secret.
func (p *Player) hides(r hw.Reader) bool {
	return r.Seat > 0 && p.Reference.State().Catalog().Class(p.placeOf(r))&engine.ClassHand != 0
}
