package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"familiar/engine/lang"
)

// ReadList decodes a game's card list, a TOML file, into a struct. Its error names the line that is not TOML or holds a value of the wrong type. A
// list of another game is refused.
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

// ListError is a mistake at one place of a card list.
type ListError struct {
	Line  int    // counted from 1; 0: unknown
	Table string // `kind` of `[[kind]]`; empty: the mistake is in no known TOML table
	Row   int    // index of the TOML table among those of that name, from 0
	Name  string // the name that the table gives itself
	Err   error
}

func (e *ListError) Error() string { return e.In(lang.English) }

// In implements lang.Localized.
func (e *ListError) In(code string) string {
	var text any = e.Err
	if e.Table != "" {
		text = lang.T(`{1} {2} ("{3}"): {4}`, e.Table, e.Row+1, lang.Escaped(e.Name), text)
	}
	if e.Line > 0 {
		text = lang.T("line {1}: {2}", e.Line, text)
	}
	return lang.In(text, code)
}

func (e *ListError) Unwrap() error { return e.Err }

// Rows locates errors in the tables `[[name]]` of a card list.
type Rows struct {
	name  string
	lines []int // the line on which each table begins; nil if unknown
}

// RowsOf returns the Rows for n tables of one name. For a list written in another form (`blade = [{ … }]`) the lines are unknown.
func RowsOf(data []byte, name string, n int) Rows {
	if lines := TableLines(data, name); len(lines) == n {
		return Rows{name, lines}
	}
	return Rows{name: name}
}

// Error wraps an error with its place: the index of the table, from 0, and the name that the table gives itself.
func (r Rows) Error(i int, called string, err error) error {
	e := &ListError{Table: r.name, Row: i, Name: called, Err: err}
	if i < len(r.lines) {
		e.Line = r.lines[i]
	}
	return e
}

// TableLines returns the lines, counted from 1, on which the tables `[[name]]` of a TOML file begin. The TOML decoder does not report them, and
// authors need them to correct mistakes.
func TableLines(data []byte, name string) []int {
	var lines []int
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		header, _, _ := strings.Cut(line, "#")
		if strings.Join(strings.Fields(header), "") == "[["+name+"]]" {
			lines = append(lines, n)
		}
	}
	return lines
}

// SortKinds sorts the kinds of a card list by name, so that numbers of kinds sort as their names do. order[i] is the new index of the kind that was at i.
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

// CheckKind refuses a word that cannot be the name of a kind of card, because numbers may stand in the same place.
func CheckKind(name string) error {
	switch {
	case name == "":
		return lang.T("it has no name")
	case !IsName(name) || strings.Trim(name, "0123456789") == "":
		return lang.T("its name is not made of lower case letters, digits and -, or of digits alone")
	}
	return nil
}

// TitleOf writes a word as people write a name, each part with a capital: `bell-ringer` is Bell Ringer. Catalog.Title writes Bell ringer.
func TitleOf(word string) string {
	parts := strings.FieldsFunc(word, func(r rune) bool { return r == '-' })
	for i, p := range parts {
		parts[i] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, " ")
}

// Amount is a number that a card list must not leave out.
type Amount struct {
	N     int
	Given bool
}

// UnmarshalTOML implements toml.Unmarshaler. The TOML decoder reports its errors in English.
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
func (a Amount) Within(name string, lowest, highest int) error {
	switch {
	case !a.Given:
		return lang.T("{1} is missing", name)
	case a.N < lowest || a.N > highest:
		return lang.T("{1}: {2} is not between {3} and {4}", name, a.N, lowest, highest)
	}
	return nil
}
