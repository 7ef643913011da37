package sator

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"familiar/engine"
)

// TestCloneSharesNothing looks at every slice of a state in which each of them has something: neither a clone nor a view has it, too.
func TestCloneSharesNothing(t *testing.T) {
	hall, err := os.ReadFile(filepath.Join("testdata", "hall.toml"))
	if err != nil {
		t.Fatal(err)
	}
	begin := func() *State {
		s, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben"}}, hall)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := begin()
	play := func(lines string) {
		for line := range strings.Lines(lines) {
			words := strings.Fields(strings.Replace(line, ":", "", 1))
			if v := s.Play(s.catalog.Move(words[0], words[1], words[2:]...)); !v.OK() {
				t.Fatalf("%s: refused for %s", strings.TrimSpace(line), v.Rule)
			}
		}
	}
	hold := func(what string) {
		t.Helper()
		for name, other := range map[string]engine.State{
			"clone": s.Clone(), "view of ann": s.View(0), "view of ben": s.View(1), "public view": s.View(engine.Table),
		} {
			for _, path := range shared(reflect.ValueOf(*s), reflect.ValueOf(*other.(*State)), "state") {
				t.Errorf("%s, %s: %s is shared", what, name, path)
			}
		}
		first := begin()
		first.Restart(s)
		for _, path := range shared(reflect.ValueOf(*s), reflect.ValueOf(*first), "state") {
			t.Errorf("%s: after Restart %s is shared", what, path)
		}
	}
	play(`ann: colour crimson
		ben: colour azure
		table: placement crimson-1
		table: placement azure-1`)
	if len(s.site.open) == 0 || len(s.drawn) == 0 || len(s.laid) == 0 || len(s.events) == 0 {
		t.Errorf("something is empty: %v, %v, %v, %v", s.site.open, s.drawn, s.laid, s.events)
	}
	hold("while bridges are laid")
	play(`ann: place line3-oak a3 r0
		ben: place line3-stone f3 r0
		ann: place corner3-oak c4 r0
		ben: place corner3-iron b1 r0
		ann: place corner3-stone g2 r180
		ben: place line3-iron f4 r0
		ann: place line3-rope d1 r0
		ben: place corner3-rope e5 r90
		ann: hold moves-oak rotas-line3
		ann: free slide corner3-stone east`)
	if len(s.round.lyings) == 0 || len(s.round.riders) == 0 {
		t.Errorf("something is empty: %v, %v", s.round.lyings, s.round.riders)
	}
	play("table: amend nihil ann.pile ann.hand\nann: play moves-oak")
	hold("in a turn")
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
