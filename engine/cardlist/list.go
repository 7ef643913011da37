// Package cardlist describes the form of a game's card lists as data: the tables, their fields, and the possible values. From it a page builds menus
// for the author of a list. Errors that only show in the list as a whole are found by the game's own reader.
//
// The names that people see for all of this are in engine.Phrases.List. Its keys are the names of tables (`kind`; `box` for the fields above all
// tables), the names of fields (`value`), and for a word of a menu FIELD.WORD (`who.others`, `do.draw`) or the word alone.
package cardlist

import (
	"slices"
	"strconv"
	"strings"
)

// List describes the card lists of a game.
type List struct {
	Tables []Section `json:"tables"`
	// Sentences returns the words of an effect for engine.Phrases.Sentence, sentence by sentence. The effect stands in a field, or is a whole row of a table
	// with IsEffect. For an effect that it does not know it returns nothing; a Plain effect then uses EffectForms.Sentences.
	Sentences func(table, field string, effect map[string]any) [][]string `json:"-"`
}

// Section describes a table: `[name]`, or a TOML array of tables, `[[name]]`, whose tables are called rows.
type Section struct {
	Name string `json:"name"`           // empty for the fields above all tables
	Rows bool   `json:"rows,omitempty"` // it is an array of tables: `[[name]]`
	// Label is the field that identifies a row.
	Label string `json:"label,omitempty"`
	// IsEffect marks a table in which each row as a whole is an effect.
	IsEffect bool    `json:"told,omitempty"`
	Fields   []Field `json:"fields"`
}

// Field is a field of a table, or an argument of an effect. Several fields may share a name if only one of them applies at a time.
type Field struct {
	Name     string `json:"name"`
	Required bool   `json:"need,omitempty"` // it must not be left out
	// Default is the value of a field that is left out.
	Default string      `json:"usual,omitempty"`
	When    []Condition `json:"when,omitempty"` // it applies only if all of these hold
	Value
}

// Condition is a condition: another field has one of these words. A field that is left out has the word "".
type Condition struct {
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
	Effect Kind = "step"   // an effect
)

// Value describes the possible values of a field.
type Value struct {
	Kind Kind `json:"kind"`
	// Min and Max limit a number, or the length of a list. A list with Max 0 has no upper limit.
	Min    int      `json:"least,omitempty"`
	Max    int      `json:"most,omitempty"`
	Words  []string `json:"words,omitempty"`
	Of     []string `json:"of,omitempty"`     // fields of the list that define the words: `shape.name`, `bridges.types`, `colours`
	Except []string `json:"except,omitempty"` // words of Of that are excluded
	Each   *Value   `json:"each,omitempty"`
	Keys   *Value   `json:"keys,omitempty"`
	// Effects are the forms of an effect. An effect inside another one has the same forms in nestedIn, which its JSON leaves out.
	Effects  *EffectForms `json:"steps,omitempty"`
	nestedIn *EffectForms
}

// EffectForms are the possible forms of an effect.
type EffectForms struct {
	// Lead is the field with the word of the effect: `do`.
	Lead string `json:"lead"`
	// Plain effects are texts instead of tables: the word, followed by its arguments.
	Plain bool `json:"plain,omitempty"`
	// Empty allows a text without a word, which means no effect.
	Empty bool         `json:"empty,omitempty"`
	Forms []EffectForm `json:"words"`
}

// EffectForm is the word of an effect.
type EffectForm struct {
	// Word may be several words in a Plain effect: `charm any` beside `charm`.
	Word string  `json:"word"`
	Args []Field `json:"args,omitempty"` // for a Plain effect all arguments in order; a list or a text takes all remaining words
}

// Within describes a number between two limits, both included.
func Within(lowest, highest int) Value { return Value{Kind: Number, Min: lowest, Max: highest} }

// OneOf describes a word from a fixed choice.
func OneOf(words ...string) Value { return Value{Kind: Word, Words: words} }

// DefinedIn describes a word that the list itself defines, in one of these fields.
func DefinedIn(of ...string) Value { return Value{Kind: Word, Of: of} }

// ListOf describes a list of minLen to maxLen values; maxLen is 0 if there is no limit.
func ListOf(each Value, minLen, maxLen int) Value {
	return Value{Kind: Many, Min: minLen, Max: maxLen, Each: &each}
}

// MapOf describes a table that maps some words to values.
func MapOf(keys, each Value) Value { return Value{Kind: Map, Keys: &keys, Each: &each} }

// EffectOf describes an effect.
func EffectOf(s *EffectForms) Value { return Value{Kind: Effect, Effects: s} }

// Nested describes an effect that is an argument of another effect, and has the same forms.
func Nested(s *EffectForms) Value { return Value{Kind: Effect, nestedIn: s} }

// EffectForms returns the forms of an effect; nil if the value is not an effect.
func (v *Value) EffectForms() *EffectForms {
	if v.Effects != nil {
		return v.Effects
	}
	return v.nestedIn
}

// Or allows further words beside those that the list defines.
func (v Value) Or(words ...string) Value {
	v.Words = append(slices.Clone(v.Words), words...)
	return v
}

// Required describes a field that must not be left out.
func Required(name string, v Value) Field { return Field{Name: name, Required: true, Value: v} }

// Optional describes a field that may be left out.
func Optional(name string, v Value) Field { return Field{Name: name, Value: v} }

// WithDefault sets the value of a field that is left out.
func (f Field) WithDefault(usual string) Field {
	f.Default = usual
	return f
}

// If makes a field apply only if another one has one of some words.
func (f Field) If(field string, is ...string) Field {
	f.When = append(slices.Clone(f.When), Condition{field, is})
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

// Find returns the table with a name, nil if there is none.
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

// Find returns the field with a name that applies in a row, or else the first field with that name.
func (s *Section) Find(name string, row map[string]any) *Field {
	if s == nil {
		return nil
	}
	return find(s.Fields, name, row)
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

// Form returns the form of a word.
func (s *EffectForms) Form(word string) *EffectForm {
	if i := slices.IndexFunc(s.Forms, func(f EffectForm) bool { return f.Word == word }); i >= 0 {
		return &s.Forms[i]
	}
	return nil
}

// Parse splits a Plain effect: the field Lead holds its word, and the other fields its arguments. It returns false if the line has none of the forms.
func (s *EffectForms) Parse(line string) (effect map[string]any, ok bool) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return map[string]any{s.Lead: ""}, s.Empty
	}
	var form *EffectForm
	length := 0 // words of the longest form that fits
	for i := range s.Forms {
		own := strings.Fields(s.Forms[i].Word)
		if len(own) > length && len(own) <= len(words) && slices.Equal(own, words[:len(own)]) {
			form, length = &s.Forms[i], len(own)
		}
	}
	if form == nil {
		return nil, false
	}
	effect = map[string]any{s.Lead: form.Word}
	words = words[length:]
	for i := range form.Args {
		a := &form.Args[i]
		if len(words) == 0 {
			return nil, false
		}
		switch a.Kind {
		case Text:
			effect[a.Name], words = strings.Join(words, " "), nil
		case Many:
			all := make([]any, len(words))
			for i, w := range words {
				all[i] = w
			}
			effect[a.Name], words = all, nil
		case Number:
			n, err := strconv.Atoi(words[0])
			if err != nil {
				return nil, false
			}
			effect[a.Name], words = int64(n), words[1:]
		default:
			effect[a.Name], words = words[0], words[1:]
		}
	}
	return effect, len(words) == 0
}

// Line returns a Plain effect as text.
func (s *EffectForms) Line(effect map[string]any) string {
	return strings.Join(s.words(effect, false), " ")
}

// Sentences returns an effect as List.Sentences does: one sentence, of its own word and its arguments. A list contributes each of its words, a text
// counts as one.
func (s *EffectForms) Sentences(effect map[string]any) [][]string {
	words := s.words(effect, true)
	if len(words) == 0 {
		return nil
	}
	return [][]string{words}
}

// words returns the words of an effect. With whole a text stays one word.
func (s *EffectForms) words(effect map[string]any, whole bool) []string {
	word, _ := effect[s.Lead].(string)
	all := strings.Fields(word)
	form := s.Form(word)
	if form == nil {
		return all
	}
	for i := range form.Args {
		switch v := effect[form.Args[i].Name].(type) {
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
