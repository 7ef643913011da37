package cardlist

import (
	"cmp"
	"slices"
	"strings"
)

// Words returns the menu for a value: its fixed words, then those that the list defines.
func (t *File) Words(v *Value) []string {
	words := slices.Clone(v.Words)
	for _, of := range v.Of {
		for _, w := range t.named(of) {
			if !slices.Contains(words, w) && !slices.Contains(v.Except, w) {
				words = append(words, w)
			}
		}
	}
	return words
}

// named returns the words that a list defines in a field: `shape.name`, `bridges.types`, `colours`.
func (t *File) named(of string) []string {
	table, field := cut(of)
	var words []string
	for _, row := range t.Rows(table) {
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

func cut(of string) (table, field string) {
	table, field, ok := strings.Cut(of, ".")
	if !ok {
		return "", of
	}
	return table, field
}

// Fits reports whether a value of the list has the form that v describes.
func (t *File) Fits(v *Value, x any) bool {
	all := func(list []any, each *Value) bool {
		return !slices.ContainsFunc(list, func(y any) bool { return !t.Fits(each, y) })
	}
	switch x := x.(type) {
	case string:
		if v.Kind == Step && v.Forms().Plain {
			step, ok := v.Forms().Parse(x)
			return ok && t.fitsStep(v.Forms(), step)
		}
		return v.Kind == Name || v.Kind == Text || (v.Kind == Word || v.Kind == Number) && slices.Contains(t.Words(v), x)
	case int64:
		return v.Kind == Number && int64(v.Least) <= x && x <= int64(v.Most)
	case bool:
		return v.Kind == Flag
	case []any:
		return v.Kind == Many && len(x) >= v.Least && (v.Most == 0 || len(x) <= v.Most) && all(x, v.Each)
	case map[string]any:
		switch v.Kind {
		case Step:
			return t.fitsStep(v.Forms(), x)
		case Map:
			for key, y := range x {
				if !t.Fits(v.Keys, key) || !t.Fits(v.Each, y) {
					return false
				}
			}
			return true
		}
	}
	return false
}

func (t *File) fitsStep(s *Steps, step map[string]any) bool {
	word, _ := step[s.Lead].(string)
	form := s.Find(word)
	if form == nil {
		return s.Empty && word == ""
	}
	for key, x := range step {
		f := find(form.Args, key, step)
		if key != s.Lead && (f == nil || !f.Holds(step) || !t.Fits(&f.Value, x)) {
			return false
		}
	}
	for i := range form.Args {
		if f := &form.Args[i]; f.Need && f.Holds(step) && step[f.Name] == nil {
			return false
		}
	}
	return true
}

// Tell returns the words of an effect in a field, as List.Say does. The effect is a table, the line of a Plain effect, or a Plain effect that is split already.
func Tell(l *List, table string, f *Field, x any) [][]string {
	v := &f.Value
	for v.Kind == Many {
		v = v.Each
	}
	if v.Kind != Step {
		return nil
	}
	if line, ok := x.(string); ok {
		if x, ok = v.Forms().Parse(line); !ok {
			return nil
		}
	}
	settled, err := Settle(nil, x)
	step, ok := settled.(map[string]any)
	if err != nil || !ok {
		return nil
	}
	if l.Say != nil {
		if said := l.Say(table, f.Name, step); len(said) > 0 {
			return said
		}
	}
	if !v.Forms().Plain {
		return nil
	}
	return v.Forms().Say(step)
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
	seen := make(map[*Steps]bool)
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
		if v.Forms() == nil || seen[v.Forms()] {
			return
		}
		seen[v.Forms()] = true
		for i := range v.Forms().Words {
			add(v.Forms().Lead + "." + v.Forms().Words[i].Word)
			fields(v.Forms().Words[i].Args)
		}
	}
	for i := range l.Tables {
		add(cmp.Or(l.Tables[i].Name, "box"))
		fields(l.Tables[i].Fields)
	}
	return keys
}
