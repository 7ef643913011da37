package people

import (
	"slices"
	"testing"

	"familiar/companion/protocol"
)

// readersOnly is a table that has only readers. It notes each tag that is put on one or lifted.
type readersOnly struct {
	Table
	did []string
}

func (r *readersOnly) Put(reader string, tag Tag) {
	r.did = append(r.did, "put "+tag.Word+" on "+reader)
}
func (r *readersOnly) Take(reader string, tag Tag) {
	r.did = append(r.did, "take "+tag.Word+" from "+reader)
}
func (r *readersOnly) See(int) *protocol.Snapshot { return nil }

// TestCardLiesOnOneReader: a card that is put on a reader is lifted from the one on which it lay.
func TestCardLiesOnOneReader(t *testing.T) {
	table := new(readersOnly)
	e := &Evening{table: table, layout: Layout{Readers: []Reader{{Name: "altar"}, {Name: "grave"}}}, lying: make(map[string][]Tag)}
	imp := Tag{Word: "imp"}
	e.put("altar", imp)
	e.put("grave", imp)
	if want := []string{"put imp on altar", "take imp from altar", "put imp on grave"}; !slices.Equal(table.did, want) {
		t.Errorf("people do %q, not %q", table.did, want)
	}
	if on := e.readerWith(imp); on != "grave" || len(e.lying["altar"]) > 0 {
		t.Errorf("the card lies on %q, and on the altar lie %v", on, e.lying["altar"])
	}
}
