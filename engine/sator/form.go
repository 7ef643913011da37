package sator

import "slices"

// form is a shape in one of its orientations, with its layings on the board.
type form struct {
	shape, quarters int
	cells           []vector // relative to the anchor
	inside          cells    // anchors of layings that are completely on the board
	laid            []cells  // by anchor inside: the cells of the laying
	over            []cells  // by cell: the anchors of layings that cover it
}

func newForm(g *grid, shape int, base []vector, quarters int) form {
	f := form{
		shape: shape, quarters: quarters,
		laid: make([]cells, mostRows*stride), over: make([]cells, mostRows*stride),
	}
	for _, v := range base {
		f.cells = append(f.cells, v.turned(quarters))
	}
	for anchor := range g.all.all {
		f.lay(g, anchor)
	}
	return f
}

// lay adds the laying with an anchor.
func (f *form) lay(g *grid, anchor cell) {
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
		f.over[c].add(anchor)
	}
}

// meeting returns the anchors of layings that cover any of some cells.
func (f *form) meeting(x cells) cells {
	var anchors cells
	for c := range x.all {
		anchors = anchors.or(f.over[c])
	}
	return anchors
}

// mostHit returns how many layings of a shape over a cell can be met by one laying of a form beside that cell, at most. A cell with more layings of
// the shape than that always keeps one.
func mostHit(f *form, of []*form) int {
	const width = 8 * mostColumns // of a board with enough room for all this
	var met []int                 // the cell, and the laying over it that is met
	for i, g := range of {
		for at := range g.cells {
			for hit := range g.cells {
				for _, v := range f.cells {
					// The laying has its cell `at` on the cell c, and its cell `hit` on v.
					c := vector{v.e - g.cells[hit].e + g.cells[at].e, v.n - g.cells[hit].n + g.cells[at].n}
					if !slices.Contains(f.cells, c) {
						met = append(met, ((c.n+width/2)*width+c.e+width/2)*quarters*mostCells+i*mostCells+at)
					}
				}
			}
		}
	}
	slices.Sort(met)
	most, n, last := 0, 0, -1
	for _, x := range slices.Compact(met) {
		if c := x / (quarters * mostCells); c != last {
			n, last = 0, c
		}
		n++
		most = max(most, n)
	}
	return most
}
