package athame

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"familiar/engine"
)

// TestCloneSharesNothing looks at every slice of a state in which each of them has something: neither a clone nor a view has it, too.
func TestCloneSharesNothing(t *testing.T) {
	s, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben"}}, house)
	if err != nil {
		t.Fatal(err)
	}
	lines := `table: reveal square
		table: reveal square
		table: reveal circle
		table: reveal circle
		ann: ritual ring-of-ash
		ben: ritual ring-of-lamps
		table: amend catalytic-crystal bank ann.allotted line
		table: amend catalytic-crystal bank ben.allotted line
		table: amend ember-tongue deck ben.spells
		table: amend ember-tongue deck ann.spells
		ann: draw market
		table: reveal square
		table: reveal square
		table: reveal circle
		table: reveal circle
		ann: cast ember-tongue ben
		ben: pass
		ann: discard line
		ann: end
		ben: draw bank
		ben: take bent-mirror
		ben: take ?
		ben: take square
		ben: take line
		ben: cast ember-tongue ann
		ann: pass
		ben: discard line
		ben: build borrowed-lantern
		ben: pay line
		ben: pay square`
	for line := range strings.Lines(lines) {
		words := strings.Fields(strings.Replace(line, ":", "", 1))
		if v := s.Play(s.catalog.Move(words[0], words[1], words[2:]...)); !v.OK() {
			t.Fatalf("%s: refused for %s", strings.TrimSpace(line), v.Rule)
		}
	}
	s.event(0, eventNext)
	s.events = s.events[:1]
	for _, seat := range []engine.Seat{0, 1} {
		if len(s.seats[seat].stands) == 0 {
			t.Errorf("seat %d has no crystal", seat)
		}
	}
	if len(s.seats[0].hexes) == 0 || len(s.hexes) == 0 || len(s.agenda) == 0 || len(s.payment.paid) == 0 || len(s.events) == 0 {
		t.Errorf("something is empty: %+v, %v, %v, %v, %v", s.seats[0], s.hexes, s.agenda, s.payment, s.events)
	}
	for name, other := range map[string]engine.State{
		"clone": s.Clone(), "view of ann": s.View(0), "view of ben": s.View(1), "public view": s.View(engine.Table),
	} {
		for _, path := range shared(reflect.ValueOf(*s), reflect.ValueOf(*other.(*State)), "state") {
			t.Errorf("%s: %s is shared", name, path)
		}
	}
	first, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben"}}, house)
	if err != nil {
		t.Fatal(err)
	}
	first.Restart(s)
	for _, path := range shared(reflect.ValueOf(*s), reflect.ValueOf(*first), "state") {
		t.Errorf("after Restart %s is shared", path)
	}
}

// shared lists the slices that begin at the same place in two values. What a pointer leads to does not change in a game.
func shared(a, b reflect.Value, path string) []string {
	var found []string
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			found = append(found, shared(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name)...)
		}
	case reflect.Array:
		for i := range a.Len() {
			found = append(found, shared(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i))...)
		}
	case reflect.Slice:
		if a.Len() > 0 && a.Pointer() == b.Pointer() {
			found = append(found, path)
		}
	}
	return found
}
