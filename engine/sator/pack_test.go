package sator_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sator"
)

// The parts of a valid card list. Each test makes one of them invalid.
const (
	packHead = `game = "sator"
[board]
columns = 5
rows = 4
`
	packQuadrants = `[[quadrant]]
name = "left"
from = "a1"
to = "b4"
[[quadrant]]
name = "right"
from = "d1"
to = "e4"
`
	packColours = `[[colour]]
name = "red"
quadrant = "left"
start = "a2"
side = "west"
[[colour]]
name = "blue"
quadrant = "right"
start = "d4"
side = "north"
`
	packBridges = `[bridges]
types = ["oak", "iron", "stone", "rope"]
`
	packShapes = `[[shape]]
name = "ell3"
cells = [[0, 0], [1, 0], [0, 1]]
orientations = ["r0", "r180"]
[[shape]]
name = "dot"
cells = [[0, 0]]
orientations = ["r90"]
`
	packIncertus = `[[incertus]]
kind = "turn-ell"
copies = 20
effect = "rotas"
shape = "ell3"
cost = 2
most = 2
[[incertus]]
kind = "slide-oak"
copies = 20
effect = "moves"
type = "oak"
cost = 1
most = 3
[[incertus]]
kind = "fool"
copies = 0
effect = "either"
turn_cost = 2
turn_most = 1
cell_cost = 1
cell_most = 2
`
	packPrayers = `[[prayer]]
kind = "shove"
effect = "push"
levels = [[1, 1, 2], [2, 2, 4]]
[[prayer]]
kind = "drag"
effect = "haul"
cost = 3
least = 1
most = 2
[[prayer]]
kind = "run"
effect = "stride"
cost = 2
most = 4
`
	packPlacements = `[[placement]]
card = "one"
colour = "red"
cells = { red = "a1", blue = "b4" }
[[placement]]
card = "two"
colour = "blue"
cells = { red = "d2", blue = "e3" }
`
	goodPack = packHead + packQuadrants + packColours + packBridges + packShapes + packIncertus + packPrayers + packPlacements
)

// spoilt returns the good card list with one text replaced by another.
func spoilt(t testing.TB, was, is string) string {
	t.Helper()
	return enginetest.Edited(t, goodPack, was, is)
}

func TestPackErrors(t *testing.T) {
	if _, err := sator.Game().New(setup("ann", "ben"), []byte(goodPack)); err != nil {
		t.Fatal(err)
	}
	swap := func(was, is string) string { return spoilt(t, was, is) }
	// line returns the line on which a text begins in the good card list.
	line := func(text string) string {
		before, _, _ := strings.Cut(goodPack, text)
		return fmt.Sprintf("line %d: ", 1+strings.Count(before, "\n"))
	}
	var (
		quadrant  = line("[[quadrant]]\nname = \"right\"") + `quadrant 2 ("right"): `
		colour    = line("[[colour]]\nname = \"blue\"") + `colour 2 ("blue"): `
		shape     = line("[[shape]]\nname = \"ell3\"") + `shape 1 ("ell3"): `
		rotas     = line("[[incertus]]\nkind = \"turn-ell\"") + `incertus 1 ("turn-ell"): `
		moves     = line("[[incertus]]\nkind = \"slide-oak\"") + `incertus 2 ("slide-oak"): `
		fool      = line("[[incertus]]\nkind = \"fool\"") + `incertus 3 ("fool"): `
		shove     = line("[[prayer]]\nkind = \"shove\"") + `prayer 1 ("shove"): `
		drag      = line("[[prayer]]\nkind = \"drag\"") + `prayer 2 ("drag"): `
		run       = line("[[prayer]]\nkind = \"run\"") + `prayer 3 ("run"): `
		placement = line("[[placement]]\ncard = \"two\"") + `placement 2 ("two"): `
	)
	for _, c := range []struct{ name, pack, says string }{
		{"no game", swap("game = \"sator\"\n", ""), `game "", not of "sator"`},
		{"another game", swap(`"sator"`, `"oracle"`), `game "oracle", not of "sator"`},
		{"no TOML", swap("rows = 4", "rows 4"), "line 4: "},
		{"a number is a text", swap("rows = 4", `rows = "4"`), "4 is not a whole number"},
		{"a number is a fraction", swap("rows = 4", "rows = 4.5"), "4.5 is not a whole number"},
		{"a step is a text", swap("[1, 0], [0, 1]]", `["east", 0], [0, 1]]`), "cells"},

		{"no columns", swap("columns = 5\n", ""), "board.columns is missing"},
		{"no rows", swap("rows = 4", "rows = 0"), "board.rows: 0 is not between 1 and 16"},
		{"too many columns", swap("columns = 5", "columns = 16"), "board.columns: 16 is not between 1 and 15"},
		{"too many rows", swap("rows = 4", "rows = 17"), "board.rows: 17 is not between 1 and 16"},

		{"a quadrant without a name", swap("name = \"right\"\n", ""), `quadrant 2 (""): it has no name`},
		{"a quadrant twice", swap(`name = "right"`, `name = "left"`), `quadrant 2 ("left"): there is a "left" already`},
		{"a quadrant of strange corners", swap(`to = "e4"`, `to = "f4"`), quadrant + `"f4" is no cell of the board`},
		{"a quadrant without a corner", swap("from = \"d1\"\n", ""), quadrant + `"" is no cell of the board`},

		{"a quadrant over another", swap(`from = "d1"`, `from = "b1"`), quadrant + `it lies over the quadrant "left"`},

		{"a colour without a name", swap("name = \"blue\"\n", ""), `colour 2 (""): it has no name`},
		{"a colour twice", swap(`name = "blue"`, `name = "red"`), `colour 2 ("red"): there is a "red" already`},
		{"a colour of an unknown quadrant", swap(`quadrant = "right"`, `quadrant = "north"`), colour + `there is no quadrant "north"`},
		{"two colours of one quadrant", swap(`quadrant = "right"`, `quadrant = "left"`), colour + `red has the quadrant "left" already`},
		{"an unknown side", swap(`side = "north"`, `side = "up"`), colour + `side: "up" is none of north, east, south, west`},
		{"an unknown start", swap(`start = "d4"`, `start = "d5"`), colour + `start: "d5" is no cell of the board`},
		{"a start within the board", swap(`start = "d4"`, `start = "d3"`), colour + "start: d3 is not on the north edge of the board"},
		{"a start at another side", swap(`side = "north"`, `side = "east"`), colour + "start: d4 is not on the east edge of the board"},
		{"too many colours", largeColours(9), "colour: 9 are more than 8"},

		{"a type twice", swap(`"iron", "stone"`, `"iron", "iron"`), `bridges.types, 3: there is a "iron" already`},
		{"a type without a name", swap(`"iron", "stone"`, `"iron", ""`), "bridges.types, 3: it has no name"},
		{"three types", swap(`, "rope"]`, `]`), "bridges.types: there are 3, not 4"},
		{"five types", swap(`, "rope"]`, `, "rope", "glass"]`), "bridges.types: there are 5, not 4"},

		{"a shape without a name", swap("name = \"ell3\"\n", ""), `shape 1 (""): it has no name`},
		{"a shape twice", swap(`name = "dot"`, `name = "ell3"`), `shape 2 ("ell3"): there is a "ell3" already`},
		{"a shape without its anchor", swap("[[0, 0], [1, 0], [0, 1]]", "[[1, 0], [0, 1]]"), shape + "cells: the anchor [0, 0] is not among them"},
		{"a shape without cells", swap("[[0, 0], [1, 0], [0, 1]]", "[]"), shape + "cells: the anchor [0, 0] is not among them"},
		{"a cell twice", swap("[[0, 0], [1, 0], [0, 1]]", "[[0, 0], [1, 0], [1, 0]]"), shape + "cells: [1 0] is there twice"},
		{"a cell of three numbers", swap("[1, 0], [0, 1]]", "[1, 0, 1]]"), shape + "cells: [1 0 1] is not [east, north]"},
		{"a cell far in the east", swap("[1, 0], [0, 1]]", "[15, 0]]"), shape + "cells: [15 0] is farther than any board reaches"},
		{"a cell far in the south", swap("[1, 0], [0, 1]]", "[0, -16]]"), shape + "cells: [0 -16] is farther than any board reaches"},
		{"too many cells", swap("[1, 0], [0, 1]]", "[1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,0],[8,0],[9,0],[10,0],[11,0],[12,0],[13,0],[14,0],[0,1],[0,2]]"),
			shape + "cells: 17 are more than 16"},
		{"no orientation", swap(`orientations = ["r0", "r180"]`, "orientations = []"), shape + "orientations: there is none"},
		{"an unknown orientation", swap(`"r180"`, `"r45"`), shape + `orientations: "r45" is none of r0, r90, r180, r270`},
		{"an orientation twice", swap(`"r180"`, `"r0"`), shape + "orientations: r0 is there twice"},
		{"no shapes", swap(packShapes, ""), "shape: there are 0, not 1 to 16"},
		{"too many shapes", many(15, "shape", "name", "cells = [[0, 0]]\norientations = [\"r0\"]"), "shape: there are 17, not 1 to 16"},

		{"two bridges of one name", strings.Replace(swap(`"iron"`, `"x-oak"`), `"dot"`, `"ell3-x"`, 1), `shape: two bridges would be called "ell3-x-oak"`},

		{"a card without a name", swap("kind = \"turn-ell\"\n", ""), `incertus 1 (""): it has no name`},
		{"a card named with digits", swap("turn-ell", "12"), `incertus 1 ("12"): its name is not made of`},
		{"a card twice", swap(`"slide-oak"`, `"turn-ell"`), `incertus 2 ("turn-ell"): there is a "turn-ell" already`},
		{"a prayer twice", swap(`"drag"`, `"shove"`), `prayer 2 ("shove"): there is a "shove" already`},
		{"a card of both decks", swap(`"drag"`, `"slide-oak"`), `prayer 2 ("slide-oak"): there is a "slide-oak" already`},
		{"no effect", swap("effect = \"rotas\"\n", ""), rotas + `effect: "" is none of rotas, moves, either, push, gargoyle, stride, relay, haul, leap, fervour, remove, manual`},
		{"an unknown effect", swap(`"push"`, `"pull"`), shove + `effect: "pull" is none of`},
		{"a card without copies", swap("copies = 20\neffect = \"rotas\"", "effect = \"rotas\""), rotas + "copies is missing"},
		{"less than no copies", swap("copies = 20\neffect = \"moves\"", "copies = -1\neffect = \"moves\""), moves + "copies: -1 is not between 0 and 999"},
		{"too many copies", swap("copies = 20\neffect = \"moves\"", "copies = 1000\neffect = \"moves\""), moves + "copies: 1000 is not between 0 and 999"},
		{"too many cards", many(11, "incertus", "kind", "copies = 999\neffect = \"manual\"\ncost = 1"), "copies: with it there are more than 9999 cards"},
		{"a card called like an option", swap(`"fool"`, `"turns"`), `incertus 3 ("turns"): an option is called like that, too`},
		{"an unknown shape", swap(`shape = "ell3"`, `shape = "line9"`), rotas + `there are no bridges called "line9"`},
		{"an unknown type", swap(`type = "oak"`, `type = "glass"`), moves + `there are no bridges called "glass"`},
		{"no price of a turn", swap("cost = 2\nmost = 2\n", "most = 2\n"), rotas + "cost is missing"},
		{"no limit of cells", swap("cost = 1\nmost = 3\n", "cost = 1\n"), moves + "most is missing"},
		{"a price that is a gift", swap("cost = 1\nmost = 3", "cost = -1\nmost = 3"), moves + "cost: -1 is not between 0 and 999"},
		{"a limit beyond all", swap("cost = 1\nmost = 3", "cost = 1\nmost = 1000"), moves + "most: 1000 is not between 0 and 999"},
		{"either without a price of turns", swap("turn_cost = 2\n", ""), fool + "turn_cost is missing"},
		{"either without a limit of turns", swap("turn_most = 1\n", ""), fool + "turn_most is missing"},
		{"either without a price of cells", swap("cell_cost = 1\n", ""), fool + "cell_cost is missing"},
		{"either without a limit of cells", swap("cell_most = 2\n", ""), fool + "cell_most is missing"},
		{"a push without levels", swap("levels = [[1, 1, 2], [2, 2, 4]]", "levels = []"), shove + "levels: there are 0, not 1 to 16"},
		{"too many levels", swap("levels = [[1, 1, 2], [2, 2, 4]]", "levels = ["+strings.Repeat("[1, 1, 2],", 17)+"]"), shove + "levels: there are 17, not 1 to 16"},
		{"a level of two numbers", swap("[2, 2, 4]", "[2, 2]"), shove + "levels, 2: it is not [points, pawns, cells]"},
		{"a level of a bad price", swap("[2, 2, 4]", "[-2, 2, 4]"), shove + "levels, 2: points: -2 is not between 0 and 999"},
		{"a level of bad pawns", swap("[2, 2, 4]", "[2, -2, 4]"), shove + "levels, 2: pawns: -2 is not between 0 and 999"},
		{"a level of bad cells", swap("[2, 2, 4]", "[2, 2, 1000]"), shove + "levels, 2: cells: 1000 is not between 0 and 999"},
		{"two levels of one price", swap("[2, 2, 4]", "[1, 2, 4]"), shove + "levels, 2: there is one of 1 points already"},
		{"a haul without a price", swap("cost = 3\nleast", "least"), drag + "cost is missing"},
		{"a haul without a least", swap("least = 1\n", ""), drag + "least is missing"},
		{"a haul without a most", swap("least = 1\nmost = 2\n", "least = 1\n"), drag + "most is missing"},
		{"a stride without a most", swap("cost = 2\nmost = 4\n", "cost = 2\n"), run + "most is missing"},
		{"a stride without a price", swap("cost = 2\nmost = 4\n", "most = 4\n"), run + "cost is missing"},
		{"too many kinds of cards", many(254, "incertus", "kind", "copies = 1\neffect = \"manual\"\ncost = 1"), "incertus: 257 kinds are more than 256"},
		{"too many kinds of prayers", many(254, "prayer", "kind", "effect = \"manual\"\ncost = 1"), "prayer: 257 kinds are more than 256"},

		{"a placement card without a name", swap("card = \"two\"\n", ""), `placement 2 (""): it has no name`},
		{"a placement card twice", swap(`card = "two"`, `card = "one"`), `placement 2 ("one"): there is a "one" already`},
		{"a placement card of an unknown colour", swap("card = \"two\"\ncolour = \"blue\"", "card = \"two\"\ncolour = \"green\""), placement + `there is no colour "green"`},
		{"a placement card called like another card", swap(`card = "two"`, `card = "fool"`), `placement 2 ("fool"): there is a kind of card "fool"`},
		{"a placement card called like a prayer", swap(`card = "two"`, `card = "run"`), `placement 2 ("run"): there is a kind of card "run"`},
		{"a cell for an unknown colour", swap(`blue = "e3" }`, `blue = "e3", green = "d3" }`), placement + `cells: there is no colour "green"`},
		{"no cell for a colour", swap(`, blue = "e3" }`, ` }`), placement + "cells: there is none for blue"},
		{"a cell beyond the board", swap(`blue = "e3"`, `blue = "f3"`), placement + `cells: "f3" is no cell of the board`},
		{"a cell beyond the square", swap(`blue = "e3"`, `blue = "c3"`), placement + "cells: c3 lies outside the square right"},
		{"a cell for two colours", swap(`blue = "e3"`, `blue = "d2"`), placement + "cells: d2 is there twice"},
		{"no placement card of a colour", swap("card = \"two\"\ncolour = \"blue\"\ncells = { red = \"d2\", blue = \"e3\" }", "card = \"two\"\ncolour = \"red\"\ncells = { red = \"a3\", blue = \"b3\" }"),
			"placement: there is no card for blue"},
	} {
		t.Run(c.name, func(t *testing.T) {
			enginetest.CheckRefused(t, sator.Game(), setup("ann", "ben"), []byte(c.pack), c.says)
		})
	}
	_, err := sator.Game().New(setup("ann", "ben", "cai"), []byte(goodPack))
	if err == nil || !strings.Contains(err.Error(), "3 seats, where the card list has 2 colours") {
		t.Errorf("three seats: %v", err)
	}
	hands := strings.NewReplacer(`"red"`, `"hand"`, "red =", "hand =").Replace(goodPack)
	if _, err := sator.Game().New(setup("placement", "ben"), []byte(hands)); err == nil || !strings.Contains(err.Error(), `seat "placement": that word means something else`) {
		t.Errorf("a hand and a placement card that are told alike: %v", err)
	}
	if _, err := sator.Game().New(setup("ann", "placement"), []byte(goodPack)); err != nil {
		t.Error(err)
	}
	for _, effect := range []string{"gargoyle", "relay", "remove", "manual", "leap", "fervour"} {
		_, err := sator.Game().New(setup("ann", "ben"), []byte(spoilt(t, "effect = \"stride\"\ncost = 2\n", "effect = \""+effect+"\"\n")))
		if err == nil || !strings.Contains(err.Error(), run+"cost is missing") {
			t.Errorf("%s without a price: %v", effect, err)
		}
	}
}

// many returns the good card list with n more tables of a name.
func many(n int, table, key, rest string) string {
	list := goodPack
	for i := range n {
		list += fmt.Sprintf("[[%s]]\n%s = \"n%d\"\n%s\n", table, key, i, rest)
	}
	return list
}

// largeColours returns a card list with n colours, each with a square of two columns or rows of its own.
func largeColours(n int) string {
	list := "game = \"sator\"\n[board]\ncolumns = 15\nrows = 16\n" + packBridges + packShapes + packIncertus + packPrayers
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("c%d", i))
		list += fmt.Sprintf("[[quadrant]]\nname = \"q%d\"\nfrom = \"a%d\"\nto = \"o%d\"\n[[colour]]\nname = \"c%d\"\nquadrant = \"q%d\"\nstart = \"a%d\"\nside = \"west\"\n",
			i, i+1, i+1, i, i, i+1)
	}
	for i := range n {
		var cells []string
		for j, name := range names {
			cells = append(cells, fmt.Sprintf("%s = \"%c%d\"", name, 'a'+j, i+1))
		}
		list += fmt.Sprintf("[[placement]]\ncard = \"p%d\"\ncolour = \"c%d\"\ncells = { %s }\n", i, i, strings.Join(cells, ", "))
	}
	return list
}

// TestLargePacks checks card lists with the largest allowed numbers, and lists without the optional parts.
func TestLargePacks(t *testing.T) {
	enginetest.CheckPlayable(t, sator.Game(), setup("ann", "ben"), sator.Conserve, 150, map[string]string{
		"the good list":            goodPack,
		"colours and the board":    largeColours(8),
		"shapes":                   many(14, "shape", "name", "cells = [[0, 0]]\norientations = [\"r0\", \"r90\", \"r180\", \"r270\"]"),
		"cards":                    many(253, "incertus", "kind", "copies = 1\neffect = \"manual\"\ncost = 0"),
		"prayers":                  many(253, "prayer", "kind", "effect = \"manual\"\ncost = 0"),
		"copies":                   spoilt(t, "copies = 20", "copies = 999"),
		"prices":                   spoilt(t, "cost = 1\nmost = 3", "cost = 0\nmost = 999"),
		"a large bridge":           spoilt(t, "[1, 0], [0, 1]]", "[-1,0],[1,0],[-2,1],[2,1],[0,1],[0,2]]"),
		"a bridge too large":       spoilt(t, "[1, 0], [0, 1]]", "[14, 0], [0, -15]]"),
		"as many levels as can be": spoilt(t, "[[1, 1, 2], [2, 2, 4]]", "["+sixteenLevels()+"]"),
		"levels of nothing":        spoilt(t, "[[1, 1, 2], [2, 2, 4]]", "[[1, 0, 0], [2, 1, 9], [0, 3, 1]]"),
		"no cards":                 packHead + packQuadrants + packColours + packBridges + packShapes + packPlacements,
		"few cards":                strings.ReplaceAll(goodPack, "copies = 20", "copies = 2"),
		"unknown keys":             goodPack + "painter = \"somebody\"\n",
		"rows without lines": "game = \"sator\"\nboard = { columns = 5, rows = 4 }\nquadrant = [{ name = \"left\", from = \"a1\", to = \"b4\" }, { name = \"right\", from = \"d1\", to = \"e4\" }]\n" +
			packColours + packBridges + packShapes + packIncertus + packPrayers + packPlacements,
	})
}

// TestTitles checks the titles, traits and texts of cards and other things.
func TestTitles(t *testing.T) {
	odd := strings.NewReplacer(`"turn-ell"`, `"rotas-ell3"`, `"slide-oak"`, `"moves-oak"`, `"dot"`, `"7dots"`).Replace(goodPack) +
		"[[shape]]\nname = \"long12\"\ncells = [[0, 0]]\norientations = [\"r0\"]\n"
	s, err := sator.Game().New(setup("ann", "ben"), []byte(odd))
	if err != nil {
		t.Fatal(err)
	}
	c := s.Catalog()
	for word, want := range map[string]string{
		"ell3": "Ell of three", "7dots": "7dots", "ell3-oak": "Ell of three, oak", "bridge.ell3-oak": "Ell of three, oak", "rotas-ell3": "ROTAS: Ell of three",
		"moves-oak": "MOVES: Oak", "fool": "", "long12": "Long of 12", "ann.hand": "Ann's hand", "ann.book.left": "Ann's book of LEFT", "a1": "a1", "left": "LEFT",
	} {
		if got := c.Entry(c.Name(word)).Title; got != want {
			t.Errorf("%s is called %q, not %q", word, got, want)
		}
	}
	for word, want := range map[string]string{
		"rotas-ell3": "rotas ell3 2 2", "moves-oak": "moves oak 1 3", "fool": "either 2 1 1 2", "shove": "push 1 1 2; push 2 2 4", "drag": "haul 3 1 2", "run": "stride 2 4",
	} {
		if got := strings.Join(c.Entry(c.Name(word)).Effects, "; "); got != want {
			t.Errorf("%s says %q, not %q", word, got, want)
		}
	}
	for word, want := range map[string]map[string]string{
		"board":      {"columns": "5", "rows": "4"},
		"ell3":       {"cells": "0 0, 1 0, 0 1", "orientations": "r0 r180"},
		"ell3-oak":   {"shape": "ell3", "type": "oak"},
		"rotas-ell3": {"deck": "incertus", "effect": "rotas", "shape": "ell3"},
		"moves-oak":  {"deck": "incertus", "effect": "moves", "type": "oak"},
		"shove":      {"deck": "fidei", "effect": "push"},
		"one":        {"colour": "red", "cells": "red a1, blue b4"},
		"blue":       {"colour": "blue", "quadrant": "right", "start": "d4", "side": "north"},
		"right":      {"from": "d1", "to": "e4"},
	} {
		for key, value := range want {
			if got := c.Entry(c.Name(word)).Traits[key]; got != value {
				t.Errorf("the %s of %s is %q, not %q", key, word, got, value)
			}
		}
	}
}

// TestNothing checks that a card that can do nothing cannot be played, and that a card that costs nothing can be.
func TestNothing(t *testing.T) {
	begun := []string{"ann: colour red", "ben: colour blue", "table: placement one", "table: placement two"}
	for _, c := range []struct{ name, was, is, says string }{
		{"no turns", "cost = 2\nmost = 2\n", "cost = 0\nmost = 0\n", "play.effect"},
		{"turns that cost more than there is", "cost = 2\nmost = 2\n", "cost = 7\nmost = 2\n", "points.short"},
		{"a stride of no cells", "shape = \"ell3\"\ncost = 2\nmost = 2\n", "cost = 0\nmost = 0\n", "play.effect"},
		{"single actions, and none of them", "cost = 2\nmost = 2\n", "cost = 0\nmost = 0\n", "play.effect"},
		{"a push of nobody", "cost = 2\nmost = 2\n", "levels = [[0, 0, 5], [1, 1, 0], [9, 1, 1]]\n", "play.effect"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pack := spoilt(t, c.was, c.is)
			switch {
			case strings.Contains(c.name, "stride"):
				pack = strings.Replace(pack, `"rotas"`, `"stride"`, 1)
			case strings.Contains(c.name, "single"):
				pack = strings.Replace(pack, `"rotas"`, `"fervour"`, 1)
			case strings.Contains(c.name, "push"):
				pack = strings.Replace(pack, `"rotas"`, `"push"`, 1)
			}
			s, err := sator.Game().New(setup("ann", "ben"), []byte(pack))
			if err != nil {
				t.Fatal(err)
			}
			enginetest.PlayLines(t, s, begun...)
			rng := rand.New(rand.NewPCG(3, 3))
			for enginetest.AskLine(s) == "ann place" || enginetest.AskLine(s) == "ben place" {
				enginetest.Playout(rng, s, 1)
			}
			if v := s.Check(enginetest.Line(s, "ann: play turn-ell")); v.Rule != c.says {
				t.Errorf("it is refused for %q, not %q", v.Rule, c.says)
			}
		})
	}
}

func FuzzPack(f *testing.F) {
	enginetest.FuzzPack(f, sator.Game(), sator.Conserve, records, goodPack, largeColours(4),
		spoilt(f, "[[1, 1, 2], [2, 2, 4]]", "[[0, 0, 0], [0, 9, 999]]"), spoilt(f, "cost = 1\nmost = 3", "cost = 0\nmost = 999"),
		spoilt(f, "[1, 0], [0, 1]]", "[14, 0], [0, -15]]"))
}

// sixteenLevels returns the levels of a push, each for another number of points.
func sixteenLevels() string {
	var all []string
	for points := range 16 {
		all = append(all, fmt.Sprintf("[%d, 1, 2]", points))
	}
	return strings.Join(all, ", ")
}
