package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

func TestRulesOfACard(t *testing.T) {
	book, err := engine.ParseRulebook([]byte("# Any\n\n### `push.level`\n\nPush.\n\n`push 2` pushes by two.\n\n### `do.push`\n\nIt pushes.\n\n### `walk`\n\nWalk on.\n\n" +
		"After `push` or `nihil 3` there is no `walking` back, and after a second `push` neither.\n\n### `sort.green`\n\nGreen.\n\n### `sort.red`\n\nRed.\n\n" +
		"### `many.a`\n\nA.\n\n### `many.b`\n\nB.\n\n### `many.c`\n\nC.\n\n### `many.d`\n\nD.\n\n### `many.e`\n\nE.\n\n### `many.f`\n\nF.\n\n### `many.g`\n\nG.\n"))
	if err != nil {
		t.Fatal(err)
	}
	about := aboutOf(book)
	for _, c := range []struct {
		name string
		card engine.Entry
		want string
	}{
		{"what it does comes first, and what is called so before what names it", engine.Entry{Word: "nihil", Effects: []string{"push 2"}}, "do.push push.level walk"},
		{"its own name, as a name", engine.Entry{Word: "nihil"}, "walk"},
		{"not another thing called alike", engine.Entry{Word: "level"}, ""},
		{"nothing speaks of it", engine.Entry{Word: "imp", Effects: []string{"pull 1"}, Traits: map[string]string{"value": "3", "do": "no"}}, ""},
		{"its sorts", engine.Entry{Word: "imp", Traits: map[string]string{"green": "true", "border": "red"}}, "sort.red sort.green"},
		{"not all of many", engine.Entry{Word: "one", Effects: []string{"many"}}, "many.a many.b many.c many.d many.e many.f"},
	} {
		if got := strings.Join(about.rulesOf(c.card), " "); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}

func TestCardsBesideTheRules(t *testing.T) {
	p := newPlace(t)
	game := toygame.Game()
	game.Least = 2
	torn := game
	torn.ID, torn.House = "torn", []byte("game = \"")
	p.srv.rules = newRules([]engine.Game{game, torn}, nil, p.srv.log)
	const text = "Whoever plays it has a point more."
	for id, want := range map[string][]cardView{
		"toy": {
			{Word: "joker", Title: "Joker", Text: text, Copies: 3}, {Word: "one", Title: "One", Text: text, Copies: 6},
			{Word: "two", Title: "Two", Text: text, Copies: 4}, {Word: "three", Title: "Three", Text: text, Copies: 2},
		},
		"torn": nil, // its rules are shown all the same
	} {
		w := p.ask("GET", there, fromPhone, "/rules/"+id+".json")
		var view rulesView
		if err := json.Unmarshal(w.Body.Bytes(), &view); err != nil || w.Code != http.StatusOK || len(view.Rules) == 0 {
			t.Fatalf("%s: %d, %v: %s", id, w.Code, err, w.Body)
		}
		if diff := cmp.Diff(want, view.Cards); diff != "" {
			t.Errorf("%s: %s", id, diff)
		}
	}
}
