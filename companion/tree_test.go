package companion

import (
	"strings"
	"testing"
)

func TestTree(t *testing.T) {
	b := newBribery(t,
		[]string{"ann", "pass"},
		[]string{"ann", "bribe", "toad", "toad"},
		[]string{"ann", "bribe", "hound", "raven"},
		[]string{"ann", "bribe", "hound", "toad"},
		[]string{"ann", "bribe", "raven", "toad"},
		[]string{"ann", "bribe", "raven", "raven"},
		[]string{"ann", "bribe", "raven", "toad", "hound"},
		[]string{"ann", "bribe", "raven", "raven", "hound"},
		[]string{"ann", "bribe", "raven", "hound"},
		[]string{"ben", "peek", "ben"},
		[]string{"ben", "peek", "ann"},
		[]string{"ben", "pass"},
		[]string{"table", "pass"},
	)
	tree := func(seat string) Tree {
		return (&seatView{state: b}).tree(b.catalog.Move(seat, "pass").Seat)
	}
	for seat, want := range map[string]string{
		"ann":   `"moves":{"bribe":{"hound":{"raven|toad":{}},"raven":{"hound":{},"raven|toad":{"":{},"hound":{}}},"toad":{"toad":{}}},"pass":{}}`,
		"ben":   `"moves":{"pass":{},"peek":{"ann|ben":{}}}`,
		"table": `"moves":{"pass":{}}`,
	} {
		s := &Snapshot{Game: &Game{Moves: tree(seat)}}
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
