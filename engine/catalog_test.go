package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/engine"
)

const (
	verbPlay engine.Name = iota + 1
	verbDraw
	verbReveal
	wordUnseen
	cardImp
	cardBen
)

func newCatalog(t *testing.T) *engine.Catalog {
	t.Helper()
	c, err := engine.NewCatalog([]engine.Entry{
		{Word: "play", Class: engine.ClassVerb},
		{Word: "draw", Class: engine.ClassVerb},
		{Word: "reveal", Class: engine.ClassVerb},
		{Word: "?", Class: engine.ClassUnseen},
		{Word: "imp", Class: engine.ClassCard, Copies: 2, Title: "The Imp"},
		{Word: "ben", Class: engine.ClassCard, Effects: []string{"rob imp 2", "rob imp", "weep", "rob 3"}},
	}, []string{"ann", "ben", "imp"}, []engine.Signature{
		{Verb: verbPlay, Args: []engine.Class{engine.ClassCard, engine.ClassPlayer | engine.ClassNumber}},
		{Verb: verbDraw, Cardless: true},
		{Verb: verbDraw, Args: []engine.Class{engine.ClassCard | engine.ClassUnseen}},
		{Verb: verbReveal, ByNobody: true, Args: []engine.Class{engine.ClassCard}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCatalogNames(t *testing.T) {
	c := newCatalog(t)
	for word, want := range map[string]engine.Name{
		"play": verbPlay, "?": wordUnseen, "imp": cardImp, "ben": cardBen, "7": engine.Number(7),
		"07": engine.Unknown, "-1": engine.Unknown, "+1": engine.Unknown, "10000": engine.Unknown, "": engine.Unknown, "Imp": engine.Unknown,
	} {
		if got := c.Name(word); got != want {
			t.Errorf("%q is %d, not %d", word, got, want)
		}
	}
	if got := c.Class(cardImp); got != engine.ClassCard|engine.ClassPlayer {
		t.Errorf("a card that is a player, too, has the classes %b", got)
	}
	if c.Class(engine.Number(3)) != engine.ClassNumber || c.Class(engine.Unknown) != 0 || c.Class(engine.None) != 0 {
		t.Error("Class of a number, of None or of Unknown is wrong")
	}
	if got := c.Names(engine.ClassPlayer); !slices.Equal(got, []engine.Name{cardImp, cardBen, engine.Name(c.Len() - 1)}) {
		t.Errorf("the players are %v", got)
	}
	if got := strings.Join(c.Words(), " "); got != "? ann ben draw imp play reveal" {
		t.Errorf("the words are %s", got)
	}
	if c.Word(engine.Unknown) != "(unknown)" || c.Word(engine.Number(12)) != "12" {
		t.Error("Word of a number or of Unknown is wrong")
	}
}

func TestCatalogTitles(t *testing.T) {
	c := newCatalog(t)
	for n, want := range map[engine.Name]string{
		cardImp: "The Imp", verbPlay: "Play", engine.Number(4): "4", engine.None: "", wordUnseen: "?",
	} {
		if got := c.Title(n); got != want {
			t.Errorf("%d: %q, not %q", n, got, want)
		}
	}
	if e := c.Entry(cardImp); e.Copies != 2 || e.Word != "imp" {
		t.Errorf("the imp is %+v", e)
	}
	if e := c.Entry(engine.Number(4)); e.Word != "4" || e.Class != engine.ClassNumber {
		t.Errorf("the number 4 is %+v", e)
	}
}

// A move is about a card if one of its words is one, and no other move is.
func TestNamesCard(t *testing.T) {
	c := newCatalog(t)
	for _, move := range []struct {
		m    engine.Move
		want bool
	}{
		{engine.NewMove(0, verbPlay, cardBen, engine.Number(2)), true},
		{engine.NewMove(0, verbPlay, engine.Number(2), cardImp), true},
		{engine.NewMove(0, verbDraw, wordUnseen), false},
		{engine.NewMove(0, verbPlay, engine.Number(2)), false},
		{engine.NewMove(0, verbDraw), false},
	} {
		if got := c.NamesCard(move.m); got != move.want {
			t.Errorf("%s is about a card: %t", c.Format(move.m), got)
		}
	}
}

// A word with several entries takes its title and picture from the card, or else from the thing.
func TestCatalogMerges(t *testing.T) {
	word := engine.Entry{Word: "hunt", Class: engine.ClassVerb, Title: "Hunts"}
	thing := engine.Entry{Word: "hunt", Class: engine.ClassThing, Copies: 5, Title: "The Hunt", Traits: map[string]string{"phase": "waning"}}
	card := engine.Entry{Word: "hunt", Class: engine.ClassCard, Copies: 2, Title: "Wild Hunt", Text: "Run."}
	for _, test := range []struct {
		entries []engine.Entry
		looks   engine.Entry
	}{
		{[]engine.Entry{word, thing}, thing},
		{[]engine.Entry{thing, word}, thing},
		{[]engine.Entry{thing, card}, card},
		{[]engine.Entry{card, thing}, card},
		{[]engine.Entry{card, word, thing}, card},
		{[]engine.Entry{word, thing, card}, card},
		{[]engine.Entry{thing}, thing},
	} {
		c, err := engine.NewCatalog(test.entries, []string{"hunt"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		first := test.entries[0]
		if test.looks.Class == engine.ClassCard {
			first = test.looks
		}
		if merged := engine.Merged(slices.Clone(test.entries)); len(merged) != 1 || merged[0].Title != first.Title {
			t.Errorf("%+v are merged into %+v", test.entries, merged)
		}
		want := test.looks
		want.Class = engine.ClassPlayer
		for _, e := range test.entries {
			want.Class |= e.Class
		}
		if diff := cmp.Diff(want, c.Entry(1)); diff != "" || c.Len() != 2 || c.SeatName(0) != 1 {
			t.Errorf("%+v (-want +got):\n%s", test.entries, diff)
		}
	}
	if _, err := engine.NewCatalog([]engine.Entry{thing, thing}, nil, nil); err == nil {
		t.Error("a thing may be there twice")
	}
}

func TestCatalogSeats(t *testing.T) {
	c := newCatalog(t)
	if c.Seats() != 3 {
		t.Fatalf("%d seats", c.Seats())
	}
	for seat, word := range map[engine.Seat]string{0: "ann", 1: "ben", 2: "imp", engine.Nobody: "table", 3: "(unknown)", engine.NoSeat: "(unknown)"} {
		if got := c.SeatWord(seat); got != word {
			t.Errorf("seat %d is %s, not %s", seat, got, word)
		}
	}
	if c.Seat(cardBen) != 1 || c.Seat(verbPlay) != engine.NoSeat || c.Seat(engine.Unknown) != engine.NoSeat {
		t.Error("Seat of a player or of another name is wrong")
	}
}

func TestMatch(t *testing.T) {
	c := newCatalog(t)
	for text, want := range map[string]bool{
		"ann play imp ben":          true,
		"ann play ben 3":            true,
		"ann play imp":              false,
		"ann play ann ben":          false,
		"ann play imp ben ben":      false,
		"ann draw":                  true,
		"ann draw ?":                true,
		"ann draw 3":                false,
		"table draw":                false,
		"table reveal imp":          true,
		"ann reveal imp":            false,
		"zoe draw":                  false,
		"play draw":                 false,
		"ann imp":                   false,
		"ann fly":                   false,
		"ann play imp ben 1 2 3":    false,
		"ann draw imp imp imp imp":  false,
		"ann play imp ben imp imp ": false,
	} {
		w := strings.Fields(text)
		m := c.Move(w[0], w[1], w[2:]...)
		f, ok := c.Match(m)
		if ok != want {
			t.Errorf("%s: well formed %v", text, ok)
		}
		if ok && f.Verb != m.Verb {
			t.Errorf("%s has the signature of another verb", text)
		}
		if ok && c.Format(m) != w[0]+": "+strings.Join(w[1:], " ") {
			t.Errorf("%s is written %s", text, c.Format(m))
		}
	}
	if _, ok := c.Match(engine.Move{Seat: engine.NoSeat, Verb: verbDraw}); ok {
		t.Error("a move of NoSeat is well formed")
	}
}

// TestMatchAnyNumbers checks that a move of any numbers is matched and formatted without a panic.
func TestMatchAnyNumbers(t *testing.T) {
	c := newCatalog(t)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.Uint16()
		m := engine.Move{Seat: engine.Seat(rapid.Byte().Draw(t, "seat")), Verb: engine.Name(name.Draw(t, "verb"))}
		for i := range m.Args {
			m.Args[i] = engine.Name(name.Draw(t, "argument"))
		}
		if _, ok := c.Match(m); ok {
			w := strings.Fields(strings.Replace(c.Format(m), ":", "", 1))
			if back := c.Move(w[0], w[1], w[2:]...); back.Verb != m.Verb || back.Seat != m.Seat {
				t.Fatalf("%s is another move when read again", c.Format(m))
			}
		}
	})
}

func TestNewCatalogRefuses(t *testing.T) {
	twice := []engine.Entry{{Word: "imp", Class: engine.ClassCard}, {Word: "imp", Class: engine.ClassCard}}
	if _, err := engine.NewCatalog(twice, nil, nil); err == nil || !strings.Contains(err.Error(), `"imp" is there twice`) {
		t.Errorf("a card twice: %v", err)
	}
	many := make([]engine.Entry, 50_000)
	for i := range many {
		many[i] = engine.Entry{Word: fmt.Sprint("w", i), Class: engine.ClassCard}
	}
	if _, err := engine.NewCatalog(many, nil, nil); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("too many names: %v", err)
	}
	if _, err := engine.NewCatalog(nil, []string{"ann", "ann"}, nil); err == nil || !strings.Contains(err.Error(), `"ann" is there twice`) {
		t.Errorf("a player twice: %v", err)
	}
}

func TestSignatures(t *testing.T) {
	var got engine.Signatures
	got.Player(1, engine.ClassCard)
	got.Cardless(2)
	got.Nobody(3, engine.ClassNumber, engine.ClassPlayer)
	got.Amend(4, "count", engine.ClassNumber)
	got.Hold(5, engine.ClassCard)
	want := engine.Signatures{
		{Verb: 1, Args: []engine.Class{engine.ClassCard}},
		{Verb: 2, Cardless: true},
		{Verb: 3, Args: []engine.Class{engine.ClassNumber, engine.ClassPlayer}, ByNobody: true},
		{Verb: 4, Args: []engine.Class{engine.ClassNumber}, ByNobody: true, Key: "count"},
	}
	for n := range engine.MaxArgs {
		want = append(want, engine.Signature{Verb: 5, Args: slices.Repeat([]engine.Class{engine.ClassCard}, n+1)})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLexicon(t *testing.T) {
	l := engine.NewLexicon(newCatalog(t), -1)
	var names []engine.Name
	*l.List(&names, "imp") = 7
	*l.Word("draw") = 8
	if !slices.Equal(names, []engine.Name{cardImp}) {
		t.Errorf("the names are %v", names)
	}
	for n, want := range map[engine.Name]int{cardImp: 7, verbDraw: 8, verbPlay: -1, engine.None: -1, engine.Unknown: -1, engine.Number(3): -1} {
		if got := *l.Of(n); got != want {
			t.Errorf("%d means %d, not %d", n, got, want)
		}
	}
}
