package oracle

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"familiar/engine"
)

// TestCloneSharesNothing looks at every slice of a state in which each of them has something: neither a clone nor a view has it, too.
func TestCloneSharesNothing(t *testing.T) {
	begin := func() *State {
		s, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben"}}, house)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := begin()
	lines := `table: rune die-a left 2
		table: rune die-b left 3
		table: rune coin left tree
		table: rune bone left
		table: rune voodoo right
		table: corruption ann
		table: amend stain deck discard
		table: amend murmur deck ben.corruption
		table: amend bowl.voodoo left
		table: amend ann.top 2
		table: amend ann.bottom 2
		table: dawn
		ann: predict red
		table: adventurer blue
		ben: act 1
		ben: act 1
		table: no-adventurer
		table: rune die-a left 2
		table: rune die-b left 3
		table: rune coin left tree
		table: rune bone left
		table: rune voodoo right
		ann: read-stars`
	for line := range strings.Lines(lines) {
		words := strings.Fields(strings.Replace(line, ":", "", 1))
		if v := s.Play(s.catalog.Move(words[0], words[1], words[2:]...)); !v.OK() {
			t.Fatalf("%s: refused for %s", strings.TrimSpace(line), v.Rule)
		}
	}
	if len(s.agenda) == 0 || len(s.events) == 0 || len(s.predictions) == 0 || len(s.rows[top]) == 0 || len(s.rows[bottom]) == 0 {
		t.Errorf("something is empty: %v, %v, %v, %v", s.agenda, s.events, s.predictions, s.rows)
	}
	for name, other := range map[string]engine.State{
		"clone": s.Clone(), "view of ann": s.View(0), "view of ben": s.View(1), "public view": s.View(engine.Table),
	} {
		for _, path := range shared(reflect.ValueOf(*s), reflect.ValueOf(*other.(*State)), "state") {
			t.Errorf("%s: %s is shared", name, path)
		}
	}
	first := begin()
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
