package enginetest

import (
	"fmt"
	"reflect"
	"testing"

	"familiar/engine"
)

// SharesNothing looks at every non-empty slice of a state, which must be a pointer to a struct. In a game of two, neither a clone nor a view may have
// the same slice, nor the state that Restart has made equal to it.
func SharesNothing(t testing.TB, s, restarted engine.State) {
	t.Helper()
	for name, other := range map[string]engine.State{
		"a clone": s.Clone(), "the view of ann": s.View(0), "the view of ben": s.View(1), "the public view": s.View(engine.Public), "Restart": restarted,
	} {
		for _, path := range shared(reflect.ValueOf(s).Elem(), reflect.ValueOf(other).Elem(), "state") {
			t.Errorf("%s shares %s", name, path)
		}
	}
}

// shared lists the slices that begin at the same address in two values. It does not follow pointers: what they point to never changes in a game.
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
