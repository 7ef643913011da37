package cardlist

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// File is a card list as its owner wrote it, comments and all. It never changes: an edit makes another one, in which the lines of the field are new and all
// others as they were.
type File struct {
	data  []byte
	tree  map[string]any
	parts []part // in their order; the first one is what stands above all tables
	odd   error
}

// part is a table as it stands in the text.
type part struct {
	name    string
	rows    bool
	line    int // on which it begins, counted from 1
	from    int // where its header begins
	body    int // behind its header
	end     int // behind its last entry
	entries []entry
}

// entry is a field as it stands in the text.
type entry struct {
	key        string
	line       int
	from       int // where its line begins
	value, end int // the value alone
	behind     int // behind its last line
}

// SyntaxError says in which line a text is no TOML.
type SyntaxError struct {
	Line int // counted from 1
	Text string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

// Parse reads a text. The error is a SyntaxError if it is no TOML.
func Parse(data []byte) (*File, error) {
	if line := tooDeep(data); line > 0 {
		return nil, &SyntaxError{line, "it is nested far deeper than any list"}
	}
	t := &File{data: data, tree: make(map[string]any)}
	var raw map[string]any
	if _, err := toml.Decode(string(data), &raw); err != nil {
		if parse, ok := errors.AsType[toml.ParseError](err); ok {
			return nil, &SyntaxError{parse.Position.Line, parse.Message}
		}
		return nil, err
	}
	for k, v := range raw {
		t.tree[k] = settled(v)
	}
	if t.odd = t.outline(); t.odd == nil {
		t.odd = t.whole()
	}
	return t, nil
}

const (
	mostDepth = 32 // of lists and tables in one another
	mostDots  = 64 // on a line, texts left out: of keys that are parted by them
)

// tooDeep is the line on which a text is nested so deeply that TOML's reader would take all memory there is for it; 0: there is none.
func tooDeep(data []byte) int {
	depth, dots, at := 0, 0, 0
	for at < len(data) {
		switch data[at] {
		case '"', '\'':
			at = quoted(data, at)
			continue
		case '#':
			at = lineEnd(data, at)
			dots = 0
			continue
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '.':
			dots++
		case '\n':
			dots = 0
		}
		if depth > mostDepth || dots > mostDots {
			return bytes.Count(data[:at], []byte("\n")) + 1
		}
		at++
	}
	return 0
}

// settled is a value as TOML's reader gives it, with all lists alike.
func settled(v any) any {
	switch v := v.(type) {
	case []map[string]any:
		all := make([]any, len(v))
		for i, x := range v {
			all[i] = settled(x)
		}
		return all
	case []any:
		all := make([]any, len(v))
		for i, x := range v {
			all[i] = settled(x)
		}
		return all
	case map[string]any:
		all := make(map[string]any, len(v))
		for k, x := range v {
			all[k] = settled(x)
		}
		return all
	}
	return v
}

// Bytes is the text itself.
func (t *File) Bytes() []byte { return t.data }

// Odd says why the text cannot be edited field by field; nil: it can.
func (t *File) Odd() error { return t.odd }

// Game and Pack are what the list says of itself.
func (t *File) Game() string { return t.said("game") }

// Pack is the name that the list gives itself.
func (t *File) Pack() string { return t.said("pack") }

func (t *File) said(key string) string {
	word, _ := t.tree[key].(string)
	return word
}

// Rows are the tables of a name, or the one: each holds its fields. They must not be changed.
func (t *File) Rows(table string) []map[string]any {
	if table == "" {
		return []map[string]any{t.tree}
	}
	switch v := t.tree[table].(type) {
	case map[string]any:
		return []map[string]any{v}
	case []any:
		rows := make([]map[string]any, len(v))
		for i, x := range v {
			rows[i], _ = x.(map[string]any)
		}
		return rows
	}
	return nil
}

// Line is the line on which a field stands, or else its table; 0 if that cannot be told.
func (t *File) Line(table string, row int, field string) int {
	p := t.part(table, row)
	if t.odd != nil || p == nil {
		return 0
	}
	if e := p.entry(field); e != nil {
		return e.line
	}
	return p.line
}

// part finds the row-th table of a name.
func (t *File) part(table string, row int) *part {
	for i := range t.parts {
		p := &t.parts[i]
		if p.name != table {
			continue
		}
		if row == 0 {
			return p
		}
		row--
	}
	return nil
}

func (p *part) entry(key string) *entry {
	for i := range p.entries {
		if p.entries[i].key == key {
			return &p.entries[i]
		}
	}
	return nil
}

var errOtherForm = errors.New("it is written in another form than one field a line")

// outline finds where tables and fields stand. What TOML's reader takes and this does not is no error of the list: it is merely not edited in place.
func (t *File) outline() error {
	t.parts = []part{{line: 1}}
	data, at, line := t.data, 0, 1
	for at < len(data) {
		from := at
		at += blanks(data[at:])
		if at == len(data) {
			break
		}
		p := &t.parts[len(t.parts)-1]
		switch data[at] {
		case '\n', '\r', '#':
		case '[':
			name, rows, end, ok := header(data, at)
			if !ok {
				return errOtherForm
			}
			behind := lineEnd(data, end)
			t.parts = append(t.parts, part{name: name, rows: rows, line: line, from: from, body: behind, end: behind})
			at = end
		default:
			n := bareKey(data[at:])
			key := string(data[at : at+n])
			at += n
			at += blanks(data[at:])
			if n == 0 || at == len(data) || data[at] != '=' {
				return errOtherForm
			}
			at++
			at += blanks(data[at:])
			end := value(data, at)
			behind := lineEnd(data, end)
			p.entries = append(p.entries, entry{key: key, line: line, from: from, value: at, end: end, behind: behind})
			p.end = behind
			at = end
		}
		next := lineEnd(data, at)
		if rest := bytes.TrimSpace(data[at:next]); len(rest) > 0 && rest[0] != '#' {
			return errOtherForm
		}
		line += bytes.Count(data[from:next], []byte("\n"))
		at = next
	}
	return nil
}

// whole tells whether the outline has all that the text says.
func (t *File) whole() error {
	rows := make(map[string]int)
	tables := make(map[string][]map[string]any)
	for i := range t.parts {
		p := &t.parts[i]
		here := t.tree
		if i > 0 {
			all, ok := tables[p.name]
			if !ok {
				all = t.Rows(p.name)
				tables[p.name] = all
			}
			_, single := t.tree[p.name].(map[string]any)
			if rows[p.name] >= len(all) || single == p.rows {
				return errOtherForm
			}
			here = all[rows[p.name]]
			rows[p.name]++
			if len(here) != len(p.entries) {
				return errOtherForm
			}
		}
		for _, e := range p.entries {
			if x, ok := here[e.key]; !ok || i == 0 && isTable(x) {
				return errOtherForm
			}
		}
	}
	for key := range t.tree {
		if t.parts[0].entry(key) == nil && rows[key] != len(t.Rows(key)) {
			return errOtherForm
		}
	}
	if len(t.tree) != len(t.parts[0].entries)+len(rows) {
		return errOtherForm
	}
	return nil
}

// isTable tells whether a value is a table, or a list of them.
func isTable(x any) bool {
	if list, ok := x.([]any); ok && len(list) > 0 {
		x = list[0]
	}
	_, ok := x.(map[string]any)
	return ok
}

func blanks(data []byte) int {
	n := 0
	for n < len(data) && (data[n] == ' ' || data[n] == '\t') {
		n++
	}
	return n
}

func bareKey(data []byte) int {
	n := 0
	for n < len(data) && isBare(data[n]) {
		n++
	}
	return n
}

func isBare(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_'
}

// lineEnd is behind the end of the line in which a place lies.
func lineEnd(data []byte, at int) int {
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(data)
}

// header reads `[name]` or `[[name]]`.
func header(data []byte, at int) (name string, rows bool, end int, ok bool) {
	closing := "]"
	at++
	if at < len(data) && data[at] == '[' {
		rows, closing = true, "]]"
		at++
	}
	at += blanks(data[at:])
	n := bareKey(data[at:])
	name = string(data[at : at+n])
	at += n
	at += blanks(data[at:])
	return name, rows, at + len(closing), n > 0 && bytes.HasPrefix(data[at:], []byte(closing))
}

// value is behind the value that begins at a place, of a text that TOML's reader takes.
func value(data []byte, at int) int {
	depth, end := 0, at // end is behind what was last seen of it
	for at < len(data) {
		switch c := data[at]; {
		case c == '"' || c == '\'':
			at = quoted(data, at)
			end = at
			continue
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == '#':
			if depth <= 0 {
				return end
			}
			at = lineEnd(data, at)
			continue
		case c == '\n' && depth <= 0:
			return end
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
			continue
		}
		at++
		end = at
	}
	return end
}

// quoted is behind the text in quotes that begins at a place.
func quoted(data []byte, at int) int {
	mark := data[at : at+1]
	if bytes.HasPrefix(data[at:], bytes.Repeat(mark, 3)) {
		long := bytes.Repeat(mark, 3)
		at += 3
		for at < len(data) && !bytes.HasPrefix(data[at:], long) {
			at += escape(data[at], mark[0])
		}
		at = min(at+3, len(data))
		// Up to two quotes may stand before those that close it.
		for range 2 {
			if at < len(data) && data[at] == mark[0] {
				at++
			}
		}
		return at
	}
	at++
	for at < len(data) && data[at] != mark[0] && data[at] != '\n' {
		at += escape(data[at], mark[0])
	}
	return min(at+1, len(data))
}

// escape is how many bytes belong together.
func escape(b, mark byte) int {
	if b == '\\' && mark == '"' {
		return 2
	}
	return 1
}

// keysOf lists the keys of a table: those that are described in their order, then the others.
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

// names are the names of fields, in their order.
func names(fields []Field) []string {
	all := make([]string, len(fields))
	for i := range fields {
		all[i] = fields[i].Name
	}
	return all
}

const mostLine = 110 // characters: longer lists are written one entry a line

// line is a field with its value, on one line or several.
func line(key string, v *Value, x any) (string, error) {
	text, err := format(v, x)
	if err != nil {
		return "", fmt.Errorf("%s: %w", key, err)
	}
	all, long := x.([]any)
	text = keyText(key) + " = " + text
	if !long || len([]rune(text)) <= mostLine {
		return text + "\n", nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s = [\n", keyText(key))
	for _, y := range all {
		said, err := format(v.each(), y)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "  %s,\n", said)
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

// format writes a value on one line; v may be nil.
func format(v *Value, x any) (string, error) {
	switch x := x.(type) {
	case string:
		return quote(x), nil
	case int64:
		return fmt.Sprint(x), nil
	case bool:
		return fmt.Sprint(x), nil
	case []any:
		said := make([]string, len(x))
		for i, y := range x {
			var err error
			if said[i], err = format(v.each(), y); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(said, ", ") + "]", nil
	case map[string]any:
		return inline(v, x)
	}
	return "", fmt.Errorf("a value of that sort (%v) cannot be written", x)
}

func inline(v *Value, x map[string]any) (string, error) {
	var order []string
	value := func(string) *Value { return nil }
	switch {
	case v == nil:
	case v.Kind == Map:
		order = v.Keys.Words
		value = func(string) *Value { return v.Each }
	case v.Kind == Step:
		word, _ := x[v.Forms().Lead].(string)
		order = []string{v.Forms().Lead}
		if form := v.Forms().Find(word); form != nil {
			order = append(order, names(form.Args)...)
			value = func(key string) *Value {
				if f := find(form.Args, key, x); f != nil {
					return &f.Value
				}
				return nil
			}
		}
	}
	var said []string
	for _, key := range keysOf(x, order) {
		text, err := format(value(key), x[key])
		if err != nil {
			return "", fmt.Errorf("%s: %w", key, err)
		}
		said = append(said, keyText(key)+" = "+text)
	}
	if len(said) == 0 {
		return "{}", nil
	}
	return "{ " + strings.Join(said, ", ") + " }", nil
}

func keyText(key string) string {
	if key != "" && bareKey([]byte(key)) == len(key) {
		return key
	}
	return quote(key)
}

// quote writes a text as TOML does.
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
