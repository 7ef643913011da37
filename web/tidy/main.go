// Command tidy checks that the page's scripts can be read: no line has more than 120 columns, no function more than 60 lines, each script's types are checked, and
// none of them is kept from that.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/tdewolff/parse/v2/js"

	"familiar/web/script"
)

const (
	maxColumns = 120
	maxLines   = 60 // of a function
)

// vendored are the scripts that others have written.
const vendored = "vendor"

type command struct {
	Page string `default:"web/page" type:"existingdir" help:"The folder of the page (default: ${default})."`
}

func main() {
	var c command
	kong.Parse(&c, kong.Description("Checks that the page's scripts can be read, and that their types are checked."), kong.UsageOnError())
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (c command) run() error {
	var faults []error
	err := fs.WalkDir(os.DirFS(c.Page), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == vendored:
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".js":
			return nil
		}
		source, err := os.ReadFile(path.Join(c.Page, name))
		for _, f := range faultsOf(string(source)) {
			faults = append(faults, fmt.Errorf("%s:%d: %s", path.Join(c.Page, name), f.line, f.text))
		}
		return err
	})
	return errors.Join(append(faults, err)...)
}

// fault is what is wrong in a line of a script.
type fault struct {
	line int
	text string
}

// unchecked is what keeps the types of a script, or of a part of it, from being checked.
var unchecked = regexp.MustCompile(`@ts-(ignore|nocheck|expect-error)|@(type|param|return|property|typedef) *\{[^}]*(\*|\bany\b)`)

// faultsOf returns what is wrong with a script.
func faultsOf(source string) (all []fault) {
	if !strings.HasPrefix(source, "// @ts-check\n") {
		all = append(all, fault{1, "its types are not checked: it does not begin with // @ts-check"})
	}
	for i, line := range strings.Split(source, "\n") {
		if n := utf8.RuneCountInString(line); n > maxColumns {
			all = append(all, fault{i + 1, fmt.Sprintf("%d columns, and %d are the most", n, maxColumns)})
		}
		if unchecked.MatchString(line) {
			all = append(all, fault{i + 1, "its types are not checked"})
		}
	}
	for _, f := range functions(script.Tokens([]byte(source))) {
		if n := f.last - f.first + 1; n > maxLines {
			all = append(all, fault{f.first, fmt.Sprintf("a function of %d lines, and %d are the most", n, maxLines)})
		}
	}
	return all
}

// function is where a function begins and ends.
type function struct{ first, last int }

// functions returns the functions of a script, with those within others.
func functions(all []script.Token) (found []function) {
	type open struct {
		depth int // of brackets outside it
		first int
		body  bool // it ends with the brace of its body; otherwise with its expression
	}
	var within []open
	var before []js.TokenType // what stands before each parenthesis that is open
	var called js.TokenType   // what stood before the parenthesis that was closed last
	depth, first := 0, 0
	for i, t := range all {
		last := js.ErrorToken
		if i > 0 {
			last = all[i-1].Kind
		}
		// end ends the functions that end with a token: one whose body's brace it is, or all whose expressions end before it.
		end := func(body bool, depth, line int) {
			for n := len(within); n > 0 && within[n-1].depth == depth && within[n-1].body == body; n-- {
				found = append(found, function{within[n-1].first, line})
				within = within[:n-1]
			}
		}
		if first == 0 || last == js.SemicolonToken || last == js.OpenBraceToken || last == js.CloseBraceToken || last == js.CommaToken {
			first = t.Line
		}
		switch t.Kind {
		case js.OpenParenToken, js.OpenBracketToken, js.TemplateStartToken:
			if t.Kind == js.OpenParenToken {
				before = append(before, last)
			}
			depth++
		case js.OpenBraceToken:
			if last == js.ArrowToken || last == js.CloseParenToken && !isStatement(called) {
				within = append(within, open{depth, first, true})
			}
			depth++
		case js.CloseParenToken, js.CloseBracketToken, js.CloseBraceToken, js.TemplateEndToken:
			depth--
			if t.Kind == js.CloseParenToken && len(before) > 0 {
				called, before = before[len(before)-1], before[:len(before)-1]
			}
			end(false, depth+1, all[i-1].Line)
			if t.Kind == js.CloseBraceToken {
				end(true, depth, t.Line)
			}
		case js.SemicolonToken, js.CommaToken:
			end(false, depth, all[i-1].Line)
		}
		if last == js.ArrowToken && t.Kind != js.OpenBraceToken {
			outside := depth
			if t.Kind == js.OpenParenToken || t.Kind == js.OpenBracketToken || t.Kind == js.TemplateStartToken {
				outside--
			}
			within = append(within, open{outside, first, false})
		}
	}
	return found
}

// isStatement reports whether a block after a condition in parentheses is that of a statement, by the word before these.
func isStatement(word js.TokenType) bool {
	switch word {
	case js.IfToken, js.ForToken, js.WhileToken, js.SwitchToken, js.CatchToken, js.WithToken:
		return true
	}
	return false
}
