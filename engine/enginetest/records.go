package enginetest

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"familiar/engine"
	"familiar/engine/record"
)

// Records replays every record that matches the pattern, one subtest each. Card lists are searched beside the record.
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

// RecordsNameRules checks that each record says in its first line what it shows, and that together the records name every rule of the page.
func RecordsNameRules(t *testing.T, g engine.Game, fsys fs.FS) {
	t.Helper()
	words := make(map[string]bool)
	for file, text := range recordTexts(t, fsys) {
		if !strings.HasPrefix(text, "# ") {
			t.Errorf("%s does not say what it shows", file)
		}
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n,:!;", r) }) {
			words[word] = true
		}
	}
	book, err := engine.ParseRulebook(g.Rules.Read())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range book.Rules {
		if !words[r.ID] {
			t.Errorf("no record names %s", r.ID)
		}
	}
}

// RecordsRefuse checks that the records have a refusal for each of these rules.
func RecordsRefuse(t *testing.T, fsys fs.FS, rules []string) {
	t.Helper()
	all := slices.Collect(maps.Values(recordTexts(t, fsys)))
	for _, id := range rules {
		if !slices.ContainsFunc(all, func(text string) bool { return strings.Contains(text, "\n!"+id+" ") }) {
			t.Errorf("no record has a move refused for %s", id)
		}
	}
}

// RecordsHaveOptions checks that for each of these options, a name and a value such as `jolly 6`, there is a record of a game with it.
func RecordsHaveOptions(t *testing.T, fsys fs.FS, options ...string) {
	t.Helper()
	all := slices.Collect(maps.Values(recordTexts(t, fsys)))
	for _, option := range options {
		if !slices.ContainsFunc(all, func(text string) bool { return strings.Contains(text, "\noption "+option+"\n") }) {
			t.Errorf("no record has the option %s", option)
		}
	}
}

// recordTexts returns the text of all records, by file name.
func recordTexts(t *testing.T, fsys fs.FS) map[string]string {
	t.Helper()
	files, err := fs.Glob(fsys, "*.table")
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for _, file := range files {
		all[file] = string(ReadFile(t, fsys, file))
	}
	return all
}

// WithoutHouse returns the records that name a card list of their own, with those lists: for a suite that plays with another list than the house list.
func WithoutHouse(t testing.TB, fsys fs.FS) fs.FS {
	t.Helper()
	all := fstest.MapFS{}
	files, err := fs.ReadDir(fsys, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.IsDir() {
			continue // a folder that is left of a property test that has failed
		}
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
	return record.Replay(r, []engine.Game{g}, findPacks(fsys, r))
}

// findPacks searches card lists beside a record.
func findPacks(fsys fs.FS, r *record.Record) record.Packs {
	read := func(file string) ([]byte, error) { return fs.ReadFile(fsys, path.Clean(file)) }
	return record.FindPacks(read, path.Dir(r.Name))
}
