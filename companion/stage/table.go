package stage

import (
	"image"
	"slices"

	"familiar/companion/scene"
)

const (
	labelHeight = 12
	minRow      = 12
	maxRow      = 24
	pointerRoom = 7
	minName     = 34 // pixels that a name needs
	boardName   = 40 // pixels that a name needs beside a board
	boardNames  = 56 // the most for names beside a board if that makes it small
	boardTight  = 3  // how much narrower columns are beside a board
	columnGap   = 8  // between two halves
)

// grid is the layout of the seats' rows.
type grid struct {
	halves  int         // 1, or 2 beside each other
	rows    int         // in each half
	columns []int       // widths of the counts that are drawn
	drawing image.Point // the size of the board or the rings beside the rows; zero: there are none
}

// height returns the height of all rows of that height, with the labels.
func (g grid) height(row int) int { return labelHeight + g.rows*row }

// layout finds the columns for so many halves. Counts without room are left out, the last ones first; in
// halves, labels are cut.
func (c *canvas) layout(width int, sc scene.Scene, halves int) grid {
	g := grid{halves: halves, rows: (len(sc.Seats) + halves - 1) / halves}
	label, value := c.face(false, 12), c.face(true, 14)
	if label == nil || value == nil {
		return g
	}
	gap, mostLabel := 8, width
	if halves > 1 {
		value, gap, mostLabel = c.face(true, 12), 4, 22
	}
	room := (width-columnGap*(halves-1))/halves - pointerRoom - minName
	for i, text := range sc.Counts {
		column := min(label.width(label.clean(text)), mostLabel)
		for _, s := range sc.Seats {
			if i < len(s.Counts) && value != nil {
				column = max(column, value.width(value.clean(signed(s.Counts[i]))))
			}
		}
		if room -= column + gap; room < 0 {
			break
		}
		g.columns = append(g.columns, column+gap)
	}
	return g
}

// withDrawing returns a layout with the board or the rings at the right of the rows, as large as the box and the counts allow. If there is no room beside all
// counts, it returns g.
func (c *canvas) withDrawing(area image.Rectangle, sc scene.Scene, g grid) grid {
	if g.halves != 1 || g.rows == 0 {
		return g
	}
	narrow := grid{halves: 1, rows: g.rows}
	room := area.Dx() - 2*c.m.margin - pointerRoom - boardGap
	for _, column := range g.columns {
		narrow.columns = append(narrow.columns, column-boardTight)
		room -= column - boardTight
	}
	// A large board must leave room for whole names, a small one need not.
	for _, name := range []int{max(boardName, min(c.longestName(sc), boardNames)), boardName} {
		if narrow.drawing = drawing(sc, image.Pt(room-name, area.Dy()-1)); narrow.drawing != (image.Point{}) {
			return narrow
		}
	}
	return g
}

// longestName returns the width of the longest name in small letters.
func (c *canvas) longestName(sc scene.Scene) int {
	t, most := c.face(true, c.m.item), 0
	for _, s := range sc.Seats {
		if t != nil {
			most = max(most, t.width(t.clean(s.Title)))
		}
	}
	return most
}

// drawTable draws the seats and their counts at the bottom of a box. Rows for which there is no room are left out.
func (c *canvas) drawTable(area image.Rectangle, sc scene.Scene, g grid) {
	area = inside(area, c.m.margin, 0)
	if g.drawing != (image.Point{}) {
		box := area
		box = cutBottom(&box, g.drawing.Y)
		box = cutRight(&box, g.drawing.X)
		if sc.Board != nil {
			c.board(box, sc)
		} else {
			c.rings(box, sc)
		}
		cutRight(&area, g.drawing.X+boardGap)
		if marks, initials := c.marksOf(sc.Seats); !initials {
			sc.Seats = numbered(sc.Seats, marks)
		}
	}
	if g.rows == 0 || area.Dy() < labelHeight+minRow {
		return
	}
	rows := min(g.rows, (area.Dy()-labelHeight)/minRow)
	height := min((area.Dy()-labelHeight)/rows, maxRow)
	area = cutBottom(&area, g.height(height))
	half := (area.Dx() - columnGap*(g.halves-1)) / g.halves
	for h := range g.halves {
		box := cutLeft(&area, half)
		cutLeft(&area, columnGap)
		c.labels(cutTop(&box, labelHeight), sc, g, height > minRow)
		for i := h * g.rows; i < min(h*g.rows+rows, len(sc.Seats)); i++ {
			c.row(cutTop(&box, height), sc, i, g)
		}
	}
}

func (c *canvas) labels(strip image.Rectangle, sc scene.Scene, g grid, underlined bool) {
	if underlined {
		c.fill(image.Rect(strip.Min.X, strip.Max.Y-1, strip.Max.X, strip.Max.Y), black)
		strip.Max.Y--
	}
	t := c.face(false, 12)
	for i := len(g.columns) - 1; i >= 0; i-- {
		cell := cutRight(&strip, g.columns[i])
		cell.Min.X += 2
		if t != nil {
			c.line(t, cell, t.truncate(sc.Counts[i], cell.Dx()), right, black)
		}
	}
}

// row draws a seat: a pointer if it must answer, its name, in bold during its turn, and its counts.
func (c *canvas) row(strip image.Rectangle, sc scene.Scene, seat int, g grid) {
	s := sc.Seats[seat]
	size := 12
	switch {
	case strip.Dy() >= 18:
		size = 16
	case strip.Dy() >= 15:
		size = 14
	case strip.Dy() >= 14:
		size = 13
	}
	values := min(size, 14)
	if g.halves > 1 {
		size, values = min(size, 13), 12
	}
	for i := len(g.columns) - 1; i >= 0; i-- {
		cell := cutRight(&strip, g.columns[i])
		if i < len(s.Counts) {
			c.line(c.face(true, values), cell, signed(s.Counts[i]), right, black)
		}
	}
	mark := cutLeft(&strip, pointerRoom)
	if seat == sc.Asked {
		c.pointer(mark, black)
	}
	name := c.face(seat == sc.Turn, size)
	for g.drawing.X > 0 && size > 12 && name != nil && name.width(name.clean(s.Title)) > strip.Dx() {
		size--
		name = c.face(seat == sc.Turn, size)
	}
	c.line(name, strip, s.Title, left, black)
}

// numbered returns the seats with their marks before their names.
func numbered(seats []scene.Seat, marks []string) []scene.Seat {
	seats = slices.Clone(seats)
	for i := range seats {
		seats[i].Title = marks[i] + " " + seats[i].Title
	}
	return seats
}
