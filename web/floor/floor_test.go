package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestUses checks what is found in a page, and what is none of the floor's business.
func TestUses(t *testing.T) {
	lacks, err := readAbove("above.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		file, source string
		want         []string
	}{
		"a method":                            {"a.js", "list.at(-1);", []string{"call at"}},
		"a method behind a question mark":     {"a.js", "list?.findLast(ok);", []string{"call findLast"}},
		"a property":                          {"a.js", "el.inert = true;", []string{"member inert"}},
		"a function of a class":               {"a.js", "AbortSignal.timeout(5); Object.hasOwn(a, b);", []string{"static AbortSignal.timeout", "static Object.hasOwn"}},
		"a global function":                   {"a.js", "const b = structuredClone(a);", []string{"global structuredClone"}},
		"a function of the script's own":      {"a.js", "const structuredClone = (a) => a; structuredClone(1);", nil},
		"a key of an object":                  {"a.js", "const a = { structuredClone: 1 };", nil},
		"an element":                          {"a.js", "document.createElement('dialog');", []string{"element dialog"}},
		"younger syntax":                      {"a.js", "class A { static { f(); } }", []string{"syntax classes.static.initialization_blocks"}},
		"a private name":                      {"a.js", "class A { #b; has(c) { return #b in c; } }", []string{"syntax classes.private_class_fields_in"}},
		"a regular expression":                {"a.js", "const a = b / c, d = /(?<=x)y/.test(e);", []string{"syntax regular_expressions.lookbehind_assertion"}},
		"flags of a regular expression":       {"a.js", "const a = /d/d, b = /v/v, c = /dv/g;", []string{"static RegExp.hasIndices", "static RegExp.unicodeSets"}},
		"words in a text or a comment":        {"a.js", "const a = 'x.at(1)'; // list.at(1)", nil},
		"what the floor has":                  {"a.js", "a ??= list.flatMap(f).includes(b); class A { #b() {} }", nil},
		"a unit":                              {"a.css", "a { height: 90dvh; }", []string{"unit dvh"}},
		"a unit after one that the floor has": {"a.css", "a { height: 90vh; height: 90dvh; }", nil},
		"a unit before one":                   {"a.css", "a { height: 90dvh; height: 90vh; }", []string{"unit dvh"}},
		"a unit in another rule":              {"a.css", "a { height: 90vh; } b { height: 90dvh; }", []string{"unit dvh"}},
		"a unit in what is no rule":           {"a.css", "a { height: 90vh; } @page { height: 90dvh; }", []string{"rule page", "unit dvh"}},
		"a property after one with a prefix":  {"a.css", "a { -webkit-appearance: none; appearance: none; }", nil},
		"a selector":                          {"a.css", "a:has(b) { color: red; }", []string{"selector has"}},
		"a selector without an element":       {"a.css", ":has(b) { color: red; }", []string{"selector has"}},
		"after what is asked for":             {"a.css", "@supports (gap: 1px) { a { gap: 1px; } }\nc { height: 9dvh; }", []string{"unit dvh"}},
		"what is asked for":                   {"a.css", "@supports selector(:has(b)) { a:has(b) { height: 9dvh; } } c { color: red; }", nil},
		"a function":                          {"a.css", "a { color: color-mix(in srgb, red, blue); }", []string{"function color-mix"}},
	} {
		t.Run(name, func(t *testing.T) {
			uses := usesOfScript
			if test.file == "a.css" {
				uses = usesOfStyle
			}
			all, err := uses([]byte(test.source), lacks)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, u := range all {
				got = append(got, u.String())
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s uses %q, not %q", test.source, got, test.want)
			}
		})
	}
}

// TestSyntax checks which parts of the language are told apart, whether the floor has them today or not.
func TestSyntax(t *testing.T) {
	for source, want := range map[string]string{
		"a ??= b;":                    "operators.nullish_coalescing_assignment",
		"a ||= b;":                    "operators.logical_or_assignment",
		"a &&= b;":                    "operators.logical_and_assignment",
		"const a = /(?<!x)y/;":        "regular_expressions.lookbehind_assertion",
		"class A { static { f(); } }": "classes.static.initialization_blocks",
	} {
		uses, err := usesOfScript([]byte(source), map[feature]bool{{"syntax", want}: true})
		if err != nil || len(uses) != 1 || uses[0].name != want || uses[0].line != 1 {
			t.Errorf("%s uses %v, %v", source, uses, err)
		}
	}
	if uses, err := usesOfStyle([]byte("@layer a;\n@import 'b';"), map[feature]bool{{"rule", "layer"}: true}); err != nil || len(uses) != 1 || uses[0].line != 1 {
		t.Errorf("a rule without a block: %v, %v", uses, err)
	}
}

// TestHandled checks that a page may use what it says something about, in that file or in all, and that nothing is said about what it does not use.
func TestHandled(t *testing.T) {
	page := fstest.MapFS{"a.js": {Data: []byte("\nlist.at(-1);")}, "b.js": {Data: []byte("list.at(-1);")}}
	lacks := map[feature]bool{{"call", "at"}: true}
	for name, test := range map[string]struct {
		handled []string
		want    []string
	}{
		"nothing is said":   {nil, []string{"a.js:2: call at is lacking in " + floorText(), "b.js:1: call at is lacking in " + floorText()}},
		"of one file":       {[]string{"a.js call at"}, []string{"b.js:1: call at is lacking in " + floorText()}},
		"of all files":      {[]string{"* call at"}, nil},
		"of something else": {[]string{"* call at", "a.js call findLast"}, []string{`handled.txt has "a.js call findLast", which the page does not use`}},
	} {
		t.Run(name, func(t *testing.T) {
			handled := make(map[string]bool)
			for _, h := range test.handled {
				handled[h] = true
			}
			faults, err := check(page, lacks, handled)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range faults {
				got = append(got, f.Error())
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, not %q", got, test.want)
			}
		})
	}
}

// TestRun checks a page with the two lists, as files; without them nothing is said to be right.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"page/a.js": "list.at(-1);", "page/read.me": "list.at(-1);", "bad/a.js": "f(;", "data.json": "{}", "above.txt": "# What lacks\ncall at\n", "handled.txt": "# Ours\n* call at: a word of our own\n", "none.txt": "", "odd.txt": "# Ours\ncall at\n",
		"short.txt": "call at: a word of our own\n",
	} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for says, c := range map[string]command{
		"":                           {Page: at("page"), Above: at("above.txt"), Handled: at("handled.txt")},
		"a.js:1: call at is lacking": {Page: at("page"), Above: at("above.txt"), Handled: at("none.txt")},
		"odd.txt:2: a line is":       {Page: at("page"), Above: at("above.txt"), Handled: at("odd.txt")},
		"short.txt:1: a line is":     {Page: at("page"), Above: at("above.txt"), Handled: at("short.txt")},
		"gone.txt":                   {Page: at("page"), Above: at("gone.txt"), Handled: at("none.txt")},
		"lost.txt":                   {Page: at("page"), Above: at("above.txt"), Handled: at("lost.txt")},
		"a.js: unexpected ; in":      {Page: at("bad"), Above: at("above.txt"), Handled: at("handled.txt")},
		"unexpected end of JSON":     {Page: at("page"), Above: at("above.txt"), Handled: at("handled.txt"), From: at("data.json")},
	} {
		if err := c.run(); says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%+v: %v, without %q", c, err, says)
		}
	}
}

// TestFaultIsAnExitStatus: `make lint` notices that the page uses what its browsers lack.
func TestFaultIsAnExitStatus(t *testing.T) {
	if os.Getenv("FLOOR_FAULT") != "" {
		os.Args = []string{"floor", "--page=.", "--above=gone.txt"}
		main()
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestFaultIsAnExitStatus$")
	cmd.Env = append(os.Environ(), "FLOOR_FAULT=1")
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(string(out), "gone.txt") {
		t.Errorf("it ends with %d, %v:\n%s", code, err, out)
	}
}

// TestFileThatCannotBeRead: the check fails if it cannot read a file of the page, whatever the other files use.
func TestFileThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("gone", filepath.Join(dir, "a.js")); err != nil {
		t.Fatal(err)
	}
	if faults, err := check(os.DirFS(dir), nil, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("its faults are %v, and the error %v", faults, err)
	}
}
