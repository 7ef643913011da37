package main

import (
	"bytes"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// token is a word or sign of a script, and the line where it stands.
type token struct {
	js.TokenType
	text string
	line int
}

// usesOfScript returns what a script uses of what the floor lacks.
func usesOfScript(source []byte, lacks map[feature]bool) ([]use, error) {
	ast, err := js.Parse(parse.NewInputBytes(bytes.Clone(source)), js.Options{})
	if err != nil {
		return nil, err
	}
	global := make(map[string]bool) // names that the script has not declared itself
	for _, v := range ast.Undeclared {
		global[string(v.Data)] = true
	}
	all := tokens(source)
	at := func(n int) token {
		if n < 0 || n >= len(all) {
			return token{}
		}
		return all[n]
	}
	var uses []use
	for n, t := range all {
		add := func(kind, name string) {
			if f := (feature{kind, name}); lacks[f] {
				uses = append(uses, use{feature: f, line: t.line})
			}
		}
		before, after := at(n-1).TokenType, at(n+1).TokenType
		name := js.IsIdentifierName(t.TokenType)
		switch {
		case name && (before == js.DotToken || before == js.OptChainToken):
			switch of := at(n - 2).text; {
			case global[of] && of != strings.ToLower(of): // AbortSignal.timeout, not window.fetch
				add("static", of+"."+t.text)
			case after == js.OpenParenToken:
				add("call", t.text)
			default:
				add("member", t.text)
			}
		case js.IsIdentifier(t.TokenType) && global[t.text] && (after != js.ColonToken || before == js.QuestionToken):
			add("global", t.text)
		case t.TokenType == js.StringToken && before == js.OpenParenToken:
			add("element", strings.Trim(t.text, `"'`))
		}
		for _, f := range syntaxOf(t, at(n-1), at(n+1)) {
			add("syntax", f)
		}
	}
	return uses, nil
}

// syntaxOf returns which younger parts of the language begin with a token, by MDN's names.
func syntaxOf(t, before, after token) (all []string) {
	switch t.TokenType {
	case js.NullishEqToken:
		all = append(all, "operators.nullish_coalescing_assignment")
	case js.OrEqToken:
		all = append(all, "operators.logical_or_assignment")
	case js.AndEqToken:
		all = append(all, "operators.logical_and_assignment")
	case js.StaticToken:
		if after.TokenType == js.OpenBraceToken {
			all = append(all, "classes.static.initialization_blocks")
		}
	case js.PrivateIdentifierToken:
		switch {
		case after.TokenType == js.InToken:
			all = append(all, "classes.private_class_fields_in")
		case before.TokenType != js.DotToken && after.TokenType == js.OpenParenToken:
			all = append(all, "classes.private_class_methods")
		default:
			all = append(all, "classes.private_class_fields")
		}
	case js.RegExpToken:
		flags := t.text[strings.LastIndexByte(t.text, '/')+1:]
		if strings.Contains(t.text, "(?<=") || strings.Contains(t.text, "(?<!") {
			all = append(all, "regular_expressions.lookbehind_assertion")
		}
		if strings.ContainsRune(flags, 'd') {
			all = append(all, "builtins.RegExp.hasIndices")
		}
		if strings.ContainsRune(flags, 'v') {
			all = append(all, "builtins.RegExp.unicodeSets")
		}
	}
	return all
}

// tokens returns the words and signs of a script.
func tokens(source []byte) []token {
	lexer := js.NewLexer(parse.NewInputBytes(bytes.Clone(source)))
	var all []token
	line := 1
	for {
		kind, text := lexer.Next()
		if kind == js.DivToken || kind == js.DivEqToken {
			if len(all) == 0 || !endsOperand(all[len(all)-1].TokenType) {
				kind, text = lexer.RegExp()
			}
		}
		switch kind {
		case js.ErrorToken:
			return all
		case js.WhitespaceToken, js.LineTerminatorToken, js.CommentToken, js.CommentLineTerminatorToken:
		default:
			all = append(all, token{kind, string(text), line})
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
