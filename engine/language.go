package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"familiar/engine/lang"
)

// English is the language that every game has.
const English = lang.English

// Text is a file of a game's texts. Reading it makes a copy, which is not kept: the text is needed once for each language, and its file is part of the program anyway. Nil
// is an empty text.
type Text func() []byte

// Written returns a text that comes from a string instead of a file.
func Written(text string) Text { return func() []byte { return []byte(text) } }

// Read returns what the text says.
func (t Text) Read() []byte {
	if t == nil {
		return nil
	}
	return t()
}

// Language is the text of a game in another language: its words, and a page with the plain words of its rules.
type Language struct {
	Words Text
	Rules Text
}

// WithTexts returns the game with its texts: words.CODE.toml from its own files, and the rules pages, ID.md in English and CODE/ID.md in other languages. All
// of them are built in, so a missing file counts as empty here; a test checks that none is missing.
func (g Game) WithTexts(own, pages fs.FS) Game {
	text := func(fsys fs.FS, name string) Text {
		return func() []byte {
			data, err := fs.ReadFile(fsys, name)
			if err != nil {
				return nil
			}
			return data
		}
	}
	files, err := fs.Glob(own, "words.*.toml")
	if err != nil {
		return g
	}
	g.Languages = make(map[string]Language)
	for _, file := range files {
		code := strings.TrimSuffix(strings.TrimPrefix(file, "words."), ".toml")
		if code == English {
			g.Words, g.Rules = text(own, file), text(pages, g.ID+".md")
			continue
		}
		g.Languages[code] = Language{Words: text(own, file), Rules: text(pages, path.Join(code, g.ID+".md"))}
	}
	return g
}

// Localization is all texts of a game in one language.
type Localization struct {
	*Phrases
	Book *Rulebook
}

// Localization returns the game's texts in a language, in English if the game does not have that language. A rule without a translation stays English, and
// so does the exact rule below the plain words.
func (g Game) Localization(code string) (Localization, error) {
	var r Localization
	var err error
	if r.Phrases, err = ParsePhrases(g.Words.Read()); err != nil {
		return r, fmt.Errorf("words of %s: %w", g.ID, err)
	}
	if r.Book, err = ParseRulebook(g.Rules.Read()); err != nil {
		return r, fmt.Errorf("rules of %s: %w", g.ID, err)
	}
	l, ok := g.Languages[code]
	if !ok {
		return r, nil
	}
	if r.Phrases, err = ParsePhrases(l.Words.Read()); err != nil {
		return r, fmt.Errorf("words of %s in %q: %w", g.ID, code, err)
	}
	plain, err := ParseRulebook(l.Rules.Read())
	if err != nil {
		return r, fmt.Errorf("rules of %s in %q: %w", g.ID, code, err)
	}
	if plain.Title != "" {
		r.Book.Title = plain.Title
	}
	for i := range r.Book.Rules {
		if rule, ok := plain.Rule(r.Book.Rules[i].ID); ok {
			r.Book.Rules[i].Plain, r.Book.Rules[i].Part = rule.Plain, rule.Part
		}
	}
	return r, nil
}

// CheckTranslation returns an error that lists what the texts of a language lack, and what they have without an English counterpart: sentences, placeholders,
// rules. It returns nil if they agree.
func (g Game) CheckTranslation(code string) error {
	l, ok := g.Languages[code]
	if !ok {
		return fmt.Errorf("there is no words.%s.toml", code)
	}
	english, err := ParsePhrases(g.Words.Read())
	if err != nil {
		return err
	}
	other, err := ParsePhrases(l.Words.Read())
	if err != nil {
		return fmt.Errorf("words.%s.toml: %w", code, err)
	}
	var wrong []error
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	want, got := english.sentences(), other.sentences()
	for _, key := range slices.Sorted(maps.Keys(want)) {
		text, ok := got[key]
		switch {
		case !ok || text == "" && want[key] != "":
			fail("words.%s.toml has no %s", code, key)
		case !slices.Equal(placeholders(text), placeholders(want[key])):
			fail("words.%s.toml: %s has the placeholders %v, not %v", code, key, placeholders(text), placeholders(want[key]))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[key]; !ok {
			fail("words.%s.toml has %s, which there is not in English", code, key)
		}
	}
	book, err := ParseRulebook(g.Rules.Read())
	if err != nil {
		return err
	}
	plain, err := ParseRulebook(l.Rules.Read())
	if err != nil {
		return fmt.Errorf("%s/%s.md: %w", code, g.ID, err)
	}
	for _, r := range book.Rules {
		if _, ok := plain.Rule(r.ID); !ok {
			fail("%s/%s.md has no %s", code, g.ID, r.ID)
		}
	}
	for _, r := range plain.Rules {
		if _, ok := book.Rule(r.ID); !ok {
			fail("%s/%s.md has %s, which there is not in English", code, g.ID, r.ID)
		}
	}
	return errors.Join(wrong...)
}

// Unnamed returns the words of the game, with the house list, that have no title of their own in a language. Neither a verb nor a spot like a1 needs one.
func (g Game) Unnamed(code string) ([]string, error) {
	state, err := g.Sample(HousePack, g.House)
	if err != nil {
		return nil, err
	}
	p, err := ParsePhrases(g.Languages[code].Words.Read())
	if err != nil {
		return nil, fmt.Errorf("words.%s.toml: %w", code, err)
	}
	var words []string
	c := state.Catalog()
	for i := 1; i < c.Len(); i++ {
		n, e := Name(i), c.Entry(Name(i))
		isShown := e.Class&^(ClassVerb|ClassEvent) != 0 || e.Class == 0 && e.Title != ""
		if _, ok := p.title(c, n); !ok && isShown && e.Class&(ClassPlayer|ClassUnseen) == 0 && !isSpot(e.Word) {
			words = append(words, e.Word)
		}
	}
	return words, nil
}

// isSpot reports whether a word is a letter followed by a number.
func isSpot(word string) bool {
	return len(word) > 1 && strings.Trim(word[1:], "0123456789") == ""
}

// sentences returns all texts, by their place in the file. The sections that only translations have are left out.
func (p *Phrases) sentences() map[string]string {
	all := map[string]string{"title": p.Title, "about": p.About}
	for name, table := range map[string]map[string]string{
		"verbs": p.Verbs, "moves": p.Moves, "events": p.Events, "news": p.News, "asks": p.Asks, "effects": p.Effects, "words": p.Words, "signs": p.Signs, "list": p.List,
	} {
		for key, text := range table {
			all[name+"."+key] = text
		}
	}
	for key, a := range p.Amends {
		all["amends."+key] = a.Title
		for i, label := range a.Args {
			all[fmt.Sprintf("amends.%s.%d", key, i+1)] = label
		}
	}
	for name, counts := range map[string][]Count{"counts": p.Counts, "shared": p.Shared} {
		for _, c := range counts {
			all[name+"."+c.Fact] = c.Label
			all[name+"."+c.Fact+".short"] = c.Short
		}
	}
	if h := p.Hint; h != nil {
		all["hint.ask"], all["hint.goal"], all["hint.none"] = h.Ask, h.Goal, h.None
	}
	return all
}

// placeholders returns the placeholders in a sentence, sorted, each once.
func placeholders(sentence string) []string {
	var all []string
	for rest := sentence; ; {
		_, after, ok := strings.Cut(rest, "{")
		if !ok {
			break
		}
		name, after, _ := strings.Cut(after, "}")
		if rest = after; !strings.Contains(name, "|") { // see lang.Fill
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
