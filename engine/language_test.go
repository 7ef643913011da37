package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"familiar/engine"
	"familiar/engine/sacrilege"
)

const (
	spokenWords = "title = \"Toy\"\n[moves]\nplay = \"{seat} plays {1}.\"\n[asks]\nturn = \"Your turn.\"\n[[counts]]\nfact = \"points\"\nlabel = \"Points\"\nshort = \"P\"\n"
	spokenRules = "# Toy\n\n## Turns\n\n### `turn.order`\nOne after the other.\n\nExactly so.\n\n### `turn.two`\nTwo cards.\n"
	frenchWords = "title = \"Jouet\"\n[moves]\nplay = \"{seat} joue {1}.\"\n[asks]\nturn = \"À vous.\"\n[[counts]]\nfact = \"points\"\nlabel = \"Points\"\nshort = \"P\"\n[cards]\none = \"Un\"\n"
	frenchRules = "# Jouet\n\n## Tours\n\n### `turn.order`\nChacun son tour.\n\n### `turn.two`\nDeux cartes.\n"
)

// spoken returns a game with English texts, and with these two files as its French ones.
func spoken(words, rules string) engine.Game {
	return engine.Game{ID: "toy"}.WithTexts(
		fstest.MapFS{"words.en.toml": {Data: []byte(spokenWords)}, "words.fr.toml": {Data: []byte(words)}},
		fstest.MapFS{"toy.md": {Data: []byte(spokenRules)}, "fr/toy.md": {Data: []byte(rules)}})
}

func TestLocalization(t *testing.T) {
	g := spoken(frenchWords, "# Jouet\n\n## Tours\n\n### `turn.order`\nChacun son tour.\n")
	for _, c := range []struct{ code, title, moves, plain, part, two string }{
		{"en", "Toy", "{seat} plays {1}.", "One after the other.", "Turns", "Two cards."},
		{"fr", "Jouet", "{seat} joue {1}.", "Chacun son tour.", "Tours", "Two cards."},
		{"de", "Toy", "{seat} plays {1}.", "One after the other.", "Turns", "Two cards."},
	} {
		r, err := g.Localization(c.code)
		if err != nil {
			t.Fatal(err)
		}
		order, _ := r.Book.Rule("turn.order")
		if r.Title != c.title || r.Book.Title != c.title || r.Moves["play"] != c.moves || order.Plain != c.plain || order.Part != c.part || order.Detail != "Exactly so." || r.Book.Words("turn.two") != c.two {
			t.Errorf("%s: %q, %q, %+v, %q", c.code, r.Title, r.Moves["play"], order, r.Book.Words("turn.two"))
		}
	}
	if _, err := spoken(frenchWords, "# Jouet\n\n## Tours\n\n### `turn.order`\n").Localization("fr"); err == nil || !strings.Contains(err.Error(), `rules of toy in "fr"`) {
		t.Errorf("with rules without words the error is %v", err)
	}
	g.Words = engine.Written("title = 3")
	if _, err := g.Localization("fr"); err == nil || !strings.Contains(err.Error(), "words of toy: ") {
		t.Errorf("broken English words: %v", err)
	}
	g.Words, g.Rules = engine.Written(spokenWords), engine.Written("### `turn.order`\n")
	if _, err := g.Localization("en"); err == nil || !strings.Contains(err.Error(), "rules of toy: ") {
		t.Errorf("English rules without words: %v", err)
	}
	if _, err := spoken("title = 3", frenchRules).Localization("fr"); err == nil || !strings.Contains(err.Error(), `words of toy in "fr"`) {
		t.Errorf("broken words: %v", err)
	}
}

func TestCheckTranslation(t *testing.T) {
	swap := func(text, old, to string) string { return strings.Replace(text, old, to, 1) }
	for _, c := range []struct {
		name, words, rules, says string
	}{
		{"nothing", frenchWords, frenchRules, ""},
		{"a sentence", swap(frenchWords, "turn = \"À vous.\"\n", ""), frenchRules, "words.fr.toml has no asks.turn"},
		{"a placeholder", swap(frenchWords, "{1}", "la carte"), frenchRules, "moves.play has the placeholders [seat], not [1 seat]"},
		{"a key too many", swap(frenchWords, "[asks]\n", "[asks]\nmore = \"Encore\"\n"), frenchRules, "has asks.more, which there is not"},
		{"a label", swap(frenchWords, "label = \"Points\"", "label = \"\""), frenchRules, "has no counts.points"},
		{"a rule", frenchWords, swap(frenchRules, "### `turn.two`\nDeux cartes.\n", ""), "fr/toy.md has no turn.two"},
		{"a rule too many", frenchWords, frenchRules + "\n### `turn.three`\nTrois.\n", "has turn.three, which there is not"},
	} {
		err := spoken(c.words, c.rules).CheckTranslation("fr")
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if spoken(frenchWords, frenchRules).CheckTranslation("de") == nil {
		t.Error("a language without a file lacks nothing")
	}
	searched := spoken(frenchWords, frenchRules)
	searched.Words = engine.Written(spokenWords + "[hint]\nask = \"What can I reach?\"\ngoal = \"{1}.\"\nnone = \"Nothing.\"\n")
	if err := searched.CheckTranslation("fr"); err == nil || !strings.Contains(err.Error(), "words.fr.toml has no hint.ask") {
		t.Errorf("the texts around a search are missing: %v", err)
	}
}

// TestCheckTranslationOfSpoiltTexts: a text that cannot be read fails the check, and the error says which one it is.
func TestCheckTranslationOfSpoiltTexts(t *testing.T) {
	for says, spoil := range map[string]func(g *engine.Game){
		"expected value": func(g *engine.Game) { g.Words = engine.Written("title = ") },
		"words.fr.toml: ": func(g *engine.Game) {
			g.Languages["fr"] = engine.Language{Words: engine.Written("title = 3"), Rules: engine.Written(frenchRules)}
		},
		"rule turn.order": func(g *engine.Game) { g.Rules = engine.Written("### `turn.order`\n") },
		"fr/toy.md: rule turn.order ": func(g *engine.Game) {
			g.Languages["fr"] = engine.Language{Words: engine.Written(frenchWords), Rules: engine.Written("### `turn.order`\n")}
		},
	} {
		g := spoken(frenchWords, frenchRules)
		spoil(&g)
		if err := g.CheckTranslation("fr"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, without %q", err, says)
		}
	}
}

// TestTextsThatAreAbsent: a game whose files lack a text begins without it; tests of the game notice that.
func TestTextsThatAreAbsent(t *testing.T) {
	g := engine.Game{ID: "toy"}.WithTexts(fstest.MapFS{"words.en.toml": {Data: []byte(spokenWords)}, "words.fr.toml": {Data: []byte(frenchWords)}}, fstest.MapFS{})
	if string(g.Words.Read()) != spokenWords || string(g.Languages["fr"].Words.Read()) != frenchWords || g.Rules.Read() != nil || g.Languages["fr"].Rules.Read() != nil {
		t.Errorf("the texts are %q, %q and %q, %q", g.Words.Read(), g.Rules.Read(), g.Languages["fr"].Words.Read(), g.Languages["fr"].Rules.Read())
	}
	if err := g.CheckTranslation("fr"); err != nil {
		t.Errorf("without any rules a language lacks %v", err)
	}
}

// TestUnnamed: what people see of a game needs a title in each language. Verbs, events, players, spots and the unseen card need none.
func TestUnnamed(t *testing.T) {
	g := engine.Game{
		MinSeats: 2, Languages: map[string]engine.Language{"fr": {Words: engine.Written("[words]\nheap = \"Tas\"\n[cards]\nimp = \"Diablotin\"\n")}},
		New: func(setup engine.Setup, _ []byte) (engine.State, error) {
			c, err := engine.NewCatalog([]engine.Entry{
				{Word: "draw", Class: engine.ClassVerb}, {Word: "robbed", Class: engine.ClassEvent}, {Word: "?", Class: engine.ClassUnseen},
				{Word: "a1", Class: engine.ClassPlace}, {Word: "b12", Class: engine.ClassPlace}, {Word: "heap", Class: engine.ClassPlace},
				{Word: "p", Class: engine.ClassPlace}, {Word: "a1b", Class: engine.ClassPlace},
				{Word: "imp", Class: engine.ClassCard}, {Word: "monk", Class: engine.ClassCard},
				{Word: "effect"}, {Word: "mood", Title: "Mood"},
			}, setup.Seats, nil)
			return catalogOnly{catalog: c}, err
		},
	}
	want := []string{"p", "a1b", "monk", "mood"}
	if got, err := g.Unnamed("fr"); err != nil || !slices.Equal(got, want) {
		t.Errorf("without a title are %q, %v", got, err)
	}
	g.New = func(engine.Setup, []byte) (engine.State, error) { return nil, errors.New("no house") }
	if got, err := g.Unnamed("fr"); err == nil || got != nil {
		t.Errorf("of a game that cannot begin, %q are without a title, %v", got, err)
	}
}

// catalogOnly is a state that has only a catalog.
type catalogOnly struct {
	engine.State
	catalog *engine.Catalog
}

func (s catalogOnly) Catalog() *engine.Catalog { return s.catalog }

// TestUnnamedWordsThatCannotBeRead: a file of words that is spoilt is told with its name.
func TestUnnamedWordsThatCannotBeRead(t *testing.T) {
	g := sacrilege.Game()
	l := g.Languages["fr"]
	l.Words = engine.Written("= no words")
	g.Languages = map[string]engine.Language{"fr": l}
	if _, err := g.Unnamed("fr"); err == nil || !strings.Contains(err.Error(), "words.fr.toml: ") {
		t.Errorf("the error is %v", err)
	}
}
