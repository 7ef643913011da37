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

// FromPage converts a value from a web page to the form of the list: whole numbers, and a Plain effect as its line. It refuses a value that no list can
// hold. v describes the field; nil: it is not known.
func FromPage(v *Value, x any) (any, error) {
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
			if all[i], err = FromPage(v.each(), y); err != nil {
				return nil, err
			}
		}
		return all, nil
	case map[string]any:
		all := make(map[string]any, len(x))
		for k, y := range x {
			var err error
			if all[k], err = FromPage(nil, y); err != nil {
				return nil, err
			}
		}
		if v != nil && v.Kind == Effect && v.EffectForms().Plain {
			return v.EffectForms().Line(all), nil
		}
		return all, nil
	}
	return nil, lang.T("nothing stands there")
}

// ToPage is the reverse of FromPage: it parses a Plain effect if it has one of the forms.
func ToPage(v *Value, x any) any {
	switch x := x.(type) {
	case string:
		if v != nil && v.Kind == Effect && v.EffectForms().Plain {
			if effect, ok := v.EffectForms().Parse(x); ok {
				return effect
			}
		}
	case []any:
		all := make([]any, len(x))
		for i, y := range x {
			all[i] = ToPage(v.each(), y)
		}
		return all
	}
	return x
}

// Set writes a field of a row; the value nil removes the field.
func (file *File) Set(l *List, table string, row int, field string, x any) (*File, error) {
	section := l.Find(table)
	if section == nil {
		return nil, errNoTable
	}
	if err := file.checkEditable(section); err != nil {
		return nil, err
	}
	rows := file.Rows(table)
	p := file.part(table, row)
	if p == nil && (section.Rows || row != 0) {
		return nil, errNoRow
	}
	var current map[string]any
	if row < len(rows) {
		current = rows[row]
	}
	f := section.Find(field, current)
	if f == nil {
		return nil, errNoField
	}
	text := ""
	if x != nil {
		var err error
		if x, err = FromPage(&f.Value, x); err != nil {
			return nil, lang.T("{1}: {2}", field, err)
		}
		if text, err = fieldText(field, &f.Value, x); err != nil {
			return nil, err
		}
	}
	want := file.copyTree()
	changeRow(want, table, row, func(row map[string]any) {
		if x == nil {
			delete(row, field)
			return
		}
		row[field] = x
	})
	switch {
	case p == nil && x == nil:
		return file, nil
	case p == nil:
		return file.insert(len(file.data), fmt.Sprintf("\n[%s]\n%s", table, text), want)
	case p.entry(field) == nil && x == nil:
		return file, nil
	case p.entry(field) == nil:
		return file.insert(p.insertAt(names(section.Fields), field), text, want)
	}
	e := p.entry(field)
	if x == nil {
		return file.replace(e.from, e.next, "", want)
	}
	// Keep the text after the value: it is a comment of the list's author.
	_, value, _ := strings.Cut(strings.TrimSuffix(text, "\n"), " = ")
	return file.replace(e.value, e.end, value, want)
}

// SetPack sets the name that the list gives itself.
func (file *File) SetPack(name string) (*File, error) {
	if file.notEditable != nil {
		return nil, file.notEditable
	}
	want := file.copyTree()
	want["pack"] = name
	if e := file.parts[0].entry("pack"); e != nil {
		return file.replace(e.value, e.end, quote(name), want)
	}
	return file.insert(file.parts[0].insertAt([]string{"game", "pack"}, "pack"), "pack = "+quote(name)+"\n", want)
}

// insertAt returns the position at which a new field of a part goes: after the last of the fields that precede it in the order, or that the order does not name.
func (p *part) insertAt(order []string, field string) int {
	at, own := p.body, slices.Index(order, field)
	for _, e := range p.entries {
		if slices.Index(order, e.key) < own {
			at = max(at, e.next)
		}
	}
	return at
}

// Add inserts a new row after another one, or after all rows if there is no such row.
func (file *File) Add(l *List, table string, after int, row map[string]any) (*File, error) {
	section := l.Find(table)
	if section == nil || !section.Rows {
		return nil, errNoTable
	}
	if err := file.checkEditable(section); err != nil {
		return nil, err
	}
	count := len(file.Rows(table))
	if after < 0 || after >= count {
		after = count - 1
	}
	fresh := make(map[string]any)
	for key, x := range row {
		f := section.Find(key, row)
		if f == nil {
			return nil, errNoField
		}
		var err error
		if fresh[key], err = FromPage(&f.Value, x); err != nil {
			return nil, lang.T("{1}: {2}", key, err)
		}
	}
	text, err := rowText(section, fresh)
	if err != nil {
		return nil, err
	}
	want := file.copyTree()
	all, _ := want[table].([]any)
	want[table] = slices.Insert(all, after+1, any(fresh))
	at := len(file.data)
	if p := file.part(table, after); p != nil && after >= 0 {
		at = p.end
	}
	return file.insert(at, "\n"+text, want)
}

func rowText(section *Section, row map[string]any) (string, error) {
	var b strings.Builder
	if section.Name != "" {
		format := "[%s]\n"
		if section.Rows {
			format = "[[%s]]\n"
		}
		fmt.Fprintf(&b, format, keyText(section.Name))
	}
	for _, key := range keysOf(row, names(section.Fields)) {
		var v *Value
		if f := section.Find(key, row); f != nil {
			v = &f.Value
		}
		text, err := fieldText(key, v, row[key])
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// Remove deletes a row. The comments before it stay.
func (file *File) Remove(l *List, table string, row int) (*File, error) {
	p, err := file.row(l, table, row)
	if err != nil {
		return nil, err
	}
	want := file.copyTree()
	rows := want[table].([]any)
	if rows = slices.Delete(rows, row, row+1); len(rows) == 0 {
		delete(want, table)
	} else {
		want[table] = rows
	}
	from, end := p.from, p.end
	if endsInEmptyLine(file.data[:from]) && (end == len(file.data) || file.data[end] == '\n') {
		end = min(end+1, len(file.data))
	}
	return file.replace(from, end, "", want)
}

// endsInEmptyLine reports whether a text is empty or ends in an empty line.
func endsInEmptyLine(data []byte) bool {
	return len(data) == 0 || bytes.HasSuffix(data, []byte("\n\n"))
}

// Move swaps a row with the next one.
func (file *File) Move(l *List, table string, row int) (*File, error) {
	p, err := file.row(l, table, row)
	if err != nil {
		return nil, err
	}
	q, err := file.row(l, table, row+1)
	if err != nil {
		return nil, err
	}
	want := file.copyTree()
	rows := want[table].([]any)
	rows[row], rows[row+1] = rows[row+1], rows[row]
	upper, lower := withLineEnd(file.data[p.from:p.end]), withLineEnd(file.data[q.from:q.end])
	return file.replace(p.from, q.end, lower+string(file.data[p.end:q.from])+upper, want)
}

// withLineEnd returns a text with a line end after its last line.
func withLineEnd(data []byte) string {
	text := string(data)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

func (file *File) row(l *List, table string, row int) (*part, error) {
	section := l.Find(table)
	if section == nil || !section.Rows {
		return nil, errNoTable
	}
	if err := file.checkEditable(section); err != nil {
		return nil, err
	}
	if p := file.part(table, row); row >= 0 && p != nil {
		return p, nil
	}
	return nil, errNoRow
}

// checkEditable returns why a table cannot be edited; nil if it can.
func (file *File) checkEditable(section *Section) error {
	if file.notEditable != nil {
		return file.notEditable
	}
	return file.checkForm(section)
}

// checkForm returns an error for a table that the list has in another form than the game wants: [kind], and not [[kind]].
func (file *File) checkForm(section *Section) error {
	_, rows := file.tree[section.Name].([]any)
	_, single := file.tree[section.Name].(map[string]any)
	if section.Name == "" || file.tree[section.Name] == nil || rows && section.Rows || single && !section.Rows {
		return nil
	}
	return lang.T("{1} is not written as a table of its sort: mend that in the file", section.Name)
}

// insert returns the file with a piece inserted at a position where a line begins.
func (file *File) insert(at int, piece string, want map[string]any) (*File, error) {
	if at > 0 && file.data[at-1] != '\n' {
		piece = "\n" + piece
	}
	return file.replace(at, at, piece, want)
}

// replace returns the file with a piece of its text replaced. The new text must have exactly the content want; otherwise the edit is refused.
func (file *File) replace(from, end int, piece string, want map[string]any) (*File, error) {
	data := slices.Concat(file.data[:from], []byte(piece), file.data[end:])
	fresh, err := Parse(data)
	if err != nil || fresh.notEditable != nil || !reflect.DeepEqual(fresh.tree, want) {
		return nil, errEdit
	}
	return fresh, nil
}

// Rewrite writes the list anew in the form that can be edited, one field a line. Comments are lost.
func (file *File) Rewrite(l *List) (*File, error) {
	var b strings.Builder
	top := maps.Clone(file.tree)
	var tables []Section
	for _, section := range l.Tables {
		if section.Name == "" {
			continue
		}
		tables = append(tables, section)
		delete(top, section.Name)
	}
	first := Section{Fields: []Field{{Name: "game"}, {Name: "pack"}}}
	if section := l.Find(""); section != nil {
		first.Fields = append(first.Fields, section.Fields...)
	}
	text, err := rowText(&first, top)
	if err != nil {
		return nil, err
	}
	b.WriteString(text)
	for i := range tables {
		section := &tables[i]
		if err := file.checkForm(section); err != nil {
			return nil, err
		}
		for _, row := range file.Rows(section.Name) {
			if text, err = rowText(section, row); err != nil {
				return nil, err
			}
			b.WriteString("\n" + text)
		}
	}
	fresh, err := Parse([]byte(b.String()))
	if err != nil {
		return nil, err
	}
	if fresh.notEditable != nil || !reflect.DeepEqual(fresh.tree, file.tree) {
		return nil, lang.T("it holds something that cannot be written anew: mend that in the file")
	}
	return fresh, nil
}

// copyTree returns the content of the list as a copy that may be changed.
func (file *File) copyTree() map[string]any { return normalized(file.tree).(map[string]any) }

// changeRow calls change with a row of the content. A single table that does not exist is added if change gives it a field.
func changeRow(tree map[string]any, table string, row int, change func(map[string]any)) {
	if table == "" {
		change(tree)
		return
	}
	switch v := tree[table].(type) {
	case map[string]any:
		change(v)
	case []any:
		if r, ok := v[row].(map[string]any); ok {
			change(r)
		}
	case nil:
		fresh := make(map[string]any)
		if change(fresh); len(fresh) > 0 {
			tree[table] = fresh
		}
	}
}
