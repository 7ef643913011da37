package cardlist

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"familiar/engine/lang"
)

var (
	errNoTable = lang.T("there is no such table in a card list of this game")
	errNoField = lang.T("there is no such field in that table")
	errNoRow   = lang.T("there is no such row: the list has changed in between")
	errEdit    = lang.T("that cannot be written into the list as it stands: have the list written anew first")
)

// Settle converts a value from a web page to the form of the list: whole numbers, and a Plain effect as its line. It refuses a value that no list can hold.
func Settle(v *Value, x any) (any, error) {
	switch x := x.(type) {
	case float64:
		n := int64(x)
		if float64(n) != x || n != int64(int32(n)) {
			return nil, lang.T("{1} is not a whole number, or too large a one", x)
		}
		return n, nil
	case int64, string, bool:
		return x, nil
	case []any:
		all := make([]any, len(x))
		for i, y := range x {
			var err error
			if all[i], err = Settle(v.each(), y); err != nil {
				return nil, err
			}
		}
		return all, nil
	case map[string]any:
		all := make(map[string]any, len(x))
		for k, y := range x {
			var err error
			if all[k], err = Settle(nil, y); err != nil {
				return nil, err
			}
		}
		if v != nil && v.Kind == Step && v.Forms().Plain {
			return v.Forms().Line(all), nil
		}
		return all, nil
	}
	return nil, lang.T("nothing stands there")
}

// Unfold is the reverse of Settle: it parses a Plain effect if it has one of the forms.
func Unfold(v *Value, x any) any {
	switch x := x.(type) {
	case string:
		if v != nil && v.Kind == Step && v.Forms().Plain {
			if step, ok := v.Forms().Parse(x); ok {
				return step
			}
		}
	case []any:
		all := make([]any, len(x))
		for i, y := range x {
			all[i] = Unfold(v.each(), y)
		}
		return all
	}
	return x
}

// Set writes a field of a row; the value nil removes the field.
func (t *File) Set(l *List, table string, row int, field string, x any) (*File, error) {
	of := l.Find(table)
	if of == nil {
		return nil, errNoTable
	}
	rows := t.Rows(table)
	if t.odd != nil {
		return nil, t.odd
	}
	p := t.part(table, row)
	if p == nil && (of.Rows || row != 0) {
		return nil, errNoRow
	}
	var now map[string]any
	if row < len(rows) {
		now = rows[row]
	}
	f := of.Find(field, now)
	if f == nil {
		return nil, errNoField
	}
	text := ""
	if x != nil {
		var err error
		if x, err = Settle(&f.Value, x); err != nil {
			return nil, lang.T("{1}: {2}", field, err)
		}
		if text, err = line(field, &f.Value, x); err != nil {
			return nil, err
		}
	}
	want := t.copied()
	change(want, table, row, func(row map[string]any) {
		if x == nil {
			delete(row, field)
			return
		}
		row[field] = x
	})
	switch {
	case p == nil && x == nil:
		return t, nil
	case p == nil:
		return t.behind(len(t.data), fmt.Sprintf("\n[%s]\n%s", table, text), want)
	case p.entry(field) == nil && x == nil:
		return t, nil
	case p.entry(field) == nil:
		return t.behind(p.place(names(of.Fields), field), text, want)
	}
	e := p.entry(field)
	if x == nil {
		return t.with(e.from, e.behind, "", want)
	}
	// Keep the text after the value: it is a comment of the list's author.
	_, said, _ := strings.Cut(strings.TrimSuffix(text, "\n"), " = ")
	return t.with(e.value, e.end, said, want)
}

// SetPack sets the name that the list gives itself.
func (t *File) SetPack(name string) (*File, error) {
	if t.odd != nil {
		return nil, t.odd
	}
	want := t.copied()
	want["pack"] = name
	if e := t.parts[0].entry("pack"); e != nil {
		return t.with(e.value, e.end, quote(name), want)
	}
	return t.behind(t.parts[0].place([]string{"game", "pack"}, "pack"), "pack = "+quote(name)+"\n", want)
}

// place returns where a new field of a part goes: after the last of the fields that precede it in the order.
func (p *part) place(order []string, field string) int {
	at, own := p.body, slices.Index(order, field)
	for _, e := range p.entries {
		if slices.Index(order, e.key) < own {
			at = max(at, e.behind)
		}
	}
	return at
}

// Add inserts a new row after another one, or after all rows if there is no such row.
func (t *File) Add(l *List, table string, after int, row map[string]any) (*File, error) {
	of := l.Find(table)
	switch {
	case of == nil || !of.Rows:
		return nil, errNoTable
	case t.odd != nil:
		return nil, t.odd
	}
	count := len(t.Rows(table))
	if after < 0 || after >= count {
		after = count - 1
	}
	fresh := make(map[string]any)
	for key, x := range row {
		f := of.Find(key, row)
		if f == nil {
			return nil, errNoField
		}
		var err error
		if fresh[key], err = Settle(&f.Value, x); err != nil {
			return nil, lang.T("{1}: {2}", key, err)
		}
	}
	text, err := rowText(of, fresh)
	if err != nil {
		return nil, err
	}
	want := t.copied()
	all, _ := want[table].([]any)
	want[table] = slices.Insert(all, after+1, any(fresh))
	at := len(t.data)
	if p := t.part(table, after); p != nil && after >= 0 {
		at = p.end
	}
	return t.behind(at, "\n"+text, want)
}

func rowText(of *Section, row map[string]any) (string, error) {
	var b strings.Builder
	if of.Name != "" {
		format := "[%s]\n"
		if of.Rows {
			format = "[[%s]]\n"
		}
		fmt.Fprintf(&b, format, keyText(of.Name))
	}
	for _, key := range keysOf(row, names(of.Fields)) {
		var v *Value
		if f := of.Find(key, row); f != nil {
			v = &f.Value
		}
		text, err := line(key, v, row[key])
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// Remove deletes a row. The comments before it stay.
func (t *File) Remove(l *List, table string, row int) (*File, error) {
	p, err := t.row(l, table, row)
	if err != nil {
		return nil, err
	}
	want := t.copied()
	rows := want[table].([]any)
	if rows = slices.Delete(rows, row, row+1); len(rows) == 0 {
		delete(want, table)
	} else {
		want[table] = rows
	}
	from, end := p.from, p.end
	if blank(t.data[:from]) && (end == len(t.data) || t.data[end] == '\n') {
		end = min(end+1, len(t.data))
	}
	return t.with(from, end, "", want)
}

// blank reports whether a text is empty or ends in an empty line.
func blank(data []byte) bool { return len(data) == 0 || bytes.HasSuffix(data, []byte("\n\n")) }

// Move swaps a row with the next one.
func (t *File) Move(l *List, table string, row int) (*File, error) {
	p, err := t.row(l, table, row)
	if err != nil {
		return nil, err
	}
	q, err := t.row(l, table, row+1)
	if err != nil {
		return nil, err
	}
	want := t.copied()
	rows := want[table].([]any)
	rows[row], rows[row+1] = rows[row+1], rows[row]
	upper, lower := ended(t.data[p.from:p.end]), ended(t.data[q.from:q.end])
	return t.with(p.from, q.end, lower+string(t.data[p.end:q.from])+upper, want)
}

// ended returns a text with a line end after its last line.
func ended(data []byte) string {
	text := string(data)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

func (t *File) row(l *List, table string, row int) (*part, error) {
	of := l.Find(table)
	switch {
	case of == nil || !of.Rows:
		return nil, errNoTable
	case t.odd != nil:
		return nil, t.odd
	}
	if p := t.part(table, row); row >= 0 && p != nil {
		return p, nil
	}
	return nil, errNoRow
}

// behind returns the file with a piece inserted at a place where a line begins.
func (t *File) behind(at int, piece string, want map[string]any) (*File, error) {
	if at > 0 && t.data[at-1] != '\n' {
		piece = "\n" + piece
	}
	return t.with(at, at, piece, want)
}

// with returns the file with a part of its text replaced. The new text must have exactly the content that is wanted; otherwise the edit is refused.
func (t *File) with(from, end int, piece string, want map[string]any) (*File, error) {
	data := slices.Concat(t.data[:from], []byte(piece), t.data[end:])
	fresh, err := Parse(data)
	if err != nil || fresh.odd != nil || !reflect.DeepEqual(fresh.tree, want) {
		return nil, errEdit
	}
	return fresh, nil
}

// Anew rewrites the list in the form that can be edited, one field a line. Comments are lost.
func (t *File) Anew(l *List) (*File, error) {
	var b strings.Builder
	top := maps.Clone(t.tree)
	var tables []Section
	for _, of := range l.Tables {
		if of.Name == "" {
			continue
		}
		tables = append(tables, of)
		delete(top, of.Name)
	}
	first := Section{Fields: []Field{{Name: "game"}, {Name: "pack"}}}
	if of := l.Find(""); of != nil {
		first.Fields = append(first.Fields, of.Fields...)
	}
	text, err := rowText(&first, top)
	if err != nil {
		return nil, err
	}
	b.WriteString(text)
	for i := range tables {
		of := &tables[i]
		_, many := t.tree[of.Name].([]any)
		if many != of.Rows && t.tree[of.Name] != nil {
			return nil, lang.T("{1} is not written as a table of its sort: mend that in the file", of.Name)
		}
		for _, row := range t.Rows(of.Name) {
			if text, err = rowText(of, row); err != nil {
				return nil, err
			}
			b.WriteString("\n" + text)
		}
	}
	fresh, err := Parse([]byte(b.String()))
	if err != nil {
		return nil, err
	}
	if fresh.odd != nil || !reflect.DeepEqual(fresh.tree, t.tree) {
		return nil, lang.T("it holds something that cannot be written anew: mend that in the file")
	}
	return fresh, nil
}

// copied returns the content of the list as a copy that may be changed.
func (t *File) copied() map[string]any { return settled(t.tree).(map[string]any) }

// change calls how with a row of the content.
func change(tree map[string]any, table string, row int, how func(map[string]any)) {
	if table == "" {
		how(tree)
		return
	}
	switch v := tree[table].(type) {
	case map[string]any:
		how(v)
	case []any:
		if r, ok := v[row].(map[string]any); ok {
			how(r)
		}
	case nil:
		fresh := make(map[string]any)
		if how(fresh); len(fresh) > 0 {
			tree[table] = fresh
		}
	}
}
