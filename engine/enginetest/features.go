package enginetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/cardlist"
)

// UseAllFeatures checks that the house list of a game and some further ones use everything that a list may have: each field, each word of a menu, each effect
// with each of its arguments. Random games are played with these lists, so everything that an owner may write gets tested.
func UseAllFeatures(t *testing.T, g engine.Game, lists map[string][]byte) {
	t.Helper()
	may, has := make(map[string]bool), make(map[string]bool)
	f := features{g.List}
	f.all(func(feature string) { may[feature] = true })
	for _, list := range append(slices.Collect(maps.Values(lists)), g.House) {
		file, err := cardlist.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		f.inList(file, func(feature string) {
			if has[feature] = true; !may[feature] {
				t.Errorf("a list has %s, which is not described", feature)
			}
		})
	}
	for _, feature := range slices.Sorted(maps.Keys(may)) {
		if !has[feature] {
			t.Errorf("no list has %s", feature)
		}
	}
}

// features lists what card lists may have, and what one list has.
type features struct{ list *cardlist.List }

// fieldName returns the name of a field with its conditions.
func fieldName(of string, f *cardlist.Field) string {
	name := strings.Trim(of+"."+f.Name, ".")
	for _, g := range f.When {
		name += fmt.Sprintf("(%s %s)", g.Field, strings.Trim(strings.Join(g.Is, "|"), "|"))
	}
	return name
}

func (f *features) all(yield func(string)) {
	for i := range f.list.Tables {
		for j := range f.list.Tables[i].Fields {
			field := &f.list.Tables[i].Fields[j]
			f.value(fieldName(f.list.Tables[i].Name, field), &field.Value, yield)
		}
	}
}

// value yields the features that a value may have.
func (f *features) value(name string, v *cardlist.Value, yield func(string)) {
	switch v.Kind {
	case cardlist.Many:
		f.value(name, v.Each, yield)
		return
	case cardlist.Map:
		f.value(name+" key", v.Keys, yield)
		f.value(name, v.Each, yield)
		return
	case cardlist.Effect:
		if v.Effects == nil {
			return // the same effects as around it, listed already
		}
		for _, w := range v.Effects.Forms {
			yield(name + ": " + w.Word)
			for i := range w.Args {
				f.value(fieldName(name+": "+w.Word, &w.Args[i]), &w.Args[i].Value, yield)
			}
		}
		return
	}
	for _, feature := range plainFeatures(v) {
		yield(name + feature)
	}
}

// plainFeatures returns the features of a value that is no list, table or effect: each of its fixed words, and one for all other values.
func plainFeatures(v *cardlist.Value) []string {
	var all []string
	for _, w := range v.Words {
		all = append(all, " = "+w)
	}
	switch {
	case v.Kind == cardlist.Flag:
		all = append(all, " = true")
	case v.Kind == cardlist.Number && v.Min < 0:
		all = append(all, " < 0", " >= 0")
	case v.Kind != cardlist.Word || len(v.Of) > 0:
		all = append(all, "")
	}
	return all
}

// inList yields the features that a list has.
func (f *features) inList(file *cardlist.File, yield func(string)) {
	for i := range f.list.Tables {
		table := &f.list.Tables[i]
		for _, row := range file.Rows(table.Name) {
			for key, x := range row {
				if field := table.Find(key, row); field != nil && field.Holds(row) {
					name := fieldName(table.Name, field)
					f.valueIn(name, name, &field.Value, x, yield)
				}
			}
		}
	}
}

// valueIn yields the features that a value in a list has. It stands in a field, or in an effect of the field.
func (f *features) valueIn(field, name string, v *cardlist.Value, x any, yield func(string)) {
	switch v.Kind {
	case cardlist.Many:
		all, _ := x.([]any)
		for _, y := range all {
			f.valueIn(field, name, v.Each, y, yield)
		}
	case cardlist.Map:
		all, _ := x.(map[string]any)
		for key, y := range all {
			f.valueIn(field, name+" key", v.Keys, key, yield)
			f.valueIn(field, name, v.Each, y, yield)
		}
	case cardlist.Effect:
		f.effect(field, v.EffectForms(), cardlist.ToPage(v, x), yield)
	default:
		f.plain(name, v, x, yield)
	}
}

func (f *features) effect(field string, of *cardlist.EffectForms, x any, yield func(string)) {
	effect, _ := x.(map[string]any)
	word, _ := effect[of.Lead].(string)
	form := of.Form(word)
	if form == nil {
		return // not an effect
	}
	name := field + ": " + word
	yield(name)
	for i := range form.Args {
		if a := &form.Args[i]; effect[a.Name] != nil && a.Holds(effect) {
			f.valueIn(field, fieldName(name, a), &a.Value, effect[a.Name], yield)
		}
	}
}

func (f *features) plain(name string, v *cardlist.Value, x any, yield func(string)) {
	switch x := x.(type) {
	case bool:
		if x {
			yield(name + " = true")
		}
		return
	case int64:
		switch {
		case v.Min >= 0:
			yield(name)
		case x < 0:
			yield(name + " < 0")
		default:
			yield(name + " >= 0")
		}
		return
	case string:
		if slices.Contains(v.Words, x) {
			yield(name + " = " + x)
			return
		}
	}
	yield(name)
}
