package commands

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/cmd/familiar/internal/cli"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

const (
	trueRecord  = "game toy\nseat ann\nseat ben\ntable: reveal one\nann: draw\n= ann.hand 3\n"
	falseRecord = "game toy\nseat ann\nseat ben\ntable: reveal one\n= deck 99\n"
)

// TestReplay replays records from files, folders and the standard input. Whatever fails has a line, in the order of the arguments.
func TestReplay(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"true.table": trueRecord, "false.table": falseRecord, "broken.table": "game toy\nann draw\n", "many/b.table": trueRecord, "many/a/z.table": trueRecord,
		"many/notes.txt": "no record", "none/notes.txt": "no record", "own.table": "game toy\npack own\nseat ann\nseat ben\n", "lists/own.toml": string(toygame.Game().House),
		"odd/red\x1b[31m.table": "game toy\nann \u202edraw\n", "odd/to\x1b[2J.table": trueRecord,
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct {
		replay Replay
		typed  string
		lines  []string // how the lines begin
		fails  bool
	}{
		"one that passes":        {Replay{Files: []string{"true.table"}}, "", []string{"1 passed, 0 failed"}, false},
		"one that fails":         {Replay{Files: []string{"false.table"}}, "", []string{"false.table:5: ", "0 passed, 1 failed"}, true},
		"no record":              {Replay{Files: []string{"broken.table"}}, "", []string{"broken.table:2: ", "0 passed, 1 failed"}, true},
		"quiet":                  {Replay{Files: []string{"false.table", "true.table"}, Quiet: true}, "", []string{"1 passed, 1 failed"}, true},
		"in order":               {Replay{Files: []string{"false.table", "true.table", "broken.table"}}, "", []string{"false.table:5: ", "broken.table:2: ", "1 passed, 2 failed"}, true},
		"verbose":                {Replay{Files: []string{"true.table"}, Verbose: true}, "", []string{"ok true.table: 2 moves, 1 checks", "1 passed, 0 failed"}, false},
		"a folder":               {Replay{Files: []string{"many"}, Verbose: true}, "", []string{"ok many/a/z.table: ", "ok many/b.table: ", "2 passed, 0 failed"}, false},
		"a folder without any":   {Replay{Files: []string{"none"}}, "", []string{"none: no record (*.table) in this folder", "0 passed, 1 failed"}, true},
		"a file not there":       {Replay{Files: []string{"nowhere.table"}}, "", []string{"stat nowhere.table: no such file", "0 passed, 1 failed"}, true},
		"typed":                  {Replay{Files: []string{cli.Dash}}, trueRecord, []string{"1 passed, 0 failed"}, false},
		"typed wrong":            {Replay{Files: []string{cli.Dash}}, "game toy\nann draw\n", []string{"stdin:2: ", "0 passed, 1 failed"}, true},
		"a list in that folder":  {Replay{Files: []string{"own.table"}, Packs: "lists"}, "", []string{"1 passed, 0 failed"}, false},
		"what steers a terminal": {Replay{Files: []string{"odd"}, Verbose: true}, "", []string{"odd/red\ufffd[31m.table:2: ", "ok odd/to\ufffd[2J.table: ", "1 passed, 1 failed"}, true},
		"a list nowhere":         {Replay{Files: []string{"own.table"}}, "", []string{"own.table:2: pack own", "0 passed, 1 failed"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			err := test.replay.Run(cli.Env{Ctx: t.Context(), Games: []engine.Game{toygame.Game()}, Stdin: strings.NewReader(test.typed), Stdout: &out})
			if failed := errors.Is(err, cli.ErrReported); failed != test.fails || failed != (err != nil) {
				t.Errorf("it ends with %v", err)
			}
			// An indented line says more about the record above it.
			var begin []string
			for line := range strings.Lines(out.String()) {
				switch n := len(begin); {
				case strings.HasPrefix(line, "\t"):
				case n < len(test.lines) && strings.HasPrefix(line, test.lines[n]):
					begin = append(begin, test.lines[n])
				default:
					begin = append(begin, line)
				}
			}
			if diff := cmp.Diff(test.lines, begin); diff != "" {
				t.Errorf("it says\n%s(-want +got):\n%s", &out, diff)
			}
		})
	}
}

// TestFailureNamesItsFile adds a file's name to the text of a failure only where it is missing.
func TestFailureNamesItsFile(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.table", "no such game", "a.table: no such game"},
		{"a.table", "open a.table: no such file", "open a.table: no such file"},
		{cli.Dash, "no such game", "no such game"},
	} {
		if got := describeFailure(test.name, errors.New(test.text)); got != test.want {
			t.Errorf("of %s it says %q, not %q", test.name, got, test.want)
		}
	}
}
