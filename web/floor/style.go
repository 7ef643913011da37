package main

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// usesOfStyle returns what a style sheet uses of what the floor lacks. A declaration is no such use if the floor takes an earlier one of the same property in the
// same rule, also one with a prefix, and nothing is within @supports.
func usesOfStyle(source []byte, lacks map[feature]bool) ([]use, error) {
	parser := css.NewParser(parse.NewInputBytes(bytes.Clone(source)), false)
	var uses []use
	var earlier map[string]bool // properties of this rule for which the floor has something
	inSupports, depth := 0, 0   // how deep @supports and the rule are; 0: not in one
	for {
		grammar, _, data := parser.Next()
		line := 1 + bytes.Count(source[:min(parser.Offset(), len(source))], []byte("\n"))
		var here []feature
		values := parser.Values()
		switch grammar {
		case css.ErrorGrammar:
			if err := parser.Err(); !errors.Is(err, io.EOF) {
				return uses, err
			}
			return uses, nil
		case css.BeginAtRuleGrammar:
			depth++
			if string(data) == "@supports" && inSupports == 0 {
				inSupports = depth
			}
			here = append(here, feature{"rule", strings.TrimPrefix(string(data), "@")})
			earlier = make(map[string]bool) // such as @font-face
		case css.EndAtRuleGrammar:
			if depth--; depth < inSupports {
				inSupports = 0
			}
		case css.AtRuleGrammar:
			here = append(here, feature{"rule", strings.TrimPrefix(string(data), "@")})
		case css.QualifiedRuleGrammar, css.BeginRulesetGrammar:
			earlier = make(map[string]bool)
			for n, v := range values {
				if n > 0 && values[n-1].TokenType == css.ColonToken {
					here = append(here, feature{"selector", strings.TrimSuffix(string(v.Data), "(")})
				}
			}
		case css.DeclarationGrammar:
			property := string(data)
			here = featuresOfDeclaration(property, values)
			plain := property
			if strings.HasPrefix(property, "-") {
				_, plain, _ = strings.Cut(property[1:], "-")
			}
			if ok := !anyLacking(here, lacks); ok || earlier[plain] {
				earlier[plain], here = true, nil
			}
		}
		if inSupports > 0 {
			continue
		}
		for _, f := range here {
			if lacks[f] {
				uses = append(uses, use{feature: f, line: line})
			}
		}
	}
}

func anyLacking(all []feature, lacks map[feature]bool) bool {
	for _, f := range all {
		if lacks[f] {
			return true
		}
	}
	return false
}

// featuresOfDeclaration returns what a declaration uses.
func featuresOfDeclaration(property string, values []css.Token) []feature {
	all := []feature{{"property", property}}
	for _, v := range values {
		switch text := string(v.Data); v.TokenType {
		case css.IdentToken:
			all = append(all, feature{"value", property + ":" + text})
		case css.FunctionToken:
			all = append(all, feature{"function", strings.TrimSuffix(text, "(")})
		case css.DimensionToken:
			all = append(all, feature{"unit", strings.TrimLeft(text, "+-.0123456789")})
		}
	}
	return all
}
