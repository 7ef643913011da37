package enginetest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/record"
)

// refusalsFile is the file beside a game's records that lists the names in their refusals.
const refusalsFile = "refusals.txt"

// RefusalsOfRecords checks the names in the refusals of the records: refusals.txt has them for each move that must be refused. The sentence of a rule is filled with
// these names. With update the file is written anew.
func RefusalsOfRecords(t *testing.T, g engine.Game, fsys fs.FS, update bool) {
	t.Helper()
	files, err := fs.Glob(fsys, "*.table")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, file := range files {
		r, err := readRecord(fsys, file)
		if err != nil {
			t.Fatal(err)
		}
		p, failure := record.Begin(r, []engine.Game{g}, findPacks(fsys, r))
		if failure != nil {
			t.Fatal(failure)
		}
		for _, l := range r.Lines {
			s := p.History.State()
			if c := s.Catalog(); l.Kind == record.Refusal {
				v := s.Check(c.Move(l.Seat, l.Verb, l.Args...))
				fmt.Fprintf(&got, "%s:%d: %s names%s\n", file, l.Number, l.Statement(), wordsOf(c, v.Names[:]))
			}
			if failure := p.Step(l); failure != nil {
				t.Fatal(failure)
			}
		}
	}
	if update {
		if err := os.WriteFile(filepath.Join("testdata", refusalsFile), []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := ReadFile(t, fsys, refusalsFile)
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("refusals name something else (-want +got), -update writes %s anew:\n%s", refusalsFile, diff)
	}
}

// wordsOf returns the words of names, each after a blank, `-` for one that is left out before another one.
func wordsOf(c *engine.Catalog, names []engine.Name) string {
	var b strings.Builder
	for _, n := range names {
		b.WriteString(" ")
		if n == engine.None {
			b.WriteString("-")
			continue
		}
		b.WriteString(c.Word(n))
	}
	return strings.TrimRight(b.String(), " -")
}
