package engine_test

import (
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
		if r.Title != c.title || r.Moves["play"] != c.moves || order.Plain != c.plain || order.Part != c.part || order.Detail != "Exactly so." || r.Book.Words("turn.two") != c.two {
			t.Errorf("%s: %q, %q, %+v, %q", c.code, r.Title, r.Moves["play"], order, r.Book.Words("turn.two"))
		}
	}
	if _, err := spoken(frenchWords, "# Jouet\n\n## Tours\n\n### `turn.order`\n").Localization("fr"); err == nil || !strings.Contains(err.Error(), `rules of toy in "fr"`) {
		t.Errorf("with rules without words the error is %v", err)
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
}

// TestUnnamedWordsThatCannotBeRead: a file of words that is spoilt is told with its name.
func TestUnnamedWordsThatCannotBeRead(t *testing.T) {
	g := sacrilege.Game()
	l := g.Languages["fr"]
	l.Words = []byte("= no words")
	g.Languages = map[string]engine.Language{"fr": l}
	if _, err := g.Unnamed("fr"); err == nil || !strings.Contains(err.Error(), "words.fr.toml: ") {
		t.Errorf("the error is %v", err)
	}
}
