package protocol

import (
	"strings"
)

// Tree is a set of lists of words, each word a level: {"sacrifice":{"imp":{"ann":{},"ben":{}}},"end":{}}. A level that may end
// here although it could go further holds an empty key: {"draw":{"":{},"?":{}}}. Words that go on alike share a key, parted by `|`:
// {"sacrifice":{"imp|nun":{"ann|ben":{}}}}, so that thousands of moves are told in few words.
type Tree map[string]Tree

// WordsApart parts words that go on alike.
const WordsApart = "|"

// end is a level at which a list ends and no other goes on. It is shared, so that it must not be changed.
var end = Tree{}

// Plain is the tree with a key for every word. Words that go on alike share what follows.
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
