// Package script reads the page's scripts as far as the checks of the page need it: word by word.
package script

import (
	"bytes"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// Token is a word or sign of a script, and the line where it stands, counted from 1.
type Token struct {
	Kind js.TokenType
	Text string
	Line int
}

// Tokens returns the words and signs of a script.
func Tokens(source []byte) []Token {
	lexer := js.NewLexer(parse.NewInputBytes(bytes.Clone(source)))
	var all []Token
	line := 1
	for {
		kind, text := lexer.Next()
		if kind == js.DivToken || kind == js.DivEqToken {
			if len(all) == 0 || !endsOperand(all[len(all)-1].Kind) {
				kind, text = lexer.RegExp()
			}
		}
		switch kind {
		case js.ErrorToken:
			return all
		case js.WhitespaceToken, js.LineTerminatorToken, js.CommentToken, js.CommentLineTerminatorToken:
		default:
			all = append(all, Token{kind, string(text), line})
		}
		line += bytes.Count(text, []byte("\n"))
	}
}

// endsOperand reports whether a slash after a token divides. Otherwise it begins a regular expression.
func endsOperand(t js.TokenType) bool {
	switch t {
	case js.CloseParenToken, js.CloseBracketToken, js.CloseBraceToken, js.StringToken, js.TemplateToken, js.TemplateEndToken, js.RegExpToken, js.ThisToken, js.PrivateIdentifierToken:
		return true
	}
	return js.IsIdentifier(t) || js.IsNumeric(t)
}
