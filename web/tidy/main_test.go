package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lines returns a script that is checked, with further lines.
func lines(more ...string) string { return "// @ts-check\n" + strings.Join(more, "\n") + "\n" }

// TestRun checks which files are read: all scripts but those that were taken from elsewhere.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.js", "b.css", "sub/c.js", "vendor/d.js"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("f();\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("gone.js", filepath.Join(dir, "z.js")); err != nil {
		t.Fatal(err)
	}
	if err := (command{Page: dir}).run(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of a file that cannot be read it says %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "z.js")); err != nil {
		t.Fatal(err)
	}
	if err := (command{Page: filepath.Join(dir, "gone")}).run(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of a folder that is not there it says %v", err)
	}
	const says = ":1: its types are not checked: it does not begin with // @ts-check"
	err := command{Page: dir}.run()
	if want := dir + "/a.js" + says + "\n" + dir + "/sub/c.js" + says; err == nil || err.Error() != want {
		t.Errorf("the faults are\n%v\nnot\n%s", err, want)
	}
}

func TestFaults(t *testing.T) {
	long := strings.Repeat("  f();\n", 58)
	for name, test := range map[string]struct {
		source string
		want   []fault
	}{
		"nothing":                     {lines("f();"), nil},
		"no check":                    {"f();\n", []fault{{1, "its types are not checked: it does not begin with // @ts-check"}}},
		"a long line":                 {lines("f();", strings.Repeat("é", 121)), []fault{{3, "121 columns, and 120 are the most"}}},
		"a line of the most":          {lines(strings.Repeat("é", 120)), nil},
		"any":                         {lines("/** @param {any} x */"), []fault{{2, "its types are not checked"}}},
		"anything":                    {lines("/** @param {Map<string, *>} x any word */"), []fault{{2, "its types are not checked"}}},
		"the word any":                {lines("/** @param {string} x any word */"), nil},
		"a suppression":               {lines("// @ts-ignore"), []fault{{2, "its types are not checked"}}},
		"a function":                  {lines("function a() {", long+"}"), nil},
		"a long function":             {lines("function a() {", "f();", long+"}"), []fault{{2, "a function of 61 lines, and 60 are the most"}}},
		"a long arrow":                {lines("const a = () => {", "f();", long+"};"), []fault{{2, "a function of 61 lines, and 60 are the most"}}},
		"a long expression":           {lines("const a = (x) =>", "  f("+strings.Repeat("\n", 60)+");"), []fault{{2, "a function of 62 lines, and 60 are the most"}}},
		"a long method":               {lines("class A {", "  a() {", "f();", long+"}", "}"), []fault{{3, "a function of 61 lines, and 60 are the most"}}},
		"a long block":                {lines("if (a) {", "f();", long+"}"), nil},
		"a function in another":       {lines("function a() {", "  g(() => {", long+"  });", "}"), []fault{{2, "a function of 62 lines, and 60 are the most"}}},
		"an expression in brackets":   {lines("const a = () => [" + strings.Repeat("\n", 61) + "];"), []fault{{2, "a function of 62 lines, and 60 are the most"}}},
		"an expression in a template": {lines("const a = () => `${" + strings.Repeat("\n", 61) + "b}`;"), []fault{{2, "a function of 62 lines, and 60 are the most"}}},
		"a long loop":                 {lines("for (const a of b) {", "f();", long+"}", "while (a) {", "f();", long+"}"), nil},
		"a long switch":               {lines("switch (a) {", "f();", long+"}"), nil},
		"a long catch":                {lines("try { f(); } catch (a) {", "f();", long+"}"), nil},
		"an argument, then more":      {lines("f((x) => x," + strings.Repeat("\n", 70) + "y);"), nil},
	} {
		if diff := cmp.Diff(test.want, faultsOf(test.source), cmp.AllowUnexported(fault{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestFaultIsAnExitStatus: `make lint` notices a fault.
func TestFaultIsAnExitStatus(t *testing.T) {
	if page := os.Getenv("TIDY_FAULT"); page != "" {
		os.Args = []string{"tidy", "--page=" + page}
		main()
		return
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.js"), []byte("f();\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestFaultIsAnExitStatus$")
	cmd.Env = append(os.Environ(), "TIDY_FAULT="+dir)
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(string(out), "a.js:1: ") {
		t.Errorf("it ends with %d, %v:\n%s", code, err, out)
	}
}
