// Package lang holds the texts of the table itself and of the reader of card lists, in each language. The code is written in English; for each other language a
// file CODE.json beside this one maps each English text to its translation. The texts of games are in files of their own: see engine.Phrases.
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

// texts are the translations, by code and then by English text. A test checks that the files can be read and are complete.
var texts = func() map[string]map[string]string {
	all := make(map[string]map[string]string)
	names, _ := fs.Glob(files, "*.json")
	for _, name := range names {
		translations := make(map[string]string)
		if data, err := files.ReadFile(name); err == nil && json.Unmarshal(data, &translations) == nil {
			all[strings.TrimSuffix(name, ".json")] = translations
		}
	}
	return all
}()

// HasLanguage reports whether there is a language of that code.
func HasLanguage(code string) bool { return code == English || texts[code] != nil }

// Localized is a value that has a form in each language.
type Localized interface {
	// In returns the form in the language of a code, in English if there is no such language.
	In(code string) string
}

// Text is a text for people, with values for its placeholders. It is also an error, which wraps the errors among its values.
type Text struct {
	english string
	values  []any
}

// T returns a text whose placeholders {1}, {2} and so on stand for the values. A Localized value, errors included, appears in the language of the text.
func T(english string, values ...any) *Text { return &Text{english, values} }

// In implements Localized. A text without a translation stays English.
func (t *Text) In(code string) string {
	text := Translate(t.english, code)
	if len(t.values) == 0 {
		return text
	}
	pairs := make([]string, 0, 2*len(t.values))
	for i, v := range t.values {
		pairs = append(pairs, "{"+strconv.Itoa(i+1)+"}", In(v, code))
	}
	return Fill(text, pairs...)
}

// twoForms matches a word before a placeholder in its two forms: `{d’|de }{1}`. The first form is for values that begin with a vowel.
var twoForms = regexp.MustCompile(`\{([^{}|]*)\|([^{}|]*)\}(\{[^{}]+\})`)

// Fill replaces the placeholders of a text: pairs are a placeholder, which begins with a brace, its value, the next placeholder and so on.
func Fill(text string, pairs ...string) string {
	if strings.Contains(text, "|") {
		text = twoForms.ReplaceAllStringFunc(text, func(found string) string {
			parts := twoForms.FindStringSubmatch(found)
			for i := 0; i+1 < len(pairs); i += 2 {
				if pairs[i] == parts[3] && beginsWithVowel(pairs[i+1]) {
					return parts[1] + parts[3]
				}
			}
			return parts[2] + parts[3]
		})
	}
	return fillPlain(text, pairs)
}

// fillPlain replaces placeholders as strings.NewReplacer does. Most texts are filled once only, and to build a Replacer takes longer than that.
func fillPlain(text string, pairs []string) string {
	var filled strings.Builder
	for {
		before, found := strings.IndexByte(text, '{'), 0
		if before < 0 {
			break
		}
		filled.WriteString(text[:before])
		text = text[before:]
		for found < len(pairs) && !strings.HasPrefix(text, pairs[found]) {
			found += 2
		}
		if found < len(pairs) {
			filled.WriteString(pairs[found+1])
			text = text[len(pairs[found]):]
		} else {
			filled.WriteByte('{')
			text = text[1:]
		}
	}
	filled.WriteString(text)
	return filled.String()
}

// beginsWithVowel reports whether a word begins with a vowel.
func beginsWithVowel(word string) bool {
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

// In returns a value as text in a language.
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

// Translate returns the translation of a text, the text itself if there is none. It does not fill placeholders.
func Translate(english, code string) string {
	if text, ok := texts[code][english]; ok {
		return text
	}
	return english
}

// Shortened returns the first letters of a text that has more than most of them, otherwise the text. An error may repeat a value of any length.
func Shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	letters := 0
	for at := range text {
		if letters == most {
			return text[:at] + " …"
		}
		letters++
	}
	return text
}

// Escaped returns a user's input for use between quotes: it cannot close the quotes or send control characters to a terminal.
func Escaped(word string) string {
	quoted := strconv.Quote(word)
	return quoted[1 : len(quoted)-1]
}

// Join is errors.Join for errors that are all shown in the same language.
func Join(errs ...error) error {
	if err := errors.Join(errs...); err != nil {
		return joined{err}
	}
	return nil
}

type joined struct{ error }

// In implements Localized.
func (j joined) In(code string) string {
	var lines []string
	for _, err := range j.Unwrap() {
		lines = append(lines, In(err, code))
	}
	return strings.Join(lines, "\n")
}

// Unwrap lists the errors.
func (j joined) Unwrap() []error { return j.error.(interface{ Unwrap() []error }).Unwrap() }
