package enginetest

import (
	"fmt"
	"reflect"
	"testing"

	"familiar/engine"
)

// CheckSharesNothing checks that a state of a game of two has no slice in common with its clones and views, nor with copied, which CopyTo has made equal
// to it, and that CopyTo allocates nothing the second time. The states must be pointers to structs.
func CheckSharesNothing(t testing.TB, s, copied engine.State) {
	t.Helper()
	for name, other := range map[string]engine.State{
		"a clone": s.Clone(), "the view of ann": s.View(0), "the view of ben": s.View(1), "the public view": s.View(engine.Public), "CopyTo": copied,
	} {
		for _, path := range shared(reflect.ValueOf(s).Elem(), reflect.ValueOf(other).Elem(), "state") {
			t.Errorf("%s shares %s", name, path)
		}
	}
	if n := testing.AllocsPerRun(10, func() { s.CopyTo(copied) }); n > 0 {
		t.Errorf("CopyTo allocates %v times", n)
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
