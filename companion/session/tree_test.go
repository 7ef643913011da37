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
		t.Errorf("%v", plain)
	}
	if len(end) > 0 {
		t.Errorf("the end goes on: %v", end)
	}
}
