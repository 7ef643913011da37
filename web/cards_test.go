package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/cardlist"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/sacrilege"
	"familiar/engine/sator"
)

func TestRulesOfACard(t *testing.T) {
	book, err := engine.ParseRulebook([]byte("# Any\n\n### `push.level`\n\nPush.\n\n`push 2` pushes by two.\n\n### `do.push`\n\nIt pushes.\n\n### `walk`\n\nWalk on.\n\n" +
		"After `push` or `nihil 3` there is no `walking` back, and after a second `push` neither.\n\n### `sort.green`\n\nGreen.\n\n### `sort.red`\n\nRed.\n\n" +
		"### `many.a`\n\nA.\n\n### `many.b`\n\nB.\n\n### `many.c`\n\nC.\n\n### `many.d`\n\nD.\n\n### `many.e`\n\nE.\n\n### `many.f`\n\nF.\n\n### `many.g`\n\nG.\n"))
	if err != nil {
		t.Fatal(err)
	}
	about := newRuleIndex(book)
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
	game.MinSeats = 2
	torn := game
	torn.ID, torn.House = "torn", []byte("game = \"")
	p.srv.rules = newRules([]engine.Game{game, torn}, nil, p.srv.log)
	const text = "Whoever plays it has a point more."
	for id, want := range map[string][]cardView{
		"toy": {
			{Word: "joker", Title: "Joker", Text: text, Copies: 3}, {Word: "one", Title: "One", Text: text, Copies: 6},
			{Word: "two", Title: "Two", Text: text, Copies: 4}, {Word: "three", Title: "Three", Text: text, Copies: 2},
		},
		"torn": nil, // its rules are shown nevertheless
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

// The page of cards shows every card of the list that comes with a game, also cards without a text and cards without copies in the box.
func TestHouseCards(t *testing.T) {
	type shown struct{ cards, silent, none int } // all cards, those without a text, those without copies
	for _, c := range []struct {
		game   engine.Game
		tables map[string]string // tables with cards, and the field with their names
		runes  []string          // cards of the game that no list has
		want   shown
	}{
		{game: sacrilege.Game(), tables: map[string]string{"kind": "name"}, want: shown{66, 0, 0}},
		{game: pantacle.Game(), tables: map[string]string{"blade": "name", "curse": "name"}, want: shown{43, 18, 0}},
		{game: athame.Game(), tables: map[string]string{"resource": "name", "spell": "name", "event": "name", "artifice": "name"}, want: shown{28, 4, 0}},
		{game: oracle.Game(), tables: map[string]string{"townsfolk": "name", "corruption": "name"}, runes: []string{"die-a", "die-b", "coin", "bone", "voodoo"},
			want: shown{25, 10, 0}},
		{game: sator.Game(), tables: map[string]string{"incertus": "kind", "prayer": "kind", "placement": "card"}, want: shown{72, 52, 2}},
	} {
		t.Run(c.game.ID, func(t *testing.T) {
			file, err := cardlist.Parse(c.game.House)
			if err != nil {
				t.Fatal(err)
			}
			listed := c.runes
			for table, field := range c.tables {
				for _, row := range file.Rows(table) {
					listed = append(listed, fmt.Sprint(row[field]))
				}
			}
			var words []string
			var got shown
			for _, card := range houseCardsOf(t, c.game) {
				words = append(words, card.Word)
				got.cards++
				if card.Text == "" {
					got.silent++
				}
				if card.Copies == 0 {
					got.none++
				}
			}
			slices.Sort(listed)
			slices.Sort(words)
			if diff := cmp.Diff(listed, words); diff != "" {
				t.Errorf("the list has other cards than the page (-list +page):\n%s", diff)
			}
			if got != c.want {
				t.Errorf("%+v, not %+v", got, c.want)
			}
		})
	}
}

// A word that can be put down like a card, but has neither copies nor a text, is not a card of the box.
func TestNameWithoutCard(t *testing.T) {
	catalog, err := engine.NewCatalog([]engine.Entry{
		{Word: "blank", Class: engine.ClassCard, Copies: 2}, {Word: "rumour", Class: engine.ClassCard, Text: "It was never printed."},
		{Word: "imp", Class: engine.ClassCard, Copies: 1, Text: "It bites."}, {Word: "any-card", Class: engine.ClassCard},
	}, []string{"ann", "ben"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := toygame.Game()
	g.New = func(engine.Setup, []byte) (engine.State, error) { return named{catalog: catalog}, nil }
	want := []cardView{{Word: "blank", Title: "Blank", Copies: 2}, {Word: "rumour", Title: "Rumour", Text: "It was never printed."},
		{Word: "imp", Title: "Imp", Text: "It bites.", Copies: 1}}
	if diff := cmp.Diff(want, houseCardsOf(t, g)); diff != "" {
		t.Error(diff)
	}
}

// named is a state that has only names.
type named struct {
	engine.State
	catalog *engine.Catalog
}

func (s named) Catalog() *engine.Catalog { return s.catalog }

func houseCardsOf(t *testing.T, g engine.Game) []cardView {
	t.Helper()
	words, err := g.Localization(engine.English)
	if err != nil {
		t.Fatal(err)
	}
	cards, err := houseCards(g, words)
	if err != nil {
		t.Fatal(err)
	}
	return cards
}
