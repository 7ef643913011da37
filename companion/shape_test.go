package companion_test

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What one reader can hold in mind of this package.
const (
	mostMethods = 60   // of Table
	mostFields  = 20   // of Table
	mostCircle  = 6    // files that call each other in a circle
	mostLines   = 4500 // of the package without tests
)

// TestTableIsSmall checks that Table stays the loop and its public methods, and that no other type holds a Table: everything else is a type with methods
// of its own.
func TestTableIsSmall(t *testing.T) {
	p := thisPackage(t)
	table := p.pkg.Scope().Lookup("Table").Type()
	if n := types.NewMethodSet(types.NewPointer(table)).Len(); n > mostMethods {
		t.Errorf("Table has %d methods, more than %d", n, mostMethods)
	}
	if n := table.Underlying().(*types.Struct).NumFields(); n > mostFields {
		t.Errorf("Table has %d fields, more than %d", n, mostFields)
	}
	for _, name := range p.pkg.Scope().Names() {
		named, ok := p.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if s, ok := named.Type().Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if pointer, ok := f.Type().(*types.Pointer); ok && types.Identical(pointer.Elem(), table) {
					t.Errorf("%s.%s is a Table", name, f.Name())
				}
			}
		}
	}
}

// TestFilesHaveAnOrder checks that a reader has somewhere to begin: only a few files of the package call each other in a circle.
func TestFilesHaveAnOrder(t *testing.T) {
	p := thisPackage(t)
	calls := make(map[string]map[string]bool)
	for _, f := range p.files {
		from := p.fileOf(f.Pos())
		calls[from] = make(map[string]bool)
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if called, ok := p.info.Uses[id].(*types.Func); ok && called.Pkg() == p.pkg {
				if to := p.fileOf(called.Pos()); to != from {
					calls[from][to] = true
				}
			}
			return true
		})
	}
	for _, circle := range circles(calls) {
		if len(circle) > mostCircle {
			t.Errorf("%d files call each other in a circle, more than %d: %s", len(circle), mostCircle, strings.Join(circle, ", "))
		}
	}
}

// TestPackageIsSmall checks that what the table's goroutine owns can be read in an afternoon. What other goroutines own has packages below.
func TestPackageIsSmall(t *testing.T) {
	n := 0
	for _, name := range sourcesHere(t) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n += bytes.Count(data, []byte("\n"))
	}
	if n > mostLines {
		t.Errorf("the package has %d lines without tests, more than %d", n, mostLines)
	}
}

// typed is a package with its types.
type typed struct {
	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
}

func (p *typed) fileOf(pos token.Pos) string { return filepath.Base(p.fset.Position(pos).Filename) }

// thisPackage reads this package without its tests.
func thisPackage(t *testing.T) *typed {
	t.Helper()
	p := &typed{fset: token.NewFileSet(), info: &types.Info{Uses: make(map[*ast.Ident]types.Object)}}
	for _, name := range sourcesHere(t) {
		f, err := parser.ParseFile(p.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		p.files = append(p.files, f)
	}
	list, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := make(map[string]string)
	for line := range strings.Lines(string(list)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(p.fset, "gc", lookup)}
	if p.pkg, err = config.Check("familiar/companion", p.fset, p.files, p.info); err != nil {
		t.Fatal(err)
	}
	return p
}

// sourcesHere are the files of this package without its tests.
func sourcesHere(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

// circles returns the sets of nodes that reach each other.
func circles(arrows map[string]map[string]bool) [][]string {
	reach := make(map[string]map[string]bool)
	for from := range arrows {
		seen := make(map[string]bool)
		todo := slices.Collect(maps.Keys(arrows[from]))
		for len(todo) > 0 {
			next := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !seen[next] {
				seen[next] = true
				todo = slices.AppendSeq(todo, maps.Keys(arrows[next]))
			}
		}
		reach[from] = seen
	}
	var all [][]string
	done := make(map[string]bool)
	for _, a := range slices.Sorted(maps.Keys(arrows)) {
		if done[a] || !reach[a][a] {
			continue
		}
		var circle []string
		for b := range reach[a] {
			if reach[b][a] {
				circle = append(circle, b)
				done[b] = true
			}
		}
		slices.Sort(circle)
		all = append(all, circle)
	}
	return all
}
