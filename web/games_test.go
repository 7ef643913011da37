package web

import (
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/protocol"
	"familiar/engine"
)

// The games that can be begun come in the language of the viewer, and in English if a game does not have that language.
func TestGamesInALanguage(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	defs := []engine.OptionDef{{Name: "pace", Values: []string{"slow"}, Rule: "turn.pace"}}
	both := engine.Game{ID: "toy", Options: defs}.WithTexts(
		fstest.MapFS{"words.en.toml": file("title = \"Toy\"\nabout = \"A toy.\"\n"), "words.fr.toml": file("title = \"Jouet\"\nabout = \"Un jouet.\"\n")},
		fstest.MapFS{"toy.md": file("# Toy\n\n## Turns\n\n### `turn.pace`\nSlowly.\n"), "fr/toy.md": file("# Jouet\n\n## Tours\n\n### `turn.pace`\nLentement.\n")})
	plain := engine.Game{ID: "ball"}.WithTexts(fstest.MapFS{"words.en.toml": file("title = \"Ball\"\n")}, fstest.MapFS{"ball.md": file("# Ball\n")})
	s := &Server{games: viewGames([]engine.Game{both, plain}, slog.New(slog.DiscardHandler))}
	for code, want := range map[string][4]string{"en": {"Toy", "A toy.", "Slowly.", "Ball"}, "fr": {"Jouet", "Un jouet.", "Lentement.", "Ball"}, "": {"Toy", "A toy.", "Slowly.", "Ball"}} {
		games := s.gamesIn(code)
		if len(games) != 2 {
			t.Fatalf("%q: %+v", code, games)
		}
		if got := [4]string{games[0].Title, games[0].About, games[0].Options[0].Words, games[1].Title}; got != want {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}

// A game whose texts cannot be read can be begun nevertheless: it is called by its id.
func TestGameWithoutWords(t *testing.T) {
	var log strings.Builder
	g := engine.Game{ID: "torn", MinSeats: 2, MaxSeats: 3, Words: engine.Written("title = "), Options: []engine.OptionDef{{Name: "pace", Values: []string{"slow"}, Rule: "turn.pace"}}}
	want := protocol.GameView{ID: "torn", Title: "torn", MinSeats: 2, MaxSeats: 3, Options: []protocol.OptionView{{Name: "pace", Values: []string{"slow"}, Rule: "turn.pace"}}}
	if diff := cmp.Diff(want, viewGame(g, engine.English, slog.New(slog.NewTextHandler(&log, nil)))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.Contains(log.String(), "game=torn") {
		t.Errorf("the log says %q", &log)
	}
}
