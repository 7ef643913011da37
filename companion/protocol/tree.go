package protocol

import (
	"strings"
)

// Tree is a set of lists of words, with a level for each word: {"sacrifice":{"imp":{"ann":{},"ben":{}}},"end":{}}. If a list may also end where others go on,
// there is an empty key: {"draw":{"":{},"?":{}}}. Words that continue in the same way share a key, separated by `|`: {"sacrifice":{"imp|nun":{"ann|ben":{}}}}.
// This keeps thousands of moves short.
type Tree map[string]Tree

// WordsApart separates words that continue in the same way.
const WordsApart = "|"

// end is a level at which a list ends and no other one continues. It is shared, so it must not be changed.
var end = Tree{}

// Plain returns the tree with a key for every word. Words that continue in the same way share the tree below them.
func (t Tree) Plain() Tree {
	if len(t) == 0 {
		return end
	}
	plain := make(Tree, len(t))
	for words, below := range t {
		below = below.Plain()
		for word := range strings.SplitSeq(words, WordsApart) {
			plain[word] = below
		}
	}
	return plain
}
