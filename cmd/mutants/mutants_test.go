package main

import (
	"errors"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestChanges checks the changes for each kind of code.
func TestChanges(t *testing.T) {
	for name, test := range map[string]struct {
		source string
		want   []string // the line with the change
	}{
		"a comparison": {"_ = a < b", []string{"_ = a <= b", ""}},
		"a condition": {"if a == b { f() }", []string{
			"if !(a == b) { f() }", "if a != b { f() }", "if a == b {}", "if a == b {  }",
		}},
		"both":                {"_ = p && q", []string{"_ = p || q", ""}},
		"a number":            {"n = 3", []string{"n = 3 + 1", ""}},
		"a count":             {"n++", []string{"n--", ""}},
		"a sum":               {"n += m", []string{"n -= m", ""}},
		"true":                {"p = true", []string{"p = false", ""}},
		"an error":            {"return 1, err", []string{"return 1 + 1, err", "return 1, nil"}},
		"none":                {"return 1, nil", []string{"return 1 + 1, nil"}},
		"an error of another": {"func() int { return n }()", []string{""}},
		"a loop":              {"for { break }", []string{"for { continue }"}},
		"what is logged":      {"t.log.Info(s)", nil},
		"a declaration":       {"n := f()", nil},
	} {
		source := "package p\n\nfunc f() (int, error) {\n" + test.source + "\n}\n"
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		f := finder{fset: fset, file: mutant{source: []byte(source)}}
		f.find(file)
		var got []string
		for _, m := range f.found {
			got = append(got, strings.Split(string(m.changed()), "\n")[3])
			if m.line != 4 {
				t.Errorf("%s: line %d", name, m.line)
			}
		}
		slices.Sort(got)
		slices.Sort(test.want)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestCasesBelongToTheirSwitch: all cases are compared until one is taken, but a profile says only which was taken.
func TestCasesBelongToTheirSwitch(t *testing.T) {
	const source = `package p

func f() {
	switch {
	case a == 1:
		b = 2
	case func() bool {
		return a == 3
	}():
		select {
		case c <- 4:
			b = 5
		}
	}
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	f := finder{fset: fset, file: mutant{source: []byte(source)}}
	f.find(file)
	for _, m := range f.found {
		want := map[int]int{5: 4, 11: 10}[m.line]
		if want == 0 {
			want = m.line
		}
		if m.reached != want {
			t.Errorf("line %d, %s: counted with line %d, not %d", m.line, m.what, m.reached, want)
		}
	}
	if len(f.found) != 10 {
		t.Errorf("%d changes", len(f.found))
	}
}

// TestCode checks that only the changed lines are shown.
func TestCode(t *testing.T) {
	const source = "one\ntwo\nthree"
	for name, test := range map[string]struct {
		start, end int
		want       string
	}{
		"in the middle": {4, 7, "        - two\n        + 2\n"},
		"at the end":    {8, 13, "        - three\n        + 2\n"},
		"two lines":     {0, 7, "        - one\n        - two\n        + 2\n"},
	} {
		m := mutant{source: []byte(source), start: test.start, end: test.end, by: "2"}
		if diff := cmp.Diff(test.want, m.code()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestDraw checks that rooms have equal shares, and that a seed always draws the same.
func TestDraw(t *testing.T) {
	var all []mutant
	for room, n := range map[string]int{"hall": 100, "attic": 3, "cellar": 50} {
		for i := range n {
			all = append(all, mutant{room: room, line: i})
		}
	}
	slices.SortFunc(all, func(a, b mutant) int { return strings.Compare(a.room, b.room) })
	sample := draw(all, nil, rand.New(rand.NewPCG(1, 1)))
	if len(sample) != len(all) {
		t.Fatalf("%d of %d", len(sample), len(all))
	}
	rooms := make(map[string]int)
	for _, m := range sample[:13] {
		rooms[m.room]++
	}
	if diff := cmp.Diff(map[string]int{"attic": 3, "cellar": 5, "hall": 5}, rooms); diff != "" {
		t.Error(diff)
	}
	lines := func(some []mutant) (all []int) {
		for _, m := range some {
			all = append(all, m.line)
		}
		return all
	}
	if again := draw(all, nil, rand.New(rand.NewPCG(1, 1))); !slices.Equal(lines(again), lines(sample)) {
		t.Error("the same seed draws another sample")
	}
	if another := draw(all, nil, rand.New(rand.NewPCG(2, 1))); slices.Equal(lines(another), lines(sample)) {
		t.Error("another seed draws the same sample")
	}
	if some := draw(all, []string{"attic"}, rand.New(rand.NewPCG(1, 1))); len(some) != 3 {
		t.Errorf("%d of the attic", len(some))
	}
	for i := range all {
		all[i].path = all[i].room + "/shelf/book.go"
	}
	if some := draw(all, []string{"attic/shelf"}, rand.New(rand.NewPCG(1, 1))); len(some) != 3 || some[0].room != "attic/shelf" {
		t.Errorf("%d of the shelf in the attic", len(some))
	}
}

// TestLinesThatAreNamed: a line stands for all its changes, and a change as it is listed for itself.
func TestLinesThatAreNamed(t *testing.T) {
	m := mutant{path: "hw/text.go", line: 36, what: "the call is left out"}
	for at, want := range map[string]bool{
		"hw/text.go:36": true, "hw/text.go:36: the call is left out": true, "hw/text.go": true,
		"hw/text.go:3": false, "hw/text.go:36: a number is one more": false, "text.go:36": false,
	} {
		if got := m.isAt([]string{"web/tls.go:1", at}); got != want {
			t.Errorf("%s is at %s: %t", m, at, got)
		}
	}
	if m.isAt(nil) {
		t.Error("where no line is named, one is")
	}
}

func TestRooms(t *testing.T) {
	for folder, want := range map[string]string{
		"engine": "engine", "engine/sator": "engine/sator", "engine/cards": "engine/cards", "companion": "companion", "companion/tags": "companion/*",
		"hw": "hw", "hw/nfc/pn532": "hw/*", "cmd/familiar": "cmd", "web": "web", "systemd/machine": "systemd/*",
	} {
		if got := roomOf(folder); got != want {
			t.Errorf("%s is in %s, not in %s", folder, got, want)
		}
	}
}

// TestSurvivors changes a module of two packages: one function is tested in its own package, one by the package that uses it, one nowhere.
func TestSurvivors(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module small\n\ngo 1.26\n",
		"low/low.go": "package low\n\nfunc Less(a, b int) bool { return a < b }\n\nfunc More(a, b int) bool { return a > b }\n\n" +
			"func Same(a, b int) bool { return a == b }\n",
		// A test that fails leaves files as a property test does.
		"low/low_test.go":   "package low\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestLess(t *testing.T) {\n\tif Less(1, 1) {\n\t\tos.MkdirAll(\"testdata/rapid/TestLess\", 0o755)\n\t\tt.Error()\n\t}\n}\n",
		"high/high.go":      "package high\n\nimport \"small/low\"\n\nfunc More() bool { return low.More(a, a) }\n\nvar a int\n",
		"high/high_test.go": "package high\n\nimport \"testing\"\n\nfunc TestMore(t *testing.T) {\n\tif More() {\n\t\tt.Error()\n\t}\n}\n",
		// A test that needs a browser is not run: it would fail.
		"high/high_browser_test.go": "package high\n\nimport \"testing\"\n\nfunc TestPage(t *testing.T) { t.Error(\"there is no browser\") }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	run := func(c command) (int, string) {
		t.Helper()
		c.Seed, c.Timeout = 7, time.Minute
		var out strings.Builder
		survived, err := c.run(t.Context(), &out)
		if err != nil {
			t.Fatal(err)
		}
		return survived, out.String()
	}
	survived, out := run(command{Count: 10, Above: true})
	if survived != 1 || !strings.Contains(out, "- func Same(a, b int) bool { return a == b }\n        + func Same(a, b int) bool { return a != b }") ||
		!strings.Contains(out, "killed by small/high") || !strings.Contains(out, "killed by small/low") {
		t.Errorf("%d survive:\n%s", survived, out)
	}
	if _, err := os.Stat("low/testdata/rapid"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what a test has left is still there: %v", err)
	}
	if survived, out := run(command{Count: 10}); survived != 2 {
		t.Errorf("without the packages above %d survive:\n%s", survived, out)
	}

	if survived, out := run(command{Count: 10, Above: true, From: 2}); !strings.Contains(out, "\n  1/1 ") || survived > 1 {
		t.Errorf("after the first two, %d survive:\n%s", survived, out)
	}

	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "All"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	file := filepath.Join(dir, "low", "low.go")
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// One line is new, just before one that survives.
	more := strings.Replace(string(source), "func Same", "func Other(a, b int) bool { return a != b }\nfunc Same", 1)
	if err := os.WriteFile(file, []byte(more), 0o644); err != nil {
		t.Fatal(err)
	}
	if survived, out := run(command{Count: 10, Since: "HEAD", Above: true}); survived != 1 || !strings.HasPrefix(out, "1 of 1 mutants") {
		t.Errorf("since the commit %d survive:\n%s", survived, out)
	}
	t.Chdir(t.TempDir())
	if lines, err := changedLines(t.Context(), dir, "HEAD"); err != nil || len(lines["low/low.go"]) != 1 {
		t.Errorf("from elsewhere, changed since the commit are %v, %v", lines, err)
	}
}

// TestQuickTestsGoFirst checks which tests are run for a line, and in which order.
func TestQuickTestsGoFirst(t *testing.T) {
	r := reach{
		code: map[string][]span{"a.go": {{10, 20}}},
		all: []testRun{
			{"slow", time.Minute, map[string][]span{"a.go": {{10, 20}}}},
			{"quick", time.Millisecond, map[string][]span{"a.go": {{10, 20}}}},
			{"other", time.Millisecond, map[string][]span{"b.go": {{10, 20}}}},
		},
	}
	all := []batch{{[]string{"quick", "other"}, 2 * time.Millisecond}, {[]string{"slow"}, time.Minute}}
	for line, want := range map[int][]batch{
		9:  all, // a declaration
		10: {{[]string{"quick"}, time.Millisecond}, {[]string{"slow"}, time.Minute}},
		20: {{[]string{"quick"}, time.Millisecond}, {[]string{"slow"}, time.Minute}},
		21: all,
	} {
		if diff := cmp.Diff(want, r.tests("a.go", line), cmp.AllowUnexported(batch{})); diff != "" {
			t.Errorf("line %d (-want +got):\n%s", line, diff)
		}
	}
	r.code["c.go"] = []span{{1, 2}}
	if got := r.tests("c.go", 1); len(got) != 0 {
		t.Errorf("%v are run for a line that no test runs", got)
	}
}

// TestTestsThatFailAnyway: tests that fail without a change would kill every mutant, so nothing is said of mutants.
func TestTestsThatFailAnyway(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod":      "module small\n\ngo 1.26\n",
		"low.go":      "package low\n\nfunc Less(a, b int) bool { return a < b }\n",
		"low_test.go": "package low\n\nimport \"testing\"\n\nfunc TestLess(t *testing.T) { t.Fatal(\"it is Monday\") }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var out strings.Builder
	_, err := command{Count: 10, Seed: 7, Timeout: time.Minute}.run(t.Context(), &out)
	if err == nil || !strings.Contains(err.Error(), "the tests of small fail without a change") || !strings.Contains(err.Error(), "it is Monday") {
		t.Errorf("the error is %v; printed was:\n%s", err, out.String())
	}
}

// TestNoPlaceForTests: where no folder can be made for what is tested, that is said, and nothing of mutants.
func TestNoPlaceForTests(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "low_test.go"), []byte("package low\n\nimport \"testing\"\n\nfunc TestLow(t *testing.T) {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", filepath.Join(dir, "gone"))
	low := &goPackage{ImportPath: "small", Dir: dir, TestGoFiles: []string{"low_test.go"}}
	h := &module{packages: map[string]*goPackage{"small": low}}
	_, _, tried := h.try(t.Context(), command{}, mutant{})
	_, measured := h.measure(t.Context(), command{}, "small")
	tested := h.test(t.Context(), command{}, "small", []batch{{[]string{"TestLow"}, 0}}, "")
	for what, err := range map[string]error{"a mutant is tried": tried, "what tests run is measured": measured, "tests are run": tested} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the error is %v", what, err)
		}
	}
}
