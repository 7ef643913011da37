package cardlist_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"familiar/engine/cardlist"
)

// A menu has the fixed words first, then those that the list defines, each once, without those that are excepted.
func TestWords(t *testing.T) {
	f := parse(t, "colours = [\"red\", \"blue\", 3, \"any\"]\n[[kind]]\nname = \"imp\"\n[[kind]]\nvalue = 3\n[[kind]]\nname = \"red\"\n")
	for _, c := range []struct {
		value cardlist.Value
		want  []string
	}{
		{cardlist.OneOf("self", "all"), []string{"self", "all"}},
		{cardlist.DefinedIn("colours"), []string{"red", "blue", "any"}},
		{cardlist.DefinedIn("kind.name", "colours"), []string{"imp", "red", "blue", "any"}},
		{cardlist.DefinedIn("colours").Or("any", "none"), []string{"any", "none", "red", "blue"}},
		{cardlist.Value{Kind: cardlist.Word, Words: []string{"red"}, Of: []string{"colours"}, Except: []string{"red", "any"}}, []string{"red", "blue"}},
		{cardlist.DefinedIn("cat.name", "days", "kind.value"), nil},
	} {
		if got := f.Words(&c.value); !slices.Equal(got, c.want) {
			t.Errorf("the menu for %+v is %q, not %q", c.value, got, c.want)
		}
	}
}

// Or leaves the value that it extends as it was.
func TestOrChangesNothing(t *testing.T) {
	words := append(make([]string, 0, 4), "any")
	v := cardlist.Value{Kind: cardlist.Word, Words: words}
	first, second := v.Or("none"), v.Or("all")
	if fmt.Sprint(v.Words, first.Words, second.Words) != "[any] [any none] [any all]" {
		t.Errorf("the words are %q, %q and %q", v.Words, first.Words, second.Words)
	}
}

func TestFits(t *testing.T) {
	f := parse(t, "colours = [\"red\"]\n")
	l := form()
	gives, reward := l.Find("kind").Find("gives", nil).Value, l.Find("kind").Find("reward", nil).Value
	pairs := func(pairs ...any) map[string]any {
		m := make(map[string]any)
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i].(string)] = pairs[i+1]
		}
		return m
	}
	list := func(x ...any) []any { return x }
	conditional := cardlist.EffectOf(&cardlist.EffectForms{Lead: "do", Forms: []cardlist.EffectForm{{Word: "pay", Args: []cardlist.Field{
		cardlist.Required("what", cardlist.OneOf("gold", "card")),
		cardlist.Required("n", cardlist.Within(1, 9)).If("what", "gold"),
	}}}})
	for _, c := range []struct {
		name  string
		value cardlist.Value
		x     any
		want  bool
	}{
		{"a text", cardlist.Value{Kind: cardlist.Text}, "Any text.", true},
		{"a new name", cardlist.Value{Kind: cardlist.Name}, "imp", true},
		{"a text for a flag", cardlist.Value{Kind: cardlist.Flag}, "true", false},
		{"a word of the menu", cardlist.OneOf("self", "all"), "all", true},
		{"another word", cardlist.OneOf("self", "all"), "none", false},
		{"a word in place of a number", cardlist.Within(1, 9).Or("any"), "any", true},
		{"another word in place of a number", cardlist.Within(1, 9).Or("any"), "all", false},
		{"the least number", cardlist.Within(-2, 9), int64(-2), true},
		{"the largest number", cardlist.Within(-2, 9), int64(9), true},
		{"a number that is too small", cardlist.Within(-2, 9), int64(-3), false},
		{"a number that is too large", cardlist.Within(-2, 9), int64(10), false},
		{"a number for a text", cardlist.Value{Kind: cardlist.Text, Max: 9}, int64(3), false},
		{"a fraction", cardlist.Within(1, 9), 1.5, false},
		{"nothing", cardlist.Value{Kind: cardlist.Text}, nil, false},
		{"a flag", cardlist.Value{Kind: cardlist.Flag}, false, true},
		{"a flag for a word", cardlist.OneOf("true"), true, false},
		{"the shortest list", cardlist.ListOf(cardlist.Within(1, 9), 2, 3), list(int64(1), int64(2)), true},
		{"a list that is too short", cardlist.ListOf(cardlist.Within(1, 9), 2, 3), list(int64(1)), false},
		{"the longest list", cardlist.ListOf(cardlist.Within(1, 9), 2, 3), list(int64(1), int64(2), int64(3)), true},
		{"a list that is too long", cardlist.ListOf(cardlist.Within(1, 9), 2, 3), list(int64(1), int64(2), int64(3), int64(4)), false},
		{"a list without a limit", cardlist.ListOf(cardlist.Within(1, 9), 0, 0), list(int64(1), int64(2), int64(3), int64(4)), true},
		{"a wrong entry of a list", cardlist.ListOf(cardlist.Within(1, 9), 0, 0), list(int64(1), "one"), false},
		{"a list for one value", cardlist.Within(1, 9), list(int64(1)), false},
		{"a table for a word", cardlist.OneOf("do"), pairs("do", "draw"), false},
		{"plain effects", gives, list("gold 3", "charm red red", "charm any", "manual Draw a card."), true},
		{"a plain effect with a number that is too large", gives, list("gold 10"), false},
		{"a plain effect with a word that the list does not define", gives, list("charm blue"), false},
		{"a plain effect that is none", gives, list("dance"), false},
		{"a plain effect with a word too many", gives, list("gold 3 4"), false},
		{"a plain effect with a word for a number", gives, list("gold all"), false},
		{"an effect within an effect", reward, list(pairs("do", "either", "options", list(list(pairs("do", "draw")), list()))), true},
		{"a wrong effect within an effect", reward, list(pairs("do", "either", "options", list(list(pairs("do", "dance")), list()))), false},
		{"an effect without a required argument", reward, list(pairs("do", "either")), false},
		{"an effect without an argument that may be left out", reward, list(pairs("do", "draw")), true},
		{"an argument that no effect has", reward, list(pairs("do", "draw", "cat", int64(1))), false},
		{"an argument of another effect", reward, list(pairs("do", "draw", "options", list(list(), list()))), false},
		{"a wrong argument", reward, list(pairs("do", "draw", "n", int64(10))), false},
		{"an argument under its condition", conditional, pairs("do", "pay", "what", "gold", "n", int64(2)), true},
		{"an argument against its condition", conditional, pairs("do", "pay", "what", "card", "n", int64(2)), false},
		{"a required argument whose condition does not hold", conditional, pairs("do", "pay", "what", "card"), true},
		{"a required argument whose condition holds", conditional, pairs("do", "pay", "what", "gold"), false},
	} {
		if got := f.Fits(&c.value, c.x); got != c.want {
			t.Errorf("%s: that %v fits is %v", c.name, c.x, got)
		}
	}
}

// plainArgs are plain effects with each kind of argument.
func plainArgs() *cardlist.EffectForms {
	return &cardlist.EffectForms{Lead: "do", Plain: true, Empty: true, Forms: []cardlist.EffectForm{
		{Word: "give", Args: []cardlist.Field{cardlist.Required("open", cardlist.Value{Kind: cardlist.Flag}), cardlist.Required("n", cardlist.Within(0, 9))}},
		{Word: "paint", Args: []cardlist.Field{
			cardlist.Required("who", cardlist.OneOf("self", "all")), cardlist.Required("colours", cardlist.ListOf(cardlist.OneOf("red", "blue"), 0, 0)),
		}},
		{Word: "say", Args: []cardlist.Field{cardlist.Required("text", cardlist.Value{Kind: cardlist.Text})}},
		{Word: "charm any"}, {Word: "charm", Args: []cardlist.Field{cardlist.Required("who", cardlist.OneOf("self", "all"))}},
	}}
}

// A plain effect is split into its arguments, and put together to the same line.
func TestPlainEffects(t *testing.T) {
	forms := plainArgs()
	for line, want := range map[string]map[string]any{
		"":                   {"do": ""},
		"give true 3":        {"do": "give", "open": "true", "n": int64(3)},
		"paint all red blue": {"do": "paint", "who": "all", "colours": []any{"red", "blue"}},
		"say Draw  a\tcard.": {"do": "say", "text": "Draw a card."},
		"charm any":          {"do": "charm any"},
		"charm self":         {"do": "charm", "who": "self"},
		"give true":          nil,
		"give true all":      nil,
		"give true 3 4":      nil,
		"dance":              nil,
		"charm":              nil,
	} {
		got, ok := forms.Parse(line)
		if ok != (want != nil) || ok && !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %v, %v", line, got, ok)
		}
	}
	for _, c := range []struct {
		effect map[string]any
		want   string
	}{
		{map[string]any{"do": "give", "open": true, "n": int64(-3)}, "give true -3"},
		{map[string]any{"do": "give", "open": "true"}, "give true"},
		{map[string]any{"do": "paint", "colours": []any{"red", int64(3), "blue"}, "who": "all"}, "paint all red blue"},
		{map[string]any{"do": "say", "text": " Draw  a card. "}, "say Draw a card."},
		{map[string]any{"do": "charm any", "who": "self"}, "charm any"},
		{map[string]any{"do": "dance  wildly", "n": int64(3)}, "dance wildly"},
		{map[string]any{"do": int64(3)}, ""},
	} {
		if got := forms.Line(c.effect); got != c.want {
			t.Errorf("%v is the line %q, not %q", c.effect, got, c.want)
		}
	}
	forms.Empty = false
	if _, ok := forms.Parse(" "); ok {
		t.Error("an empty line is an effect where there must be one")
	}
}

// The sentences of an effect are those of the game. For a plain effect that the game does not know, they are its words; a text counts as one word.
func TestSentences(t *testing.T) {
	forms := plainArgs()
	tables := cardlist.EffectForms{Lead: "do", Forms: []cardlist.EffectForm{{Word: "draw"}, {Word: "end"}}}
	var asked []string
	l := &cardlist.List{Sentences: func(table, field string, effect map[string]any) [][]string {
		if asked = append(asked, table+"."+field); effect == nil {
			t.Error("the game is asked for the sentences of no effect")
		}
		if effect["do"] == "draw" || effect["do"] == "give" {
			return [][]string{{"own", fmt.Sprint(effect["n"])}}
		}
		return nil
	}}
	plain := cardlist.Optional("plain", cardlist.ListOf(cardlist.ListOf(cardlist.EffectOf(forms), 0, 0), 0, 0))
	table := cardlist.Optional("table", cardlist.EffectOf(&tables))
	text := cardlist.Optional("text", cardlist.ListOf(cardlist.Value{Kind: cardlist.Text}, 0, 0))
	for _, c := range []struct {
		field *cardlist.Field
		x     any
		want  [][]string
	}{
		{&plain, "say Draw a card.", [][]string{{"say", "Draw a card."}}},
		{&plain, map[string]any{"do": "say", "text": "Draw a card."}, [][]string{{"say", "Draw a card."}}},
		{&plain, map[string]any{"do": "paint", "who": "all", "colours": []any{"red", "blue"}}, [][]string{{"paint", "all", "red", "blue"}}},
		{&plain, "give true 3", [][]string{{"own", "3"}}},
		{&plain, map[string]any{"do": "give", "n": 3.0}, [][]string{{"own", "3"}}},
		{&plain, "", nil},
		{&plain, "dance", nil},
		{&plain, int64(3), nil},
		{&plain, map[string]any{"do": "give", "n": 1.5}, nil},
		{&table, map[string]any{"do": "draw"}, [][]string{{"own", "<nil>"}}},
		{&table, map[string]any{"do": "end"}, nil},
		{&text, "say Draw a card.", nil},
	} {
		if got := cardlist.SentencesOf(l, "kind", c.field, c.x); !reflect.DeepEqual(got, c.want) {
			t.Errorf("the sentences of %v are %q, not %q", c.x, got, c.want)
		}
	}
	if !slices.Contains(asked, "kind.plain") || !slices.Contains(asked, "kind.table") || slices.Contains(asked, "kind.text") {
		t.Errorf("the game is asked for %q", asked)
	}
	if got := cardlist.SentencesOf(&cardlist.List{}, "kind", &plain, "give true 3"); !reflect.DeepEqual(got, [][]string{{"give", "true", "3"}}) {
		t.Errorf("without a game that writes sentences, they are %q", got)
	}
}

// Everything that people see of a list has a key: tables, fields, words of menus, also those within effects, each once and in order.
func TestKeys(t *testing.T) {
	steps := &cardlist.EffectForms{Lead: "do"}
	steps.Forms = []cardlist.EffectForm{
		{Word: "draw", Args: []cardlist.Field{cardlist.Optional("who", cardlist.OneOf("self", "all"))}},
		{Word: "either", Args: []cardlist.Field{cardlist.Required("options", cardlist.ListOf(cardlist.Nested(steps), 2, 9))}},
	}
	l := &cardlist.List{Tables: []cardlist.Section{
		{Fields: []cardlist.Field{cardlist.Required("days", cardlist.Within(1, 9).Or("any"))}},
		{Name: "kind", Fields: []cardlist.Field{
			cardlist.Optional("needs", cardlist.MapOf(cardlist.OneOf("red"), cardlist.OneOf("some"))),
			cardlist.Optional("reward", cardlist.ListOf(cardlist.EffectOf(steps), 0, 0)), cardlist.Optional("days", cardlist.Within(1, 9)),
			cardlist.Optional("again", cardlist.EffectOf(steps)),
		}},
	}}
	want := []string{"box", "days", "days.any", "kind", "needs", "needs.some", "needs.red",
		"reward", "do.draw", "who", "who.self", "who.all", "do.either", "options", "again"}
	if got := l.Keys(); !slices.Equal(got, want) {
		t.Errorf("the keys are\n%q, not\n%q", got, want)
	}
}

// A field is found by its name. Of several fields with that name it is the one that applies in the row, or else the first.
func TestFind(t *testing.T) {
	l := &cardlist.List{Tables: []cardlist.Section{{Name: "kind", Fields: []cardlist.Field{
		cardlist.Optional("n", cardlist.Within(0, 1)).If("sort", "low").If("open", "true", ""),
		cardlist.Optional("n", cardlist.Within(0, 2)).If("sort", "high"),
		cardlist.Optional("n", cardlist.Within(0, 3)).If("open", "false"),
	}}}}
	for _, c := range []struct {
		row  map[string]any
		want int
	}{
		{nil, 1}, {map[string]any{"sort": "low"}, 1}, {map[string]any{"sort": "low", "open": true}, 1}, {map[string]any{"sort": "high"}, 2},
		{map[string]any{"open": false, "sort": "low"}, 3}, {map[string]any{"sort": int64(3)}, 1},
	} {
		if got := l.Find("kind").Find("n", c.row); got == nil || got.Max != c.want {
			t.Errorf("in the row %v it is the field %+v, not number %d", c.row, got, c.want)
		}
	}
	var none *cardlist.List
	if l.Find("kind").Find("cat", nil) != nil || l.Find("cat").Find("n", nil) != nil || none.Find("kind") != nil {
		t.Error("a field or a table is found that is not there")
	}
}

// A field with further conditions leaves the one that it is made from as it was.
func TestIfChangesNothing(t *testing.T) {
	f := cardlist.Optional("n", cardlist.Within(0, 1)).If("a", "x").If("b", "x").If("c", "x")
	one, two := f.If("d", "x"), f.If("e", "x").WithDefault("0")
	if one.When[3].Field != "d" || two.When[3].Field != "e" || len(f.When) != 3 || two.Default != "0" || f.Default != "" {
		t.Errorf("the fields are %+v, %+v and %+v", f, one, two)
	}
}
