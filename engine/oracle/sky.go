package oracle

import (
	"slices"
	"strconv"
	"strings"

	"familiar/engine/lang"
)

// noneWord stands for a missing cell in a row of the map, and for nobody in an amend.
const noneWord = "none"

// noCell stands for the outside of the map.
const noCell = -1

// starMap is the map: cells by rows, and the lines that belong to it.
type starMap struct {
	rows, columns int
	cells         []cell
	grid          []int16 // the cell of each place, row by row, or noCell
	lines         []line
	right, below  []int16 // by point: the line from it to the next one, noLine if there is none
}

// cell is a field of the map. Its name is that of its upper left point.
type cell struct {
	x, y   int
	colour int
	flanks [4]flank
	path   string // the path of its fact
}

// flank is a line of a cell's outline with the cell on its other side.
type flank struct{ line, cell int16 }

// line joins two points.
type line struct {
	p, q   int      // points, the upper or left one first
	beside [2]int16 // cells, or noCell
	cross  bool
	path   string // the path of its fact
}

// edge reports whether a line lies at the edge of the map.
func (l *line) edge() bool { return l.beside[0] == noCell || l.beside[1] == noCell }

const noLine = -1

func pointWord(x, y int) string { return string(rune('a'+x)) + strconv.Itoa(y+1) }

// point returns the number of a point. They are counted row by row.
func (m *starMap) point(x, y int) int { return y*(m.columns+1) + x }

// at returns the cell at a place, noCell outside the map.
func (m *starMap) at(x, y int) int16 {
	if x < 0 || y < 0 || x >= m.columns || y >= m.rows {
		return noCell
	}
	return m.grid[y*m.columns+x]
}

// between returns the line between two points, noLine if there is none: rule stars.segment.
func (m *starMap) between(p, q int) int16 {
	p, q = min(p, q), max(p, q)
	switch {
	case q-p == m.columns+1:
		return m.below[p]
	case q-p == 1:
		return m.right[p] // noLine at the end of a row
	}
	return noLine
}

func (r *reader) readMap() error {
	m := &starMap{rows: len(r.file.Map.Rows)}
	if m.rows > 0 {
		m.columns = len(r.file.Map.Rows[0])
	}
	if m.rows > mostRows || m.columns > mostColumns {
		return lang.T("map.rows: {1} rows of {2} cells are more than {3} of {4}", m.rows, m.columns, mostRows, mostColumns)
	}
	for y, row := range r.file.Map.Rows {
		if len(row) != m.columns {
			return lang.T("map.rows, {1}: it has {2} cells, the first row {3}", y+1, len(row), m.columns)
		}
		for x, word := range row {
			if word == noneWord {
				m.grid = append(m.grid, noCell)
				continue
			}
			c := slices.Index(r.colours, word)
			if c < 0 {
				return lang.T(`map.rows, {1}: "{2}" is neither none nor one of the colours {3}`, y+1, lang.Escaped(word), strings.Join(r.colours, ", "))
			}
			m.grid = append(m.grid, int16(len(m.cells)))
			m.cells = append(m.cells, cell{x: x, y: y, colour: c, path: "cell." + pointWord(x, y)})
		}
	}
	m.findLines()
	for i, words := range r.file.Map.Cross {
		l := m.named(words)
		if l == noLine {
			return lang.T(`map.cross, {1}: "{2}" are not the two ends of a line of the map`, i+1, lang.Escaped(words))
		}
		m.lines[l].cross = true
	}
	r.starMap = m
	return nil
}

// findLines finds the lines of the map: those with a cell on at least one side.
func (m *starMap) findLines() {
	m.right = make([]int16, (m.columns+1)*(m.rows+1))
	m.below = slices.Clone(m.right)
	add := func(x, y, toX, toY int, before, after int16) int16 { // the cells above or left of the line, and below or right of it
		if before == noCell && after == noCell {
			return noLine
		}
		m.lines = append(m.lines, line{
			p: m.point(x, y), q: m.point(toX, toY), beside: [2]int16{before, after},
			path: "line." + pointWord(x, y) + "." + pointWord(toX, toY),
		})
		return int16(len(m.lines) - 1)
	}
	for y := range m.rows + 1 {
		for x := range m.columns + 1 {
			p := m.point(x, y)
			m.right[p], m.below[p] = noLine, noLine
			if x < m.columns {
				m.right[p] = add(x, y, x+1, y, m.at(x, y-1), m.at(x, y))
			}
			if y < m.rows {
				m.below[p] = add(x, y, x, y+1, m.at(x-1, y), m.at(x, y))
			}
		}
	}
	for i := range m.cells {
		c := &m.cells[i]
		c.flanks = [4]flank{
			{m.right[m.point(c.x, c.y)], m.at(c.x, c.y-1)},
			{m.below[m.point(c.x+1, c.y)], m.at(c.x+1, c.y)},
			{m.right[m.point(c.x, c.y+1)], m.at(c.x, c.y+1)},
			{m.below[m.point(c.x, c.y)], m.at(c.x-1, c.y)},
		}
	}
}

// named returns the line between two named points, noLine if there is none.
func (m *starMap) named(words string) int16 {
	ends := strings.Fields(words)
	if len(ends) != 2 {
		return noLine
	}
	p, q := m.pointNamed(ends[0]), m.pointNamed(ends[1])
	if p < 0 || q < 0 {
		return noLine
	}
	return m.between(p, q)
}

func (m *starMap) pointNamed(word string) int {
	for y := range m.rows + 1 {
		for x := range m.columns + 1 {
			if pointWord(x, y) == word {
				return m.point(x, y)
			}
		}
	}
	return -1
}
