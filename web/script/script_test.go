package script_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"familiar/web/script"
)

func TestWithoutComments(t *testing.T) {
	for name, test := range map[string]struct{ source, want string }{
		"a line":                  {"a(); // why\nb();", "a();\nb();"},
		"the last line":           {"a(); // why", "a();  "},
		"several lines":           {"/**\n * Why.\n */\na();", "\n\n\na();"},
		"in a line":               {"a(/* why */ 1);", "a(  1);"},
		"between words":           {"return/* why */a;", "return a;"},
		"what looks like one":     {"a('// b', \"/* c */\", `// ${d /* e */} //`);", "a('// b', \"/* c */\", `// ${d  } //`);"},
		"in a regular expression": {"a = /\\/\\*[/*]/.test(b) / 2; // why", "a = /\\/\\*[/*]/.test(b) / 2;  "},
		"blanks of a template":    {"a(`b  \n  c`);  \nd();", "a(`b  \n  c`);\nd();"},
		"nothing":                 {"", ""},
	} {
		if diff := cmp.Diff(test.want, string(script.WithoutComments([]byte(test.source)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestTokens reads a script word by word. A word after a comment or a template of several lines is on the line where people see it.
func TestTokens(t *testing.T) {
	const source = "/* one\n * two */ let a = `b\nc`; // why\nreturn a / 2 / /d/;"
	var got []string
	for _, token := range script.Tokens([]byte(source)) {
		got = append(got, fmt.Sprintf("%d %s", token.Line, token.Text))
	}
	want := []string{"2 let", "2 a", "2 =", "2 `b\nc`", "3 ;", "4 return", "4 a", "4 /", "4 2", "4 /", "4 /d/", "4 ;"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestImports(t *testing.T) {
	const source = "// import './comment.js'\nimport './a.js';\nimport { b,\n  c } from \"./b.js\";\nexport * from './games/c.js';\n" +
		"const d = () => import('./later.js');\nconst e = 'f', from = 'g';"
	if diff := cmp.Diff([]string{"./a.js", "./b.js", "./games/c.js"}, script.Imports([]byte(source))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPageWithoutComments: each script of the page is the same without its comments, word by word and line by line.
func TestPageWithoutComments(t *testing.T) {
	scripts := 0
	err := filepath.WalkDir("../page", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".js" {
			return err
		}
		scripts++
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		got := script.WithoutComments(source)
		if diff := cmp.Diff(script.Tokens(source), script.Tokens(got), cmpopts.EquateComparable(script.Token{})); diff != "" {
			t.Errorf("%s is another script without its comments (-with +without):\n%s", name, diff)
		}
		if want := bytes.Count(source, []byte("\n")); bytes.Count(got, []byte("\n")) != want {
			t.Errorf("%s has %d lines without its comments, not %d", name, bytes.Count(got, []byte("\n")), want)
		}
		if rest := strings.TrimSpace(string(got)); strings.HasPrefix(rest, "//") || strings.Contains(rest, "@param") {
			t.Errorf("%s has comments left", name)
		}
		return nil
	})
	if err != nil || scripts < 100 {
		t.Errorf("%d scripts, %v", scripts, err)
	}
}
