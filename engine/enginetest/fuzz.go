package enginetest

import (
	"io/fs"
	"strings"
	"testing"

	"familiar/engine"
)

// FuzzLine puts fuzzed lines, as many as the text has, to a game under way: none may panic. The seeds are the records of fsys.
func FuzzLine(f *testing.F, g engine.Game, setup engine.Setup, fsys fs.FS, pattern string) {
	files, err := fs.Glob(fsys, pattern)
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add("table: undo\n? ann: hold = -\n= turn ann\n!x ann: y\n")
	first, err := g.New(setup, g.House)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		table := newTable(g, first)
		for line := range strings.Lines(text) {
			tryLine(table, strings.TrimRight(line, "\r\n"))
		}
	})
}
