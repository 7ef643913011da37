package session

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"familiar/companion/protocol"
	"familiar/engine"
)

// end is a level at which a list ends and no other goes on. It is shared, so that it must not be changed.
var end = protocol.Tree{}

// TreeOf returns the tree of the moves that are a seat's: their verbs, then their arguments. Moves that can only be made by laying a card are left out.
func TreeOf(c *engine.Catalog, moves []engine.Move, seat engine.Seat) protocol.Tree {
	f := treeBuilder{catalog: c, trees: []protocol.Tree{end}, numbers: make(map[string]uint32)}
	for _, l := range listsOf(c, moves, seat) {
		slices.Sort(l.args)
		below := f.build(l.args, 0)
		f.open = append(f.open, branch{l.verb, below})
	}
	if len(f.open) == 0 {
		return end
	}
	slices.SortFunc(f.open, func(a, b branch) int { return cmp.Compare(a.word, b.word) })
	return f.tree(f.open)
}

// lists are the argument lists of all moves with a verb. Each is packed into one number, so that thousands are sorted quickly.
type lists struct {
	verb engine.Name
	laid bool // one of its signatures is Laid
	args []uint64
}

func listsOf(c *engine.Catalog, moves []engine.Move, seat engine.Seat) []lists {
	var all []lists
	for at, m := range moves {
		if m.Seat != seat {
			continue
		}
		i := slices.IndexFunc(all, func(l lists) bool { return l.verb == m.Verb })
		if i < 0 {
			i = len(all)
			all = append(all, lists{
				verb: m.Verb, laid: slices.ContainsFunc(c.Signatures(m.Verb), func(f engine.Signature) bool { return f.Laid }),
				args: make([]uint64, 0, alike(moves[at:])),
			})
		}
		if all[i].laid {
			if f, _ := c.Match(m); f.Laid {
				continue
			}
		}
		all[i].args = append(all[i].args, packed(m))
	}
	return slices.DeleteFunc(all, func(l lists) bool { return len(l.args) == 0 })
}

// alike returns how many moves the first verb has at the beginning of a list. Games list the moves of a seat's verb together.
func alike(moves []engine.Move) int {
	n := slices.IndexFunc(moves, func(m engine.Move) bool { return m.Seat != moves[0].Seat || m.Verb != moves[0].Verb })
	if n < 0 {
		return len(moves)
	}
	return n
}

const nameBits = 16

// packed returns the arguments of a move as one number, the first one in the highest bits.
func packed(m engine.Move) (args uint64) {
	for _, a := range m.Args {
		args = args<<nameBits | uint64(a)
	}
	return args
}

// unpacked returns the argument with an index.
func unpacked(args uint64, at int) engine.Name {
	return engine.Name(args >> (nameBits * (engine.MaxArgs - 1 - at)))
}

// treeBuilder builds a tree from its leaves up. Equal trees are built once and have one number, so that words can be grouped by the numbers of the trees that
// follow them.
type treeBuilder struct {
	catalog *engine.Catalog
	trees   []protocol.Tree   // by number; 0 is end
	numbers map[string]uint32 // of trees, by their branches
	open    []branch          // of the trees that are not finished
	key     []byte
}

// branch is a word and the number of the tree that follows.
type branch struct {
	word  engine.Name
	below uint32
}

// build returns the number of the tree of some sorted argument lists, from the argument with index at. The arguments before it are the same in all lists.
func (f *treeBuilder) build(args []uint64, at int) uint32 {
	if at == engine.MaxArgs {
		return 0
	}
	mine := len(f.open)
	for len(args) > 0 {
		word := unpacked(args[0], at)
		n := 1
		for n < len(args) && unpacked(args[n], at) == word {
			n++
		}
		b := branch{word: word}
		if word != engine.None {
			b.below = f.build(args[:n], at+1)
		}
		f.open = append(f.open, b)
		args = args[n:]
	}
	number := f.number(f.open[mine:])
	f.open = f.open[:mine]
	return number
}

// number returns the number of the tree with these branches, which are sorted by word.
func (f *treeBuilder) number(branches []branch) uint32 {
	if len(branches) == 1 && branches[0].word == engine.None {
		return 0
	}
	f.key = f.key[:0]
	for _, b := range branches {
		f.key = binary.NativeEndian.AppendUint16(f.key, uint16(b.word))
		f.key = binary.NativeEndian.AppendUint32(f.key, b.below)
	}
	n, ok := f.numbers[string(f.key)]
	if !ok {
		n = uint32(len(f.trees))
		f.trees = append(f.trees, f.tree(branches))
		f.numbers[string(f.key)] = n
	}
	return n
}

// tree returns the tree with these branches. The end has a key of its own.
func (f *treeBuilder) tree(branches []branch) protocol.Tree {
	t := make(protocol.Tree, len(branches))
	if branches[0].word == engine.None {
		t[""] = end
		branches = branches[1:]
	}
	slices.SortStableFunc(branches, func(a, b branch) int { return cmp.Compare(a.below, b.below) })
	for len(branches) > 0 {
		below, n := branches[0].below, 1
		for n < len(branches) && branches[n].below == below {
			n++
		}
		t[f.words(branches[:n])] = f.trees[below]
		branches = branches[n:]
	}
	return t
}

// words returns the key for branches that lead to the same tree.
func (f *treeBuilder) words(alike []branch) string {
	words := make([]string, len(alike))
	for i, b := range alike {
		words[i] = f.catalog.Word(b.word)
	}
	return strings.Join(words, protocol.WordsApart)
}
