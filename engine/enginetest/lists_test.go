package enginetest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"familiar/engine"
	"familiar/engine/cardlist"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/redtest"
)

const (
	listHouse = `game = "toy"
pack = "house"

[rules]
sound = "bell"

[[kind]]
name = "one"
value = 1
copies = 9
gives = [{ do = "points", n = 2 }]

[[kind]]
name = "two"
value = 0
copies = 9
`
	listWordsText = `
[list]
box = "Box"
rules = "Rules"
sound = "Sound"
bell = "Bell"
kind = "Kind"
name = "Name"
value = "Value"
copies = "Copies"
gives = "Gives"
"do.points" = "Points"
"do.rob" = "Rob"
n = "Number"
who = "Who"
"who.left" = "Left"
"who.right" = "Right"
`
)

// listGame returns the toy game with a description of its card lists. A kind gives effects, which only the lists know.
func listGame() engine.Game {
	g := toygame.Game()
	steps := &cardlist.EffectForms{Lead: "do", Forms: []cardlist.EffectForm{
		{Word: "points", Args: []cardlist.Field{cardlist.Required("n", cardlist.Within(1, 3))}},
		{Word: "rob", Args: []cardlist.Field{cardlist.Optional("who", cardlist.OneOf("left", "right"))}},
	}}
	g.MinSeats, g.MaxSeats = 2, 4
	g.House = []byte(listHouse)
	words := strings.Replace(string(g.Words.Read()), "[effects]\n", "[effects]\nrob = \"Rob somebody.\"\n", 1)
	g.Words = engine.Written(strings.Replace(words, "has a point more.", "has {1} points more.", 1) + listWordsText)
	g.List = &cardlist.List{
		Tables: []cardlist.Section{
			{},
			{Name: "rules", Fields: []cardlist.Field{cardlist.Required("sound", cardlist.OneOf("bell"))}},
			{Name: "kind", Rows: true, Label: "name", Fields: []cardlist.Field{
				cardlist.Required("name", cardlist.Value{Kind: cardlist.Name}),
				cardlist.Required("value", cardlist.Within(0, 3)),
				cardlist.Required("copies", cardlist.Within(1, 9)),
				cardlist.Optional("gives", cardlist.ListOf(cardlist.EffectOf(steps), 0, 3)),
			}},
		},
		Sentences: func(_, _ string, effect map[string]any) [][]string {
			word, _ := effect["do"].(string)
			if n, ok := effect["n"].(int64); ok {
				return [][]string{{word, fmt.Sprint(n)}}
			}
			return [][]string{{word, "somebody"}}
		},
	}
	g.New = readKinds(g.New)
	return g
}

// listKind is a kind as listGame reads it.
type listKind struct {
	Name   string           `toml:"name"`
	Title  string           `toml:"title"`
	Value  int              `toml:"value"`
	Copies int              `toml:"copies"`
	Gives  []map[string]any `toml:"gives"`
}

func (k *listKind) check() error {
	if k.Value < 0 || k.Value > 3 || k.Copies < 1 || k.Copies > 9 || len(k.Gives) > 3 {
		return fmt.Errorf("the kind %q is none", k.Name)
	}
	for _, effect := range k.Gives {
		if n, ok := effect["n"].(int64); effect["do"] == "points" && (!ok || n < 1 || n > 3) {
			return fmt.Errorf("the kind %q gives %v", k.Name, effect)
		}
	}
	return nil
}

// begin begins a game.
type begin = func(engine.Setup, []byte) (engine.State, error)

// readKinds begins a game if its card list has good kinds, and passes further checks.
func readKinds(begin begin, further ...func([]listKind) error) begin {
	return func(setup engine.Setup, list []byte) (engine.State, error) {
		var file struct {
			Kind []listKind `toml:"kind"`
		}
		if err := engine.ReadList(list, "toy", &file); err != nil {
			return nil, err
		}
		for i := range file.Kind {
			if err := file.Kind[i].check(); err != nil {
				return nil, err
			}
		}
		for _, check := range further {
			if err := check(file.Kind); err != nil {
				return nil, err
			}
		}
		return begin(setup, list)
	}
}

// replaceIn replaces a text that must be there.
func replaceIn(t *testing.T, data *[]byte, from, to string) {
	t.Helper()
	if !bytes.Contains(*data, []byte(from)) {
		t.Fatalf("%q is not there", from)
	}
	*data = bytes.Replace(*data, []byte(from), []byte(to), 1)
}

// replaceInWords replaces a text that must be in the words of the game.
func replaceInWords(t *testing.T, g *engine.Game, from, to string) {
	t.Helper()
	words := g.Words.Read()
	replaceIn(t, &words, from, to)
	g.Words = engine.Written(string(words))
}

// giving lets a game read only lists whose effects pass a check.
func giving(g *engine.Game, check func(effect map[string]any) error) {
	g.New = readKinds(g.New, func(kinds []listKind) error {
		for _, k := range kinds {
			for _, effect := range k.Gives {
				if err := check(effect); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func refuseRob(effect map[string]any) error {
	if effect["do"] == "rob" {
		return errors.New("nobody robs here")
	}
	return nil
}

// quickly makes a property test that fails say so soon: it tries fewer values, looks for no smaller example, and writes none to the folder.
func quickly(t *testing.T) {
	t.Helper()
	for name, value := range map[string]string{"rapid.checks": "25", "rapid.nofailfile": "true", "rapid.shrinktime": "0s"} {
		f := flag.Lookup(name)
		was := f.Value.String()
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = flag.Set(name, was) })
	}
}

// TestListsChecks: the comparison of a description with its reader passes for a good game, and reports each difference.
func TestListsChecks(t *testing.T) {
	quickly(t)
	kind := func(g *engine.Game) *cardlist.Section { return g.List.Find("kind") }
	for _, c := range []struct {
		name, check, says string
		change            func(t *testing.T, g *engine.Game)
	}{
		{"a list that cannot be edited", "", "one field a line", func(t *testing.T, g *engine.Game) { replaceIn(t, &g.House, "sound =", "\"sound\" =") }},
		{"a field that is not described", "/described ", "kind 1: colour = 3 is not described so", func(t *testing.T, g *engine.Game) {
			replaceIn(t, &g.House, "value = 1\n", "value = 1\ncolour = 3\n")
		}},
		{"a field at the top that is not described", "/described ", " 1: days = 3 is not described so", func(t *testing.T, g *engine.Game) {
			replaceIn(t, &g.House, "pack = \"house\"\n", "pack = \"house\"\ndays = 3\n")
		}},
		{"a value that does not fit", "/described ", "kind 2: value = 4 is not described so", func(t *testing.T, g *engine.Game) {
			replaceIn(t, &g.House, "value = 0", "value = 4")
		}},
		{"a field against its condition", "/described ", "kind 1: value = 1 is not described so", func(_ *testing.T, g *engine.Game) {
			kind(g).Fields[1] = kind(g).Fields[1].If("name", "two")
		}},
		{"a required field is absent", "/described ", "kind 2 has no value", func(t *testing.T, g *engine.Game) { replaceIn(t, &g.House, "value = 0\n", "") }},
		{"a table is absent", "/described ", `there is no "rules"`, func(t *testing.T, g *engine.Game) { replaceIn(t, &g.House, "[rules]\nsound = \"bell\"\n", "") }},
		{"a row that is an effect has no sentence", "/described ", "there are no sentences for rules 1", func(_ *testing.T, g *engine.Game) {
			g.List.Find("rules").IsEffect = true
			g.List.Sentences = func(string, string, map[string]any) [][]string { return nil }
		}},
		{"words that cannot be read", "/words ", "incompatible types", func(_ *testing.T, g *engine.Game) { g.Words = engine.Written("title = 3") }},
		{"a table without a name", "/words ", `[list] has no "kind"`, func(t *testing.T, g *engine.Game) { replaceInWords(t, g, "kind = \"Kind\"\n", "") }},
		{"a word of a menu without a name", "/words ", `[list] has no "who.left"`, func(t *testing.T, g *engine.Game) {
			replaceInWords(t, g, "\"who.left\" = \"Left\"\n", "")
		}},
		{"a name of nothing", "/words ", `[list] has "cat", which is the key of nothing`, func(t *testing.T, g *engine.Game) {
			replaceInWords(t, g, "[list]\n", "[list]\ncat = \"Cat\"\n")
		}},
		{"many rows that are described as one", "/rows ", "the table kind is described to have many rows: false", func(_ *testing.T, g *engine.Game) {
			kind(g).Rows = false
		}},
		{"one table that is described as many", "/rows ", "the table rules is described to have many rows: true", func(_ *testing.T, g *engine.Game) {
			g.List.Find("rules").Rows = true
		}},
		{"the game takes a larger number", "/bounds ", "kind.value is described as 0 to 2, and the game takes 3", func(_ *testing.T, g *engine.Game) {
			kind(g).Fields[1].Max = 2
		}},
		{"the game takes a smaller number", "/bounds ", "kind.value is described as 1 to 3, and the game takes 0", func(_ *testing.T, g *engine.Game) {
			kind(g).Fields[1].Min = 1
		}},
		{"the largest number of all", "/bounds ", "kind.value = 2147483648 cannot be written", func(_ *testing.T, g *engine.Game) { kind(g).Fields[1].Max = 1<<31 - 1 }},
		{"an effect that the game refuses", "/forms ", "nobody robs here", func(_ *testing.T, g *engine.Game) { giving(g, refuseRob) }},
		{"effects in no row", "/forms ", "the house list has no row for it", func(_ *testing.T, g *engine.Game) { kind(g).Fields[3] = kind(g).Fields[3].If("name", "imp") }},
		{"an effect without words", "/forms ", `reads "rob somebody"`, func(t *testing.T, g *engine.Game) { replaceInWords(t, g, "rob = \"Rob somebody.\"\n", "") }},
		{"an effect with a placeholder that nothing fills", "/forms ", `reads "Rob {2}."`, func(t *testing.T, g *engine.Game) {
			replaceInWords(t, g, "Rob somebody.", "Rob {2}.")
		}},
		{"an effect without a sentence", "/forms ", "there are no sentences for the effect map[do:", func(_ *testing.T, g *engine.Game) {
			g.List.Sentences = func(string, string, map[string]any) [][]string { return nil }
		}},
		{"effects of words that cannot be read", "/forms ", "incompatible types", func(_ *testing.T, g *engine.Game) { g.Words = engine.Written("title = 3") }},
		{"the house list is refused", "/forms ", "no game today", func(_ *testing.T, g *engine.Game) {
			g.New = func(engine.Setup, []byte) (engine.State, error) { return nil, errors.New("no game today") }
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := listGame()
			c.change(t, &g)
			said := redtest.Report(t, func(t *testing.T) { Lists(t, g) })
			if !strings.Contains(said, "--- FAIL: "+t.Name()+c.check) || !strings.Contains(said, c.says) {
				t.Errorf("it says:\n%s\nwithout %q in %q", said, c.says, c.check)
			}
		})
	}
	for _, c := range []struct {
		name    string
		reasons []string
		change  func(t *testing.T, g *engine.Game)
	}{
		{"a good game", nil, func(*testing.T, *engine.Game) {}},
		{"an effect that the whole list forbids", []string{"no games", "nobody robs"}, func(_ *testing.T, g *engine.Game) { giving(g, refuseRob) }},
		{"an effect that is none and has no words", nil, func(_ *testing.T, g *engine.Game) {
			kind(g).Fields[3].Each.EffectForms().Empty = true
			sentences := g.List.Sentences
			g.List.Sentences = func(table, field string, effect map[string]any) [][]string {
				if effect["do"] == "" {
					return nil
				}
				return sentences(table, field, effect)
			}
		}},
		{"rows that are effects, beside others that are none", nil, func(_ *testing.T, g *engine.Game) {
			g.List.Find("rules").IsEffect = true
			sentences := g.List.Sentences
			g.List.Sentences = func(table, field string, effect map[string]any) [][]string {
				if table == "kind" && field == "" {
					return nil
				}
				return sentences(table, field, effect)
			}
		}},
		{"a number without a row", nil, func(_ *testing.T, g *engine.Game) {
			kind(g).Fields = append(kind(g).Fields, cardlist.Optional("n", cardlist.Within(1, 2)).If("name", "imp"))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := listGame()
			c.change(t, &g)
			if said := redtest.Report(t, func(t *testing.T) { Lists(t, g, c.reasons...) }); said != "" {
				t.Errorf("it does not pass:\n%s", said)
			}
		})
	}
}

// TestRandomValues: random values of each sort fit their description, both those of the lists with everything and those that the lists' readers are tried with.
func TestRandomValues(t *testing.T) {
	file, err := cardlist.Parse([]byte("colours = [\"red\", \"blue\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	plain := cardlist.EffectForms{Lead: "do", Plain: true, Empty: true, Forms: []cardlist.EffectForm{
		{Word: "gold", Args: []cardlist.Field{cardlist.Required("n", cardlist.Within(0, 9))}},
	}}
	tables := cardlist.EffectForms{Lead: "do", Forms: []cardlist.EffectForm{{Word: "pay", Args: []cardlist.Field{
		cardlist.Required("what", cardlist.OneOf("gold", "card")), cardlist.Required("n", cardlist.Within(1, 9)).If("what", "gold"),
		cardlist.Optional("open", cardlist.Value{Kind: cardlist.Flag}),
	}}}}
	for name, c := range map[string]struct {
		value cardlist.Value
		had   []any // values that must come up in time
	}{
		"a number":              {cardlist.Within(-1, 1), []any{int64(-1), int64(0), int64(1)}},
		"a number or a word":    {cardlist.Within(0, 1).Or("any", "all"), []any{"any", "all", int64(0), int64(1)}},
		"a flag":                {cardlist.Value{Kind: cardlist.Flag}, []any{true}},
		"a word":                {cardlist.DefinedIn("colours").Or("any"), []any{"any", "red", "blue"}},
		"a text":                {cardlist.Value{Kind: cardlist.Text}, nil},
		"a list":                {cardlist.ListOf(cardlist.Within(1, 9), 1, 2), nil},
		"a longer list":         {cardlist.ListOf(cardlist.Within(1, 9), 5, 0), nil},
		"a plain effect":        {cardlist.EffectOf(&plain), nil},
		"a table of an effect":  {cardlist.EffectOf(&tables), nil},
		"a list of all effects": {cardlist.ListOf(cardlist.EffectOf(&tables), 0, 0), nil},
	} {
		had := make(map[any]bool)
		check := func(sort string, x any) {
			fromPage, err := cardlist.FromPage(&c.value, x)
			if err != nil || !file.Fits(&c.value, fromPage) {
				t.Fatalf("%s: %s does not fit: %v, %v", name, sort, x, err)
			}
			switch fromPage.(type) {
			case int64, string, bool:
				had[fromPage] = true
			}
		}
		rapid.Check(t, func(t *rapid.T) { check("a value that is tried", randomValue(t, file, &c.value)) })
		e := everything{rng: rand.New(rand.NewPCG(1, 2)), file: file}
		for range 100 {
			check("a value of everything", e.value(&c.value))
		}
		for _, x := range c.had {
			if !had[x] {
				t.Errorf("%s is never %v", name, x)
			}
		}
	}
}

// TestAllFeatures: lists that together use everything pass; what no list has, and what a list has beyond the description, is reported.
func TestAllFeatures(t *testing.T) {
	g := listGame()
	rob := strings.Replace(listHouse, `{ do = "points", n = 2 }`, `{ do = "rob", who = "left" }`, 1)
	all := map[string][]byte{"rob": []byte(rob), "right": []byte(strings.Replace(rob, "left", "right", 1))}
	if said := redtest.Report(t, func(t *testing.T) { UseAllFeatures(t, g, all) }); said != "" {
		t.Errorf("it does not pass:\n%s", said)
	}
	redtest.Expect(t, "no list has kind.gives: rob.who = right", func(t *testing.T) { UseAllFeatures(t, g, map[string][]byte{"rob": all["rob"]}) })
	redtest.Expect(t, "no list has kind.gives: rob\n", func(t *testing.T) { UseAllFeatures(t, g, nil) })
	redtest.Expect(t, "expected value", func(t *testing.T) { UseAllFeatures(t, g, map[string][]byte{"none": []byte("game = ")}) })
	redtest.Expect(t, "a list has rules.sound, which is not described", func(t *testing.T) {
		all["horn"] = []byte(strings.Replace(listHouse, `"bell"`, `"horn"`, 1))
		UseAllFeatures(t, g, all)
	})
}

// TestFeatures: each kind of value has its own features, in the description as in a list.
func TestFeatures(t *testing.T) {
	steps := &cardlist.EffectForms{Lead: "do"}
	steps.Forms = []cardlist.EffectForm{
		{Word: "draw", Args: []cardlist.Field{
			cardlist.Optional("who", cardlist.OneOf("self", "all")),
			cardlist.Optional("n", cardlist.Within(-2, 2)).If("who", "self", ""),
		}},
		{Word: "either", Args: []cardlist.Field{cardlist.Required("options", cardlist.ListOf(cardlist.ListOf(cardlist.Nested(steps), 0, 0), 2, 2))}},
	}
	f := features{&cardlist.List{Tables: []cardlist.Section{
		{Fields: []cardlist.Field{cardlist.Required("days", cardlist.Within(1, 9).Or("any"))}},
		{Name: "kind", Rows: true, Fields: []cardlist.Field{
			cardlist.Optional("open", cardlist.Value{Kind: cardlist.Flag}),
			cardlist.Optional("colour", cardlist.OneOf("red")), cardlist.Optional("shape", cardlist.DefinedIn("kind.name").Or("none")),
			cardlist.Optional("needs", cardlist.MapOf(cardlist.OneOf("red", "blue"), cardlist.Within(-1, 9))),
			cardlist.Optional("reward", cardlist.ListOf(cardlist.EffectOf(steps), 0, 0)).If("open", "true").If("colour", "red", "blue"),
		}},
	}}}
	for _, c := range []struct{ list, want string }{
		{"", ""},
		{"days = 3", "days"},
		{"days = \"any\"", "days = any"},
		{"[[kind]]\nopen = false", ""},
		{"[[kind]]\nopen = true", "kind.open = true"},
		{"[[kind]]\nshape = \"none\"\n[[kind]]\nshape = \"imp\"\ncat = 3", "kind.shape; kind.shape = none"},
		{"[[kind]]\nneeds = { red = -1 }\n[[kind]]\nneeds = { blue = 0 }", "kind.needs < 0; kind.needs >= 0; kind.needs key = blue; kind.needs key = red"},
		{"[[kind]]\nreward = [{ do = \"draw\" }]", ""},
		{"[[kind]]\nopen = true\ncolour = \"red\"\nreward = [{ do = \"draw\", n = 1, cat = 3 }, { do = \"dance\" }]",
			"kind.colour = red; kind.open = true; R: draw; R: draw.n(who self) >= 0"},
		{"[[kind]]\nopen = true\ncolour = \"red\"\nreward = [{ do = \"draw\", who = \"all\", n = 1 }]",
			"kind.colour = red; kind.open = true; R: draw; R: draw.who = all"},
		{"[[kind]]\nopen = true\ncolour = \"red\"\nreward = [{ do = \"either\", options = [[], [{ do = \"draw\", who = \"self\", n = -2 }]] }]",
			"kind.colour = red; kind.open = true; R: draw; R: draw.n(who self) < 0; R: draw.who = self; R: either"},
	} {
		file, err := cardlist.Parse([]byte(c.list))
		if err != nil {
			t.Fatal(err)
		}
		has := make(map[string]bool)
		f.inList(file, func(feature string) { has[feature] = true })
		if got := featureText(has); got != c.want {
			t.Errorf("%s\nhas %s,\nnot %s", c.list, got, c.want)
		}
	}
	may := make(map[string]bool)
	f.all(func(feature string) { may[feature] = true })
	if got, want := featureText(may), "days; days = any; "+
		"kind.colour = red; kind.needs < 0; kind.needs >= 0; kind.needs key = blue; kind.needs key = red; kind.open = true; "+
		"R: draw; R: draw.n(who self) < 0; R: draw.n(who self) >= 0; R: draw.who = all; R: draw.who = self; R: either; kind.shape; kind.shape = none"; got != want {
		t.Errorf("a list may have\n%s,\nnot\n%s", got, want)
	}
}

// featureText returns features in order, with R for the field of the rewards.
func featureText(features map[string]bool) string {
	var all []string
	for feature := range features {
		all = append(all, feature)
	}
	slices.Sort(all)
	return strings.ReplaceAll(strings.Join(all, "; "), "kind.reward(open true)(colour red|blue)", "R")
}
