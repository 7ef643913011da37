// Package cardlist describes the form of a game's card lists as data: the tables, their fields, and the possible values. From it a page builds menus
// for the author of a list. Errors that only show in the list as a whole are found by the game's own reader.
//
// The names that people see for all of this are in engine.Phrases.List. A table (`kind`; `box` for the fields above all tables) and a field (`value`)
// stand there under their own names. A word of a menu stands there under its field and itself (`who.others`, `do.draw`), or under itself alone.
package cardlist

import (
	"slices"
	"strconv"
	"strings"
)

// List describes the card lists of a game.
type List struct {
	Tables []Section `json:"tables"`
	// Say returns the words of an effect for engine.Phrases.Sentence, sentence by sentence. The effect is one of the Steps in a field, or a whole row
	// of a table that is Told. Say returns nothing for an effect that it does not know; a Plain effect then uses Steps.Say.
	Say func(table, field string, step map[string]any) [][]string `json:"-"`
}

// Section is one table `[name]`, or many tables `[[name]]`.
type Section struct {
	Name string `json:"name"`           // empty for the fields above all tables
	Rows bool   `json:"rows,omitempty"` // there may be many: `[[name]]`
	// Label is the field that identifies a row.
	Label string `json:"label,omitempty"`
	// Told marks a table in which a whole row is an effect.
	Told   bool    `json:"told,omitempty"`
	Fields []Field `json:"fields"`
}

// Field is a field of a table, or an argument of an effect. Several fields may share a name if only one of them applies at a time.
type Field struct {
	Name string `json:"name"`
	Need bool   `json:"need,omitempty"` // it must not be left out
	// Usual is the value of a field that is left out.
	Usual string  `json:"usual,omitempty"`
	When  []Given `json:"when,omitempty"` // it applies only if all of these hold
	Value
}

// Given is a condition: another field has one of these words. A field that is left out has the word "".
type Given struct {
	Field string   `json:"field"`
	Is    []string `json:"is"`
}

// Kind is the kind of a value.
type Kind string

const (
	Name   Kind = "name"   // a new word: lower case letters, digits and -
	Text   Kind = "text"   // any text
	Number Kind = "number" // a whole number
	Flag   Kind = "flag"   // true or false
	Word   Kind = "word"   // one of Words, or of the words in the fields Of
	Many   Kind = "many"   // a list of values, each an Each
	Map    Kind = "map"    // a table that maps Keys to Each
	Step   Kind = "step"   // an effect
)

// Value describes the possible values of a field.
type Value struct {
	Kind Kind `json:"kind"`
	// Least and Most limit a number, or the length of a list. A list with Most 0 has no limit.
	Least  int      `json:"least,omitempty"`
	Most   int      `json:"most,omitempty"`
	Words  []string `json:"words,omitempty"`
	Of     []string `json:"of,omitempty"`     // fields of the list that define the words: `shape.name`, `bridges.types`, `colours`
	Except []string `json:"except,omitempty"` // words of Of that are excluded
	Each   *Value   `json:"each,omitempty"`
	Keys   *Value   `json:"keys,omitempty"`
	// Steps are the forms of an effect. They may be left out for an effect inside another one: it has the same forms.
	Steps *Steps `json:"steps,omitempty"`
	outer *Steps
}

// Steps are the possible forms of an effect.
type Steps struct {
	// Lead is the field with the word of the effect: `do`.
	Lead string `json:"lead"`
	// Plain effects are texts instead of tables: the word, followed by its arguments.
	Plain bool `json:"plain,omitempty"`
	// Empty allows a text without a word, which means no effect.
	Empty bool       `json:"empty,omitempty"`
	Words []StepWord `json:"words"`
}

// StepWord is the word of an effect.
type StepWord struct {
	// Word may be several words in a Plain effect: `charm any` beside `charm`.
	Word string  `json:"word"`
	Args []Field `json:"args,omitempty"` // for a Plain effect all arguments in order; a list or a text takes all remaining words
}

// Within describes a number between two limits.
func Within(least, most int) Value { return Value{Kind: Number, Least: least, Most: most} }

// OneOf describes a word from a fixed choice.
func OneOf(words ...string) Value { return Value{Kind: Word, Words: words} }

// Named describes a word that the list defines in one of some fields.
func Named(of ...string) Value { return Value{Kind: Word, Of: of} }

// ListOf describes a list of least to most values; most is 0 if there is no limit.
func ListOf(each Value, least, most int) Value {
	return Value{Kind: Many, Least: least, Most: most, Each: &each}
}

// MapOf describes a table that maps some words to values.
func MapOf(keys, each Value) Value { return Value{Kind: Map, Keys: &keys, Each: &each} }

// StepOf describes an effect.
func StepOf(s *Steps) Value { return Value{Kind: Step, Steps: s} }

// Again describes an effect that is an argument of another effect, and has the same forms.
func Again(s *Steps) Value { return Value{Kind: Step, outer: s} }

// Forms returns the forms of an effect; nil if the value is not an effect.
func (v *Value) Forms() *Steps {
	if v.Steps != nil {
		return v.Steps
	}
	return v.outer
}

// Or allows further words beside those that the list defines.
func (v Value) Or(words ...string) Value {
	v.Words = append(slices.Clone(v.Words), words...)
	return v
}

// Needed describes a field that must not be left out.
func Needed(name string, v Value) Field { return Field{Name: name, Need: true, Value: v} }

// Maybe describes a field that may be left out.
func Maybe(name string, v Value) Field { return Field{Name: name, Value: v} }

// Else sets the value of a field that is left out.
func (f Field) Else(usual string) Field {
	f.Usual = usual
	return f
}

// If makes a field apply only if another one has one of some words.
func (f Field) If(field string, is ...string) Field {
	f.When = append(slices.Clone(f.When), Given{field, is})
	return f
}

// Holds reports whether a field applies in a row.
func (f *Field) Holds(row map[string]any) bool {
	for _, g := range f.When {
		word := ""
		switch v := row[g.Field].(type) {
		case string:
			word = v
		case bool:
			word = strconv.FormatBool(v)
		}
		if !slices.Contains(g.Is, word) {
			return false
		}
	}
	return true
}

// Find returns the table of a name.
func (l *List) Find(table string) *Section {
	if l == nil {
		return nil
	}
	for i := range l.Tables {
		if l.Tables[i].Name == table {
			return &l.Tables[i]
		}
	}
	return nil
}

// Find returns the field of that name that applies in a row, or else the first one of that name.
func (t *Section) Find(name string, row map[string]any) *Field {
	if t == nil {
		return nil
	}
	return find(t.Fields, name, row)
}

func find(fields []Field, name string, row map[string]any) *Field {
	var first *Field
	for i := range fields {
		f := &fields[i]
		if f.Name != name {
			continue
		}
		if f.Holds(row) {
			return f
		}
		if first == nil {
			first = f
		}
	}
	return first
}

// Find returns the form of a word.
func (s *Steps) Find(word string) *StepWord {
	for i := range s.Words {
		if s.Words[i].Word == word {
			return &s.Words[i]
		}
	}
	return nil
}

// Parse splits a Plain effect: the field Lead holds its word, and the other fields its arguments. It returns false if the line has none of the forms.
func (s *Steps) Parse(line string) (step map[string]any, ok bool) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return map[string]any{s.Lead: ""}, s.Empty
	}
	var form *StepWord
	behind := 0 // number of words in the longest form that fits
	for i := range s.Words {
		own := strings.Fields(s.Words[i].Word)
		if len(own) > behind && len(own) <= len(words) && slices.Equal(own, words[:len(own)]) {
			form, behind = &s.Words[i], len(own)
		}
	}
	if form == nil {
		return nil, false
	}
	step = map[string]any{s.Lead: form.Word}
	words = words[behind:]
	for i := range form.Args {
		a := &form.Args[i]
		if len(words) == 0 {
			return nil, false
		}
		switch a.Kind {
		case Text:
			step[a.Name], words = strings.Join(words, " "), nil
		case Many:
			all := make([]any, len(words))
			for i, w := range words {
				all[i] = w
			}
			step[a.Name], words = all, nil
		case Number:
			n, err := strconv.Atoi(words[0])
			if err != nil {
				return nil, false
			}
			step[a.Name], words = int64(n), words[1:]
		default:
			step[a.Name], words = words[0], words[1:]
		}
	}
	return step, len(words) == 0
}

// Line returns a Plain effect as text.
func (s *Steps) Line(step map[string]any) string {
	return strings.Join(s.words(step, false), " ")
}

// Say returns the words of an effect: its own word, then its arguments. A list contributes each of its words, a text counts as one.
func (s *Steps) Say(step map[string]any) [][]string {
	words := s.words(step, true)
	if len(words) == 0 {
		return nil
	}
	return [][]string{words}
}

func (s *Steps) words(step map[string]any, whole bool) []string {
	word, _ := step[s.Lead].(string)
	all := strings.Fields(word)
	form := s.Find(word)
	if form == nil {
		return all
	}
	for i := range form.Args {
		switch v := step[form.Args[i].Name].(type) {
		case string:
			if whole {
				all = append(all, v)
				continue
			}
			all = append(all, strings.Fields(v)...)
		case int64:
			all = append(all, strconv.FormatInt(v, 10))
		case bool:
			all = append(all, strconv.FormatBool(v))
		case []any:
			for _, x := range v {
				if w, ok := x.(string); ok {
					all = append(all, w)
				}
			}
		}
	}
	return all
}
