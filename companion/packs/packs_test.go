package packs_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"familiar/companion/packs"
	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/sacrilege"
	"familiar/engine/sator"
)

func TestStore(t *testing.T) {
	dir := t.TempDir()
	if names, err := packs.Names(dir, "toy"); err != nil || len(names) != 0 {
		t.Error(names, err)
	}
	for _, name := range []string{"mine", "a-2"} {
		if err := packs.Write(dir, "toy", name, []byte(name), false); err != nil {
			t.Fatal(err)
		}
	}
	if err := packs.Write(dir, "toys", "other", nil, false); err != nil {
		t.Fatal(err)
	}
	// Other files in the folder are not card lists.
	for _, file := range []string{"toy.toml", "toy.Mine.toml", "toy.a.b.toml", "toy.house.toml", "toy.x.txt"} {
		if err := os.WriteFile(filepath.Join(dir, packs.Folder, file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := packs.Names(dir, "toy"); err != nil || !slices.Equal(names, []string{"a-2", "mine"}) {
		t.Error(names, err)
	}
	if err := packs.Write(dir, "toy", "mine", []byte("x"), false); !errors.Is(err, packs.ErrExists) {
		t.Error(err)
	}
	if err := packs.Write(dir, "toy", "mine", []byte("new"), true); err != nil {
		t.Error(err)
	}
	if data, err := packs.Read(dir, "toy", "mine"); err != nil || string(data) != "new" {
		t.Errorf("%q, %v", data, err)
	}
	if err := packs.Delete(dir, "toy", "mine"); err != nil {
		t.Error(err)
	}
	if err := packs.Delete(dir, "toy", "mine"); !errors.Is(err, packs.ErrNotFound) {
		t.Error(err)
	}
	if _, err := packs.Read(dir, "toy", "mine"); !errors.Is(err, packs.ErrNotFound) {
		t.Error(err)
	}
	long := make([]byte, packs.MaxSize+1)
	if err := packs.Write(dir, "toy", "long", long, false); err == nil {
		t.Error("too long a list")
	}
	if err := os.WriteFile(filepath.Join(dir, packs.Folder, "toy.long.toml"), long, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := packs.Read(dir, "toy", "long"); err == nil {
		t.Error("too long a list is read")
	}
	for _, bad := range [][2]string{{"toy", ""}, {"toy", "house"}, {"toy", "../x"}, {"toy", "Mine"}, {"", "mine"}, {"../toy", "mine"}, {"toy", strings.Repeat("x", 33)}} {
		_, read := packs.Read(dir, bad[0], bad[1])
		for _, err := range []error{read, packs.Write(dir, bad[0], bad[1], nil, true), packs.Delete(dir, bad[0], bad[1])} {
			if err == nil || errors.Is(err, packs.ErrNotFound) {
				t.Errorf("%q: %v", bad, err)
			}
		}
	}
	var err error
	for n := 0; err == nil && n <= packs.MaxLists; n++ {
		err = packs.Write(dir, "toy", fmt.Sprintf("n-%d", n), nil, false)
	}
	if err == nil || !strings.Contains(err.Error(), "delete one first") {
		t.Errorf("any number of lists: %v", err)
	}
}

// A fault has the place at which the reader refused the list.
func TestValidate(t *testing.T) {
	for _, c := range []struct {
		game       engine.Game
		was, is    string
		table      string
		row        int
		field, tex string
	}{
		{sacrilege.Game(), "name = \"headsman\"\nvalue = -6", "name = \"headsman\"\nvalue = -7", "kind", 2, "value", "value -7 is not between"},
		{sacrilege.Game(), "name = \"headsman\"\nvalue = -6", "name = \"headsman\"", "kind", 2, "value", "it has no value"},
		{sacrilege.Game(), `"headsman"`, `"tyrant"`, "kind", 2, "name", "there is such a kind already"},
		{sacrilege.Game(), `"headsman"`, `"Headsman"`, "kind", 2, "name", "its name is not made of"},
		{sacrilege.Game(), `[{ do = "raze", from = "any" }]`, `[{ do = "race" }]`, "kind", 0, "reward", "effect word \"race\""},
		{pantacle.Game(), "influence = 40", "influence = -1", "reserve", 0, "influence", "influence is a number"},
		{pantacle.Game(), `phases = ["new", `, `phases = ["full", `, "", 0, "phases", "no name of a phase"},
		{pantacle.Game(), `effects = ["adept-cost 1"]`, `effects = ["adept-price 1"]`, "curse", 0, "effects", "no such effect word"},
		{athame.Game(), `{ do = "skip", who = "target" }`, `{ do = "skip", who = "me" }`, "spell", 0, "effect", "who: me is none of"},
		{athame.Game(), "triangle = 5", "triangel = 5", "ritual", 0, "needs", "there is no resource"},
		{oracle.Game(), "days = 3 ", "days = 0 ", "", 0, "days", "0 is not between 1 and 999"},
		{oracle.Game(), "hours = 12", "hours = 0", "clock", 0, "hours", "0 is not between"},
		{oracle.Game(), `bottom = ["", "x",`, `bottom = ["", "y",`, "horoscope", 0, "bottom", "there is no effect \"y\""},
		{oracle.Game(), `clan = "warriors"`, `clan = "worriers"`, "townsfolk", 1, "clan", "there is no clan"},
		{sator.Game(), "columns = 14", "columns = 99", "board", 0, "columns", "99 is not between"},
		{sator.Game(), `side = "west"`, `side = "left"`, "colour", 0, "side", "is none of north"},
		{sator.Game(), `shape = "corner5"`, `shape = "corner9"`, "incertus", 0, "", "no bridges called"},
		{sator.Game(), `["oak", "iron", "stone", "rope"]`, `["oak", "iron", "stone"]`, "bridges", 0, "types", "there are 3, not 4"},
	} {
		text := strings.Replace(string(c.game.House), c.was, c.is, 1)
		if text == string(c.game.House) {
			t.Fatalf("%q is not there", c.was)
		}
		got := packs.Validate(c.game, []byte(text))
		if got.State != nil || len(got.Faults) != 1 {
			t.Errorf("%s: %+v", c.is, got)
			continue
		}
		f := got.Faults[0]
		if f.Table != c.table || f.Row != c.row || f.Field != c.field || !strings.Contains(f.Text, c.tex) {
			t.Errorf("%s: %+v", c.is, f)
		}
		said := strings.Split(text, "\n")[max(f.Line, 1)-1]
		lines := strings.Split(c.is, "\n")
		if want := lines[len(lines)-1]; f.Line == 0 || !strings.Contains(said, strings.Fields(want)[0]) && !strings.Contains(said, "[["+c.table) {
			t.Errorf("%s: line %d is %q", c.is, f.Line, said)
		}
		if !strings.HasPrefix(f.Whole, fmt.Sprintf("line %d: ", f.Line)) {
			t.Errorf("whole it is %q", f.Whole)
		}
	}
	house := sacrilege.Game().House
	if j := packs.Validate(sacrilege.Game(), house); j.State == nil || j.Kinds != 66 || j.Cards != 66 {
		t.Errorf("the house list has 66 cards of 66 kinds, and is judged %+v", j)
	}
	// A list may have several faults at once, and faults of the list as a whole.
	text := strings.Replace(strings.Replace(string(oracle.Game().House), "price = 9", "price = -1", 1), "total = 150", "total = -1", 1)
	if j := packs.Validate(oracle.Game(), []byte(text)); len(j.Faults) != 2 || j.Faults[0].Field != "price" || j.Faults[1].Field != "total" {
		t.Errorf("a wrong price and a wrong total are the faults %+v", j.Faults)
	}
	few := []byte("game = \"sacrilege\"\n[[kind]]\nname = \"imp\"\nvalue = 1\n")
	for letters, faults := range map[int]int{64: 0, 65: 1} {
		list := strings.ReplaceAll(string(house), "\"imp\"", strconv.Quote(strings.Repeat("i", letters)))
		if j := packs.Validate(sacrilege.Game(), []byte(list)); len(j.Faults) != faults {
			t.Errorf("a list with a name of %d letters has the faults %+v", letters, j.Faults)
		}
	}
	for copies, faults := range map[int]int{2000 - 65: 0, 2000 - 64: 1} { // beside 65 other cards
		list := strings.Replace(string(house), "name = \"imp\"", fmt.Sprintf("name = \"imp\"\ncopies = %d", copies), 1)
		if j := packs.Validate(sacrilege.Game(), []byte(list)); len(j.Faults) != faults {
			t.Errorf("a list with %d cards of a kind has the faults %+v", copies, j.Faults)
		}
	}
	if j := packs.Validate(sacrilege.Game(), few); len(j.Faults) != 1 || j.Faults[0].Row != -1 || j.Faults[0].Table != "" || j.Faults[0].Line != 0 {
		t.Errorf("a list with too few cards has one fault of the whole list, not %+v", j.Faults)
	}
}

// A fault of all rows together is reported for the table, because no single row is wrong.
func TestValidateAWholeTable(t *testing.T) {
	house := func(g engine.Game) string { return string(g.House) }
	colours := house(oracle.Game())
	for n := range 28 {
		colours += fmt.Sprintf("\n[[adventurer]]\ncolour = \"hue-%d\"\ncount = 1\n", n)
	}
	amber := regexp.MustCompile(`\[\[placement\]\]\ncard = "amber-\d+"\n(.+\n)+`)
	for _, c := range []struct {
		game              engine.Game
		list, table, says string
	}{
		{oracle.Game(), colours, "adventurer", "adventurer: 33 colours are more than 32"},
		{sator.Game(), amber.ReplaceAllString(house(sator.Game()), ""), "placement", "placement: there is no card for amber"},
	} {
		t.Run(c.table, func(t *testing.T) {
			got := packs.Validate(c.game, []byte(c.list)).Faults
			for i := range got {
				got[i].Err = nil
			}
			want := []packs.Fault{{Table: c.table, Row: -1, Text: c.says, Whole: c.says}}
			if !slices.Equal(got, want) {
				t.Errorf("%+v, not %+v", got, want)
			}
		})
	}
}

// A text that is not TOML has one fault, at its line, and the line is not in the text of the fault.
func TestValidateWhatIsNoTOML(t *testing.T) {
	got := packs.Validate(sacrilege.Game(), []byte("game = \"sacrilege\"\nkind = = 1\n"))
	if got.State != nil || got.Kinds != 0 || len(got.Faults) != 1 {
		t.Fatalf("what is no TOML has one fault and no state, not %+v", got)
	}
	f := got.Faults[0]
	if f.Line != 2 || f.Row != -1 || f.Table != "" || f.Field != "" || f.Whole != "line 2: "+f.Text || f.Err.Error() != f.Text {
		t.Errorf("the fault is that of line 2, and of no row or field: %+v", f)
	}
	// A text that is nested too deeply is refused before it is read.
	got = packs.Validate(sacrilege.Game(), []byte("kind = "+strings.Repeat("[", 1000)))
	if len(got.Faults) != 1 || got.Faults[0].Text == "" || got.State != nil {
		t.Errorf("what is nested too deeply has one fault and no state, not %+v", got)
	}
}

// What a reader says of no table, or of one that the game does not have, is a fault of the whole list, with all that is known of its place.
func TestValidateWhatTheGameCannotPlace(t *testing.T) {
	game := sacrilege.Game()
	for name, test := range map[string]struct {
		err  error
		want packs.Fault
	}{
		"no table":         {&engine.ListError{Line: 7, Err: errors.New("too few cards")}, packs.Fault{Line: 7, Row: -1, Text: "too few cards", Whole: "line 7: too few cards"}},
		"an unknown table": {&engine.ListError{Table: "hut", Row: 3, Name: "old", Err: errors.New("value 7")}, packs.Fault{Table: "hut", Row: 3, Text: "value 7", Whole: `hut 4 ("old"): value 7`}},
		"no word":          {&engine.ListError{Line: 7, Err: errors.New("?!")}, packs.Fault{Line: 7, Row: -1, Text: "?!", Whole: "line 7: ?!"}},
		"several":          {&engine.ListError{Line: 7, Err: errors.Join(errors.New("one"), errors.New("two"))}, packs.Fault{Line: 7, Row: -1, Text: "one", Whole: "line 7: one"}},
	} {
		t.Run(name, func(t *testing.T) {
			game.New = func(engine.Setup, []byte) (engine.State, error) { return nil, test.err }
			got := packs.Validate(game, game.House)
			if got.State != nil || len(got.Faults) == 0 || (len(got.Faults) > 1) != (name == "several") {
				t.Fatalf("a game that refuses the list leaves no state, and the faults %+v", got)
			}
			f := got.Faults[0]
			f.Err = nil
			if f != test.want {
				t.Errorf("%+v, not %+v", f, test.want)
			}
		})
	}
	// A game whose lists are written by hand has no fields to look for.
	game.List = nil
	game.New = func(engine.Setup, []byte) (engine.State, error) {
		return nil, &engine.ListError{Line: 7, Table: "kind", Row: 2, Name: "imp", Err: errors.New("value 7 is too much")}
	}
	got := packs.Validate(game, game.House)
	if len(got.Faults) != 1 || got.Faults[0].Field != "" || got.Faults[0].Line != 7 || got.Faults[0].Row != 2 || got.Faults[0].Table != "kind" {
		t.Errorf("the fault is that of the row in line 7, and of no field: %+v", got)
	}
}

// Of the cards of a list those are counted that people hold in their hands: the unseen card is none.
func TestCardsAreCounted(t *testing.T) {
	game := toygame.Game()
	game.MinSeats = 2
	if got := packs.Validate(game, game.House); got.State == nil || got.Kinds != 4 || got.Cards != 15 {
		t.Errorf("there are %d kinds and %d cards", got.Kinds, got.Cards)
	}
}

// A fault repeats no value of any length: the page is sent all faults of a list, and somebody else may have written it.
func TestLongValuesAreNotRepeated(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	field := regexp.MustCompile(`(?m)^([a-z-]+) = .*$`)
	for _, g := range []engine.Game{sacrilege.Game(), pantacle.Game(), athame.Game(), oracle.Game(), sator.Game()} {
		house := string(g.House)
		tried := make(map[string]bool)
		for _, at := range field.FindAllStringSubmatchIndex(house, -1) {
			name := house[at[2]:at[3]]
			if tried[name] {
				continue
			}
			tried[name] = true
			for _, value := range []string{strconv.Quote(long), "[" + strconv.Quote(long) + "]", "{ " + long + " = 1 }", "{ a = " + strconv.Quote(long) + " }"} {
				list := house[:at[0]] + name + " = " + value + house[at[1]:]
				for _, f := range packs.Validate(g, []byte(list)).Faults {
					if len(f.Text) > packs.MaxText+10 || len(f.Whole) > packs.MaxText+10 {
						t.Errorf("%s, %s = %.20s: a fault of %d letters", g.ID, name, value, len(f.Text))
					}
				}
			}
		}
		if len(tried) < 3 {
			t.Errorf("%s: fields %v", g.ID, tried)
		}
	}
}
