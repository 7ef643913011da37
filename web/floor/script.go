package main

import (
	"bytes"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"

	"familiar/web/script"
)

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
	all := script.Tokens(source)
	at := func(n int) script.Token {
		if n < 0 || n >= len(all) {
			return script.Token{}
		}
		return all[n]
	}
	var uses []use
	for n, t := range all {
		add := func(kind, name string) {
			if f := (feature{kind, name}); lacks[f] {
				uses = append(uses, use{feature: f, line: t.Line})
			}
		}
		before, after := at(n-1).Kind, at(n+1).Kind
		name := js.IsIdentifierName(t.Kind)
		switch {
		case name && (before == js.DotToken || before == js.OptChainToken):
			switch of := at(n - 2).Text; {
			case global[of] && of != strings.ToLower(of): // AbortSignal.timeout, not window.fetch
				add("static", of+"."+t.Text)
			case after == js.OpenParenToken:
				add("call", t.Text)
			default:
				add("member", t.Text)
			}
		case js.IsIdentifier(t.Kind) && global[t.Text] && (after != js.ColonToken || before == js.QuestionToken):
			add("global", t.Text)
		case t.Kind == js.StringToken && before == js.OpenParenToken:
			add("element", strings.Trim(t.Text, `"'`))
		case t.Kind == js.RegExpToken:
			for _, flag := range t.Text[strings.LastIndexByte(t.Text, '/')+1:] {
				add("static", "RegExp."+flagNames[flag])
			}
		}
		for _, f := range syntaxOf(t, at(n+1)) {
			add("syntax", f)
		}
	}
	return uses, nil
}

// flagNames are the names of flags of regular expressions that some browsers lack.
var flagNames = map[rune]string{'d': "hasIndices", 'v': "unicodeSets"}

// syntaxOf returns which younger parts of the language begin with a token, by MDN's names.
func syntaxOf(t, after script.Token) (all []string) {
	switch t.Kind {
	case js.NullishEqToken:
		all = append(all, "operators.nullish_coalescing_assignment")
	case js.OrEqToken:
		all = append(all, "operators.logical_or_assignment")
	case js.AndEqToken:
		all = append(all, "operators.logical_and_assignment")
	case js.StaticToken:
		if after.Kind == js.OpenBraceToken {
			all = append(all, "classes.static.initialization_blocks")
		}
	case js.PrivateIdentifierToken:
		if after.Kind == js.InToken {
			all = append(all, "classes.private_class_fields_in")
		}
	case js.RegExpToken:
		if strings.Contains(t.Text, "(?<=") || strings.Contains(t.Text, "(?<!") {
			all = append(all, "regular_expressions.lookbehind_assertion")
		}
	}
	return all
}
