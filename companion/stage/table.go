package stage

import (
	"image"

	"familiar/companion"
)

const (
	labelHeight = 12
	leastRow    = 13
	mostRow     = 24
	pointerRoom = 8
	leastName   = 34 // pixels that a name needs at least
	columnGap   = 12 // between two halves
)

// grid is how the seats' rows are laid out.
type grid struct {
	halves  int   // 1, or 2 beside each other
	rows    int   // in each
	columns []int // widths of the counts
}

// layout puts more than four seats into two halves if their counts leave room for the names, and leaves counts out from the
// end where not even one half holds them.
func (c *canvas) layout(width int, scene companion.Scene) grid {
	n := len(scene.Seats)
	g := grid{halves: 1, rows: n, columns: c.columns(scene, 14)}
	if half := (width - columnGap) / 2; n > 3 && nameRoom(half, g.columns) >= leastName {
		g.halves, g.rows = 2, (n+1)/2
	}
	for len(g.columns) > 0 && nameRoom(width, g.columns) < leastName {
		g.columns = g.columns[:len(g.columns)-1]
	}
	return g
}

func nameRoom(width int, columns []int) int {
	room := width - pointerRoom
	for _, w := range columns {
		room -= w
	}
	return room
}

// columns are the widths of the counts with letters of that size.
func (c *canvas) columns(scene companion.Scene, size int) []int {
	label, value := c.face(false, 12), c.face(true, size)
	if label == nil || value == nil {
		return nil
	}
	widths := make([]int, len(scene.Counts))
	for i, text := range scene.Counts {
		widths[i] = label.width(label.clean(text))
		for _, s := range scene.Seats {
			if i < len(s.Counts) {
				widths[i] = max(widths[i], value.width(value.clean(signed(s.Counts[i]))))
			}
		}
		widths[i] += 6
	}
	return widths
}

// leastTable is the height below which the rows cannot be read.
func (c *canvas) leastTable(area image.Rectangle, scene companion.Scene) int {
	if len(scene.Seats) == 0 {
		return 0
	}
	return labelHeight + leastRow*c.layout(area.Dx()-2*margin, scene).rows
}

// table draws the seats and their counts at the bottom of a box.
func (c *canvas) table(area image.Rectangle, scene companion.Scene) {
	if len(scene.Seats) == 0 {
		return
	}
	area = image.Rect(area.Min.X+margin, area.Min.Y, max(area.Max.X-margin, area.Min.X+margin), area.Max.Y)
	g := c.layout(area.Dx(), scene)
	height := min((area.Dy()-labelHeight)/g.rows, mostRow)
	area = cutBottom(&area, labelHeight+height*g.rows)
	half := (area.Dx() - columnGap*(g.halves-1)) / g.halves
	for h := range g.halves {
		box := cutLeft(&area, half)
		cutLeft(&area, columnGap)
		c.labels(cutTop(&box, labelHeight), scene, g.columns)
		for i := h * g.rows; i < min((h+1)*g.rows, len(scene.Seats)); i++ {
			c.row(cutTop(&box, height), scene, i, g.columns)
		}
	}
}

func (c *canvas) labels(strip image.Rectangle, scene companion.Scene, columns []int) {
	c.fill(image.Rect(strip.Min.X, strip.Max.Y-1, strip.Max.X, strip.Max.Y), black)
	strip.Max.Y--
	for i := len(columns) - 1; i >= 0; i-- {
		c.line(c.face(false, 12), cutRight(&strip, columns[i]), scene.Counts[i], right, black)
	}
}

// row draws a seat: a pointer if it is awaited, its name, bold in its turn, and its counts.
func (c *canvas) row(strip image.Rectangle, scene companion.Scene, seat int, columns []int) {
	s := scene.Seats[seat]
	size := 12
	switch {
	case strip.Dy() >= 18:
		size = 15
	case strip.Dy() >= 15:
		size = 14
	}
	for i := len(columns) - 1; i >= 0; i-- {
		cell := cutRight(&strip, columns[i])
		if i < len(s.Counts) {
			c.line(c.face(true, min(size, 14)), cell, signed(s.Counts[i]), right, black)
		}
	}
	mark := cutLeft(&strip, pointerRoom)
	if seat == scene.Asked {
		c.pointer(mark, black)
	}
	c.line(c.face(seat == scene.Turn, size), strip, s.Title, left, black)
}
