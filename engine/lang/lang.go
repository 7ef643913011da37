// Package lang holds what the table itself, and a reader of card lists, says to people, each of whom reads it in their own language. What is written in the code is
// English; other languages are files beside this one, CODE.json, which hold for each English text how it reads there. Games speak in files of their own: see
// engine.Phrases.
package lang

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// English is the code of the language in which texts are written.
const English = "en"

//go:embed *.json
var files embed.FS

// texts are what the languages say, by code and then by the English text. A test sees to it that they can be read and lack nothing.
var texts = func() map[string]map[string]string {
	all := make(map[string]map[string]string)
	names, _ := fs.Glob(files, "*.json")
	for _, name := range names {
		said := make(map[string]string)
		if data, err := files.ReadFile(name); err == nil && json.Unmarshal(data, &said) == nil {
			all[strings.TrimSuffix(name, ".json")] = said
		}
	}
	return all
}()

// Speaks reports whether there is a language of that code.
func Speaks(code string) bool { return code == English || texts[code] != nil }

// Localized is what reads differently in each language.
type Localized interface {
	// In is how it reads in the language of a code, in English where that is not spoken.
	In(code string) string
}

// Text is something that people read, with values in its places. It is an error, too, that wraps those among its values.
type Text struct {
	english string
	values  []any
}

// T is a text whose places {1}, {2} and so on hold values. A value that is told, or an error that is, is read in the same language.
func T(english string, values ...any) *Text { return &Text{english, values} }

// In implements Told. What a language lacks is read in English.
func (t *Text) In(code string) string {
	text := Known(t.english, code)
	if len(t.values) == 0 {
		return text
	}
	pairs := make([]string, 0, 2*len(t.values))
	for i, v := range t.values {
		pairs = append(pairs, "{"+strconv.Itoa(i+1)+"}", In(v, code))
	}
	return Fill(text, pairs...)
}

// before is what stands right before a place, in two forms: `{d’|de }{1}`. The first one is for what begins with a vowel.
var before = regexp.MustCompile(`\{([^{}|]*)\|([^{}|]*)\}(\{[^{}]+\})`)

// Fill puts values into the places of a text: a place, its value, the next place and so on.
func Fill(text string, pairs ...string) string {
	if strings.Contains(text, "|") {
		text = before.ReplaceAllStringFunc(text, func(found string) string {
			parts := before.FindStringSubmatch(found)
			for i := 0; i+1 < len(pairs); i += 2 {
				if pairs[i] == parts[3] && vowel(pairs[i+1]) {
					return parts[1] + parts[3]
				}
			}
			return parts[2] + parts[3]
		})
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// vowel reports whether a word begins with one.
func vowel(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return strings.ContainsRune("aeiouàâäéèêëîïôöùûüœæ", unicode.ToLower(first))
}

// Error implements error, in English.
func (t *Text) Error() string { return t.In(English) }

// Unwrap lists the errors among the values.
func (t *Text) Unwrap() []error {
	var errs []error
	for _, v := range t.values {
		if err, ok := v.(error); ok {
			errs = append(errs, err)
		}
	}
	return errs
}

// In is how a value reads in a language.
func In(v any, code string) string {
	switch v := v.(type) {
	case Localized:
		return v.In(code)
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	}
	return fmt.Sprint(v)
}

// Sentence returns an error as people read it by itself: with a capital letter and a full stop.
func Sentence(err error) Localized { return sentence{err} }

type sentence struct{ error }

// In implements Localized.
func (s sentence) In(code string) string { return Capital(In(s.error, code)) + "." }

// Capital returns a text that begins with a capital letter.
func Capital(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:size]) + text[size:]
}

// Known is how a text without places reads in a language, as it stands if the language does not know it.
func Known(english, code string) string {
	if text, ok := texts[code][english]; ok {
		return text
	}
	return english
}

// Escaped is a word that somebody wrote, as it stands between quotes: nothing in it ends them, or does something to a terminal.
func Escaped(word string) string {
	quoted := strconv.Quote(word)
	return quoted[1 : len(quoted)-1]
}

// Join is errors.Join's of errors each of which is read in the same language.
func Join(errs ...error) error {
	if err := errors.Join(errs...); err != nil {
		return joined{err}
	}
	return nil
}

type joined struct{ error }

// In implements Told.
func (j joined) In(code string) string {
	var lines []string
	for _, err := range j.Unwrap() {
		lines = append(lines, In(err, code))
	}
	return strings.Join(lines, "\n")
}

// Unwrap lists the errors.
func (j joined) Unwrap() []error { return j.error.(interface{ Unwrap() []error }).Unwrap() }
