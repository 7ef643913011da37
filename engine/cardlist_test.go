package engine_test

import (
	"slices"
	"testing"

	"familiar/engine"
)

func TestTableLines(t *testing.T) {
	file := "game = \"x\"\r\n\n[[kind]]\nname = \"a\"\n[[kinds]]\n  [[ kind ]] # second\n# [[kind]]\n[kind]\n[[kind]]"
	if got := engine.TableLines([]byte(file), "kind"); !slices.Equal(got, []int{3, 6, 9}) {
		t.Errorf("lines %v", got)
	}
}
