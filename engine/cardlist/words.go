package cardlist

import (
	"cmp"
	"slices"
	"strings"
)

// Words returns the menu for a value: its fixed words, then those that the list defines.
func (file *File) Words(v *Value) []string {
	words := slices.Clone(v.Words)
	for _, of := range v.Of {
		for _, w := range file.definedWords(of) {
			if !slices.Contains(words, w) && !slices.Contains(v.Except, w) {
				words = append(words, w)
			}
		}
	}
	return words
}

// definedWords returns the words that a list defines in a field: `shape.name`, `bridges.types`, `colours`.
func (file *File) definedWords(of string) []string {
	table, field := cutName(of)
	var words []string
	for _, row := range file.Rows(table) {
		switch v := row[field].(type) {
		case string:
			words = append(words, v)
		case []any:
			for _, x := range v {
				if w, ok := x.(string); ok {
					words = append(words, w)
				}
			}
		}
	}
	return words
}

func cutName(of string) (table, field string) {
	table, field, ok := strings.Cut(of, ".")
	if !ok {
		return "", of
	}
	return table, field
}

// Fits reports whether a value of the list has the form that v describes.
func (file *File) Fits(v *Value, x any) bool {
	switch x := x.(type) {
	case string:
		if v.Kind == Effect && v.EffectForms().Plain {
			effect, ok := v.EffectForms().Parse(x)
			return ok && file.fitsEffect(v.EffectForms(), effect)
		}
		return v.Kind == Name || v.Kind == Text || (v.Kind == Word || v.Kind == Number) && slices.Contains(file.Words(v), x)
	case int64:
		return v.Kind == Number && int64(v.Min) <= x && x <= int64(v.Max)
	case bool:
		return v.Kind == Flag
	case []any:
		noMatch := func(y any) bool { return !file.Fits(v.Each, y) }
		return v.Kind == Many && len(x) >= v.Min && (v.Max == 0 || len(x) <= v.Max) && !slices.ContainsFunc(x, noMatch)
	case map[string]any:
		switch v.Kind {
		case Effect:
			return file.fitsEffect(v.EffectForms(), x)
		case Map:
			for key, y := range x {
				if !file.Fits(v.Keys, key) || !file.Fits(v.Each, y) {
					return false
				}
			}
			return true
		}
	}
	return false
}

func (file *File) fitsEffect(s *EffectForms, effect map[string]any) bool {
	word, _ := effect[s.Lead].(string)
	form := s.Form(word)
	if form == nil {
		return s.Empty && word == ""
	}
	for key, x := range effect {
		f := find(form.Args, key, effect)
		if key != s.Lead && (f == nil || !f.Holds(effect) || !file.Fits(&f.Value, x)) {
			return false
		}
	}
	for i := range form.Args {
		if f := &form.Args[i]; f.Required && f.Holds(effect) && effect[f.Name] == nil {
			return false
		}
	}
	return true
}

// SentencesOf returns the words of an effect in a field, as List.Sentences does. The effect is a table, the line of a Plain effect, or a Plain effect that
// ToPage has parsed.
func SentencesOf(l *List, table string, f *Field, x any) [][]string {
	v := &f.Value
	for v.Kind == Many {
		v = v.Each
	}
	if v.Kind != Effect {
		return nil
	}
	if line, ok := x.(string); ok {
		if x, ok = v.EffectForms().Parse(line); !ok {
			return nil
		}
	}
	converted, err := FromPage(nil, x)
	effect, ok := converted.(map[string]any)
	if err != nil || !ok {
		return nil
	}
	if l.Sentences != nil {
		if sentences := l.Sentences(table, f.Name, effect); len(sentences) > 0 {
			return sentences
		}
	}
	if !v.EffectForms().Plain {
		return nil
	}
	return v.EffectForms().Sentences(effect)
}

// Keys returns everything that needs a name in engine.Phrases.List, each once, in the order of the description: tables, fields, and words of menus
// with the name of their field before them: `who.self`. The name may also stand under such a word alone.
func (l *List) Keys() []string {
	var keys []string
	add := func(key string) {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	seen := make(map[*EffectForms]bool)
	var value func(name string, v *Value)
	fields := func(all []Field) {
		for i := range all {
			add(all[i].Name)
			value(all[i].Name, &all[i].Value)
		}
	}
	value = func(name string, v *Value) {
		if v == nil {
			return
		}
		for _, w := range v.Words {
			add(name + "." + w)
		}
		value(name, v.Each)
		value(name, v.Keys)
		if v.EffectForms() == nil || seen[v.EffectForms()] {
			return
		}
		seen[v.EffectForms()] = true
		for i := range v.EffectForms().Forms {
			add(v.EffectForms().Lead + "." + v.EffectForms().Forms[i].Word)
			fields(v.EffectForms().Forms[i].Args)
		}
	}
	for i := range l.Tables {
		add(cmp.Or(l.Tables[i].Name, "box"))
		fields(l.Tables[i].Fields)
	}
	return keys
}
