package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// module is a Go module: its packages, and which packages use which.
type module struct {
	packages map[string]*goPackage
	dir      string

	mu      sync.Mutex
	reaches map[string]func() (reach, error) // by package: what its tests run, once they were run without a change
}

// goPackage is a package as `go list` describes it.
type goPackage struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports []string
	Module                             struct{ Dir string }

	users []string // packages that import it, by code or by tests
}

func loadModule(ctx context.Context) (*module, error) {
	out, err := goCommand(ctx, "list", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports,Module", "./...")
	if err != nil {
		return nil, err
	}
	h := &module{packages: make(map[string]*goPackage), reaches: make(map[string]func() (reach, error))}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(goPackage)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		h.packages[p.ImportPath], h.dir = p, p.Module.Dir
	}
	for path, p := range h.packages {
		for _, used := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if u := h.packages[used]; u != nil && !slices.Contains(u.users, path) && used != path {
				u.users = append(u.users, path)
			}
		}
	}
	return h, nil
}

// mutants returns all changes of all files, or of the lines that differ from a commit.
func (h *module) mutants(ctx context.Context, since string) ([]mutant, error) {
	var differs map[string][]span
	if since != "" {
		var err error
		if differs, err = changedLines(ctx, h.dir, since); err != nil {
			return nil, err
		}
	}
	var all []mutant
	for _, path := range slices.Sorted(maps.Keys(h.packages)) {
		p := h.packages[path]
		if slices.Contains(p.Imports, "testing") || strings.HasPrefix(path, emulatedMachine) {
			continue // it is for tests, which are no part of the program
		}
		for _, name := range p.GoFiles {
			found, err := h.mutantsOf(p, name)
			if err != nil {
				return nil, err
			}
			for _, m := range found {
				if since == "" || slices.ContainsFunc(differs[m.path], func(s span) bool { return s.first <= m.line && m.line <= s.last }) {
					all = append(all, m)
				}
			}
		}
	}
	return all, nil
}

func (h *module) mutantsOf(p *goPackage, name string) ([]mutant, error) {
	full := filepath.Join(p.Dir, name)
	source, err := os.ReadFile(full)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, full, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(file) {
		return nil, nil
	}
	path, err := filepath.Rel(h.dir, full)
	if err != nil {
		return nil, err
	}
	f := finder{fset: fset, file: mutant{importPath: p.ImportPath, room: roomOf(filepath.Dir(path)), path: path, source: source}}
	f.find(file)
	return f.found, nil
}

// roomOf returns the room of a folder, a part of the module with an equal share in a sample: each package below engine is one, cmd is one, and so are
// all packages together below each other folder.
func roomOf(folder string) string {
	parts := strings.Split(filepath.ToSlash(folder), "/")
	switch {
	case len(parts) == 1:
		return parts[0]
	case parts[0] == "engine":
		return "engine/" + parts[1]
	case parts[0] == "cmd":
		return "cmd"
	}
	return parts[0] + "/*"
}

// span is a range of lines in a file.
type span struct{ first, last int }

// changedLines returns the lines that differ from a commit, by file.
func changedLines(ctx context.Context, dir, since string) (map[string][]span, error) {
	c := exec.CommandContext(ctx, "git", "diff", "--unified=0", "--no-color", "--no-ext-diff", since, "--", "*.go")
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("what differs from %s: %w", since, withStderr(err))
	}
	lines := make(map[string][]span)
	path := ""
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(line, "+++ b/"); ok {
			path = strings.TrimSpace(name)
		}
		if !strings.HasPrefix(line, "@@ ") {
			continue
		}
		first, count, _ := strings.Cut(strings.TrimPrefix(strings.Fields(line)[2], "+"), ",")
		from, _ := strconv.Atoi(first)
		n := 1
		if count != "" {
			n, _ = strconv.Atoi(count)
		}
		if n > 0 {
			lines[path] = append(lines[path], span{from, from + n - 1})
		}
	}
	return lines, nil
}

// fate is the result of testing a mutant.
type fate int

const (
	unfit  fate = iota // it does not compile
	killed             // a test failed
	alive              // no test failed
)

// try runs the tests that run the changed line, first those of its package, then those of the packages that use it, the nearest first, until one fails. The error is
// that tests fail without a change, too.
func (h *module) try(ctx context.Context, c command, m mutant) (fate, string, error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return unfit, "", err
	}
	defer os.RemoveAll(dir)
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(h.dir, m.path): changed}})
	if err == nil {
		err = errors.Join(os.WriteFile(changed, m.changed(), 0o600), os.WriteFile(overlay, replace, 0o600))
	}
	if err != nil {
		return unfit, "", err
	}
	if _, err := goCommand(ctx, "build", "-overlay", overlay, "-o", os.DevNull, m.importPath); err != nil {
		return unfit, "", nil
	}
	near := h.dependents(m.importPath)
	if !c.Above {
		near = near[:1]
	}
	for i, p := range near {
		if i > 0 && slices.Contains(c.Without, p) {
			continue
		}
		r, err := h.reach(ctx, c, p)
		if err != nil {
			return unfit, "", err
		}
		if err := h.test(ctx, c, p, r.tests(m.coverName(), m.reached), overlay); errors.Is(err, errNotBuilt) {
			return unfit, "", nil
		} else if err != nil {
			return killed, "killed by " + p, ctx.Err()
		}
	}
	return alive, "SURVIVES " + strings.Join(near, " "), nil
}

// reach returns which lines the tests of a package run. It measures that at its first call.
func (h *module) reach(ctx context.Context, c command, path string) (reach, error) {
	h.mu.Lock()
	run, ok := h.reaches[path]
	if !ok {
		run = sync.OnceValues(func() (reach, error) { return h.measure(ctx, c, path) })
		h.reaches[path] = run
	}
	h.mu.Unlock()
	return run()
}

const (
	wholeProgram    = "familiar/cmd/familiar"    // the package whose tests run the whole program
	emulatedMachine = "familiar/systemd/machine" // the machine on which tests start the program, and what runs in it
)

// errNotBuilt is returned for tests that do not compile.
var errNotBuilt = errors.New("the tests do not compile")

// test compiles the tests of a package with an overlay, and runs some of them until one fails.
func (h *module) test(ctx context.Context, c command, path string, batches []batch, overlay string) error {
	if len(batches) == 0 {
		return nil
	}
	dir, err := os.MkdirTemp("", "tests")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "tests")
	if _, err := goCommand(ctx, "test", "-c", "-vet=off", "-o", binary, "-overlay", overlay, path); err != nil {
		return fmt.Errorf("%w: %w", errNotBuilt, err)
	}
	p := h.packages[path]
	defer forgetFailures(p)()
	for _, b := range batches {
		limit := max(c.Timeout, 3*b.took)
		if err := b.run(ctx, p.Dir, binary, limit); err != nil {
			return err
		}
	}
	return nil
}

// run runs the tests of a batch until one fails, or a time is over.
func (b batch) run(ctx context.Context, dir, binary string, limit time.Duration) error {
	ctx, stop := context.WithTimeout(ctx, limit+time.Minute) // a mutant may hang before the tests begin
	defer stop()
	args := slices.Concat(bounded(), []string{binary, "-test.failfast", "-test.timeout", limit.String(), "-test.run", anyOf(b.names)})
	tests := exec.CommandContext(ctx, args[0], args[1:]...)
	tests.Dir, tests.WaitDelay = dir, time.Minute // a process that the tests started may outlive them
	out, err := tests.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// forgetFailures returns what removes the files that property tests of a package leave when they fail, which would be tried again without the mutant. Those that were
// there before stay.
func forgetFailures(p *goPackage) (forget func()) {
	dir := filepath.Join(p.Dir, "testdata", "rapid")
	if _, err := os.Stat(dir); err == nil {
		return func() {}
	}
	return func() { os.RemoveAll(dir) }
}

// testsOf returns regular expressions of the tests of a package that are run.
func (h *module) testsOf(c command, p *goPackage) ([]string, error) {
	var skip *regexp.Regexp
	if p.ImportPath == wholeProgram && c.Skip != "" {
		var err error
		if skip, err = regexp.Compile(c.Skip); err != nil {
			return nil, err
		}
	}
	var names []string
	for _, file := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
		if isForBrowser(file) {
			continue
		}
		source, err := os.ReadFile(filepath.Join(p.Dir, file))
		if err != nil {
			return nil, err
		}
		for _, found := range testFunction.FindAllSubmatch(source, -1) {
			if skip == nil || !skip.Match(found[1]) {
				names = append(names, "^"+string(found[1])+"$")
			}
		}
	}
	return names, nil
}

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example)\w*)\(`)

// isForBrowser reports whether the tests in a file need a browser.
func isForBrowser(file string) bool { return strings.HasSuffix(file, "browser_test.go") }

// anyOf returns a regular expression that matches what any of some matches, and nothing if there is none.
func anyOf(some []string) string { return strings.Join(append([]string{"^$"}, some...), "|") }

// dependents returns a package and all packages that use it, the nearest first, but no users without tests.
func (h *module) dependents(path string) []string {
	var all []string
	seen := map[string]bool{path: true}
	for level := []string{path}; len(level) > 0; {
		var next []string
		for _, p := range slices.Sorted(slices.Values(level)) {
			if u := h.packages[p]; len(u.TestGoFiles)+len(u.XTestGoFiles) > 0 || p == path {
				all = append(all, p)
			}
			for _, user := range h.packages[p].users {
				if !seen[user] {
					seen[user] = true
					next = append(next, user)
				}
			}
		}
		level = next
	}
	return all
}

// bounded returns a command that runs another one with a limit of memory, if there is one: a mutant may allocate without end.
func bounded() []string {
	const most = 8 << 30 // bytes of addresses
	if path, err := exec.LookPath("prlimit"); err == nil {
		return []string{path, fmt.Sprintf("--as=%d", most)}
	}
	return nil
}

func goCommand(ctx context.Context, args ...string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, "go", args...).Output()
	return out, withStderr(err)
}

// withStderr adds what a program has printed to its error.
func withStderr(err error) error {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && len(exit.Stderr) > 0 {
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(exit.Stderr))
	}
	return err
}
