package enginetest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"familiar/engine"
	"familiar/engine/cardlist"
)

// Lists compares the description of a game's card lists with their reader. Everything in the house list must be described, everything described must
// have words, and the reader must accept every described effect, except for reasons that concern the whole list.
func Lists(t *testing.T, g engine.Game, reasons ...string) {
	file, err := cardlist.Parse(g.House)
	if err == nil {
		err = file.NotEditable()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Run("described", func(t *testing.T) {
		if err := undescribed(g.List, file); err != nil {
			t.Error(err)
		}
	})
	t.Run("words", func(t *testing.T) {
		if err := listWords(g); err != nil {
			t.Error(err)
		}
	})
	t.Run("rows", func(t *testing.T) {
		for _, table := range g.List.Tables {
			if many := bytes.Contains(g.House, []byte("\n[["+table.Name+"]]")); table.Name != "" && many != table.Rows {
				t.Errorf("the table %s is described to have many rows: %v", table.Name, table.Rows)
			}
		}
	})
	t.Run("bounds", func(t *testing.T) {
		for _, table := range g.List.Tables {
			for i := range table.Fields {
				if f := &table.Fields[i]; f.Kind == cardlist.Number {
					tryBounds(t, g, file, table, i)
				}
			}
		}
	})
	t.Run("forms", func(t *testing.T) {
		for _, table := range g.List.Tables {
			for i := range table.Fields {
				f := &table.Fields[i]
				if f.Kind == cardlist.Many && f.Each.Kind == cardlist.Effect {
					t.Run(strings.Trim(table.Name+"."+f.Name, "."), func(t *testing.T) { tryForms(t, g, file, &table, f, reasons) })
				}
			}
		}
	})
}

// tryBounds checks that the numbers just outside the bounds of a field are refused by the game, too: the description forbids nothing that the game can play.
func tryBounds(t *testing.T, g engine.Game, file *cardlist.File, table cardlist.Section, field int) {
	t.Helper()
	table.Fields = slices.Clone(table.Fields)
	f := &table.Fields[field]
	row := slices.IndexFunc(file.Rows(table.Name), f.Holds)
	if row < 0 {
		return
	}
	least, most := f.Min, f.Max
	f.Min, f.Max = least-1, most+1
	wider := &cardlist.List{Tables: []cardlist.Section{table}}
	for _, x := range []int{least - 1, most + 1} {
		edited, err := file.Set(wider, table.Name, row, f.Name, float64(x))
		if err != nil {
			t.Errorf("%s.%s = %d cannot be written: %v", table.Name, f.Name, x, err)
			continue
		}
		if _, err := g.Sample("try", edited.Bytes()); err == nil {
			t.Errorf("%s.%s is described as %d to %d, and the game takes %d", table.Name, f.Name, least, most, x)
		}
	}
}

// tryForms puts random effects into rows of the house list.
func tryForms(t *testing.T, g engine.Game, file *cardlist.File, table *cardlist.Section, f *cardlist.Field, reasons []string) {
	words, err := engine.ParsePhrases(g.Words.Read())
	if err != nil {
		t.Fatal(err)
	}
	state, err := g.Sample(engine.HousePack, g.House)
	if err != nil {
		t.Fatal(err)
	}
	var rows []int
	for i, row := range file.Rows(table.Name) {
		if f.Holds(row) {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		t.Fatal("the house list has no row for it")
	}
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SampledFrom(rows).Draw(t, "row")
		x := randomValue(t, file, &f.Value)
		edited, err := file.Set(g.List, table.Name, row, f.Name, x)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Sample("try", edited.Bytes()); err != nil && !slices.ContainsFunc(reasons, func(r string) bool { return strings.Contains(err.Error(), r) }) {
			t.Fatalf("%v: %v", x, err)
		}
		for _, effect := range x.([]any) {
			sentences := cardlist.SentencesOf(g.List, table.Name, f, effect)
			for _, sentence := range sentences {
				if text := words.Sentence(state.Catalog(), sentence); text == strings.Join(sentence, " ") || strings.Contains(text, "{") {
					t.Fatalf("the effect %v reads %q", effect, text)
				}
			}
			if forms := f.Value.Each.EffectForms(); len(sentences) == 0 && !(forms.Empty && effect.(map[string]any)[forms.Lead] == "") {
				t.Fatalf("there are no sentences for the effect %v", effect)
			}
		}
	})
}

// randomValue returns a random value of the described form, as a web page would send it.
func randomValue(t *rapid.T, file *cardlist.File, v *cardlist.Value) any {
	switch v.Kind {
	case cardlist.Number:
		if len(v.Words) > 0 && rapid.IntRange(0, 3).Draw(t, "word") == 0 {
			return rapid.SampledFrom(v.Words).Draw(t, "word")
		}
		return float64(rapid.IntRange(v.Min, v.Max).Draw(t, "number"))
	case cardlist.Flag:
		return rapid.Bool().Draw(t, "flag")
	case cardlist.Word:
		return rapid.SampledFrom(file.Words(v)).Draw(t, "word")
	case cardlist.Many:
		most := 3
		if v.Max > 0 {
			most = min(most, v.Max)
		}
		all := make([]any, rapid.IntRange(v.Min, max(v.Min, most)).Draw(t, "length"))
		for i := range all {
			all[i] = randomValue(t, file, v.Each)
		}
		return all
	case cardlist.Effect:
		if v.EffectForms().Empty && rapid.IntRange(0, 3).Draw(t, "empty") == 0 {
			return map[string]any{v.EffectForms().Lead: ""}
		}
		form := rapid.SampledFrom(v.EffectForms().Forms).Draw(t, "form")
		step := map[string]any{v.EffectForms().Lead: form.Word}
		for i := range form.Args {
			a := &form.Args[i]
			if a.Holds(step) && (a.Required || rapid.Bool().Draw(t, "there")) {
				step[a.Name] = randomValue(t, file, &a.Value)
			}
		}
		return step
	}
	return rapid.StringMatching(`[a-z]{1,9}( [a-zé"'#]{1,9}){0,3}`).Draw(t, "text")
}

// undescribed lists the parts of a card list that its description does not have, or has differently.
func undescribed(l *cardlist.List, file *cardlist.File) error {
	var wrong []error
	known := []string{"game", "pack"}
	for i := range l.Tables {
		if l.Tables[i].Name != "" {
			known = append(known, l.Tables[i].Name)
		}
	}
	for i := range l.Tables {
		table := &l.Tables[i]
		rows := file.Rows(table.Name)
		if len(rows) == 0 {
			wrong = append(wrong, fmt.Errorf("there is no %q", table.Name))
		}
		for n, row := range rows {
			for key, x := range row {
				if table.Name == "" && slices.Contains(known, key) {
					continue
				}
				f := table.Find(key, row)
				if f == nil || !f.Holds(row) || !file.Fits(&f.Value, x) {
					wrong = append(wrong, fmt.Errorf("%s %d: %s = %v is not described so", table.Name, n+1, key, x))
				}
			}
			for i := range table.Fields {
				if f := &table.Fields[i]; f.Required && f.Holds(row) && row[f.Name] == nil {
					wrong = append(wrong, fmt.Errorf("%s %d has no %s", table.Name, n+1, f.Name))
				}
			}
			if table.IsEffect && len(l.Sentences(table.Name, "", row)) == 0 {
				wrong = append(wrong, fmt.Errorf("there are no sentences for %s %d", table.Name, n+1))
			}
		}
	}
	return errors.Join(wrong...)
}

// listWords lists the parts of a description without words, and the words without such a part.
func listWords(g engine.Game) error {
	words, err := engine.ParsePhrases(g.Words.Read())
	if err != nil {
		return err
	}
	var wrong []error
	used := make(map[string]bool)
	for _, key := range g.List.Keys() {
		_, alone, _ := strings.Cut(key, ".")
		used[key], used[alone] = true, true
		if words.ListTitle(key) == "" {
			wrong = append(wrong, fmt.Errorf("[list] has no %q", key))
		}
	}
	for key := range words.List {
		if !used[key] {
			wrong = append(wrong, fmt.Errorf("[list] has %q, which is the key of nothing", key))
		}
	}
	return errors.Join(wrong...)
}
