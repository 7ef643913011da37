package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// reach is which lines each test of a package runs: in the test itself, and in the processes that it starts. A test that does not run a line cannot notice that it
// is changed.
type reach struct {
	code map[string][]span            // the lines of all functions, by file
	runs map[string]map[string][]span // the lines that a test runs, by test and file
	took time.Duration                // how long all tests take, one after the other
}

// tests returns the tests that run a line of a file. It reports whether that is known: a declaration, such as that of a table, belongs to no test.
func (r reach) tests(file string, line int) (names []string, known bool) {
	if !covers(r.code[file], line) {
		return nil, false
	}
	for name, runs := range r.runs {
		if covers(runs[file], line) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, true
}

// covers reports whether a line is in one of some spans.
func covers(some []span, line int) bool {
	return slices.ContainsFunc(some, func(s span) bool { return s.first <= line && line <= s.last })
}

// profile adds the lines of a coverage profile, as `go tool covdata textfmt` prints it, to what a test runs.
func (r reach) profile(test, profile string) error {
	runs := make(map[string][]span)
	for line := range strings.Lines(profile) {
		if strings.HasPrefix(line, "mode:") {
			continue
		}
		file, rest, ok := strings.Cut(line, ":")
		var s span
		var column, statements, count int
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &s.first, &column, &s.last, &column, &statements, &count); err != nil || !ok {
			return fmt.Errorf("a line of a profile is %q", line)
		}
		if !slices.Contains(r.code[file], s) {
			r.code[file] = append(r.code[file], s)
		}
		if count > 0 {
			runs[file] = append(runs[file], s)
		}
	}
	r.runs[test] = runs
	return nil
}

// measure runs the tests of a package, one after the other, and notes which lines of the module each runs.
func (h *module) measure(ctx context.Context, c command, importPath string) (reach, error) {
	r := reach{code: make(map[string][]span), runs: make(map[string]map[string][]span)}
	dir, err := os.MkdirTemp("", "reach")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "tests")
	if _, err := goCommand(ctx, "test", "-c", "-vet=off", "-cover", "-covermode=set", "-coverpkg=./...", "-o", binary, importPath); err != nil {
		return r, err
	}
	p := h.packages[importPath]
	skip, err := h.skipped(c, p)
	if err != nil {
		return r, err
	}
	names, err := p.testsIn(func(file string) bool { return !isForBrowser(file) })
	if err != nil {
		return r, err
	}
	began := time.Now()
	for i, name := range names {
		data := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(data, 0o700); err != nil {
			return r, err
		}
		test := exec.CommandContext(ctx, binary, "-test.run", name, "-test.skip", anyOf(skip), "-test.gocoverdir", data)
		test.Dir, test.WaitDelay = p.Dir, time.Minute
		test.Env = append(os.Environ(), "GOCOVERDIR="+data)
		if out, err := test.CombinedOutput(); err != nil {
			return r, fmt.Errorf("%s of %s fails without a change: %w\n%s", name, importPath, err, out)
		}
		profile, err := goCommand(ctx, "tool", "covdata", "textfmt", "-i", data, "-o", "/dev/stdout")
		if err != nil {
			return r, err
		}
		if err := r.profile(name, string(profile)); err != nil {
			return r, err
		}
	}
	r.took = time.Since(began)
	return r, nil
}

// coverName returns the name of a mutant's file in a profile.
func (m mutant) coverName() string { return path.Join(m.importPath, filepath.Base(m.path)) }
