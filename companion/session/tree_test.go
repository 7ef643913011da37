package session

import (
	"strings"
	"testing"

	"familiar/companion/protocol"
	"familiar/engine"
)

func TestTree(t *testing.T) {
	catalog, err := engine.NewCatalog([]engine.Entry{
		{Word: "bribe", Class: engine.ClassVerb}, {Word: "pass", Class: engine.ClassVerb}, {Word: "peek", Class: engine.ClassVerb},
		{Word: "hound", Class: engine.ClassCard}, {Word: "raven", Class: engine.ClassCard}, {Word: "toad", Class: engine.ClassCard},
	}, []string{"ann", "ben"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var moves []engine.Move
	for _, words := range [][]string{
		{"ann", "pass"},
		{"ann", "bribe", "toad", "toad"},
		{"ann", "bribe", "hound", "raven"},
		{"ann", "bribe", "hound", "toad"},
		{"ann", "bribe", "raven", "toad"},
		{"ann", "bribe", "raven", "raven"},
		{"ann", "bribe", "raven", "toad", "hound"},
		{"ann", "bribe", "raven", "raven", "hound"},
		{"ann", "bribe", "raven", "hound"},
		{"ben", "peek", "ben"},
		{"ben", "peek", "ann"},
		{"ben", "pass"},
		{"table", "pass"},
	} {
		moves = append(moves, catalog.Move(words[0], words[1], words[2:]...))
	}
	tree := func(seat string) protocol.Tree {
		return TreeOf(catalog, moves, catalog.Move(seat, "pass").Seat)
	}
	for seat, want := range map[string]string{
		"ann":   `"moves":{"bribe":{"hound":{"raven|toad":{}},"raven":{"hound":{},"raven|toad":{"":{},"hound":{}}},"toad":{"toad":{}}},"pass":{}}`,
		"ben":   `"moves":{"pass":{},"peek":{"ann|ben":{}}}`,
		"table": `"moves":{"pass":{}}`,
	} {
		s := &protocol.Snapshot{Game: &protocol.Game{Moves: tree(seat)}}
		if got := string(s.Bytes()); !strings.Contains(got, want) {
			t.Errorf("%s: %s", seat, got)
		}
	}
	plain := tree("ann").Plain()
	raven := plain["bribe"]["raven"]
	if len(raven) != 3 || len(raven["raven"]) != 2 || len(raven["toad"]) != 2 || len(raven["hound"]) != 0 || len(plain["bribe"]["hound"]) != 2 {
		t.Errorf("the bribes with Raven or Hound are not those that are legal: %v", plain)
	}
	if len(end) > 0 {
		t.Errorf("the end goes on: %v", end)
	}
}

// A move whose card can only be given on a reader is not offered: the list would reveal a hand. Other moves with its verb are.
func TestTreeWithoutLaidMoves(t *testing.T) {
	catalog, err := engine.NewCatalog([]engine.Entry{
		{Word: "steal", Class: engine.ClassVerb}, {Word: "rob", Class: engine.ClassVerb}, {Word: "hound", Class: engine.ClassCard}, {Word: "toad", Class: engine.ClassCard},
	}, []string{"ann", "ben"}, []engine.Signature{
		{Verb: 1, Args: []engine.Class{engine.ClassPlayer}},
		{Verb: 1, Args: []engine.Class{engine.ClassCard}, Laid: true},
		{Verb: 2, Args: []engine.Class{engine.ClassCard}, Laid: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	var moves []engine.Move
	for _, words := range [][2]string{{"steal", "hound"}, {"steal", "ben"}, {"steal", "toad"}, {"rob", "toad"}} {
		moves = append(moves, catalog.Move("ann", words[0], words[1]))
	}
	s := &protocol.Snapshot{Game: &protocol.Game{Moves: TreeOf(catalog, moves, 0)}}
	if got := string(s.Bytes()); !strings.Contains(got, `"moves":{"steal":{"ben":{}}}`) {
		t.Errorf("offered is %s", got)
	}
}

// Beside a move that is not legal stand the legal ones that are most like it: with its verb and names, or with names that begin alike, or else one of each verb.
func TestNearestMoves(t *testing.T) {
	catalog, err := engine.NewCatalog([]engine.Entry{
		{Word: "bribe", Class: engine.ClassVerb}, {Word: "peek", Class: engine.ClassVerb}, {Word: "pass", Class: engine.ClassVerb},
		{Word: "raven", Class: engine.ClassCard}, {Word: "rat", Class: engine.ClassCard}, {Word: "toad", Class: engine.ClassCard},
		{Word: "ram", Class: engine.ClassCard}, {Word: "owl", Class: engine.ClassCard}, {Word: "fox", Class: engine.ClassCard},
	}, []string{"ann", "ben"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, move, legal, want string
	}{
		{"the same names in another order", "bribe raven toad", "pass|bribe owl fox|bribe toad raven|bribe raven raven", "bribe raven raven|bribe toad raven|bribe owl fox|pass"},
		{"one name is another", "bribe raven toad", "bribe owl fox|bribe raven fox|peek raven", "bribe raven fox|bribe owl fox|peek raven"},
		{"names that begin alike", "bribe raven", "bribe owl|bribe rat|bribe fox|bribe toad", "bribe rat|bribe owl|bribe fox|bribe toad"},
		{"four of many", "bribe raven", "bribe owl|bribe fox|bribe toad|bribe rat|bribe ram", "bribe rat|bribe ram|bribe owl|bribe fox"},
		{"another verb with its name", "bribe raven", "pass|peek raven|peek owl|peek fox", "peek raven|pass|peek owl"},
		{"one of each verb", "bribe raven", "peek owl|peek fox|pass|peek toad", "peek owl|pass"},
		{"none", "bribe raven", "", ""},
	} {
		parse := func(text string) engine.Move {
			words := strings.Fields(text)
			return catalog.Move("ann", words[0], words[1:]...)
		}
		var legal []engine.Move
		for _, text := range strings.FieldsFunc(test.legal, func(r rune) bool { return r == '|' }) {
			legal = append(legal, parse(text))
		}
		var got []string
		for _, m := range nearest(catalog, parse(test.move), legal) {
			got = append(got, strings.TrimPrefix(catalog.Format(m), "ann: "))
		}
		if text := strings.Join(got, "|"); text != test.want {
			t.Errorf("%s: near %s are %s, not %s", test.name, test.move, text, test.want)
		}
	}
}
