package sator

import "math/bits"

// cell is a place on the grid: 16 times its row plus its column, both from 0. So a step to the north adds 16.
type cell uint8

// spot is the position of a thing: a cell, or nowhere on the grid.
type spot int16

const nowhere spot = -1

const (
	stride      = 16
	mostColumns = stride - 1 // the last column of a row stays empty, so that a shift cannot carry a cell into the next row unnoticed
	mostRows    = 16
)

func cellAt(column, row int) cell { return cell(row*stride + column) }

func (c cell) column() int { return int(c % stride) }

func (c cell) row() int { return int(c / stride) }

// cells is a set of cells: four rows a word. Its words are fields instead of an array, so that small functions keep them in registers.
type cells struct{ w0, w1, w2, w3 uint64 }

func (s *cells) word(c cell) *uint64 {
	switch c / 64 {
	case 0:
		return &s.w0
	case 1:
		return &s.w1
	case 2:
		return &s.w2
	}
	return &s.w3
}

func (s *cells) add(c cell) { *s.word(c) |= 1 << (c % 64) }

func (s *cells) remove(c cell) { *s.word(c) &^= 1 << (c % 64) }

func (s *cells) has(c cell) bool { return *s.word(c)>>(c%64)&1 != 0 }

// holds reports whether a spot is one of the cells.
func (s *cells) holds(x spot) bool { return x >= 0 && s.has(cell(x)) }

// put adds a spot, if it is on the grid.
func (s *cells) put(x spot) {
	if x >= 0 {
		s.add(cell(x))
	}
}

// cellsOf returns the cells of some spots.
func cellsOf(spots []spot) cells {
	var all cells
	for _, x := range spots {
		all.put(x)
	}
	return all
}

func (s cells) empty() bool { return s.w0|s.w1|s.w2|s.w3 == 0 }

func (s cells) size() int {
	return bits.OnesCount64(s.w0) + bits.OnesCount64(s.w1) + bits.OnesCount64(s.w2) + bits.OnesCount64(s.w3)
}

func (s cells) and(o cells) cells { return cells{s.w0 & o.w0, s.w1 & o.w1, s.w2 & o.w2, s.w3 & o.w3} }

func (s cells) or(o cells) cells { return cells{s.w0 | o.w0, s.w1 | o.w1, s.w2 | o.w2, s.w3 | o.w3} }

func (s cells) without(o cells) cells {
	return cells{s.w0 &^ o.w0, s.w1 &^ o.w1, s.w2 &^ o.w2, s.w3 &^ o.w3}
}

func (s cells) meets(o cells) bool { return s.w0&o.w0|s.w1&o.w1|s.w2&o.w2|s.w3&o.w3 != 0 }

// lowest returns the lowest of the cells. The set must not be empty.
func (s cells) lowest() cell {
	switch {
	case s.w0 != 0:
		return cell(bits.TrailingZeros64(s.w0))
	case s.w1 != 0:
		return cell(64 + bits.TrailingZeros64(s.w1))
	case s.w2 != 0:
		return cell(128 + bits.TrailingZeros64(s.w2))
	}
	return cell(192 + bits.TrailingZeros64(s.w3))
}

// all yields the cells row by row.
func (s cells) all(yield func(cell) bool) {
	for i, word := range [...]uint64{s.w0, s.w1, s.w2, s.w3} {
		for ; word != 0; word &= word - 1 {
			if !yield(cell(i*64 + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

// up moves all cells to cells that are higher by n, as if the grid were one long row.
func (s cells) up(n uint) cells {
	for ; n >= 64; n -= 64 {
		s = cells{0, s.w0, s.w1, s.w2}
	}
	k := 64 - n
	return cells{s.w0 << n, s.w1<<n | s.w0>>k, s.w2<<n | s.w1>>k, s.w3<<n | s.w2>>k}
}

// down moves all cells to cells that are lower by n.
func (s cells) down(n uint) cells {
	for ; n >= 64; n -= 64 {
		s = cells{s.w1, s.w2, s.w3, 0}
	}
	k := 64 - n
	return cells{s.w0>>n | s.w1<<k, s.w1>>n | s.w2<<k, s.w2>>n | s.w3<<k, s.w3 >> n}
}

// direction is one of the four sides of a cell, in the order of their words.
type direction uint8

const (
	north direction = iota
	east
	south
	west
	directions
)

// steps are the vectors of the directions.
var steps = [directions]vector{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// vector is a number of steps to the east and to the north.
type vector struct{ e, n int }

// turned returns a vector turned clockwise by some quarter turns.
func (v vector) turned(quarters int) vector {
	for range quarters {
		v = vector{v.n, -v.e}
	}
	return v
}

// grid is the empty board.
type grid struct {
	columns, rows int
	all           cells
	edge          [directions]cells        // by side: the cells that have no neighbour on that side
	clip          [2*mostColumns + 1]cells // cells that a shift can reach, by its columns to the east, counted from -mostColumns
	beside        [mostRows * stride]cells // the neighbours of each cell
}

func newGrid(columns, rows int) grid {
	g := grid{columns: columns, rows: rows}
	for row := range rows {
		for column := range columns {
			g.all.add(cellAt(column, row))
		}
	}
	for c := range g.all.all {
		for d := range directions {
			if n, ok := g.next(c, d); ok {
				g.beside[c].add(n)
			} else {
				g.edge[d].add(c)
			}
		}
		for e := -mostColumns; e <= mostColumns; e++ {
			if from := c.column() - e; from >= 0 && from < columns {
				g.clip[e+mostColumns].add(c)
			}
		}
	}
	return g
}

// at returns the cell with these coordinates, and false if it is outside.
func (g *grid) at(column, row int) (cell, bool) {
	if column < 0 || column >= g.columns || row < 0 || row >= g.rows {
		return 0, false
	}
	return cellAt(column, row), true
}

// next returns the neighbour of a cell.
func (g *grid) next(c cell, d direction) (cell, bool) {
	return g.at(c.column()+steps[d].e, c.row()+steps[d].n)
}

// shifted moves a set by a vector. Cells that would be outside are dropped.
func (g *grid) shifted(s cells, v vector) cells {
	if n := v.n*stride + v.e; n >= 0 {
		s = s.up(uint(n))
	} else {
		s = s.down(uint(-n))
	}
	return s.and(g.clip[v.e+mostColumns])
}

// stepped moves a set by one cell. Cells that would be outside are dropped.
func (g *grid) stepped(s cells, d direction) cells {
	s = s.without(g.edge[d])
	switch d {
	case north:
		return s.up(stride)
	case east:
		return s.up(1)
	case south:
		return s.down(stride)
	}
	return s.down(1)
}

// around returns the neighbours of the cells of a set.
func (g *grid) around(s cells) cells {
	return g.stepped(s, north).or(g.stepped(s, east)).or(g.stepped(s, south)).or(g.stepped(s, west))
}

// setOf returns the set of one cell.
func setOf(c cell) cells {
	var s cells
	s.add(c)
	return s
}
