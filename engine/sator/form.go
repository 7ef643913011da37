package sator

import "slices"

// form is a shape in one of its orientations, with the positions in which such a bridge can lie on the board. A position is named by its anchor.
type form struct {
	shape, quarters int
	cells           []vector // relative to the anchor
	inside          cells    // anchors of positions that are completely on the board
	laid            []cells  // by anchor inside: the cells of the position
	covering        []cells  // by cell: the anchors of positions that cover it
}

func newForm(g *grid, shape int, base []vector, quarters int) form {
	f := form{
		shape: shape, quarters: quarters,
		laid: make([]cells, mostRows*stride), covering: make([]cells, mostRows*stride),
	}
	for _, v := range base {
		f.cells = append(f.cells, v.turned(quarters))
	}
	for anchor := range g.all.all {
		f.addPosition(g, anchor)
	}
	return f
}

// addPosition adds the position with an anchor.
func (f *form) addPosition(g *grid, anchor cell) {
	var laid cells
	for _, v := range f.cells {
		c, ok := g.at(anchor.column()+v.e, anchor.row()+v.n)
		if !ok {
			return
		}
		laid.add(c)
	}
	f.inside.add(anchor)
	f.laid[anchor] = laid
	for c := range laid.all {
		f.covering[c].add(anchor)
	}
}

// meeting returns the anchors of positions that cover any of some cells.
func (f *form) meeting(x cells) cells {
	var anchors cells
	for c := range x.all {
		anchors = anchors.or(f.covering[c])
	}
	return anchors
}

// farthest is how far a cell of a form can be from its anchor, to each side.
const farthest = max(mostColumns, mostRows) - 1

// mostHit returns a bound. Take all positions in which a bridge with the forms of covers some cell: a bridge of form f that does not cover this cell
// meets at most that many of them. So a cell with more positions than that keeps one, whatever is laid beside it.
func mostHit(f *form, of []*form) int {
	const side = 6*farthest + 1 // of all cells that a bridge which meets f can cover
	number := func(v vector) int { return (v.n+3*farthest)*side + v.e + 3*farthest }
	var met [side * side]uint8 // by covered cell: the positions that meet f
	most := 0
	for _, g := range of {
		var known [side * side]bool // anchors of g that were looked at
		for _, v := range f.cells {
			for _, hit := range g.cells {
				anchor := vector{v.e - hit.e, v.n - hit.n}
				if known[number(anchor)] {
					continue
				}
				known[number(anchor)] = true
				for _, at := range g.cells {
					c := vector{anchor.e + at.e, anchor.n + at.n}
					n := &met[number(c)]
					if *n++; int(*n) > most && !slices.Contains(f.cells, c) {
						most = int(*n)
					}
				}
			}
		}
	}
	return most
}
