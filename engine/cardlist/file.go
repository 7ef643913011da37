package cardlist

import (
	"bytes"
	"errors"
	"slices"

	"github.com/BurntSushi/toml"

	"familiar/engine/lang"
)

// File is a card list as its author wrote it, with all comments. It never changes: an edit returns another File, in which only the lines of the
// edited field are new.
type File struct {
	data        []byte
	tree        map[string]any // the decoded text
	parts       []part         // in order; the first one is everything above all tables
	notEditable error          // see NotEditable
}

// part is where a table stands in the text: positions in bytes.
type part struct {
	name    string
	rows    bool
	line    int // the line of its header, counted from 1
	from    int // start of its header
	body    int // end of its header
	end     int // end of its last entry
	entries []entry
}

// entry is where a field stands in the text.
type entry struct {
	key        string
	line       int
	from       int // start of its line
	value, end int // start and end of the value alone
	next       int // start of the line after its last one
}

// SyntaxError names the line of a text that is not TOML.
type SyntaxError struct {
	Line int // counted from 1
	Err  error
}

func (e *SyntaxError) Error() string { return e.In(lang.English) }

// In implements lang.Localized. The message of the TOML decoder stays English.
func (e *SyntaxError) In(code string) string { return lang.T("line {1}: {2}", e.Line, e.Err).In(code) }

func (e *SyntaxError) Unwrap() error { return e.Err }

// Parse reads a text. The error is a SyntaxError if the text is not TOML.
func Parse(data []byte) (*File, error) {
	if err := CheckLimits(data); err != nil {
		return nil, err
	}
	file := &File{data: data, tree: make(map[string]any)}
	var raw map[string]any
	if _, err := toml.Decode(string(data), &raw); err != nil {
		if parse, ok := errors.AsType[toml.ParseError](err); ok {
			return nil, &SyntaxError{parse.Position.Line, errors.New(lang.Shortened(parse.Message, 200))}
		}
		return nil, err
	}
	for k, v := range raw {
		file.tree[k] = normalized(v)
	}
	if file.notEditable = file.outline(); file.notEditable == nil {
		file.notEditable = file.checkOutline()
	}
	return file, nil
}

const (
	maxDepth = 32   // levels of nested lists and tables
	maxDots  = 64   // dots on a line that separate keys, quoted texts left out
	maxKeys  = 1000 // of a table that is a value, with those of tables in it
)

// CheckLimits returns a SyntaxError if a text is nested so deeply that the TOML decoder would use all memory, or has a table as a value that is so large that the
// decoder would take minutes.
func CheckLimits(data []byte) error {
	depth, dots, tables, keys, at := 0, 0, 0, 0, 0
	for at < len(data) {
		switch data[at] {
		case '"', '\'':
			at = quotedEnd(data, at)
			continue
		case '#':
			at = lineEnd(data, at)
			dots = 0
			continue
		case '[', '{':
			depth++
			if data[at] == '{' {
				tables++
			}
		case ']', '}':
			depth--
			if data[at] == '}' {
				tables--
			}
		case '=':
			if tables > 0 {
				keys++
			} else {
				keys = 0
			}
		case '.':
			dots++
		case '\n':
			dots = 0
		}
		if depth > maxDepth || dots > maxDots {
			return &SyntaxError{lineOf(data, at), lang.T("it is nested far deeper than any list")}
		}
		if keys > maxKeys {
			return &SyntaxError{lineOf(data, at), lang.T("a value is a table with far more fields than any list has")}
		}
		at++
	}
	return nil
}

// lineOf returns the number of the line of a position.
func lineOf(data []byte, at int) int { return bytes.Count(data[:at], []byte("\n")) + 1 }

// normalized returns a decoded value in which all lists have the Go type []any.
func normalized(v any) any {
	switch v := v.(type) {
	case []map[string]any:
		all := make([]any, len(v))
		for i, x := range v {
			all[i] = normalized(x)
		}
		return all
	case []any:
		all := make([]any, len(v))
		for i, x := range v {
			all[i] = normalized(x)
		}
		return all
	case map[string]any:
		all := make(map[string]any, len(v))
		for k, x := range v {
			all[k] = normalized(x)
		}
		return all
	}
	return v
}

// Bytes returns the text.
func (file *File) Bytes() []byte { return file.data }

// NotEditable returns why the text cannot be edited field by field; nil: it can.
func (file *File) NotEditable() error { return file.notEditable }

// Game returns the game that the list is for.
func (file *File) Game() string { return file.topWord("game") }

// Pack returns the name that the list gives itself.
func (file *File) Pack() string { return file.topWord("pack") }

// topWord returns the text of a field above all tables, "" if there is none.
func (file *File) topWord(key string) string {
	word, _ := file.tree[key].(string)
	return word
}

// Rows returns the fields of each table of a name, `[[name]]` or a single `[name]`. They must not be changed.
func (file *File) Rows(table string) []map[string]any {
	if table == "" {
		return []map[string]any{file.tree}
	}
	switch v := file.tree[table].(type) {
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

// Line returns the line of a field, or else the line of its table; 0 if neither is known.
func (file *File) Line(table string, row int, field string) int {
	p := file.part(table, row)
	if file.notEditable != nil || p == nil {
		return 0
	}
	if e := p.entry(field); e != nil {
		return e.line
	}
	return p.line
}

// part returns the row-th table of a name.
func (file *File) part(table string, row int) *part {
	for i := range file.parts {
		p := &file.parts[i]
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
	if i := slices.IndexFunc(p.entries, func(e entry) bool { return e.key == key }); i >= 0 {
		return &p.entries[i]
	}
	return nil
}

var errOtherForm = lang.T("it is written in another form than one field a line")
