package cardlist

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"familiar/engine/lang"
)

// keysOf returns the keys of a table: the known ones in the given order, then the others.
func keysOf(row map[string]any, order []string) []string {
	var keys []string
	for _, k := range order {
		if _, ok := row[k]; ok && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(row)) {
		if !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return keys
}

// names returns the names of fields, in order.
func names(fields []Field) []string {
	all := make([]string, len(fields))
	for i := range fields {
		all[i] = fields[i].Name
	}
	return all
}

const maxLine = 110 // characters; a longer list is written with one entry a line

// fieldText returns the text of a field with its value, on one line or several.
func fieldText(key string, v *Value, x any) (string, error) {
	text, err := format(v, x)
	if err != nil {
		return "", lang.T("{1}: {2}", key, err)
	}
	all, long := x.([]any)
	text = keyText(key) + " = " + text
	if !long || len([]rune(text)) <= maxLine {
		return text + "\n", nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s = [\n", keyText(key))
	for _, y := range all {
		entry, err := format(v.each(), y)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "  %s,\n", entry)
	}
	b.WriteString("]\n")
	return b.String(), nil
}

func (v *Value) each() *Value {
	if v == nil {
		return nil
	}
	return v.Each
}

// format returns a value on one line; v may be nil.
func format(v *Value, x any) (string, error) {
	switch x := x.(type) {
	case string:
		return quote(x), nil
	case int64:
		return fmt.Sprint(x), nil
	case bool:
		return fmt.Sprint(x), nil
	case []any:
		entries := make([]string, len(x))
		for i, y := range x {
			var err error
			if entries[i], err = format(v.each(), y); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(entries, ", ") + "]", nil
	case map[string]any:
		return inline(v, x)
	}
	return "", lang.T("a value of that sort ({1}) cannot be written", x)
}

func inline(v *Value, x map[string]any) (string, error) {
	var order []string
	value := func(string) *Value { return nil }
	switch {
	case v == nil:
	case v.Kind == Map:
		order = v.Keys.Words
		value = func(string) *Value { return v.Each }
	case v.Kind == Effect:
		word, _ := x[v.EffectForms().Lead].(string)
		order = []string{v.EffectForms().Lead}
		if form := v.EffectForms().Form(word); form != nil {
			order = append(order, names(form.Args)...)
			value = func(key string) *Value {
				if f := find(form.Args, key, x); f != nil {
					return &f.Value
				}
				return nil
			}
		}
	}
	var fields []string
	for _, key := range keysOf(x, order) {
		text, err := format(value(key), x[key])
		if err != nil {
			return "", lang.T("{1}: {2}", key, err)
		}
		fields = append(fields, keyText(key)+" = "+text)
	}
	if len(fields) == 0 {
		return "{}", nil
	}
	return "{ " + strings.Join(fields, ", ") + " }", nil
}

func keyText(key string) string {
	if key != "" && bareKeyLen([]byte(key)) == len(key) {
		return key
	}
	return quote(key)
}

// quote returns a text as a TOML string.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
