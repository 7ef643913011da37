package enginetest

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"familiar/engine"
	"familiar/engine/record"
)

// Records replays every record that matches the pattern, a subtest each. Packs are looked for beside the record.
func Records(t *testing.T, g engine.Game, fsys fs.FS, pattern string) {
	files, err := fs.Glob(fsys, pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("there is no record %s", pattern)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			r, err := readRecord(fsys, file)
			if err != nil {
				t.Fatal(err)
			}
			if result := replay(fsys, r, g); !result.Passed() {
				t.Error(result.Failure)
			}
		})
	}
}

// WithoutHouse are the records that have a card list of their own, and those lists: for a suite that plays with another list than the house's.
func WithoutHouse(t testing.TB, fsys fs.FS) fs.FS {
	t.Helper()
	all := fstest.MapFS{}
	files, err := fs.ReadDir(fsys, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := fs.ReadFile(fsys, f.Name())
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if strings.HasSuffix(f.Name(), ".toml") || strings.Contains(text, "\npack ") && !strings.Contains(text, "\npack house") {
			all[f.Name()] = &fstest.MapFile{Data: data}
		}
	}
	return all
}

func readRecord(fsys fs.FS, file string) (*record.Record, error) {
	f, err := fsys.Open(file)
	if err != nil {
		return nil, fmt.Errorf("opening a record: %w", err)
	}
	defer f.Close()
	return record.Parse(file, f)
}

func replay(fsys fs.FS, r *record.Record, g engine.Game) record.Result {
	read := func(file string) ([]byte, error) { return fs.ReadFile(fsys, path.Clean(file)) }
	return record.Replay(r, []engine.Game{g}, record.FindPacks(read, path.Dir(r.Name)))
}
