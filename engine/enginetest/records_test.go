package enginetest

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"familiar/engine"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/redtest"
)

const seats = "game toy\nseat ann\nseat ben\n"

// texts returns a folder with these files.
func texts(files map[string]string) fs.FS {
	folder := fstest.MapFS{}
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return folder
}

// TestRecordsChecks: the checks of a game's records pass for good ones, and report what is missing or false.
func TestRecordsChecks(t *testing.T) {
	g := toygame.Game()
	g.Rules = engine.Written("# Toy\n\n### `turn.other`\nOne after the other.\n\n### `draw.once`\nOne card.\n")
	good := texts(map[string]string{
		"a.table":  "# It shows turn.other and draw.once\n" + seats + "table: reveal one\n!turn.other ben: end\n",
		"b.table":  "# With a short goal.\n" + seats + "option goal short\ntable: reveal one\n",
		"c.table":  "# With a list of its own.\ngame toy\npack own\nseat ann\nseat ben\ntable: reveal nought\n",
		"own.toml": poorPack,
		"c.txt":    "no record\n",
	})
	unnamed := texts(map[string]string{"a.table": "# It shows turn.other.\n" + seats, "b.table": seats + "# draw.oncemore\n"})
	for _, c := range []struct {
		name, says string
		check      func(t *testing.T)
	}{
		{"records that pass", "", func(t *testing.T) { Records(t, g, good, "*.table") }},
		{"no record", "there is no record *.record", func(t *testing.T) { Records(t, g, good, "*.record") }},
		{"a pattern that is none", "syntax error in pattern", func(t *testing.T) { Records(t, g, good, "[") }},
		{"a record that is false", "/b.table ", func(t *testing.T) {
			Records(t, g, texts(map[string]string{"a.table": seats, "b.table": seats + "ann: end\n"}), "*.table")
		}},
		{"the reason why a record is false", "b.table:4: ann: end\n", func(t *testing.T) {
			Records(t, g, texts(map[string]string{"b.table": seats + "ann: end\n"}), "*.table")
		}},
		{"a record that cannot be read", "a.table:1: \"nonsense\" is no statement", func(t *testing.T) {
			Records(t, g, texts(map[string]string{"a.table": "nonsense\n"}), "*.table")
		}},
		{"a record without its list", "there is no pack", func(t *testing.T) {
			Records(t, g, texts(map[string]string{"a.table": "game toy\npack own\nseat ann\nseat ben\n"}), "*.table")
		}},
		{"a record that cannot be opened", "opening a record: ", func(t *testing.T) {
			Records(t, g, fstest.MapFS{"a.table": &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte("nowhere")}}, "*.table")
		}},

		{"records that name the rules", "", func(t *testing.T) { RecordsNameRules(t, g, good) }},
		{"a record that does not say what it shows", "b.table does not say what it shows", func(t *testing.T) { RecordsNameRules(t, g, unnamed) }},
		{"a rule that no record names", "no record names draw.once", func(t *testing.T) { RecordsNameRules(t, g, unnamed) }},
		{"rules that cannot be read", "rule turn.other has no plain words", func(t *testing.T) {
			RecordsNameRules(t, engine.Game{Rules: engine.Written("### `turn.other`\n")}, good)
		}},

		{"records that refuse", "", func(t *testing.T) { RecordsRefuse(t, good, []string{"turn.other"}) }},
		{"a rule that refuses nothing", "no record has a move refused for draw.once", func(t *testing.T) { RecordsRefuse(t, good, []string{"turn.other", "draw.once"}) }},
		{"a rule whose name goes on", "no record has a move refused for turn", func(t *testing.T) { RecordsRefuse(t, good, []string{"turn"}) }},

		{"records with options", "", func(t *testing.T) { RecordsHaveOptions(t, good, "goal short") }},
		{"an option that no record has", "no record has the option goal long", func(t *testing.T) { RecordsHaveOptions(t, good, "goal short", "goal long") }},
		{"an option whose value goes on", "no record has the option goal sho", func(t *testing.T) { RecordsHaveOptions(t, good, "goal sho") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.says != "" {
				redtest.Expect(t, c.says, c.check)
			} else if said := redtest.Report(t, c.check); said != "" {
				t.Errorf("it does not pass:\n%s", said)
			}
		})
	}
}

// TestWithoutHouse: the records that are left name a card list of their own. Folders are left out.
func TestWithoutHouse(t *testing.T) {
	left := WithoutHouse(t, texts(map[string]string{
		"none.table": seats, "house.table": "game toy\npack house\n", "own.table": "game toy\npack own\nseat ann\n", "own.toml": "game = \"toy\"\n",
		"earlier/own.table": "game toy\npack own\n",
	}))
	var names []string
	err := fs.WalkDir(left, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil || !slices.Equal(names, []string{"own.table", "own.toml"}) {
		t.Errorf("left are %q, %v", names, err)
	}
	if data := ReadFile(t, left, "own.table"); string(data) != "game toy\npack own\nseat ann\n" {
		t.Errorf("the record becomes %q", data)
	}
}
