package engine_test

import (
	"strings"
	"testing"

	"familiar/engine"
)

func TestParseRulebook(t *testing.T) {
	book, err := engine.ParseRulebook([]byte(strings.ReplaceAll("# Title\n\nIntro.\n\n## Part one\n\n### `a.one`\nPlain\nwords.\n\nDetail,\n\nmore.\n"+
		"#### Sub\n\n### No rule\ntext\n## Part two\n### `b`\r\n\r\nOnly plain.", "\r", "\r")))
	if err != nil {
		t.Fatal(err)
	}
	if book.Title != "Title" || len(book.Rules) != 2 {
		t.Fatalf("got %+v", book)
	}
	want := engine.Rule{ID: "a.one", Part: "Part one", Plain: "Plain words.", Detail: "Detail,\n\nmore."}
	if got, ok := book.Rule("a.one"); !ok || got != want {
		t.Errorf("got %+v", got)
	}
	if got, _ := book.Rule("b"); got.Part != "Part two" || got.Plain != "Only plain." {
		t.Errorf("got %+v", got)
	}
	if book.Words("b") != "Only plain." || book.Words("no.such") != "no.such" {
		t.Error("the words of a rule")
	}
	for text, says := range map[string]string{
		"### `a`\n":                    "no plain words",
		"### `a`\n### `b`\nwords\n":    "no plain words",
		"### `a`\none\n### `a`\ntwo\n": "twice",
	} {
		if _, err := engine.ParseRulebook([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestPhrases(t *testing.T) {
	p, err := engine.ParsePhrases([]byte(`
title = "T"
[moves]
play = "{seat} plays {1} on {2}"
"play/3" = "{seat} plays {args}"
"draw/1" = "{seat} draws {1}"
draw = "{seat} draws"
[events]
play = "{1} was played{3}"
[news]
"draw/1" = "{seat} has drawn {1}"
[asks]
turn = "{seat}: {1}"
[effects]
"rob/imp" = "Rob {1}, {2} times."
"rob/imp/2" = "Rob {1} twice."
rob = "Rob {1}."
praise = "Praise {args}."
[words]
table = "All"
imp = "no card is called so"
"?" = "a card"
[hint]
ask = "What then?"
goal = "{seat} gets {1}"
none = "Nothing."
`))
	if err != nil {
		t.Fatal(err)
	}
	c := newCatalog(t)
	for _, tc := range []struct{ got, want string }{
		{p.Move(c, c.Move("ann", "play", "imp", "ben")), "Ann plays The Imp on Ben"},
		{p.Move(c, c.Move("ann", "play", "imp", "3", "ben")), "Ann plays The Imp ×3, Ben"},
		{p.Move(c, c.Move("ann", "draw", "?")), "Ann draws a card"},
		{p.Move(c, c.Move("ann", "draw")), "Ann draws"},
		{p.Move(c, c.Move("table", "reveal", "imp")), "table: reveal imp"},
		{p.Ask(c, engine.Ask{Seat: engine.Nobody, Key: "turn", Args: [2]engine.Name{cardBen}}), "All: Ben"},
		{p.Ask(c, engine.Ask{Key: "none"}), "none"},
		{p.Text(c, cardBen), "Rob The Imp twice. Rob The Imp, {2} times. weep Rob 3."},
		{p.Text(c, cardImp), ""},
		{p.Effect(c, "praise imp ben 3 all"), "Praise The Imp, Ben, 3, all."},
		{p.Effect(c, "praise imp"), "Praise The Imp."},
		{new(engine.Phrases).Seat(c, engine.Nobody), "Table"},
		{p.Goal(c, 0, cardImp), "Ann gets The Imp"},
		{new(engine.Phrases).Goal(c, 0, cardImp), "The Imp"},
		{p.Hint.Ask + p.Hint.None, "What then?Nothing."},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
	for _, tc := range []struct {
		event engine.Move
		want  string
		chore bool
	}{
		{c.Move("table", "play", "imp"), "The Imp was played", true},
		{c.Move("ann", "draw", "imp"), "Ann has drawn The Imp", false},
		{c.Move("ann", "draw"), "ann: draw", false},
	} {
		if got, chore := p.Event(c, tc.event); got != tc.want || chore != tc.chore {
			t.Errorf("got %q, a chore: %v; want %q, %v", got, chore, tc.want, tc.chore)
		}
	}
	for text, says := range map[string]string{"titel = 1": "unknown key titel", "title =": "toml"} {
		if _, err := engine.ParsePhrases([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A name of several words gets its title from a pattern; a first part that is a player's name is read as the player.
func TestPatternTitles(t *testing.T) {
	c, err := engine.NewCatalog([]engine.Entry{
		{Word: "imp", Class: engine.ClassCard}, {Word: "rose", Class: engine.ClassThing}, {Word: "a1", Class: engine.FirstClass}, {Word: "ann.hand", Title: "Ann's hand", Class: engine.ClassPlace},
		{Word: "ann.hand.imp"}, {Word: "ann.hand.rose"}, {Word: "cell.a1"}, {Word: "cell.hand"}, {Word: "deck.hand", Title: "Of the deck"},
	}, []string{"ann", "cell"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.ParsePhrases([]byte(`
[cards]
imp = "Diablotin"
[names]
"SEAT.hand" = "Main de {seat}"
"SEAT.hand.*" = "{1}, dans la main de {seat}"
"cell.*" = "Case {1}"
`))
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"ann.hand": "Main de Ann", "ann.hand.imp": "Diablotin, dans la main de Ann", "ann.hand.rose": "Rose, dans la main de Ann",
		"cell.a1": "Case a1", "cell.hand": "Main de Cell", "deck.hand": "Of the deck", "ann": "Ann",
	} {
		if got := p.Name(c, c.Name(word)); got != want {
			t.Errorf("%s is called %q, not %q", word, got, want)
		}
	}
}

func TestShort(t *testing.T) {
	p := &engine.Phrases{Signs: map[string]string{"imp": "i ", "nun": "n ", "other": " other "}}
	signs, list := engine.Count{Signs: true}, engine.Count{List: true}
	for _, tc := range []struct {
		count      engine.Count
		fact, want string
	}{
		{signs, "imp imp nun", "i i n"}, {signs, "nun 2 other 12", "n 2 other 12"}, {signs, "monk", "monk"}, {signs, "", ""},
		{list, "imp nun", "2"}, {engine.Count{}, "7", "7"},
	} {
		if got := p.Short(tc.count, tc.fact); got != tc.want {
			t.Errorf("%q is shown as %q, want %q", tc.fact, got, tc.want)
		}
	}
}

func TestCountOf(t *testing.T) {
	list, plain := engine.Count{List: true}, engine.Count{}
	for _, tc := range []struct{ got, want string }{
		{list.Text("imp nun imp"), "3"}, {list.Text(""), "0"}, {plain.Text("-4"), "-4"}, {plain.Text(""), ""},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}
