package enginetest

import (
	"io/fs"
	"strings"
	"testing"

	"familiar/engine"
)

// Testdata returns the folder testdata of an embedded tree: records and card lists.
func Testdata(tree fs.FS) fs.FS {
	files, err := fs.Sub(tree, "testdata")
	if err != nil {
		panic(err) // cannot happen: the path is valid
	}
	return files
}

// ReadFile reads a file that must exist.
func ReadFile(t testing.TB, fsys fs.FS, name string) []byte {
	t.Helper()
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Edited returns a card list in which the text from is replaced by to. The list must contain from.
func Edited(t testing.TB, list, from, to string) string {
	t.Helper()
	if !strings.Contains(list, from) {
		t.Fatalf("%q is not in the card list", from)
	}
	return strings.Replace(list, from, to, 1)
}

// Begin begins a game with the card list pack.toml of fsys, or with the house list, and plays lines such as `ann: draw bank`. All of them must be legal.
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
	PlayLines(t, s, lines...)
	return s
}
