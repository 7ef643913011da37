package oracle_test

import (
	"fmt"
	"strings"
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/oracle"
)

// The parts of a valid card list. Each test makes one of them invalid.
const (
	packHead = `game = "oracle"
days = 1
colours = ["red", "blue"]
`
	packClock = `[clock]
hours = 9
act = 4
marks = [{ hour = 9, gives = "pair" }]
`
	packNumbers = `[market]
price = 3
[scoring]
total = 7
[goods]
charm = 2
talisman = 1
[destiny]
nudge = 5
shift = 4
start = 3
`
	packStrip = `[strip]
icons = 8
colours = ["red", "grey"]
`
	packHoroscope = `[horoscope]
top = ["", "x", "gold 1"]
bottom = ["icon"]
`
	packMap = `[map]
rows = [["red", "none"], ["blue", "red"]]
cross = ["a2 b2"]
`
	packAdventurers = `[[adventurer]]
colour = "red"
count = 5
[[adventurer]]
colour = "grey"
count = 2
`
	packCorruption = `[[corruption]]
name = "stain"
copies = 30
cost = 2
[[corruption]]
name = "murmur"
copies = 30
cost = 1
`
	packClans = `[[clan]]
name = "bards"
boxes = 1
icons = 2
gold = 3
immediate = ["gold 4"]
market = ["sponsor any", "charm any"]
`
	packSlots = `[[slot]]
name = "hearth"
effect = ["x", "talisman red"]
`
	packTownsfolk = `[[townsfolk]]
name = "fence"
copies = 2
hours = 1
clan = "bards"
effect = ["sponsor bards", "lines 2"]
`
	goodPack = packHead + packClock + packNumbers + packStrip + packHoroscope + packMap + packAdventurers + packCorruption + packClans + packSlots + packTownsfolk
)

// spoilt returns the good card list with one text replaced by another.
func spoilt(t testing.TB, was, is string) string {
	t.Helper()
	return enginetest.Edited(t, goodPack, was, is)
}

// badPack is an invalid card list with a part of its error.
type badPack struct{ name, pack, says string }

func tryBad(t *testing.T, packs []badPack) {
	t.Helper()
	for _, c := range packs {
		t.Run(c.name, func(t *testing.T) {
			enginetest.CheckRefused(t, oracle.Game(), setup("ann"), []byte(c.pack), c.says)
		})
	}
}

func TestPackErrors(t *testing.T) {
	if _, err := oracle.Game().New(setup("ann"), []byte(goodPack)); err != nil {
		t.Fatal(err)
	}
	swap := func(was, is string) string { return spoilt(t, was, is) }
	rows := func(rows string) string { return swap(`[["red", "none"], ["blue", "red"]]`, rows) }
	cross := func(line string) string { return swap(`"a2 b2"`, `"`+line+`"`) }
	const offLine = "are not the two ends of a line of the map"
	tryBad(t, []badPack{
		{"no game", swap("game = \"oracle\"\n", ""), `game "", not of "oracle"`},
		{"another game", swap(`"oracle"`, `"athame"`), `game "athame", not of "oracle"`},
		{"no TOML", swap("days = 1", "days 1"), "line 2: "},
		{"a number is a text", swap("days = 1", `days = "1"`), "1 is not a whole number"},
		{"a number is a text that a terminal obeys", swap("days = 1", `days = "\u001b"`), `\x1b is not a whole number`},
		{"a number is a fraction", swap("days = 1", "days = 1.5"), "1.5 is not a whole number"},
		{"a list is a text", swap(`colours = ["red", "blue"]`, `colours = "red"`), "colours"},
		{"a bonus is a list", swap(`"x", "gold 1"]`, `["x"]]`), "top"},

		{"a name that is missing twice", swap("copies = 2\nhours = 1\n", ""), "copies is missing\nhours is missing"},
		{"too many days", swap("days = 1", "days = 1000"), "days: 1000 is not between 1 and 999"},
		{"no day", swap("days = 1", "days = 0"), "days: 0 is not between 1 and 999"},
		{"no hour", swap("hours = 9", "hours = 0"), "clock.hours: 0 is not between 1 and 999"},
		{"no hour of an act", swap("act = 4", "act = 0"), "clock.act: 0 is not between 1 and 999"},
		{"less than no total", swap("total = 7", "total = -1"), "scoring.total: -1 is not between 0 and 9999"},
		{"too much of a total", swap("total = 7", "total = 10000"), "scoring.total: 10000 is not between 0 and 9999"},
		{"more black boxes than boxes", swap("start = 3", "start = 5"), "destiny.start: 5 is not between 0 and 4"},
		{"black boxes where there are none", swap("shift = 4", "shift = -4"), "destiny.shift: -4 is not between 0 and 999\ndestiny.start: 3 is not between 0 and 0"},

		{"a colour without a name", swap(`["red", "blue"]`, `["red", "blue", ""]`), "colours, 3: it has no name"},
		{"a colour twice", swap(`["red", "blue"]`, `["red", "blue", "red"]`), `colours, 3: there is a "red" already`},
		{"a colour of a strange name", swap(`["red", "blue"]`, `["red", "blue", "dark blue"]`), "colours, 3: its name is not made of"},
		{"a colour called any", swap(`["red", "blue"]`, `["red", "blue", "any"]`), `colours, 3: the name "any" means something else there`},
		{"a colour called none", swap(`["red", "blue"]`, `["red", "blue", "none"]`), `colours, 3: the name "none" means something else there`},
		{"too many colours", swap(`["red", "blue"]`, words(33)), "colours: 33 are more than 32"},
		{"a colour of the strip twice", swap(`["red", "grey"]`, `["red", "red"]`), `strip.colours, 2: there is a "red" already`},
		{"an adventurer twice", swap("colour = \"grey\"", "colour = \"red\""), `adventurer 2 ("red"): there is a "red" already`},
		{"adventurers of all colours", swap("colour = \"grey\"", "colour = \"all\""), `adventurer 2 ("all"): the name "all" means something else there`},
		{"an adventurer of no colour", swap("colour = \"grey\"\n", ""), `adventurer 2 (""): it has no name`},
		{"adventurers without a number", swap("count = 2\n", ""), `adventurer 2 ("grey"): count is missing`},
		{"less than no adventurer", swap("count = 2\n", "count = -2\n"), `adventurer 2 ("grey"): count: -2 is not between 0 and 999`},
		{"too many adventurers", many(33, "adventurer", "colour", "count = 1"), "adventurer: 35 colours are more than 32"},

		{"a card without a name", swap("name = \"stain\"\n", ""), `corruption 1 (""): it has no name`},
		{"a card twice", swap(`"murmur"`, `"stain"`), `corruption 2 ("stain"): there is a "stain" already`},
		{"cards without a number", swap("copies = 30\ncost = 2", "cost = 2"), `corruption 1 ("stain"): copies is missing`},
		{"a card that gives gold", swap("cost = 2", "cost = -2"), `corruption 1 ("stain"): cost: -2 is not between 0 and 999`},
		{"too many cards", many(11, "corruption", "name", "copies = 999\ncost = 1"), `corruption 12 ("n9"): copies: with it there are more than 9999 cards`},
		{"too many kinds of cards", many(255, "corruption", "name", "copies = 1\ncost = 1"), "257 kinds of Corruption cards are more than 256"},

		{"a mark beyond the day", swap("hour = 9, gives", "hour = 10, gives"), "clock.marks, 1: hour: 10 is not between 0 and 9"},
		{"a mark before the day", swap("hour = 9, gives", "hour = -1, gives"), "clock.marks, 1: hour: -1 is not between 0 and 9"},
		{"a mark of no hour", swap("hour = 9, gives", "gives"), "clock.marks, 1: hour is missing"},
		{"a mark that gives gold", swap(`gives = "pair"`, `gives = "gold"`), `clock.marks, 1: gives: "gold" is none of adventurer, pair, corruption`},
		{"a mark that gives nothing", swap(`, gives = "pair"`, ""), `clock.marks, 1: gives: "" is none of`},

		{"a clan without a name", swap("name = \"bards\"\n", ""), `clan 1 (""): it has no name`},
		{"a clan twice", goodPack + strings.Replace(packClans, "gold = 3", "gold = 4", 1), `clan 2 ("bards"): there is a "bards" already`},
		{"a clan called any", swap(`"bards"`, `"any"`), `clan 1 ("any"): the name "any" means something else there`},
		{"a clan called top", swap(`"bards"`, `"top"`), `clan 1 ("top"): the name "top" means something else there`},
		{"a clan called bottom", swap(`"bards"`, `"bottom"`), `clan 1 ("bottom"): the name "bottom" means something else there`},
		{"a clan with less than no box", swap("boxes = 1", "boxes = -1"), `clan 1 ("bards"): boxes: -1 is not between 0 and 999`},
		{"a clan with less than no icon", swap("icons = 2", "icons = -1"), `clan 1 ("bards"): icons: -1 is not between 0 and 999`},
		{"a clan with less than no gold", swap("gold = 3", "gold = -1"), `clan 1 ("bards"): gold: -1 is not between 0 and 999`},
		{"a clan without gold", swap("gold = 3\n", ""), `clan 1 ("bards"): gold is missing`},
		{"a sponsorship within a sponsorship", swap(`["gold 4"]`, `["gold 4", "sponsor bards"]`), `clan 1 ("bards"): immediate: a sponsorship holds no other sponsorship`},
		{"any sponsorship within a sponsorship", swap(`["gold 4"]`, `["sponsor any"]`), `clan 1 ("bards"): immediate: a sponsorship holds no other sponsorship`},
		{"a bad immediate sponsorship", swap(`["gold 4"]`, `["gold"]`), `clan 1 ("bards"): immediate: "gold": a number has to stand behind that word`},
		{"a bad market sponsorship", swap(`"charm any"]`, `"charm"]`), `clan 1 ("bards"): market: "charm": it does not say of what colour`},

		{"too many boxes", swap(`["icon"]`, "["+strings.Repeat(`"",`, 1000)+"]"), "horoscope.bottom: 1000 boxes are more than 999"},
		{"a bad box of the top row", swap(`"gold 1"`, `"gold"`), `horoscope.top, 3: "gold": a number`},
		{"a bad box of the bottom row", swap(`["icon"]`, `["", " "]`), `horoscope.bottom, 2: " ": there is no effect`},

		{"rows of different length", rows(`[["red", "none"], ["blue"]]`), "map.rows, 2: it has 1 cells, the first row 2"},
		{"an unknown colour", rows(`[["red", "none"], ["blue", "grey"]]`), `map.rows, 2: "grey" is neither none nor one of the colours red, blue`},
		{"too many rows", rows("[" + strings.Repeat(`["red"],`, 13) + "]"), "map.rows: 13 rows of 1 cells are more than 12 of 12"},
		{"too many columns", rows("[[" + strings.Repeat(`"red",`, 13) + "]]"), "map.rows: 1 rows of 13 cells are more than 12 of 12"},
		{"a line of one point", cross("a2"), offLine},
		{"a line of no point", cross(""), offLine},
		{"a line of three points", cross("a2 b2 c2"), offLine},
		{"a line across", cross("a2 b3"), offLine},
		{"a line of two steps", cross("a1 a3"), offLine},
		{"a line from a point to itself", cross("a2 a2"), offLine},
		{"a line out of the map", cross("c2 d2"), offLine},
		{"a line of unknown points", cross("a2 z9"), offLine},
		{"a line of words", cross("upper left"), offLine},
		{"a line beside a place without a cell", cross("b1 c1"), offLine},
		{"a line from the end of a row to the next one", cross("c2 a3"), offLine},
		{"the same, turned round", cross("a3 c2"), offLine},

		{"a slot without a name", swap("name = \"hearth\"\n", ""), `slot 1 (""): it has no name`},
		{"a slot twice", goodPack + packSlots, `slot 2 ("hearth"): there is a "hearth" already`},
		{"a bad ability", swap(`["x", "talisman red"]`, `["x", "talisman grey"]`), `slot 1 ("hearth"): effect: "talisman grey": "grey" is not a colour of goods`},
		{"too many slots", many(32, "slot", "name", "effect = []"), "33 slots are more than 32"},

		{"a townsfolk without a name", swap("name = \"fence\"\n", ""), `townsfolk 1 (""): it has no name`},
		{"a townsfolk twice", goodPack + packTownsfolk, `townsfolk 2 ("fence"): there is a "fence" already`},
		{"a townsfolk called none", swap(`"fence"`, `"none"`), `townsfolk 1 ("none"): the name "none" means something else there`},
		{"a townsfolk of less than no hour", swap("hours = 1\n", "hours = -1\n"), `townsfolk 1 ("fence"): hours: -1 is not between 0 and 999`},
		{"less than no townsfolk", swap("copies = 2\n", "copies = -1\n"), `townsfolk 1 ("fence"): copies: -1 is not between 0 and 999`},
		{"a townsfolk of an unknown clan", swap(`clan = "bards"`, `clan = "smiths"`), `townsfolk 1 ("fence"): clan: there is no clan "smiths"`},
		{"a bad effect of a townsfolk", swap(`"lines 2"]`, `"lines two"]`), `townsfolk 1 ("fence"): effect: "lines two": "two" is not a number`},
	})
	for _, key := range []string{
		"days", "price", "total", "charm", "talisman", "nudge", "shift", "start", "icons", "hours", "act",
	} {
		t.Run("without "+key, func(t *testing.T) {
			var kept []string
			gone := false
			for line := range strings.Lines(goodPack) {
				if !gone && strings.HasPrefix(line, key+" = ") {
					gone = true
					continue
				}
				kept = append(kept, line)
			}
			_, err := oracle.Game().New(setup("ann"), []byte(strings.Join(kept, "")))
			if err == nil || !strings.Contains(err.Error(), key+" is missing") {
				t.Errorf("it says %v", err)
			}
		})
	}
}

// words returns a list of n names.
func words(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("\"w%d\"", i))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// many returns the good card list with n more tables of a name.
func many(n int, table, key, rest string) string {
	list := goodPack
	for i := range n {
		list += fmt.Sprintf("[[%s]]\n%s = \"n%d\"\n%s\n", table, key, i, rest)
	}
	return list
}

func TestEffectErrors(t *testing.T) {
	for effect, says := range map[string]string{
		"":                            "there is no effect",
		"   ":                         "there is no effect",
		"dance":                       `there is no effect "dance": the effects are gold, x, icon, discard, corruption, lines, marks, nudge, shift, charm, talisman, adventurers, sponsor, manual`,
		"Gold 1":                      `there is no effect "Gold"`,
		"x 1":                         "nothing can stand behind that word",
		"icon bards":                  "nothing can stand behind that word",
		"discard 1":                   "nothing can stand behind that word",
		"corruption 2":                "nothing can stand behind that word",
		"gold":                        "a number has to stand behind that word, and nothing else",
		"gold 1 2":                    "a number has to stand behind that word, and nothing else",
		"lines":                       "a number has to stand behind that word",
		"marks":                       "a number has to stand behind that word",
		"nudge":                       "a number has to stand behind that word",
		"shift":                       "a number has to stand behind that word",
		"adventurers":                 "a number has to stand behind that word",
		"gold x":                      `"x" is not a number`,
		"gold 01":                     `"01" is not a number`,
		"gold +1":                     `"+1" is not a number`,
		"gold 1.5":                    `"1.5" is not a number`,
		"lines -1":                    "-1 is not between 0 and 999",
		"marks 1000":                  "1000 is not between 0 and 999",
		"charm":                       "it does not say of what colour",
		"talisman":                    "it does not say of what colour",
		"charm grey":                  `"grey" is not a colour of goods`,
		"charm any red":               `"any" is not a colour of goods`,
		"talisman red none":           `"none" is not a colour of goods`,
		"sponsor":                     "one clan has to stand behind that word, or any",
		"sponsor bards bards":         "one clan has to stand behind that word, or any",
		"sponsor smiths":              `there is no clan "smiths"`,
		"manual":                      "it does not say what is to be done",
		"manual ":                     "it does not say what is to be done",
		"gold 9999999999999999999999": "is not a number",
	} {
		t.Run(effect, func(t *testing.T) {
			enginetest.CheckRefused(t, oracle.Game(), setup("ann"), []byte(spoilt(t, `"lines 2"`, `"`+effect+`"`)), says)
		})
	}
}

// TestEffects checks effects in words: as written but with single spaces, and a text for the players as its note.
func TestEffects(t *testing.T) {
	said := map[string]string{
		"gold 0": "gold 0", "gold 999": "gold 999", "x": "x", "  lines   0 ": "lines 0", "charm any": "charm any", "talisman blue red": "talisman blue red",
		"charm red red": "charm red red", "sponsor any": "sponsor any", "manual  move   a boat": "manual note-1", "adventurers 0": "adventurers 0",
	}
	for effect, want := range said {
		s, err := oracle.Game().New(setup("ann"), []byte(spoilt(t, `"lines 2"`, `"`+effect+`"`)))
		if err != nil {
			t.Errorf("%q: %v", effect, err)
			continue
		}
		c := s.Catalog()
		e := c.Entry(c.Name("fence")).Effects
		if got := e[len(e)-1]; got != want {
			t.Errorf("%q is told as %q", effect, got)
		}
		if strings.HasPrefix(want, "manual") && c.Entry(c.Name("note-1")).Title != "move a boat" {
			t.Errorf("the note is %q", c.Entry(c.Name("note-1")).Title)
		}
	}
}

// TestNothing checks that effects with the number 0 end at once.
func TestNothing(t *testing.T) {
	pack := spoilt(t, `"sponsor bards", "lines 2"`, `"gold 0", "lines 0", "marks 0", "nudge 0", "shift 0", "adventurers 0"`)
	s, err := oracle.Game().New(setup("ann"), []byte(pack))
	if err != nil {
		t.Fatal(err)
	}
	enginetest.PlayLines(t, s, after(begun, "ann: recruit fence hearth")...)
	enginetest.CheckFacts(t, s, map[string]string{"phase": "throw", "ann.staff.hearth": "fence", "ann.gold": "0", "ann.nudge.ready": "3"})
	if told := strings.Join(enginetest.Format(s, s.Events()), ", "); strings.Contains(told, "gains") {
		t.Errorf("gold 0 is told as %q", told)
	}
}

// TestPackTolerance checks that unknown keys are ignored, that lists may be empty, and that names may be words with another meaning: verbs, runes,
// halves, seats, other names.
func TestPackTolerance(t *testing.T) {
	bare := packHead + "[clock]\nhours = 2\nact = 1\n" + packNumbers + "[strip]\nicons = 0\n"
	s, err := oracle.Game().New(setup("ann"), []byte(bare))
	if err != nil {
		t.Fatal("without map, rows, cards, clans, slots and townsfolk:", err)
	}
	enginetest.PlayLines(t, s, begun...)
	enginetest.PlayLines(t, s, "ann: read-stars")
	if got := strings.Join(enginetest.Moves(s), ", "); got != "table: end-day" {
		t.Errorf("a day of two hours is over, there is nothing to draw and to sell, and these are legal: %s", got)
	}
	odd := strings.NewReplacer("bards", "charm", "fence", "left", "hearth", "deck", "stain", "rune", "grey", "ann").Replace(goodPack) + "painter = \"somebody\"\n"
	if s, err = oracle.Game().New(setup("ann", "charm"), []byte(odd)); err != nil {
		t.Fatal(err)
	}
	enginetest.PlayLines(t, s, after(begun, "table: adventurer ann red", "table: amend rune deck charm.corruption", "ann: recruit left deck", "ann: done", "charm: act 1",
		"table: amend murmur deck discard")...)
	enginetest.CheckFacts(t, s, map[string]string{"ann.staff.deck": "left", "out.ann": "1", "charm.corruption.seen": "rune", "sponsor.charm.immediate": "1", "turn": "charm"})
}

// TestLargePacks checks card lists with the largest allowed numbers.
func TestLargePacks(t *testing.T) {
	enginetest.CheckPlayable(t, oracle.Game(), setup("ann", "ben"), oracle.Conserve, 300, map[string]string{
		"colours": strings.Replace(strings.Replace(spoilt(t, `["red", "blue"]`, words(32)), packMap, "[map]\nrows = [[\"w31\", \"w0\"]]\n", 1),
			`"talisman red"`, `"talisman w31"`, 1),
		"cards":       many(254, "corruption", "name", "copies = 1\ncost = 1"),
		"slots":       many(31, "slot", "name", "effect = [\"discard\"]"),
		"adventurers": many(30, "adventurer", "colour", "count = 3"),
		"a map":       spoilt(t, `[["red", "none"], ["blue", "red"]]`, "["+strings.Repeat("["+strings.Repeat(`"blue",`, 12)+"],", 12)+"]"),
		"days":        spoilt(t, "days = 1", "days = 999"),
	})
}

func FuzzPack(f *testing.F) {
	enginetest.FuzzPack(f, oracle.Game(), oracle.Conserve, records, goodPack,
		spoilt(f, `"sponsor bards", "lines 2"`, `"lines 0", "marks 999", "adventurers 999", "charm any", "talisman any", "manual do it"`),
		spoilt(f, `["", "x", "gold 1"]`, `["x", "x", "x", "sponsor any", "icon", "discard", "corruption"]`))
}
