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

// mostHit returns a bound. Take all positions in which a bridge with the forms of covers some cell: a bridge of form f that does not cover this cell
// meets at most that many of them. So a cell with more positions than that keeps one, whatever is laid beside it.
func mostHit(f *form, of []*form) int {
	type position struct{ form, at int } // the cell of the form that lies on the covered cell
	met := make(map[vector]map[position]bool)
	most := 0
	for i, g := range of {
		for at := range g.cells {
			for hit := range g.cells {
				for _, v := range f.cells {
					// The bridge has its cell `at` on the cell c, and its cell `hit` on v.
					c := vector{v.e - g.cells[hit].e + g.cells[at].e, v.n - g.cells[hit].n + g.cells[at].n}
					if slices.Contains(f.cells, c) {
						continue
					}
					if met[c] == nil {
						met[c] = make(map[position]bool)
					}
					met[c][position{i, at}] = true
					most = max(most, len(met[c]))
				}
			}
		}
	}
	return most
}
