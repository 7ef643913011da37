package web

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"familiar/engine/lang/langtest"
)

// TestLanguages checks each language of the page against the texts in the page's scripts.
func TestLanguages(t *testing.T) {
	page := Page()
	said := make(map[string]bool)
	err := fs.WalkDir(page, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".js" {
			return err
		}
		script, err := fs.ReadFile(page, name)
		if err != nil {
			return err
		}
		texts, err := textsOf(string(script))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, text := range texts {
			said[text] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	langtest.Complete(t, page, "lang/*.json", "web/page", said)
}

// textsOf finds the texts of a script that are translated: its templates with the tag t. Their values become {1}, {2} and so on.
func textsOf(script string) ([]string, error) {
	s := scanner{src: script}
	if err := s.code(false); err != nil {
		return nil, fmt.Errorf("line %d: %w", 1+strings.Count(script[:min(s.at, len(script))], "\n"), err)
	}
	return s.texts, nil
}

// scanner reads as much of JavaScript as it needs to find where templates begin and end.
type scanner struct {
	src   string
	at    int
	last  string // the last word or sign, which distinguishes a division from a regular expression
	texts []string
}

// code reads to the end, or to the brace that closes the value of a template.
func (s *scanner) code(inValue bool) error {
	for depth := 0; s.at < len(s.src); {
		c := s.src[s.at]
		switch {
		case strings.HasPrefix(s.src[s.at:], "//"):
			s.skipTo("\n")
			continue
		case strings.HasPrefix(s.src[s.at:], "/*"):
			s.skipTo("*/")
			continue
		case c == '\'' || c == '"':
			if err := s.quoted(c, false); err != nil {
				return err
			}
		case c == '/' && !s.afterValue():
			if err := s.quoted(c, true); err != nil {
				return err
			}
		case c == '`':
			if err := s.template(s.last == "t" && s.src[s.at-1] == 't'); err != nil {
				return err
			}
		case isWord(rune(c)):
			s.word()
			continue
		case c == '}' && depth == 0 && inValue:
			return nil
		case unicode.IsSpace(rune(c)):
			s.at++
			continue
		}
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		s.last = string(c)
		s.at++
	}
	if inValue {
		return fmt.Errorf("a value of a template does not end")
	}
	return nil
}

// skipTo goes on after a mark, or to the end.
func (s *scanner) skipTo(mark string) {
	if _, after, ok := strings.Cut(s.src[s.at+1:], mark); ok {
		s.at = len(s.src) - len(after)
	} else {
		s.at = len(s.src)
	}
}

// word reads a name, a number or a keyword. A name after a dot does not count: x.t is not t.
func (s *scanner) word() {
	from := s.at
	for s.at < len(s.src) && isWord(rune(s.src[s.at])) {
		s.at++
	}
	if word := s.src[from:s.at]; s.last == "." {
		s.last = "." + word
	} else {
		s.last = word
	}
}

func isWord(c rune) bool {
	return c == '_' || c == '$' || c >= 0x80 || unicode.IsLetter(c) || unicode.IsDigit(c)
}

// afterValue reports whether a slash at this position is a division.
func (s *scanner) afterValue() bool {
	switch s.last {
	case "", "return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "await", "yield":
		return false
	}
	return strings.Contains(")]}'\"`/", s.last) || isWord([]rune(strings.TrimPrefix(s.last, "."))[0])
}

// quoted reads a string or a regular expression up to its closing mark, and stops there.
func (s *scanner) quoted(mark byte, pattern bool) error {
	class := false // in a pattern, between [ and ]
	for s.at++; s.at < len(s.src); s.at++ {
		switch c := s.src[s.at]; {
		case c == '\n':
			return fmt.Errorf("a line ends within %c", mark)
		case c == '\\':
			s.at++
		case pattern && c == '[':
			class = true
		case pattern && c == ']':
			class = false
		case c == mark && !class:
			return nil
		}
	}
	return fmt.Errorf("the script ends within %c", mark)
}

// lineBreak is where a long text goes on in the next line of the script, which is indented.
var lineBreak = regexp.MustCompile(`\n +`)

// template reads a template up to its closing mark, and stops there; ours means to keep it.
func (s *scanner) template(ours bool) error {
	var text strings.Builder
	values := 0
	for s.at++; s.at < len(s.src); s.at++ {
		switch rest := s.src[s.at:]; {
		case rest[0] == '`':
			if ours {
				s.texts = append(s.texts, lineBreak.ReplaceAllString(text.String(), " "))
			}
			return nil
		case rest[0] == '\\':
			if err := s.escape(&text); err != nil {
				return err
			}
		case strings.HasPrefix(rest, "${"):
			s.at, s.last = s.at+2, "{"
			if err := s.code(true); err != nil {
				return err
			}
			values++
			fmt.Fprintf(&text, "{%d}", values)
		default:
			text.WriteByte(rest[0])
		}
	}
	return fmt.Errorf("the script ends within a template")
}

// escape reads the character that a backslash stands for, up to its last letter.
func (s *scanner) escape(text *strings.Builder) error {
	s.at++
	if s.at == len(s.src) {
		return fmt.Errorf("the script ends with a backslash")
	}
	switch c := s.src[s.at]; c {
	case 'n':
		text.WriteByte('\n')
	case 't':
		text.WriteByte('\t')
	case 'u':
		digits := s.src[s.at+1 : min(s.at+5, len(s.src))]
		n, err := strconv.ParseUint(digits, 16, 16)
		if err != nil || len(digits) < 4 {
			return fmt.Errorf(`\u%s is no character`, digits)
		}
		text.WriteRune(rune(n))
		s.at += 4
	default:
		text.WriteByte(c)
	}
	return nil
}

func TestTextsOf(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		want   []string
	}{
		"a text":                  {"say(t`Play a card`)", []string{"Play a card"}},
		"values":                  {"t`Play ${card} on ${seat.title}’s ${altar}`", []string{"Play {1} on {2}’s {3}"}},
		"braces in a value":       {"t`a ${f({ x: { y: 1 } })} b ${1}`", []string{"a {1} b {2}"}},
		"strings in a value":      {"t`a ${f('}', \"`\", '\\'}')} b`", []string{"a {1} b"}},
		"a template in a value":   {"t`a ${x ? `${y}}` : ''} b`", []string{"a {1} b"}},
		"a text in a value":       {"t`a ${t`b ${c}`} d`", []string{"b {1}", "a {1} d"}},
		"a text in a template":    {"`${t`a`}, ${t`b`}`", []string{"a", "b"}},
		"several lines":           {"t`a long text\n  in lines`", []string{"a long text in lines"}},
		"marks":                   {"t`3 for\\neach\\u00a0one \\`x\\` \\${y}`", []string{"3 for\neach\u00a0one `x` ${y}"}},
		"other tags":              {"let`a`; x.t`b`; xt`c`; t.raw`d`; t `e`; $t`f`", nil},
		"comments":                {"// t`a`\n/* t`b`\n*/ t`c` // it’s", []string{"c"}},
		"strings":                 {`'t\'` + "`a`" + `' + "t` + "`b`" + `"; t` + "`c`", []string{"c"}},
		"regular expressions":     {"x.replace(/[`/']\\/\"/g, t`a`); y = /`/.test(z) ? t`b` : /'/", []string{"a", "b"}},
		"after words and signs":   {"return /`/; }\nconst f = (x) => /'/.test(x) && t`a`", []string{"a"}},
		"divisions":               {"a / b / t`c`; (a) / 2; x[1] / '/'; f`` / 3 / t`d`", []string{"c", "d"}},
		"the same text twice":     {"t`a`; t`a`", []string{"a", "a"}},
		"an empty script":         {"", nil},
		"a value that is a block": {"t`${() => { if (x) { return `}`; } }}`", []string{"{1}"}},
	} {
		got, err := textsOf(c.script)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v, want %q", name, got, err, c.want)
		}
	}
	for name, script := range map[string]string{
		"a template": "x = `a", "a value": "t`a ${b", "a string": "x = 'a\n", "a string at the end": "'a", "a regular expression": "/a[/]", "a backslash": "`\\", "a character": "`\\u00", "no character": "`\\uxyzw`",
	} {
		if got, err := textsOf(script); err == nil {
			t.Errorf("%s that does not end: %q", name, got)
		}
	}
}
