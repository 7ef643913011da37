// Package script reads the page's scripts as far as the server and the checks of the page need it: word by word.
package script

import (
	"bytes"
	"iter"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// Token is a word or sign of a script, and the line where it stands, counted from 1.
type Token struct {
	Kind js.TokenType
	Text string
	Line int
}

// Tokens returns the words and signs of a script, without what is between them.
func Tokens(source []byte) []Token {
	var all []Token
	line := 1
	for kind, text := range lexed(source) {
		if !isBetween(kind) {
			all = append(all, Token{kind, string(text), line})
		}
		line += bytes.Count(text, []byte("\n"))
	}
	return all
}

// Imports returns the modules that a script loads before it runs, as it names them: './store.js'.
func Imports(source []byte) []string {
	var names []string
	before := js.ErrorToken
	for kind, text := range lexed(source) {
		if isBetween(kind) {
			continue
		}
		if kind == js.StringToken && (before == js.FromToken || before == js.ImportToken) {
			names = append(names, string(text[1:len(text)-1]))
		}
		before = kind
	}
	return names
}

// WithoutComments returns a script without its comments, and without blanks at the ends of lines. Each word stays on its line, so that a browser that tells of an
// error names the line of the source.
func WithoutComments(source []byte) []byte {
	out := make([]byte, 0, len(source))
	for kind, text := range lexed(source) {
		switch kind {
		case js.CommentToken, js.CommentLineTerminatorToken:
			if lines := bytes.Count(text, []byte("\n")); lines > 0 {
				out = append(bytes.TrimRight(out, " \t"), bytes.Repeat([]byte("\n"), lines)...)
			} else {
				out = append(out, ' ') // a comment separates words
			}
		case js.LineTerminatorToken:
			out = append(bytes.TrimRight(out, " \t"), text...)
		default:
			out = append(out, text...)
		}
	}
	return out
}

// lexed returns all parts of a script, in their order.
func lexed(source []byte) iter.Seq2[js.TokenType, []byte] {
	return func(yield func(js.TokenType, []byte) bool) {
		lexer := js.NewLexer(parse.NewInputBytes(bytes.Clone(source)))
		last := js.ErrorToken // that is not between
		for {
			kind, text := lexer.Next()
			if (kind == js.DivToken || kind == js.DivEqToken) && !endsOperand(last) {
				kind, text = lexer.RegExp()
			}
			if kind == js.ErrorToken || !yield(kind, text) {
				return
			}
			if !isBetween(kind) {
				last = kind
			}
		}
	}
}

// isBetween reports whether a part of a script is no word or sign.
func isBetween(t js.TokenType) bool {
	switch t {
	case js.WhitespaceToken, js.LineTerminatorToken, js.CommentToken, js.CommentLineTerminatorToken:
		return true
	}
	return false
}

// endsOperand reports whether a slash after a token divides. Otherwise it begins a regular expression.
func endsOperand(t js.TokenType) bool {
	switch t {
	case js.CloseParenToken, js.CloseBracketToken, js.CloseBraceToken, js.StringToken, js.TemplateToken, js.TemplateEndToken, js.RegExpToken, js.ThisToken, js.PrivateIdentifierToken:
		return true
	}
	return js.IsIdentifier(t) || js.IsNumeric(t)
}
