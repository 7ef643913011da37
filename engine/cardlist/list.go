// Package cardlist says how the card lists of a game are written, as data: which tables there are, which fields they have, and what may stand in them. With it a
// page offers menus to whoever writes a list. What only a list as a whole can tell, the game's own reader finds out.
//
// How people call all that is in engine.Phrases.List: a table (`kind`; `box` for what stands above all tables) and a field (`value`) by its name, and a word of
// a menu by that of its field and its own (`who.others`, `do.draw`), or by its own alone.
package cardlist

import (
	"slices"
	"strconv"
	"strings"
)

// List describes the card lists of a game.
type List struct {
	Tables []Section `json:"tables"`
	// Say tells in words for engine.Phrases.Sentence what an effect does, sentence by sentence: Steps of a field, or a row as a whole of a table that is
	// Told. What it can make nothing of it passes over; a Plain effect tells itself then: see Steps.Say.
	Say func(table, field string, step map[string]any) [][]string `json:"-"`
}

// Section is one of `[name]`, or of many `[[name]]`.
type Section struct {
	Name string `json:"name"`           // empty for what stands above all tables
	Rows bool   `json:"rows,omitempty"` // `[[name]]`
	// Label is the field of a row that tells it from the others.
	Label string `json:"label,omitempty"`
	// Told says that a row as a whole is an effect.
	Told   bool    `json:"told,omitempty"`
	Fields []Field `json:"fields"`
}

// Field is a field of a table, or what stands behind the word of an effect. There may be several of a name, of which one holds at a time.
type Field struct {
	Name string `json:"name"`
	Need bool   `json:"need,omitempty"` // it may not be left out
	// Usual is what holds where it is left out.
	Usual string  `json:"usual,omitempty"`
	When  []Given `json:"when,omitempty"` // it is there only if all of these hold
	Value
}

// Given says that another field has one of some words. A field that is left out has the word "".
type Given struct {
	Field string   `json:"field"`
	Is    []string `json:"is"`
}

// Kind says what a value is.
type Kind string

const (
	Name   Kind = "name"   // a word that is new: lower case letters, digits and -
	Text   Kind = "text"   // whatever people write
	Number Kind = "number" // a whole one
	Flag   Kind = "flag"   // true or false
	Word   Kind = "word"   // one of Words, or of those that the list has in Of
	Many   Kind = "many"   // a list of Each
	Map    Kind = "map"    // Each by Keys
	Step   Kind = "step"   // an effect
)

// Value is what may stand in a field.
type Value struct {
	Kind Kind `json:"kind"`
	// Least and Most bound a number, or how many a list has. A list whose Most is 0 has no bound.
	Least  int      `json:"least,omitempty"`
	Most   int      `json:"most,omitempty"`
	Words  []string `json:"words,omitempty"`
	Of     []string `json:"of,omitempty"`     // fields that hold the words: `shape.name`, `bridges.types`, `colours`
	Except []string `json:"except,omitempty"` // of the words in Of
	Each   *Value   `json:"each,omitempty"`
	Keys   *Value   `json:"keys,omitempty"`
	// Steps are the forms of an effect. Of one that stands in another one they may be left out: they are the same.
	Steps *Steps `json:"steps,omitempty"`
	outer *Steps
}

// Steps are the forms that an effect may have.
type Steps struct {
	// Lead is the field that holds the word: `do`.
	Lead string `json:"lead"`
	// Plain effects are no tables but texts: the word, and behind it what its arguments say.
	Plain bool `json:"plain,omitempty"`
	// Empty says that a text without a word may stand there: there is no effect.
	Empty bool       `json:"empty,omitempty"`
	Words []StepWord `json:"words"`
}

// StepWord is the word of an effect.
type StepWord struct {
	// Word may be several words of a Plain effect: `charm any` beside `charm`.
	Word string  `json:"word"`
	Args []Field `json:"args,omitempty"` // of a Plain effect all of them in their order; a list or a text takes all the rest
}

// Within is a number between two others.
func Within(least, most int) Value { return Value{Kind: Number, Least: least, Most: most} }

// OneOf is one of some words.
func OneOf(words ...string) Value { return Value{Kind: Word, Words: words} }

// Named is a word that the list has in one of some fields.
func Named(of ...string) Value { return Value{Kind: Word, Of: of} }

// ListOf is a list of least to most values; most is 0 where there may be any number.
func ListOf(each Value, least, most int) Value {
	return Value{Kind: Many, Least: least, Most: most, Each: &each}
}

// MapOf holds a value for some words.
func MapOf(keys, each Value) Value { return Value{Kind: Map, Keys: &keys, Each: &each} }

// StepOf is an effect.
func StepOf(s *Steps) Value { return Value{Kind: Step, Steps: s} }

// Again is an effect among those that are an argument of one of the same forms.
func Again(s *Steps) Value { return Value{Kind: Step, outer: s} }

// Forms are the forms of an effect; nil if the value is none.
func (v *Value) Forms() *Steps {
	if v.Steps != nil {
		return v.Steps
	}
	return v.outer
}

// Or adds words to those that the list has.
func (v Value) Or(words ...string) Value {
	v.Words = append(slices.Clone(v.Words), words...)
	return v
}

// Needed is a field that may not be left out.
func Needed(name string, v Value) Field { return Field{Name: name, Need: true, Value: v} }

// Maybe is a field that may be left out.
func Maybe(name string, v Value) Field { return Field{Name: name, Value: v} }

// Else is the field with what holds where it is left out.
func (f Field) Else(usual string) Field {
	f.Usual = usual
	return f
}

// If is the field where another one has one of some words.
func (f Field) If(field string, is ...string) Field {
	f.When = append(slices.Clone(f.When), Given{field, is})
	return f
}

// Holds reports whether a field may be there beside others.
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

// Find finds a table by its name.
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

// Find finds the field of a name that holds beside others, or else the first one of that name.
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

// Find finds the form of a word.
func (s *Steps) Find(word string) *StepWord {
	for i := range s.Words {
		if s.Words[i].Word == word {
			return &s.Words[i]
		}
	}
	return nil
}

// Parse takes a Plain effect apart: its word in the field Lead, and its arguments by their names. It reports whether it has one of the forms.
func (s *Steps) Parse(line string) (step map[string]any, ok bool) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return map[string]any{s.Lead: ""}, s.Empty
	}
	var form *StepWord
	behind := 0 // words of the longest form that fits
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

// Line writes a Plain effect.
func (s *Steps) Line(step map[string]any) string {
	return strings.Join(s.words(step, false), " ")
}

// Say tells an effect by its word and all that stands behind it: an argument that is a list word by word, and a text as one.
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
