// Package rules carries the rules pages inside the binary, so that the rulebook on a phone, the words of a refusal on
// the panel and the tests all speak of the same sentences.
package rules

import "embed"

// Pages holds one page a game, `<engine id>.md`, in the form that engine.ParseRulebook reads, and in a folder for each other language one with the plain words
// alone.
//
//go:embed *.md */*.md
var Pages embed.FS
