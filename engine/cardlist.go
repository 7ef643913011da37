package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"familiar/engine/lang"
)

// ReadList reads a card list of a game, a TOML file, into a struct. It says in which line the file is no TOML, or has a value of the wrong
// sort, and refuses a list of another game.
func ReadList(data []byte, game string, into any) error {
	if err := decode(data, into); err != nil {
		return err
	}
	var head struct {
		Game string `toml:"game"`
	}
	if err := decode(data, &head); err != nil {
		return err
	}
	if head.Game != game {
		return lang.T(`it is a card list of the game "{1}", not of "{2}"`, lang.Escaped(head.Game), lang.Escaped(game))
	}
	return nil
}

func decode(data []byte, into any) error {
	_, err := toml.Decode(string(data), into)
	var parse toml.ParseError
	if errors.As(err, &parse) {
		return &ListError{Line: parse.Position.Line, Err: errors.New(parse.Message)}
	}
	return err
}

// ListError is what is wrong with a card list at a place of it.
type ListError struct {
	Line   int    // counted from 1; 0: that cannot be told
	Table  string // `kind` of `[[kind]]`; empty: it is not known to be in one
	Row    int    // which of these tables, counted from 0
	Called string // what it calls itself
	Err    error
}

func (e *ListError) Error() string { return e.In(lang.English) }

// In implements lang.Told.
func (e *ListError) In(code string) string {
	var text any = e.Err
	if e.Table != "" {
		text = lang.T(`{1} {2} ("{3}"): {4}`, e.Table, e.Row+1, lang.Escaped(e.Called), text)
	}
	if e.Line > 0 {
		text = lang.T("line {1}: {2}", e.Line, text)
	}
	return lang.In(text, code)
}

func (e *ListError) Unwrap() error { return e.Err }

// Rows says where errors in the tables `[[name]]` of a card list are.
type Rows struct {
	name  string
	lines []int // on which they begin; nil if that cannot be told
}

// RowsOf is for the n tables of a name. A list of another form (`blade = [{ … }]`) has no lines to tell.
func RowsOf(data []byte, name string, n int) Rows {
	if lines := TableLines(data, name); len(lines) == n {
		return Rows{name, lines}
	}
	return Rows{name: name}
}

// Error says of an error which table it is in, counted from 0, and what that table calls itself.
func (r Rows) Error(i int, called string, err error) error {
	e := &ListError{Table: r.name, Row: i, Called: called, Err: err}
	if i < len(r.lines) {
		e.Line = r.lines[i]
	}
	return e
}

// TableLines lists the lines, counted from 1, on which the tables `[[name]]` of a TOML file begin. TOML's reader does not tell them, and
// whoever mends a card list wants to know.
func TableLines(data []byte, name string) []int {
	var lines []int
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		said, _, _ := strings.Cut(line, "#")
		if strings.Join(strings.Fields(said), "") == "[["+name+"]]" {
			lines = append(lines, n)
		}
	}
	return lines
}

// SortKinds sorts the kinds of a card list by name, so that lists of kinds are sorted too. It returns for each one, in the order of the list, where it
// went.
func SortKinds[K any](kinds []K, name func(K) string) (order []int) {
	unsorted := slices.Clone(kinds)
	byName := make([]int, len(kinds))
	for i := range byName {
		byName[i] = i
	}
	slices.SortStableFunc(byName, func(a, b int) int { return strings.Compare(name(unsorted[a]), name(unsorted[b])) })
	order = make([]int, len(kinds))
	for i, at := range byName {
		kinds[i], order[at] = unsorted[at], i
	}
	return order
}

// CheckKind refuses a word that cannot name a kind of card where numbers stand beside kinds.
func CheckKind(name string) error {
	switch {
	case name == "":
		return lang.T("it has no name")
	case !IsName(name) || strings.Trim(name, "0123456789") == "":
		return lang.T("its name is not made of lower case letters, digits and -, or of digits alone")
	}
	return nil
}

// TitleOf writes a word as people write a name: `bell-ringer` is Bell Ringer.
func TitleOf(word string) string {
	parts := strings.FieldsFunc(word, func(r rune) bool { return r == '-' })
	for i, p := range parts {
		parts[i] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, " ")
}

// Amount is a number of a card list that may not be left out.
type Amount struct {
	N     int
	There bool
}

// UnmarshalTOML is toml.Unmarshaler's. TOML's reader tells the error in English.
func (a *Amount) UnmarshalTOML(value any) error {
	n, ok := value.(int64)
	if !ok {
		return fmt.Errorf("%s is not a whole number", lang.Escaped(fmt.Sprint(value)))
	}
	if n != int64(int32(n)) {
		return fmt.Errorf("%d is far more than a box holds", n)
	}
	*a = Amount{int(n), true}
	return nil
}

// Within refuses an amount that is missing, or not between two numbers.
func (a Amount) Within(name string, least, most int) error {
	switch {
	case !a.There:
		return lang.T("{1} is missing", name)
	case a.N < least || a.N > most:
		return lang.T("{1}: {2} is not between {3} and {4}", name, a.N, least, most)
	}
	return nil
}
