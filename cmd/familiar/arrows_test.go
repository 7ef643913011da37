package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"familiar/hw/digits"
	"familiar/hw/panel"
	"familiar/hw/reader"
)

// arrows lists which of our packages each part of the program may import. Packages that are not listed may be imported by none of these.
var arrows = map[string][]string{
	"docs":      nil,
	"engine":    {"engine", "docs"},
	"hw":        {"hw"},
	"companion": {"companion", "engine"},
	"web":       {"web", "companion", "engine"},
	"cmd":       {"cmd", "web", "companion", "engine", "hw"},
	"systemd":   {"systemd"}, // the tests' machines around the program
}

// kept lists imports that only some packages may have: the chips' library belongs to the wired table, the network to the page.
var kept = map[string][]string{
	"periph.io/":                   {"hw", "cmd"},
	"github.com/gorilla/websocket": {"web"},
	"net/http":                     {"web"},
	"time":                         {"hw", "companion", "web", "cmd", "engine", "systemd"},
	"math/rand":                    {"hw", "cmd", "systemd"},
	"os":                           {"hw", "companion", "web", "cmd", "systemd"},
}

// forTests lists the packages that only tests import. They may import what tests may.
var forTests = []string{
	"cmd/familiar/internal/careless", "cmd/familiar/internal/people", "cmd/familiar/internal/player", "cmd/familiar/internal/rig", "companion/durable/durabletest", "companion/palette/palettetest", "engine/enginetest", "engine/enginetest/toygame",
	"engine/lang/langtest", "engine/redtest",
}

// TestArrows checks the direction of imports: cmd → web → companion → engine, and cmd → hw.
func TestArrows(t *testing.T) {
	seen := make(map[string]bool)
	for _, file := range sources(t) {
		part, _, _ := strings.Cut(file, "/")
		seen[part] = true
		for _, imported := range importsOf(t, file) {
			if own, ok := strings.CutPrefix(imported, "familiar/"); ok {
				to, _, _ := strings.Cut(own, "/")
				if !slices.Contains(arrows[part], to) {
					t.Errorf("%s imports %s", file, imported)
				}
			}
			for prefix, parts := range kept {
				if slices.Contains(forTests, path.Dir(file)) {
					continue
				}
				if (imported == prefix || strings.HasSuffix(prefix, "/") && strings.HasPrefix(imported, prefix)) && !slices.Contains(parts, part) {
					t.Errorf("%s imports %s, which is kept to %v", file, imported, parts)
				}
			}
		}
	}
	for part := range arrows {
		if !seen[part] {
			t.Errorf("there is no source in %s", part)
		}
	}
}

// commandArrows lists which packages of the program each of them may import.
var commandArrows = map[string][]string{
	"install":  nil,
	"cli":      {"install"},
	"daemon":   nil,
	"run":      {"cli", "install", "daemon"},
	"doctor":   {"cli", "install", "daemon"},
	"commands": {"cli", "install", "daemon"},
	"rig":      {"daemon"},
	"player":   {"rig"},
	"people":   nil,
	"careless": {"daemon", "people", "rig"},
}

// TestCommandsKnowNoOther checks that no command of the program imports another one, nor the daemon a command: only main lists the commands.
func TestCommandsKnowNoOther(t *testing.T) {
	const internal = "cmd/familiar/internal/"
	seen := make(map[string]bool)
	for _, file := range sources(t) {
		name, ok := strings.CutPrefix(path.Dir(file), internal)
		if !ok {
			continue
		}
		seen[name] = true
		for _, imported := range importsOf(t, file) {
			if to, ok := strings.CutPrefix(imported, "familiar/"+internal); ok && !slices.Contains(commandArrows[name], to) {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(commandArrows)), slices.Sorted(maps.Keys(seen))); diff != "" {
		t.Errorf("the packages of the program (-listed +there):\n%s", diff)
	}
}

// TestResolverKnowsNoTable checks that the meaning of an observation depends only on the game: the resolver imports only the engine's core.
func TestResolverKnowsNoTable(t *testing.T) {
	core := []string{"familiar/engine", "familiar/engine/cardlist", "familiar/engine/lang"}
	for _, file := range sources(t) {
		if path.Dir(file) != "companion/resolver" {
			continue
		}
		for _, imported := range importsOf(t, file) {
			if strings.HasPrefix(imported, "familiar/") && !slices.Contains(core, imported) {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	}
}

// TestPeopleKnowNoResolver checks that the people by whom the table is measured know nothing of how it interprets what they do: only what a phone can be sent.
// Nothing of the companion can know them, as they are internal to the program.
func TestPeopleKnowNoResolver(t *testing.T) {
	for _, file := range sources(t) {
		if path.Dir(file) != "cmd/familiar/internal/people" {
			continue
		}
		for _, imported := range importsOf(t, file) {
			if strings.HasPrefix(imported, "familiar/") && !strings.HasPrefix(imported, "familiar/engine") && imported != "familiar/companion/protocol" {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	}
}

// TestRoomsKnowNoTable checks that no package below the companion imports it, so that code of other goroutines cannot reach the table's loop.
func TestRoomsKnowNoTable(t *testing.T) {
	for _, file := range sources(t) {
		for _, imported := range importsOf(t, file) {
			if strings.HasPrefix(file, "companion/") && path.Dir(file) != "companion" && imported == "familiar/companion" {
				t.Errorf("%s imports the companion", file)
			}
		}
	}
}

// TestProgramKnowsNoTests checks that nothing of the program imports a package for tests, or the package testing.
func TestProgramKnowsNoTests(t *testing.T) {
	seen := make(map[string]bool)
	for _, file := range sources(t) {
		seen[path.Dir(file)] = true
		if slices.Contains(forTests, path.Dir(file)) {
			continue
		}
		for _, imported := range importsOf(t, file) {
			if imported == "testing" || slices.Contains(forTests, strings.TrimPrefix(imported, "familiar/")) {
				t.Errorf("%s imports %s, which is for tests", file, imported)
			}
		}
	}
	for _, dir := range forTests {
		if !seen[dir] {
			t.Errorf("there is no package %s", dir)
		}
	}
}

// TestEnginesAreAlone checks that the core of the engines imports no game, and no game another one.
func TestEnginesAreAlone(t *testing.T) {
	shared := []string{"familiar/engine", "familiar/engine/cards", "familiar/engine/cardlist", "familiar/engine/lang", "familiar/engine/record", "familiar/docs/rules"}
	for _, file := range sources(t) {
		if !strings.HasPrefix(file, "engine/") {
			continue
		}
		own := "familiar/" + path.Dir(file)
		for _, imported := range importsOf(t, file) {
			if !strings.HasPrefix(imported, "familiar/") || imported == own || strings.HasPrefix(own, imported+"/") {
				continue
			}
			if !slices.Contains(shared, imported) {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	}
}

// TestEnginesStartNoGoroutine checks that nothing in the engines' packages runs concurrently, tests included. So the race detector, under
// which they would take ten times as long, runs only on the tests of their callers.
func TestEnginesStartNoGoroutine(t *testing.T) {
	for _, file := range goFiles(t) {
		if !strings.HasPrefix(file, "engine/") {
			continue
		}
		ast.Inspect(parse(t, file, parser.SkipObjectResolution), func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s starts a goroutine", file)
			case *ast.SelectorExpr:
				if n.Sel.Name == "Parallel" || n.Sel.Name == "AfterFunc" {
					t.Errorf("%s uses %s, which runs side by side", file, n.Sel.Name)
				}
			}
			return true
		})
	}
}

// TestNoGameIsNamed checks that only a game's own packages, its page and its picture have its name.
func TestNoGameIsNamed(t *testing.T) {
	for _, file := range sources(t) {
		if strings.HasPrefix(file, "engine/") || file == "cmd/familiar/games.go" {
			continue
		}
		for _, said := range literals(t, file) {
			for _, g := range games() {
				if strings.Contains(said, g.ID) {
					t.Errorf("%s knows %s", file, g.ID)
				}
			}
		}
	}
}

// TestNoChipIsNamed checks that a chip is a value: outside of the lists, the drivers, the emulators, and the file that registers these, no Go file and
// no script of the page has the name of one, comments included.
func TestNoChipIsNamed(t *testing.T) {
	names := chipNames()
	if len(names) < 6 {
		t.Fatalf("the names of chips are only %q", names)
	}
	own := []string{"hw/nfc/", "hw/reader/", "hw/panel/", "hw/digits/", "hw/virtual/", "hw/bench/emulators.go"}
	files := append(goFiles(t), filesEndingIn(t, ".js")...)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || slices.ContainsFunc(own, func(place string) bool { return strings.HasPrefix(file, place) }) {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.Contains(strings.ToLower(string(text)), name) {
				t.Errorf("%s knows %s", file, name)
			}
		}
	}
}

// chipNames lists the names of chips, panels and digits in configs and on the market, with those of their makers, in small letters.
func chipNames() []string {
	var words []string
	for _, d := range reader.Drivers() {
		words = append(words, d.Chip, d.Market)
	}
	for _, d := range panel.Drivers() {
		words = append(words, string(d.Model))
		for word := range strings.FieldsSeq(d.Market) {
			if unicode.IsUpper(rune(word[0])) { // it is a name
				words = append(words, word)
			}
		}
	}
	for _, d := range digits.Drivers() {
		words = append(words, string(d.Model))
	}
	var names []string
	for _, word := range words {
		if !slices.Contains([]string{"OLED", "HAT"}, word) { // a kind
			names = append(names, strings.ToLower(word))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TestTableKnowsNoEmulator checks that of the wired table only the bench and the header, which connects one to an emulated machine, import emulators.
func TestTableKnowsNoEmulator(t *testing.T) {
	for _, file := range sources(t) {
		if dir := path.Dir(file); !strings.HasPrefix(file, "hw/") || slices.Contains([]string{"hw/bench", "hw/header", "hw/virtual"}, dir) {
			continue
		}
		for _, imported := range importsOf(t, file) {
			if slices.Contains([]string{"familiar/hw/virtual", "familiar/hw/bench", "familiar/hw/header"}, imported) {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	}
}

// literals returns the strings in a file.
func literals(t *testing.T, file string) []string {
	t.Helper()
	var said []string
	ast.Inspect(parse(t, file, parser.SkipObjectResolution), func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			said = append(said, lit.Value)
		}
		return true
	})
	return said
}

// sources lists the Go files of the program, without tests and without programs that measure it from outside.
func sources(t *testing.T) []string {
	t.Helper()
	return slices.DeleteFunc(goFiles(t), func(file string) bool {
		return strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "cmd/figures/")
	})
}

// goFiles lists our Go files, relative to the root of the module.
func goFiles(t *testing.T) []string {
	t.Helper()
	files := filesEndingIn(t, ".go")
	if len(files) < 100 {
		t.Fatalf("only %d files were found", len(files))
	}
	return files
}

// filesEndingIn lists our files whose names have an ending, relative to the root of the module.
func filesEndingIn(t *testing.T, ending string) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS("../.."), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && file != "." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if strings.HasSuffix(file, ending) {
			files = append(files, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func parse(t *testing.T, file string, mode parser.Mode) *ast.File {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", file), nil, mode)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func importsOf(t *testing.T, file string) []string {
	t.Helper()
	var paths []string
	for _, spec := range parse(t, file, parser.ImportsOnly).Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, p)
	}
	return paths
}
