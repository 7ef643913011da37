package engine_test

import (
	"slices"
	"strings"
	"testing"

	"familiar/engine"
)

// TestReadList checks that TOML errors and wrong types are reported before the wrong game.
func TestReadList(t *testing.T) {
	for list, says := range map[string]string{
		"game = \"x\"\ncopies = 3":         "",
		"copies = 3":                       `it is a card list of the game "", not of "x"`,
		"game = \"y\"\ncopies = 3":         `it is a card list of the game "y", not of "x"`,
		"game = \"y\"\ncopies = 3\n[[a":    "line 3: ",
		"game = \"y\"\ncopies = \"3\"":     `line 2 (last key "copies"): incompatible types`,
		"copies = 3\ngame = 1":             `line 2 (last key "game"): incompatible types`,
		"copies = 3\n\n[game]\nid = \"x\"": `(last key "game"): incompatible types`,
	} {
		var file struct {
			Copies int `toml:"copies"`
		}
		err := engine.ReadList([]byte(list), "x", &file)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, not %q", list, err, says)
		}
		if err == nil && file.Copies != 3 {
			t.Errorf("%d copies are read", file.Copies)
		}
	}
}

func TestTableLines(t *testing.T) {
	file := "game = \"x\"\r\n\n[[kind]]\nname = \"a\"\n[[kinds]]\n  [[ kind ]] # second\n# [[kind]]\n[kind]\n[[kind]]"
	if got := engine.TableLines([]byte(file), "kind"); !slices.Equal(got, []int{3, 6, 9}) {
		t.Errorf("lines %v", got)
	}
}
