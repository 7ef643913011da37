package lang

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"pgregory.net/rapid"

	"familiar/engine/lang/langtest"
)

// The advice on devices, and the names of readers in the example config, are texts that do not use package lang and are translated where they are
// shown.
const example = "hw/builds/all.toml"

// advices lists the files whose texts are advice.
var advices = []string{"hw/advice.go", "hw/part/advice.go"}

// isAdviceOfChip reports whether a field of a file's values is the advice on a chip.
func isAdviceOfChip(file string, field *ast.KeyValueExpr) bool {
	name, ok := field.Key.(*ast.Ident)
	return ok && name.Name == "Text" && slices.Contains([]string{"hw/reader", "hw/panel"}, path.Dir(file))
}

// A text is filled as strings.NewReplacer does it, also if a value looks like a placeholder.
func TestFillIsLikeAReplacer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"{", "}", "{1}", "{12}", "{seat}", "é", " and "})).Draw(t, "text"), "")
		var pairs []string
		for _, name := range rapid.SliceOf(rapid.SampledFrom([]string{"{1}", "{12}", "{seat}", "{1", "{"})).Draw(t, "placeholders") {
			pairs = append(pairs, name, rapid.SampledFrom([]string{"", "Ann", "{1}", "{"}).Draw(t, "value"))
		}
		if got, want := Fill(text, pairs...), strings.NewReplacer(pairs...).Replace(text); got != want {
			t.Errorf("%q with %q becomes %q, not %q", text, pairs, got, want)
		}
	})
}

func TestShortened(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want string
	}{{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc …"}, {"éàü", 3, "éàü"}, {"éàüö", 3, "éàü …"}, {"\xff\xff\xff\xff", 3, "\xff\xff\xff …"}} {
		if got := Shortened(test.text, test.most); got != test.want {
			t.Errorf("of %q %d letters are %q, not %q", test.text, test.most, got, test.want)
		}
	}
}

func TestHasLanguage(t *testing.T) {
	for code, want := range map[string]bool{"en": true, "fr": true, "": false, "tlh": false, "FR": false} {
		if got := HasLanguage(code); got != want {
			t.Errorf("there is a language %q: %t", code, got)
		}
	}
}

// TestLanguages checks each language against the English texts of the code.
func TestLanguages(t *testing.T) {
	used := sources(t)
	langtest.Complete(t, files, "*.json", "engine/lang", used)
}

// sources lists the texts of the whole program. A text must be a literal at the call, and must have as many placeholders as values.
func sources(t *testing.T) map[string]bool {
	t.Helper()
	used := make(map[string]bool)
	var config struct{ Reader []struct{ Title string } }
	if _, err := toml.DecodeFile(filepath.Join("../..", example), &config); err != nil {
		t.Fatal(err)
	}
	for _, r := range config.Reader {
		if r.Title != "" {
			used[r.Title] = true
		}
	}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, filepath.Join("../..", file), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.BasicLit:
				if text := unquoted(n); slices.Contains(advices, file) && n.Kind == token.STRING && !strings.Contains(text, "%") && len(strings.Fields(text)) > 1 {
					used[text] = true
				}
			case *ast.KeyValueExpr:
				if text := unquoted(n.Value); text != "" && isAdviceOfChip(file, n) {
					used[text] = true
				}
			case *ast.CallExpr:
				if !isT(n) {
					break
				}
				text := unquoted(n.Args[0])
				if text == "" {
					t.Errorf("%s: the text of lang.T is not a literal", set.Position(n.Pos()))
				}
				if found := langtest.Placeholders(text); n.Ellipsis.IsValid() || len(found) != len(n.Args)-1 {
					t.Errorf("%s: %d values for the placeholders %v", set.Position(n.Pos()), len(n.Args)-1, found)
				}
				used[text] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return used
}

// isT reports whether a call is one of lang.T.
func isT(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "T" || len(call.Args) == 0 {
		return false
	}
	of, ok := f.X.(*ast.Ident)
	return ok && of.Name == "lang"
}

// unquoted returns the text of a string literal, empty for any other expression.
func unquoted(e ast.Expr) string {
	if lit, ok := e.(*ast.BasicLit); ok {
		if text, err := strconv.Unquote(lit.Value); err == nil {
			return text
		}
	}
	return ""
}

// TestFill fills a text whose words before the placeholders have two forms.
func TestFill(t *testing.T) {
	const text = "La main {d’|de }{1}, plus grande {qu’|que }{seat} : {2|3} {d’|de }{other}."
	for _, c := range []struct{ one, seat, want string }{
		{"Ann", "Ben", "La main d’Ann, plus grande que Ben : {2|3} de {other}."},
		{"Ben", "Éli", "La main de Ben, plus grande qu’Éli : {2|3} de {other}."},
		{"{seat}", "", "La main de {seat}, plus grande que  : {2|3} de {other}."},
		{"8", "œuf", "La main de 8, plus grande qu’œuf : {2|3} de {other}."},
	} {
		if got := Fill(text, "{1}", c.one, "{seat}", c.seat); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A text appears in the language of its reader, and so do the values in it.
func TestIn(t *testing.T) {
	texts["xx"] = map[string]string{"no room: {1}": "kein Platz: {1}", "a cause": "ein Grund", "{1} of {2}": "von {2} {1}"}
	defer delete(texts, "xx")
	cause := T("a cause")
	for _, c := range []struct {
		text         *Text
		english, xxx string
	}{
		{T("no room: {1}", cause), "no room: a cause", "kein Platz: ein Grund"},
		{T("no room: {1}", errors.New("a cause")), "no room: a cause", "kein Platz: a cause"},
		{T("{1} of {2}", 3, T("{1} of {2}", "{2}", 1.5)), "3 of {2} of 1.5", "von von 1.5 {2} 3"},
		{T("unknown {1}", "word"), "unknown word", "unknown word"},
		{T("no room: {1}", Escaped("a \x1b\"\u00e9")), `no room: a \x1b\"é`, `kein Platz: a \x1b\"é`},
		{T("no room: {1}", Join(cause, nil, errors.New("another"))), "no room: a cause\nanother", "kein Platz: ein Grund\nanother"},
	} {
		if got := c.text.In(English); got != c.english || c.text.Error() != got || c.text.In("tlh") != got {
			t.Errorf("in English %q, want %q", got, c.english)
		}
		if got := c.text.In("xx"); got != c.xxx {
			t.Errorf("%q, want %q", got, c.xxx)
		}
	}
	alone := Sentence(T("no room: {1}", cause))
	if english, xx := alone.In(English), alone.In("xx"); english != "No room: a cause." || xx != "Kein Platz: ein Grund." {
		t.Errorf("as a sentence it is %q and %q", english, xx)
	}
	if err := fmt.Errorf("outside: %w", T("no room: {1}", cause)); !errors.Is(err, cause) || errors.Is(err, T("a cause")) {
		t.Error("a text does not wrap its cause alone")
	}
	if err := Join(nil, cause); !errors.Is(err, cause) || Join(nil, nil) != nil {
		t.Error("errors that are joined are others")
	}
}

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "A", "église": "Église", "3 cards": "3 cards", "Ann": "Ann"} {
		if got := Capital(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}
