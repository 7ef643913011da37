package cardlist_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"familiar/engine/cardlist"
)

// form returns the description of the lists in these tests.
func form() *cardlist.List {
	plain := &cardlist.EffectForms{Lead: "do", Plain: true, Forms: []cardlist.EffectForm{
		{Word: "gold", Args: []cardlist.Field{cardlist.Required("n", cardlist.Within(0, 9))}},
		{Word: "charm any"}, {Word: "charm", Args: []cardlist.Field{cardlist.Required("colours", cardlist.ListOf(cardlist.DefinedIn("colours"), 1, 0))}},
		{Word: "manual", Args: []cardlist.Field{cardlist.Required("text", cardlist.Value{Kind: cardlist.Text})}},
	}}
	steps := &cardlist.EffectForms{Lead: "do"}
	steps.Forms = []cardlist.EffectForm{
		{Word: "draw", Args: []cardlist.Field{cardlist.Optional("who", cardlist.OneOf("self", "all")), cardlist.Optional("n", cardlist.Within(1, 9))}},
		{Word: "either", Args: []cardlist.Field{cardlist.Required("options", cardlist.ListOf(cardlist.ListOf(cardlist.Nested(steps), 0, 0), 2, 9))}},
	}
	return &cardlist.List{Tables: []cardlist.Section{
		{Fields: []cardlist.Field{cardlist.Required("days", cardlist.Within(1, 9)), cardlist.Optional("colours", cardlist.ListOf(cardlist.Value{Kind: cardlist.Name}, 0, 0))}},
		{Name: "reserve", Fields: []cardlist.Field{cardlist.Required("cubes", cardlist.Within(0, 99)), cardlist.Optional("adepts", cardlist.Within(0, 99))}},
		{Name: "kind", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Required("name", cardlist.Value{Kind: cardlist.Name}), cardlist.Optional("value", cardlist.Within(-6, 7)), cardlist.Optional("text", cardlist.Value{Kind: cardlist.Text}),
			cardlist.Optional("needs", cardlist.MapOf(cardlist.DefinedIn("colours"), cardlist.Within(1, 9))),
			cardlist.Optional("reward", cardlist.ListOf(cardlist.EffectOf(steps), 0, 0)), cardlist.Optional("gives", cardlist.ListOf(cardlist.EffectOf(plain), 0, 0)),
		}},
	}}
}

const written = `# My box.
game = "toy"   # the game
pack = "house"
colours = [
  "red", # like "blood" ]
  "blue",
]

# ---- cards
[[kind]]
name = "imp"      # the first
value = -1
reward = [{ do = "draw", n = 2 }]

# ---- more of them
[[kind]]
name = "nun"
text = 'it''s'
`

func parse(t testing.TB, text string) *cardlist.File {
	t.Helper()
	f, err := cardlist.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestEdits(t *testing.T) {
	text := strings.Replace(written, "text = 'it''s'", `text = '#"]'`, 1)
	l := form()
	any1 := func(x ...any) []any { return x }
	step := func(pairs ...any) map[string]any {
		m := make(map[string]any)
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i].(string)] = pairs[i+1]
		}
		return m
	}
	for _, c := range []struct {
		name    string
		do      func(*cardlist.File) (*cardlist.File, error)
		was, is string // the text that is replaced, and the new one; equal: no change
		refused string
	}{
		{"a number", set(l, "kind", 0, "value", 7.0), "value = -1", "value = 7", ""},
		{"what stands behind it stays", set(l, "kind", 0, "name", "devil"), `name = "imp"      # the first`, `name = "devil"      # the first`, ""},
		{"a text", set(l, "kind", 1, "text", "a \"b\"\\\n\té\x01"), `'#"]'`, `"a \"b\"\\\n\té\u0001"`, ""},
		{"a field is left out", set(l, "kind", 0, "value", nil), "value = -1\n", "", ""},
		{"what is not there is left out", set(l, "kind", 1, "value", nil), "", "", ""},
		{"a new field stands in its order", set(l, "kind", 1, "value", 3.0), "name = \"nun\"\n", "name = \"nun\"\nvalue = 3\n", ""},
		{"effects", set(l, "kind", 0, "reward", any1(step("n", 1.0, "do", "draw", "who", "all"), step("options", any1(any1(), any1(step("do", "draw"))), "do", "either"))),
			`[{ do = "draw", n = 2 }]`, `[{ do = "draw", who = "all", n = 1 }, { do = "either", options = [[], [{ do = "draw" }]] }]`, ""},
		{"plain effects", set(l, "kind", 1, "gives", any1(step("do", "gold", "n", 3.0), step("do", "charm", "colours", any1("red", "blue")), step("do", "charm any"), step("do", "manual", "text", "look  here"), "sing loud")),
			`'#"]'` + "\n", `'#"]'` + "\ngives = [\"gold 3\", \"charm red blue\", \"charm any\", \"manual look here\", \"sing loud\"]\n", ""},
		{"numbers by words", set(l, "kind", 1, "needs", step("red", 2.0, "blue", 1.0)), `'#"]'` + "\n", `'#"]'` + "\nneeds = { blue = 1, red = 2 }\n", ""},
		{"a list over several lines", set(l, "", 0, "colours", any1("red")), "[\n  \"red\", # like \"blood\" ]\n  \"blue\",\n]", `["red"]`, ""},
		{"a long list", set(l, "kind", 0, "reward", any1(step("do", "draw", "who", "self", "n", 1.0), step("do", "draw", "who", "self", "n", 2.0), step("do", "draw", "who", "self", "n", 3.0))),
			`[{ do = "draw", n = 2 }]`, "[\n  { do = \"draw\", who = \"self\", n = 1 },\n  { do = \"draw\", who = \"self\", n = 2 },\n  { do = \"draw\", who = \"self\", n = 3 },\n]", ""},
		{"a field above all tables", set(l, "", 0, "days", 3.0), "pack = \"house\"\n", "pack = \"house\"\ndays = 3\n", ""},
		{"a table that is not there", set(l, "reserve", 0, "cubes", 40.0), `'#"]'` + "\n", `'#"]'` + "\n\n[reserve]\ncubes = 40\n", ""},
		{"a row behind another", func(f *cardlist.File) (*cardlist.File, error) {
			return f.Add(l, "kind", 0, step("value", 1.0, "name", "monk"))
		}, "n = 2 }]\n", "n = 2 }]\n\n[[kind]]\nname = \"monk\"\nvalue = 1\n", ""},
		{"an effect of a new row has its fields in order", func(f *cardlist.File) (*cardlist.File, error) {
			return f.Add(l, "kind", -1, step("reward", any1(step("n", 1.0, "do", "draw", "who", "all"))))
		}, `'#"]'` + "\n", `'#"]'` + "\n\n[[kind]]\nreward = [{ do = \"draw\", who = \"all\", n = 1 }]\n", ""},
		{"a row at the end", func(f *cardlist.File) (*cardlist.File, error) { return f.Add(l, "kind", -1, step("name", "monk")) },
			`'#"]'` + "\n", `'#"]'` + "\n\n[[kind]]\nname = \"monk\"\n", ""},
		{"a row goes, its comment stays", func(f *cardlist.File) (*cardlist.File, error) { return f.Remove(l, "kind", 0) },
			"[[kind]]\nname = \"imp\"      # the first\nvalue = -1\nreward = [{ do = \"draw\", n = 2 }]\n", "", ""},
		{"rows change places", func(f *cardlist.File) (*cardlist.File, error) { return f.Move(l, "kind", 0) },
			text[strings.Index(text, "[[kind]]"):], "[[kind]]\nname = \"nun\"\ntext = '#\"]'\n\n# ---- more of them\n[[kind]]\nname = \"imp\"      # the first\nvalue = -1\nreward = [{ do = \"draw\", n = 2 }]\n", ""},
		{"a single table that is not there loses a field", set(l, "reserve", 0, "cubes", nil), "", "", ""},
		{"an effect without fields", set(l, "kind", 0, "reward", any1(step())), `[{ do = "draw", n = 2 }]`, "[{}]", ""},
		{"keys that are no bare words", set(l, "kind", 1, "needs", step("a b", 2.0, "", 1.0)), `'#"]'` + "\n", `'#"]'` + "\nneeds = { \"\" = 1, \"a b\" = 2 }\n", ""},
		{"a field that nothing describes stands after the others", set(l, "kind", 0, "reward", any1(step("do", "draw", "cat", true, "n", 1.0))),
			`[{ do = "draw", n = 2 }]`, `[{ do = "draw", n = 1, cat = true }]`, ""},
		{"another name", func(f *cardlist.File) (*cardlist.File, error) { return f.SetPack("mine") }, `pack = "house"`, `pack = "mine"`, ""},

		{"no such table", set(l, "cat", 0, "name", "x"), "", "", "no such table"},
		{"no such field", set(l, "kind", 0, "colour", "x"), "", "", "no such field"},
		{"no such row", set(l, "kind", 2, "name", "x"), "", "", "no such row"},
		{"a row below 0", set(l, "kind", -1, "name", "x"), "", "", "no such row"},
		{"a fraction", set(l, "kind", 0, "value", 1.5), "", "", "not a whole number"},
		{"a large number", set(l, "kind", 0, "value", 1e12), "", "", "too large"},
		{"nothing in a list", set(l, "kind", 0, "reward", any1(nil)), "", "", "nothing stands there"},
		{"nothing in an effect", set(l, "kind", 0, "reward", any1(step("do", "draw", "n", nil))), "", "", "reward: nothing stands there"},
		{"a new row with nothing in a field", func(f *cardlist.File) (*cardlist.File, error) {
			return f.Add(l, "kind", 0, step("name", "x", "value", nil))
		}, "", "", "value: nothing stands there"},
		{"a text that is not UTF-8", set(l, "kind", 1, "text", "a\xff"), "", "", "have the list written anew first"},
		{"a row of a table that is none", func(f *cardlist.File) (*cardlist.File, error) { return f.Add(l, "cat", 0, nil) }, "", "", "no such table"},
		{"a single table to remove", func(f *cardlist.File) (*cardlist.File, error) { return f.Remove(l, "reserve", 0) }, "", "", "no such table"},
		{"a single table to move", func(f *cardlist.File) (*cardlist.File, error) { return f.Move(l, "reserve", 0) }, "", "", "no such table"},
		{"a table that is none to remove", func(f *cardlist.File) (*cardlist.File, error) { return f.Remove(l, "cat", 0) }, "", "", "no such table"},
		{"a row below 0 to remove", func(f *cardlist.File) (*cardlist.File, error) { return f.Remove(l, "kind", -1) }, "", "", "no such row"},
		{"a second row of a single table", set(l, "reserve", 1, "cubes", 1.0), "", "", "no such row"},
		{"a row of one table", func(f *cardlist.File) (*cardlist.File, error) { return f.Add(l, "reserve", 0, nil) }, "", "", "no such table"},
		{"a row with a strange field", func(f *cardlist.File) (*cardlist.File, error) { return f.Add(l, "kind", 0, step("cat", "x")) }, "", "", "no such field"},
		{"the last one cannot go down", func(f *cardlist.File) (*cardlist.File, error) { return f.Move(l, "kind", 1) }, "", "", "no such row"},
		{"no such row to remove", func(f *cardlist.File) (*cardlist.File, error) { return f.Remove(l, "kind", 5) }, "", "", "no such row"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := parse(t, text)
			if f.NotEditable() != nil {
				t.Fatal(f.NotEditable())
			}
			got, err := c.do(f)
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Fatalf("error %v, want %q", err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := text
			if c.was != c.is {
				if want = strings.Replace(text, c.was, c.is, 1); want == text {
					t.Fatalf("%q is not there", c.was)
				}
			}
			if !blankEqual(string(got.Bytes()), want) {
				t.Errorf("got\n%s\nwant\n%s", got.Bytes(), want)
			}
		})
	}
}

// The empty line after a row is removed with it, so that none is double. Comments, and lines directly after the row, stay.
func TestRemove(t *testing.T) {
	const imp, nun, monk = "[[kind]]\nname = \"imp\" # the first\nvalue = -1\n", "[[kind]]\nname = \"nun\"\n", "[[kind]]\nname = \"monk\"\n"
	for _, c := range []struct {
		name      string
		text      string
		row       int
		want      string
		wantsRows int
	}{
		{"between empty lines", "days = 3\n\n" + imp + "\n" + nun + "\n" + monk, 1, "days = 3\n\n" + imp + "\n" + monk, 2},
		{"at the top of the file", imp + "\n" + nun, 0, nun, 1},
		{"at the end of the file", imp + "\n" + nun, 1, imp + "\n", 1},
		{"the last line without an end", imp + "\n" + strings.TrimSuffix(nun, "\n"), 1, imp + "\n", 1},
		{"several empty lines behind it: one goes", imp + "\n" + nun + "\n\n\n" + monk, 1, imp + "\n\n\n" + monk, 2},
		{"no empty line behind it", "days = 3\n\n" + imp + nun, 0, "days = 3\n\n" + nun, 1},
		{"no empty line before it", "days = 3\n" + imp + "\n" + nun, 0, "days = 3\n\n" + nun, 1},
		{"a comment right behind it", imp + "\n" + nun + "# a monk\n" + monk, 1, imp + "\n# a monk\n" + monk, 2},
		{"a comment after an empty line", imp + "\n" + nun + "\n# a monk\n" + monk, 1, imp + "\n# a monk\n" + monk, 2},
		{"a comment right before it", "# an imp\n" + imp + "\n" + nun, 0, "# an imp\n\n" + nun, 1},
		{"a comment within it goes", "[[kind]]\n# small\nname = \"imp\"\n\n" + nun, 0, nun, 1},
		{"the only one", "days = 3\n\n" + imp + "\n# the end\n", 0, "days = 3\n\n# the end\n", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := parse(t, c.text).Remove(form(), "kind", c.row)
			if err != nil {
				t.Fatal(err)
			}
			if text := string(got.Bytes()); text != c.want {
				t.Errorf("got\n%q\nwant\n%q", text, c.want)
			}
			if rows := len(got.Rows("kind")); rows != c.wantsRows {
				t.Errorf("%d rows are left, not %d", rows, c.wantsRows)
			}
		})
	}
}

// The last row may have no line end. It gets one when another row comes to stand behind it.
func TestMoveAtTheEnd(t *testing.T) {
	for text, want := range map[string]string{
		"[[kind]]\nname = \"imp\"\n\n# a nun\n[[kind]]\nname = \"nun\"": "[[kind]]\nname = \"nun\"\n\n# a nun\n[[kind]]\nname = \"imp\"\n",
		"[[kind]]\nname = \"imp\"\n[[kind]]":                            "[[kind]]\n[[kind]]\nname = \"imp\"\n",
	} {
		got, err := parse(t, text).Move(form(), "kind", 0)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if string(got.Bytes()) != want {
			t.Errorf("%q becomes %q, not %q", text, got.Bytes(), want)
		}
	}
}

// blankEqual reports whether two texts are equal except for empty lines.
func blankEqual(a, b string) bool {
	tidy := func(text string) string {
		for strings.Contains(text, "\n\n") {
			text = strings.ReplaceAll(text, "\n\n", "\n")
		}
		return text
	}
	return tidy(a) == tidy(b)
}

func set(l *cardlist.List, table string, row int, field string, x any) func(*cardlist.File) (*cardlist.File, error) {
	return func(f *cardlist.File) (*cardlist.File, error) { return f.Set(l, table, row, field, x) }
}

// Lists in other forms are not edited in place, but they can be rewritten.
func TestOdd(t *testing.T) {
	l := form()
	for _, c := range []struct{ text, anew string }{
		{"kind = [{ name = \"imp\" }]\n", "[[kind]]"},
		{"reserve.cubes = 3\n", "[reserve]\ncubes = 3\n"},
		{"reserve = { cubes = 3 } # here\ngame = \"toy\"", "game = \"toy\"\n\n[reserve]\ncubes = 3\n"},
		{"[[kind]]\n\"name\" = \"imp\"\n", "[[kind]]\nname = \"imp\"\n"},
		{"[[kind]]\nname = \"imp\"\n[kind.needs]\nred = 1\n", "needs = { red = 1 }"},
		{"[\"reserve\"]\ncubes = 3\n", "[reserve]"},
	} {
		f := parse(t, c.text)
		if _, err := f.Set(l, "kind", 0, "name", "nun"); f.NotEditable() == nil || err == nil {
			t.Errorf("%q is edited in place", c.text)
		}
		fresh, err := f.Rewrite(l)
		if err != nil || fresh.NotEditable() != nil || !strings.Contains(string(fresh.Bytes()), c.anew) {
			t.Errorf("%q anew is %v\n%s", c.text, err, fresh.Bytes())
		}
	}
	for name, edit := range map[string]func(*cardlist.File) (*cardlist.File, error){
		"a row is added": func(f *cardlist.File) (*cardlist.File, error) {
			return f.Add(l, "kind", 0, map[string]any{"name": "nun"})
		},
		"a row goes":  func(f *cardlist.File) (*cardlist.File, error) { return f.Remove(l, "kind", 0) },
		"rows change": func(f *cardlist.File) (*cardlist.File, error) { return f.Move(l, "kind", 0) },
		"it is named": func(f *cardlist.File) (*cardlist.File, error) { return f.SetPack("mine") },
	} {
		f := parse(t, "\"pack\" = \"house\"\n[[kind]]\nname = \"imp\"\n[[kind]]\nname = \"nun\"\n")
		if got, err := edit(f); err == nil || err != f.NotEditable() {
			t.Errorf("%s in a list with a quoted key: it becomes %v, %v", name, got, err)
		}
	}
	if f := parse(t, "game = \"toy\"\nmany = []\n"); f.NotEditable() != nil {
		t.Errorf("a list with an empty list in it is not edited in place: %v", f.NotEditable())
	}
	for text, says := range map[string]string{
		"day = 1979-05-27\n":                "day: a value of that sort (1979-05-27 00:00:00",
		"kind = 3\n":                        "kind is not written as a table of its sort",
		"[[reserve]]\ncubes = 3\n":          "reserve is not written as a table of its sort",
		"[kind]\nname = \"imp\"\n":          "kind is not written as a table of its sort",
		"[[kind]]\nvalue = 1.5\n":           "value: a value of that sort (1.5) cannot be written",
		"[[kind]]\nreward = [1, 1.5]\n":     "reward: a value of that sort (1.5) cannot be written",
		"[[kind]]\nneeds = { red = 1.5 }\n": "needs: red: a value of that sort (1.5) cannot be written",
		"kind = [\"imp\"]\n":                "it holds something that cannot be written anew",
		"kind = []\n":                       "it holds something that cannot be written anew",
		"\"a key\" = 3\n":                   "it holds something that cannot be written anew",
		"[[kind]]\n[kind.needs]\n" + numbered("k%d=1\n", 1001): "a value is a table with far more fields",
	} {
		if fresh, err := parse(t, text).Rewrite(l); err == nil {
			t.Errorf("%q is written anew as %s", text, fresh.Bytes())
		} else if !strings.Contains(err.Error(), says) {
			t.Errorf("%q is not written anew: %v, not %q", text, err, says)
		}
	}
	// Texts that would use all memory are refused before they are decoded.
	for _, text := range []string{
		"a = 1\nb = " + strings.Repeat("[", 100_000), "\nb = " + strings.Repeat("{a=", 60_000), "\n[" + strings.Repeat("a.", 100_000) + "a]\n",
		"# [[\nb = " + strings.Repeat("[']', \"]\\\"]\", ", 10_000), "\n" + strings.Repeat("\"a\".", 50_000) + "a = 1",
	} {
		if _, err := cardlist.Parse([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "line 2: it is nested") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if _, err := cardlist.Parse([]byte("a = 1\nb = \n")); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
		t.Error(err)
	}
}

// numbered returns a line many times, each with its number.
func numbered(line string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, line, i)
	}
	return b.String()
}

// A single table is edited like a row.
func TestSingleTable(t *testing.T) {
	const text = "days = 3\n\n[reserve] # of all\ncubes = 3 # wood\n\n[[kind]]\nname = \"imp\"\n"
	for _, c := range []struct {
		field    string
		x        any
		was, now string
	}{
		{"cubes", 4.0, "cubes = 3 # wood\n", "cubes = 4 # wood\n"},
		{"adepts", 2.0, "cubes = 3 # wood\n", "cubes = 3 # wood\nadepts = 2\n"},
		{"cubes", nil, "cubes = 3 # wood\n", ""},
		{"adepts", nil, "", ""},
	} {
		got, err := parse(t, text).Set(form(), "reserve", 0, c.field, c.x)
		if err != nil {
			t.Errorf("%s = %v: %v", c.field, c.x, err)
			continue
		}
		if want := strings.Replace(text, c.was, c.now, 1); string(got.Bytes()) != want {
			t.Errorf("with %s = %v it becomes\n%s\nnot\n%s", c.field, c.x, got.Bytes(), want)
		}
	}
}

// A value is written as the field describes it that applies in its row.
func TestFieldOfTheRow(t *testing.T) {
	effects := cardlist.EffectForms{Lead: "do", Forms: []cardlist.EffectForm{{Word: "gold", Args: []cardlist.Field{cardlist.Required("n", cardlist.Within(0, 9))}}}}
	plain := effects
	plain.Plain = true
	l := &cardlist.List{Tables: []cardlist.Section{{Name: "kind", Rows: true, Fields: []cardlist.Field{
		cardlist.Optional("gives", cardlist.EffectOf(&plain)).If("sort", "plain"), cardlist.Optional("gives", cardlist.EffectOf(&effects)).If("sort", "table"),
	}}}}
	f := parse(t, "[[kind]]\nsort = \"plain\"\n[[kind]]\nsort = \"table\"\n")
	for row, want := range []string{
		"[[kind]]\nsort = \"plain\"\ngives = \"gold 3\"\n[[kind]]\nsort = \"table\"\n",
		"[[kind]]\nsort = \"plain\"\n[[kind]]\nsort = \"table\"\ngives = { do = \"gold\", n = 3 }\n",
	} {
		got, err := f.Set(l, "kind", row, "gives", map[string]any{"do": "gold", "n": 3.0})
		if err != nil {
			t.Errorf("in row %d: %v", row, err)
			continue
		}
		if string(got.Bytes()) != want {
			t.Errorf("in row %d it becomes\n%s\nnot\n%s", row, got.Bytes(), want)
		}
	}
}

// A list that has no name yet gets one after its game, and otherwise at its top.
func TestFirstName(t *testing.T) {
	for text, want := range map[string]string{
		"# mine\ngame = \"toy\" # the game\n\n[[kind]]\nname = \"imp\"\n": "# mine\ngame = \"toy\" # the game\npack = \"a \\\"b\\\"\"\n\n[[kind]]\nname = \"imp\"\n",
		"# mine\n[[kind]]\nname = \"imp\"\n":                              "pack = \"a \\\"b\\\"\"\n# mine\n[[kind]]\nname = \"imp\"\n",
		"game = \"toy\"":                                                  "game = \"toy\"\npack = \"a \\\"b\\\"\"\n",
	} {
		got, err := parse(t, text).SetPack(`a "b"`)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if string(got.Bytes()) != want || got.Pack() != `a "b"` {
			t.Errorf("%q becomes %q with the name %q, not %q", text, got.Bytes(), got.Pack(), want)
		}
	}
}

// What a page shows of a list is what it sends back, but numbers: those of a page have no kind.
func TestToPage(t *testing.T) {
	l := form()
	gives, reward := l.Find("kind").Find("gives", nil), l.Find("kind").Find("reward", nil)
	for _, c := range []struct {
		field   *cardlist.Field
		x, want any
	}{
		{gives, []any{"gold 3", "charm any", "dance"}, []any{map[string]any{"do": "gold", "n": int64(3)}, map[string]any{"do": "charm any"}, "dance"}},
		{gives, []any{"charm red blue", int64(3)}, []any{map[string]any{"do": "charm", "colours": []any{"red", "blue"}}, int64(3)}},
		{reward, []any{map[string]any{"do": "draw"}, "draw"}, []any{map[string]any{"do": "draw"}, "draw"}},
		{reward, "draw", "draw"},
	} {
		got := cardlist.ToPage(&c.field.Value, c.x)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("the page shows %v as %v, not %v", c.x, got, c.want)
		}
		if back, err := cardlist.FromPage(&c.field.Value, got); err != nil || !reflect.DeepEqual(back, c.x) {
			t.Errorf("%v comes back from the page as %v, %v", c.x, back, err)
		}
	}
	if got := cardlist.ToPage(nil, []any{"gold 3"}); !reflect.DeepEqual(got, []any{"gold 3"}) {
		t.Errorf("without a description the page shows %v", got)
	}
}

// The error of a text that is no TOML still holds the message of the decoder.
func TestSyntaxErrorWrapsItsCause(t *testing.T) {
	_, err := cardlist.Parse([]byte("a = 1\nb = \n"))
	syntax, ok := errors.AsType[*cardlist.SyntaxError](err)
	if !ok || syntax.Line != 2 || !errors.Is(err, syntax.Err) {
		t.Errorf("the error is %#v", err)
	}
}

// Blanks after the last line belong to nothing.
func TestBlanksAtTheEnd(t *testing.T) {
	for _, text := range []string{"days = 3\n \t", "days = 3\n  ", "days = 3 ", " "} {
		if err := parse(t, text).NotEditable(); err != nil {
			t.Errorf("%q cannot be edited: %v", text, err)
		}
	}
}

func TestLine(t *testing.T) {
	f := parse(t, written[:strings.Index(written, "text = ")])
	for _, c := range []struct {
		table string
		row   int
		field string
		want  int
	}{{"", 0, "colours", 4}, {"kind", 0, "", 10}, {"kind", 0, "value", 12}, {"kind", 1, "name", 17}, {"kind", 1, "value", 16}, {"kind", 2, "", 0}, {"cat", 0, "", 0}} {
		if got := f.Line(c.table, c.row, c.field); got != c.want {
			t.Errorf("%s %d %s is on line %d, want %d", c.table, c.row, c.field, got, c.want)
		}
	}
}

// After any edit of any text, the new text has the wanted content and nothing else, or the edit is refused.
func FuzzEdit(f *testing.F) {
	for _, text := range []string{strings.Replace(written, "''", "", 1), "[[kind]]\nname='''a'''''\n", "[[kind]]\r\nname = \"x\" # é\r\n\r\n[[kind]]", "a=1", "[reserve]\ncubes=\"\"\"x\\\n\"\"\""} {
		f.Add(text, "kind", 0, "value", "3", 0)
		f.Add(text, "", 0, "colours", `["a", "b'"]`, 0)
		f.Add(text, "reserve", 0, "cubes", "x\"\n", 0)
		f.Add(text, "kind", 1, "gives", "gold 3", 1)
		f.Add(text, "kind", 0, "name", "", 2)
		f.Add(text, "kind", 0, "name", "", 3)
	}
	l := form()
	f.Fuzz(func(t *testing.T, text, table string, row int, field, value string, deed int) {
		file, err := cardlist.Parse([]byte(text))
		if err != nil {
			return
		}
		var x any = value
		if strings.HasPrefix(value, "[") {
			x = []any{value, map[string]any{"do": value, "n": 3.0}}
		}
		var got *cardlist.File
		switch deed % 5 {
		case 1:
			got, err = file.Add(l, table, row, map[string]any{field: x})
		case 2:
			got, err = file.Remove(l, table, row)
		case 3:
			got, err = file.Move(l, table, row)
		case 4:
			got, err = file.Rewrite(l)
		default:
			got, err = file.Set(l, table, row, field, x)
		}
		if err != nil {
			return
		}
		again, err := cardlist.Parse(got.Bytes())
		if err != nil || again.NotEditable() != nil {
			t.Fatalf("%v %v\n%s", err, again.NotEditable(), got.Bytes())
		}
		rows, had := got.Rows(table), file.Rows(table)
		switch deed % 5 {
		case 0:
			if settled, _ := cardlist.FromPage(&l.Find(table).Find(field, nil).Value, x); !reflect.DeepEqual(rows[row][field], settled) {
				t.Fatalf("%v instead of %v", rows[row][field], settled)
			}
		case 1:
			if len(rows) != len(had)+1 {
				t.Fatal("no row was added")
			}
		case 2:
			if len(rows) != len(had)-1 {
				t.Fatal("no row was removed")
			}
		}
	})
}

// Keys and headers are read in every form that TOML has for bare ones: letters, digits, - and _, also one alone, with blanks around them.
// A text that would keep the decoder busy for minutes is refused before it, and an error repeats no number of many thousand digits.
func TestHostileTexts(t *testing.T) {
	fields := strings.Repeat("k=1,", 1001)
	for text, says := range map[string]string{
		"days = 1\nx = {" + fields + "}":                    "line 2: a value is a table with far more fields than any list has",
		"x = {a = {b = 1}, c = {" + fields + "}}":           "line 1: a value is a table with far more fields than any list has",
		"x = " + strings.Repeat("[", 40):                    "line 1: it is nested far deeper than any list",
		"x = " + strings.Repeat("1", 200_000) + "\ny = 1\n": "…",
	} {
		_, err := cardlist.Parse([]byte(text))
		if err == nil || !strings.Contains(err.Error(), says) || len(err.Error()) > 300 {
			t.Errorf("%.40q: %.300v", text, err)
		}
	}
	many := strings.Repeat("[[card]]\nx = {a = 1, b = \"=====\"} # =====\n", 1000)
	if _, err := cardlist.Parse([]byte(many)); err != nil {
		t.Errorf("many small tables are refused: %v", err)
	}
}

func TestBareKeys(t *testing.T) {
	l := &cardlist.List{Tables: []cardlist.Section{{Fields: []cardlist.Field{
		cardlist.Optional("n", cardlist.Within(0, 9)), cardlist.Optional("aZ", cardlist.Within(0, 9)), cardlist.Optional("Az", cardlist.Within(0, 9)),
		cardlist.Optional("0-9_", cardlist.Within(0, 9)),
	}}, {Name: "kind", Rows: true, Label: "name", Fields: []cardlist.Field{cardlist.Required("name", cardlist.Value{Kind: cardlist.Name})}}}}
	for _, text := range []string{"n = 1\n", "aZ = 1\n", "Az=1\n", "0-9_\t=\t1\n", "[[ kind\t]]\nname = \"imp\"\n", "[[kind]] # the first\nname = \"imp\"\n"} {
		f := parse(t, text)
		if err := f.NotEditable(); err != nil {
			t.Errorf("%q cannot be edited: %v", text, err)
		}
		if got, err := f.Set(l, "", 0, "n", int64(2)); err != nil || !strings.Contains(string(got.Bytes()), "n = 2") {
			t.Errorf("%q becomes %v: %v", text, got, err)
		}
	}
}

// A map fits if all its keys and all its values do.
func TestMapFits(t *testing.T) {
	f := parse(t, "colours = [\"red\"]\n")
	v := cardlist.MapOf(cardlist.DefinedIn("colours"), cardlist.Within(1, 9))
	for _, c := range []struct {
		key   string
		value int64
		want  bool
	}{{"red", 1, true}, {"red", 10, false}, {"blue", 1, false}, {"blue", 10, false}} {
		if got := f.Fits(&v, map[string]any{c.key: c.value}); got != c.want {
			t.Errorf("{%s = %d} fits: %v", c.key, c.value, got)
		}
	}
}

// A line with fewer words than its form has arguments is no effect.
func TestEffectIsCutShort(t *testing.T) {
	plain := form().Tables[2].Fields[5].Value.Each.EffectForms()
	for line, want := range map[string]bool{"gold 3": true, "gold": false, "charm any": true, "manual Draw a card.": true, "dance": false} {
		if got, ok := plain.Parse(line); ok != want {
			t.Errorf("%q is %v, %v", line, got, ok)
		}
	}
}

// BenchmarkManyFields reads a list that is one table of as many fields as a file may have.
func BenchmarkManyFields(b *testing.B) {
	list := manyFields()
	for b.Loop() {
		if _, err := cardlist.Parse(list); err != nil {
			b.Fatal(err)
		}
	}
}

// manyFields returns a list that is one table of as many fields as a file may have.
func manyFields() []byte {
	var list bytes.Buffer
	for n := 0; list.Len() < 256<<10; n++ {
		fmt.Fprintf(&list, "%x=1\n", n)
	}
	return list.Bytes()
}

// A text in three quotes may hold quotes, also at its end. What stands after it stays.
func TestLongTexts(t *testing.T) {
	l := &cardlist.List{Tables: []cardlist.Section{{Fields: []cardlist.Field{
		cardlist.Optional("text", cardlist.Value{Kind: cardlist.Text}), cardlist.Optional("n", cardlist.Within(0, 9)),
	}}}}
	for _, text := range []string{
		"\"\"\"a\"\"\"", "\"\"\"a\"\"\"\"", "\"\"\"a\"\"\"\"\"", "\"\"\"\"a\"\" [[x]]\nn = 3\n\"\"\"", "'''a''''", "'''\n[x]\n'''",
	} {
		f := parse(t, "text = "+text+" # what is on it\nn = 1 # one\n")
		if err := f.NotEditable(); err != nil {
			t.Errorf("%s cannot be edited: %v", text, err)
			continue
		}
		for field, want := range map[string]string{"text": "text = \"b\" # what is on it\nn = 1 # one\n", "n": "text = " + text + " # what is on it\nn = 2 # one\n"} {
			value := map[string]any{"text": "b", "n": int64(2)}[field]
			if got, err := f.Set(l, "", 0, field, value); err != nil || string(got.Bytes()) != want {
				t.Errorf("with another %s, %s becomes %q, %v", field, text, got.Bytes(), err)
			}
		}
	}
}

// An effect fits if its word has a form; no word fits only where there may be none.
func TestEffectFits(t *testing.T) {
	f := parse(t, "")
	for _, empty := range []bool{false, true} {
		v := cardlist.EffectOf(&cardlist.EffectForms{Lead: "do", Empty: empty, Forms: []cardlist.EffectForm{{Word: "draw"}}})
		for word, want := range map[string]bool{"draw": true, "dance": false, "": empty} {
			if got := f.Fits(&v, map[string]any{"do": word}); got != want {
				t.Errorf("%q fits: %v, where no word is allowed: %v", word, got, empty)
			}
		}
	}
}

// A list that is written anew has the fields at its top in the order in which the form has them.
func TestRewriteKeepsTheOrderOfTheForm(t *testing.T) {
	l := &cardlist.List{Tables: []cardlist.Section{{Fields: []cardlist.Field{
		cardlist.Optional("text", cardlist.Value{Kind: cardlist.Text}), cardlist.Optional("n", cardlist.Within(0, 9)),
	}}}}
	f := parse(t, "\"n\" = 1\n\"text\" = \"a\"\n\"game\" = \"toy\"\n")
	got, err := f.Rewrite(l)
	if want := "game = \"toy\"\ntext = \"a\"\nn = 1\n"; err != nil || string(got.Bytes()) != want {
		t.Errorf("it becomes %q, %v", got.Bytes(), err)
	}
}

// A table that the list has in another form than its game wants is not edited: the author has to mend it.
func TestTableOfTheOtherForm(t *testing.T) {
	l := form()
	const want = " is not written as a table of its sort: mend that in the file"
	for name, edit := range map[string]func() (*cardlist.File, error){
		"a row is removed": func() (*cardlist.File, error) { return parse(t, "[kind]\nname = \"imp\"\n").Remove(l, "kind", 0) },
		"a row is moved":   func() (*cardlist.File, error) { return parse(t, "[kind]\nname = \"imp\"\n").Move(l, "kind", 0) },
		"a row is added": func() (*cardlist.File, error) {
			return parse(t, "[kind]\nname = \"imp\"\n").Add(l, "kind", 0, map[string]any{"name": "nun"})
		},
		"a field is set": func() (*cardlist.File, error) {
			return parse(t, "[kind]\nname = \"imp\"\n").Set(l, "kind", 0, "name", "nun")
		},
		"one of a single table":       func() (*cardlist.File, error) { return parse(t, "reserve = []\n").Set(l, "reserve", 0, "cubes", 3.0) },
		"one of what is no table":     func() (*cardlist.File, error) { return parse(t, "reserve = 3\n").Set(l, "reserve", 0, "cubes", 3.0) },
		"one of a list of numbers":    func() (*cardlist.File, error) { return parse(t, "reserve = [3]\n").Set(l, "reserve", 0, "cubes", 3.0) },
		"one of a single table, gone": func() (*cardlist.File, error) { return parse(t, "reserve = []\n").Set(l, "reserve", 0, "cubes", nil) },
	} {
		if _, err := edit(); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
