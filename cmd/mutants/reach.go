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
	code map[string][]span // the lines of all functions, by file
	all  []testRun
}

// testRun is what one test did without a change.
type testRun struct {
	name string // a regular expression
	took time.Duration
	runs map[string][]span // lines, by file
}

// batch is some tests that are run together.
type batch struct {
	names []string
	took  time.Duration
}

// quick is how long a test takes that is run before the others: most mutants are killed by one of these.
const quick = time.Second

// tests returns the tests that run a line of a file, the quick ones first. A declaration, such as that of a table, belongs to no test: all are returned.
func (r reach) tests(file string, line int) []batch {
	var first, rest batch
	declared := !covers(r.code[file], line)
	for _, t := range r.all {
		b := &rest
		if t.took < quick {
			b = &first
		}
		if declared || covers(t.runs[file], line) {
			b.names, b.took = append(b.names, t.name), b.took+t.took
		}
	}
	return slices.DeleteFunc([]batch{first, rest}, func(b batch) bool { return len(b.names) == 0 })
}

// covers reports whether a line is in one of some spans.
func covers(some []span, line int) bool {
	return slices.ContainsFunc(some, func(s span) bool { return s.first <= line && line <= s.last })
}

// profile returns the lines that a coverage profile, as `go tool covdata textfmt` prints it, says were run, by file. It adds those of all functions to the reach.
func (r reach) profile(profile string) (map[string][]span, error) {
	runs := make(map[string][]span)
	for line := range strings.Lines(profile) {
		if strings.HasPrefix(line, "mode:") {
			continue
		}
		file, rest, ok := strings.Cut(line, ":")
		var s span
		var column, statements, count int
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &s.first, &column, &s.last, &column, &statements, &count); err != nil || !ok {
			return nil, fmt.Errorf("a line of a profile is %q", line)
		}
		if !slices.Contains(r.code[file], s) {
			r.code[file] = append(r.code[file], s)
		}
		if count > 0 {
			runs[file] = append(runs[file], s)
		}
	}
	return runs, nil
}

// measure runs the tests of a package, one after the other, and notes which lines of the module each runs. The error is that of a test that fails.
func (h *module) measure(ctx context.Context, c command, importPath string) (r reach, err error) {
	r.code = make(map[string][]span)
	p := h.packages[importPath]
	names, err := h.testsOf(c, p)
	if err != nil || len(names) == 0 {
		return r, err
	}
	dir, err := os.MkdirTemp("", "reach")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "tests")
	if _, err := goCommand(ctx, "test", "-c", "-vet=off", "-cover", "-covermode=set", "-coverpkg=./...", "-o", binary, importPath); err != nil {
		return r, err
	}
	for i, name := range names {
		data := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(data, 0o700); err != nil {
			return r, err
		}
		test := exec.CommandContext(ctx, binary, "-test.run", name, "-test.gocoverdir", data)
		test.Dir, test.WaitDelay = p.Dir, time.Minute
		test.Env = append(os.Environ(), "GOCOVERDIR="+data)
		began := time.Now()
		if out, err := test.CombinedOutput(); err != nil {
			return r, fmt.Errorf("the tests of %s fail without a change: %w\n%s", importPath, err, out)
		}
		took := time.Since(began)
		profile, err := goCommand(ctx, "tool", "covdata", "textfmt", "-i", data, "-o", "/dev/stdout")
		if err != nil {
			return r, err
		}
		runs, err := r.profile(string(profile))
		if err != nil {
			return r, err
		}
		r.all = append(r.all, testRun{name, took, runs})
	}
	return r, nil
}

// coverName returns the name of a mutant's file in a profile.
func (m mutant) coverName() string { return path.Join(m.importPath, filepath.Base(m.path)) }
