package pantacle_test

import (
	"fmt"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/pantacle"
)

// The parts of a valid card list. Each test makes one of them invalid.
const (
	packHead = `game = "pantacle"
phases = ["new", "full"]
hound = "dog"
[reserve]
influence = 40
adepts = 25
`
	packBlades = `[[blade]]
name = "elm"
keeper = "tree"
phase = "new"
copies = 12
`
	packFavors = `[[favor]]
name = "bewitchment"
keepers = ["tree", "field"]
phase = "new"
[[favor]]
name = "hunt"
keepers = ["dog", "tree"]
phase = "none"
[[favor]]
name = "protection"
keepers = ["tree", "field"]
phase = "full"
[[favor]]
name = "enslavement"
keepers = ["tree", "field"]
phase = "full"
[[favor]]
name = "recruitment"
keepers = ["tree", "field"]
phase = "full"
[[favor]]
name = "conversion"
keepers = ["tree", "field"]
phase = "full"
[[favor]]
name = "indoctrination"
keepers = ["tree", "field"]
phase = "none"
`
	packCurse = `[[curse]]
name = "ash"
type = "permanent"
effects = ["manual"]
`
	goodPack = packHead + packBlades + packFavors + packCurse
)

// spoilt returns the good card list with one text replaced by another.
func spoilt(t testing.TB, was, is string) string {
	t.Helper()
	return enginetest.Edited(t, goodPack, was, is)
}

func TestPackErrors(t *testing.T) {
	swap := func(was, is string) string { return spoilt(t, was, is) }
	more := func(text string) string { return goodPack + text }
	effect := func(text string) string { return swap(`"manual"`, `"manual", "`+text+`"`) }
	load := func(text string) string {
		return goodPack + "[[curse]]\nname = \"jar\"\ntype = \"exhaustion\"\neffects = [\"" + text + "\"]\n"
	}
	for _, c := range []struct{ name, pack, says string }{
		{"no game", swap(`game = "pantacle"`, ""), `game "", not of "pantacle"`},
		{"another game", swap(`"pantacle"`, `"sacrilege"`), `game "sacrilege", not of "pantacle"`},
		{"no TOML", swap("hound =", "hound"), "line 3: "},
		{"copies is a text", swap("copies = 12", `copies = "12"`), "line 11"},
		{"effects are no list", swap(`["manual"]`, `"manual"`), "line 43"},

		{"a phase of a strange name", swap(`"full"]`, `"Full"]`), `phases: "Full" is no name of a phase`},
		{"a phase called none", swap(`"full"]`, `"none"]`), `phases: "none" is no name of a phase`},
		{"a phase twice", swap(`"full"]`, `"new"]`), `phases: "new" is no name of a phase, or there twice`},
		{"no Hound", swap(`hound = "dog"`, ""), "hound: it names the Keeper whose blades count as Hounds"},
		{"a Hound of a strange name", swap(`hound = "dog"`, `hound = "the dog"`), "hound: "},
		{"no cubes", swap("influence = 40\n", ""), "reserve: influence is a number from 0 to 9999"},
		{"less than no cubes", swap("influence = 40", "influence = -1"), "reserve: influence is a number from 0 to 9999"},
		{"too many cubes", swap("influence = 40", "influence = 10000"), "reserve: influence is a number from 0 to 9999"},
		{"no Adepts", swap("adepts = 25\n", ""), "reserve: adepts is a number from 0 to 9999"},
		{"fewer Adepts than seats", swap("adepts = 25", "adepts = 1"), "reserve: 1 Adepts are too few for 2 seats"},

		{"no blade", packHead + packFavors, "0 blades are too few: with 2 seats it takes 6"},
		{"too few blades", swap("copies = 12", "copies = 5"), "5 blades are too few: with 2 seats it takes 6"},
		{"a blade without a name", swap(`name = "elm"`+"\n", ""), `line 7: blade 1 (""): it has no name`},
		{"a blade of a strange name", swap(`name = "elm"`, `name = "Elm"`), `line 7: blade 1 ("Elm"): its name is not made of lower case letters`},
		{"a number for a name", swap(`name = "elm"`, `name = "12"`), `blade 1 ("12"): its name is not made of`},
		{"a blade called track", swap(`name = "elm"`, `name = "track"`), `line 7: blade 1 ("track"): that word means something else at the table`},
		{"a blade twice", swap(packBlades, packBlades+packBlades), `line 12: blade 2 ("elm"): there is such a kind already`},
		{"a blade without a Keeper", swap(`keeper = "tree"`, ""), `line 7: blade 1 ("elm"): keeper: "" is no name`},
		{"an unknown phase", swap(`phase = "new"`, `phase = "red"`), `line 7: blade 1 ("elm"): phase: "red" is none of the phases new, full`},
		{"a blade without a phase", swap(`phase = "new"`, `phase = "none"`), `phase: "none" is none of the phases`},
		{"no copy", swap("copies = 12", "copies = 0"), `line 7: blade 1 ("elm"): copies: 0 is not between 1 and 9999`},
		{"copies without end", swap("copies = 12", "copies = 9223372036854775807"), "is not between 1 and 9999"},
		{"too many blades", swap(packBlades, packBlades+strings.NewReplacer("elm", "fir", "12", "9999").Replace(packBlades)),
			`line 12: blade 2 ("fir"): copies: with it there are more than 9999 cards`},

		{"no Favor", packHead + packBlades + packCurse, "the Favor bewitchment is missing"},
		{"a Favor missing", swap("[[favor]]\nname = \"indoctrination\"\nkeepers = [\"tree\", \"field\"]\nphase = \"none\"\n", ""),
			"the Favor indoctrination is missing"},
		{"an unknown Favor", swap(`"hunt"`, `"demonic"`), `line 16: favor 2 ("demonic"): there is no such Favor: they are bewitchment, hunt`},
		{"a Favor twice", swap(`"hunt"`, `"bewitchment"`), `line 16: favor 2 ("bewitchment"): it is named twice`},
		{"one Keeper", swap(`["dog", "tree"]`, `["dog"]`), `line 16: favor 2 ("hunt"): keepers: it has two different Keepers`},
		{"three Keepers", swap(`["dog", "tree"]`, `["dog", "tree", "field"]`), `line 16: favor 2 ("hunt"): keepers: `},
		{"no Keepers", swap(`keepers = ["dog", "tree"]`, ""), `line 16: favor 2 ("hunt"): keepers: `},
		{"twice the same Keeper", swap(`["dog", "tree"]`, `["dog", "dog"]`), `keepers: it has two different Keepers`},
		{"a first Keeper of a strange name", swap(`["dog", "tree"]`, `["Dog", "tree"]`), `keepers: it has two different Keepers`},
		{"a Keeper of a strange name", swap(`["dog", "tree"]`, `["dog", "Tree"]`), `keepers: it has two different Keepers`},
		{"an unknown phase of a Favor", swap("keepers = [\"dog\", \"tree\"]\nphase = \"none\"", "keepers = [\"dog\", \"tree\"]\nphase = \"waxing\""),
			`line 16: favor 2 ("hunt"): phase: "waxing" is neither none nor one of the phases new, full`},
		{"a Favor without a phase", swap("keepers = [\"dog\", \"tree\"]\nphase = \"none\"", `keepers = ["dog", "tree"]`), `phase: "" is neither none nor`},

		{"a curse without a name", swap(`name = "ash"`+"\n", ""), `line 40: curse 1 (""): it has no name`},
		{"a curse twice", more(packCurse), `line 44: curse 2 ("ash"): there is such a kind already`},
		{"a curse called like a blade", swap(`name = "ash"`, `name = "elm"`), `line 40: curse 1 ("elm"): a blade has that name already`},
		{"a curse without a type", swap(`type = "permanent"`, ""), `line 40: curse 1 ("ash"): type: "" is neither permanent nor exhaustion`},
		{"an unknown type", swap(`"permanent"`, `"eternal"`), `type: "eternal" is neither permanent nor exhaustion`},
		{"too many curses", more("[[curse]]\nname = \"soot\"\ntype = \"permanent\"\ncopies = 9999\n"), `line 44: curse 2 ("soot"): copies: with it there are more than 9999 cards`},
		{"an empty effect", effect(""), `line 40: curse 1 ("ash"): effect "": it is empty`},
		{"an unknown effect", effect("dance 2"), `line 40: curse 1 ("ash"): effect "dance 2": there is no such effect word`},
		{"an effect in capitals", effect("No-Bribe"), `there is no such effect word`},
		{"words after manual", effect("manual now"), `effect "manual now": 0 words follow, not 1`},
		{"words after a flag", effect("no-bribe 1"), `effect "no-bribe 1": 0 words follow, not 1`},
		{"adept-cost alone", effect("adept-cost"), `1 words follow, not 0`},
		{"adept-cost of two", effect("adept-cost 1 2"), `1 words follow, not 2`},
		{"adept-cost in words", effect("adept-cost one"), `"one" is no number from -9999 to 9999`},
		{"adept-cost too high", effect("adept-cost 10000"), `"10000" is no number from -9999 to 9999`},
		{"hand-size too low", effect("hand-size -10000"), `"-10000" is no number from -9999 to 9999`},
		{"hand-size too high", effect("hand-size 99999999999999999999"), `is no number from -9999 to 9999`},
		{"bribe-extra below 1", effect("bribe-extra 0"), `"0" is no number from 1 to 9999`},
		{"influence-less below 1", effect("influence-less -1"), `"-1" is no number from 1 to 9999`},
		{"no-sacrifice alone", effect("no-sacrifice"), `1 words follow, not 0`},
		{"no-sacrifice of something else", effect("no-sacrifice blades"), `"blades" is none of powers, adepts, all, one`},
		{"sacrifice-cost of one", effect("sacrifice-cost one 1"), `"one" is none of powers, adepts, all`},
		{"sacrifice-cost alone", effect("sacrifice-cost all"), `2 words follow, not 1`},
		{"sacrifice-cost below 1", effect("sacrifice-cost all -1"), `"-1" is no number from 1 to 9999`},
		{"no-favor alone", effect("no-favor"), `1 words follow, not 0`},
		{"no-favor of none", effect("no-favor demonic"), `"demonic" is no Favor`},
		{"toll alone", effect("toll influence"), `2 words follow, not 1`},
		{"toll below 1", effect("toll influence 0"), `"0" is no number from 1 to 9999`},
		{"toll of blades", effect("toll blades 1"), `"blades" is neither influence nor adepts`},
		{"load on a permanent card", effect("load influence 1"), `line 40: curse 1 ("ash"): effect "load influence 1": only exhaustion cards are loaded`},
		{"load below 1", load("load influence 0"), `line 44: curse 2 ("jar"): effect "load influence 0": "0" is no number from 1 to 9999`},
		{"load of blades", load("load blades 1"), `"blades" is neither influence nor adepts`},
		{"load alone", load("load"), `2 words follow, not 0`},

		{"blades in another form have no lines", strings.Replace(swap("[reserve]", "blade = [{ name = \"elm\", keeper = \"tree\", phase = \"old\", copies = 12 }]\n[reserve]"), packBlades, "", 1),
			`blade 1 ("elm"): phase: "old"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			enginetest.CheckRefused(t, pantacle.Game(), setup("ann", "ben"), []byte(c.pack), c.says)
		})
	}
}

// TestPackSeats checks the minimum amounts of pieces, which depend on the number of seats.
func TestPackSeats(t *testing.T) {
	for _, c := range []struct {
		blades, adepts int
		seats          string
		says           string
	}{
		{6, 2, "ann ben", ""},
		{14, 5, "ann ben cai dee eli", "14 blades are too few: with 5 seats it takes 15"},
		{15, 4, "ann ben cai dee eli", "4 Adepts are too few for 5 seats"},
		{15, 5, "ann ben cai dee eli", ""},
	} {
		pack := strings.NewReplacer("copies = 12", fmt.Sprintf("copies = %d", c.blades), "adepts = 25", fmt.Sprintf("adepts = %d", c.adepts)).Replace(goodPack)
		_, err := pantacle.Game().New(setup(strings.Fields(c.seats)...), []byte(pack))
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%d blades, %d Adepts, seats %s: %v, not %q", c.blades, c.adepts, c.seats, err, c.says)
		}
	}
}

func TestTooManyKinds(t *testing.T) {
	blades, curses := packHead, packHead+packBlades+packFavors
	for i := range 65 {
		blades += fmt.Sprintf("[[blade]]\nname = \"b%d\"\nkeeper = \"tree\"\nphase = \"new\"\n", i)
	}
	hounds := packHead
	for i := range 9 {
		hounds += fmt.Sprintf("[[blade]]\nname = \"h%d\"\nkeeper = \"dog\"\nphase = \"new\"\n", i)
	}
	for i := range 257 {
		curses += fmt.Sprintf("[[curse]]\nname = \"c%d\"\ntype = \"permanent\"\n", i)
	}
	for _, c := range []struct{ name, pack, says string }{
		{"65 kinds of blades", blades + packFavors, "65 kinds of blades are more than 64"},
		{"9 kinds of Hounds", hounds + packFavors, "9 kinds of Hounds are more than 8"},
		{"8 kinds of Hounds", hounds[:strings.LastIndex(hounds, "[[blade]]")] + packFavors, ""},
		{"64 kinds of blades", blades[:strings.LastIndex(blades, "[[blade]]")] + packFavors, ""},
		{"257 kinds of curses", curses, "257 kinds of curses are more than 256"},
		{"256 kinds of curses", curses[:strings.LastIndex(curses, "[[curse]]")], ""},
	} {
		_, err := pantacle.Game().New(setup("ann", "ben"), []byte(c.pack))
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, not %q", c.name, err, c.says)
		}
	}
}

// TestPackTolerance checks that unknown keys are ignored, that lists may have another form or have no curses, and that names may be words with another meaning.
func TestPackTolerance(t *testing.T) {
	const pack = `game = "pantacle"
author = "me"
phases = ["new"]
hound = "nobody"
blade = [
  { name = "ann", keeper = "tree", phase = "new", copies = 9, painter = "somebody" },
  { name = "deck", keeper = "field", phase = "new" },
  { name = "pass", keeper = "field", phase = "new" },
  { name = "next", keeper = "field", phase = "new" },
]
[reserve]
influence = 0
adepts = 2
stones = 4
` + "# [[favor]]\n" + packFavors
	list := strings.ReplaceAll(pack, `phase = "full"`, `phase = "none"`) + `
[[curse]]
name = "turn"
type = "exhaustion"
text = "Nothing."
[[curse]]
name = "stolen"
type = "permanent"
copies = 3
effects = ["  adept-cost   -9999 ", "adept-cost -9999", "hand-size 9999", "manual"]
[[curse]]
name = "moon"
type = "exhaustion"
effects = ["load influence 9999", "load influence 9999", "load adepts 9999"]
`
	if _, err := pantacle.Game().New(setup("ann", "ben"), []byte(strings.ReplaceAll(pack, `phase = "full"`, `phase = "none"`))); err != nil {
		t.Errorf("without curses: %v", err)
	}
	s, err := pantacle.Game().New(setup("ann", "ben"), []byte(list))
	if err != nil {
		t.Fatal(err)
	}
	enginetest.PlayLines(t, s,
		"ann: favor hunt", "table: amend deck deck ben.hand", "table: amend ann deck ben.hand", "ben: pass",
		"ann: moon ann", "ben: favor bewitchment", "ann: hold ann next", "ann: bribe next ann", "ben: moon deck",
		"table: amend stolen curses.pile ann.curses", "table: amend ann.adepts 0", "table: amend moon curses.pile ann.curses",
	)
	enginetest.CheckFacts(t, s, map[string]string{
		"ann.powers": "hunt bewitchment", "ann.price": "0", "ann.limit": "10002", "ann.load": "moon 0 1", "discard.row": "ann next ann deck",
		"ann.curses": "stolen moon", "ben.hand.seen": "ann",
	})
	if v := s.Check(enginetest.Line(s, "table: amend turn curses.pile ben.curses")); v.Rule != "amend.impossible" {
		t.Errorf("a card with nothing to lay on it is refused for %q", v.Rule)
	}
	enginetest.PlayLines(t, s, "table: amend turn ben")
	if got, _ := engine.Fact(s, "turn"); got != "ben" {
		t.Errorf("it is the turn of %q", got)
	}
	if err := pantacle.Conserve(s); err != nil {
		t.Error(err)
	}
}

func FuzzPack(f *testing.F) {
	enginetest.FuzzPack(f, pantacle.Game(), pantacle.Conserve, records, goodPack,
		strings.Replace(goodPack, `"manual"`, `"hand-size -3", "adept-cost -9999", "bribe-extra 9999", "toll adepts 9999"`, 1))
}
