package enginetest

import (
	"io/fs"
	"strings"
	"testing"

	"familiar/engine"
)

// Testdata are the files in the folder testdata of an embedded tree: records and card lists.
func Testdata(tree fs.FS) fs.FS {
	files, err := fs.Sub(tree, "testdata")
	if err != nil {
		panic(err) // it is a good path
	}
	return files
}

// ReadFile reads a file that must be there.
func ReadFile(t testing.TB, fsys fs.FS, name string) []byte {
	t.Helper()
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Spoilt is a card list with something else in the place of what stood there first.
func Spoilt(t testing.TB, list, was, is string) string {
	t.Helper()
	if !strings.Contains(list, was) {
		t.Fatalf("%q is not in the card list", was)
	}
	return strings.Replace(list, was, is, 1)
}

// Begin begins a game with a card list of fsys, named without its .toml, or with that of the house, and plays lines such as
// `ann: draw bank`. None of them may be refused.
func Begin(t testing.TB, g engine.Game, fsys fs.FS, pack string, setup engine.Setup, lines ...string) engine.State {
	t.Helper()
	data := g.House
	if pack != engine.HousePack {
		data = ReadFile(t, fsys, pack+".toml")
	}
	s, err := g.New(setup, data)
	if err != nil {
		t.Fatal(err)
	}
	GoOn(t, s, lines...)
	return s
}
