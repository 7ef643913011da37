package stage

import (
	"image"
	"math"

	"familiar/companion/scene"
)

const (
	minRing = 22 // pixels that a readable ring needs
	maxRing = 60
	minPart = 3.4  // pixels of its length that a part needs to be visible as a part
	partGap = 0.75 // from the edge of a part to the line between two
)

// ringsIn returns how large the rings of all seats can be drawn in a room; zero if they would be too small to read, or if a seat has none.
func ringsIn(seats []scene.Seat, room image.Point) image.Point {
	for _, s := range seats {
		if s.Ring == nil {
			return image.Point{}
		}
	}
	columns, side := ringGrid(len(seats), room)
	if side < minRing {
		return image.Point{}
	}
	return image.Pt(columns*side, (len(seats)+columns-1)/columns*side)
}

// ringGrid finds the number of columns with which n rings are largest.
func ringGrid(n int, room image.Point) (columns, side int) {
	for c := 1; c <= n; c++ {
		rows := (n + c - 1) / c
		if s := min(room.X/c, room.Y/rows, maxRing); s > side {
			columns, side = c, s
		}
	}
	return columns, side
}

// rings draws the rings of all seats, each around the seat's mark.
func (c *canvas) rings(box image.Rectangle, sc scene.Scene) {
	columns, side := ringGrid(len(sc.Seats), box.Size())
	marks, _ := c.marksOf(sc.Seats)
	for i, s := range sc.Seats {
		at := box.Min.Add(image.Pt(i%columns*side, i/columns*side))
		cell := image.Rectangle{at, at.Add(image.Pt(side, side))}.Inset(1)
		c.parts(cell, *s.Ring)
		c.line(c.face(true, min(18, max(10, side*2/5))), cell, marks[i], centre, black)
	}
}

// parts draws a ring in a square, clockwise from the top: filled parts are black. If there are too many parts to separate, it draws no lines
// between them.
func (c *canvas) parts(square image.Rectangle, ring scene.Ring) {
	outer := float64(square.Dx()) / 2
	inner := outer - max(4, outer/3)
	middle := image.Pt(square.Min.X+square.Max.X, square.Min.Y+square.Max.Y)
	all := max(ring.Of, 1)
	apart := all > 1 && 2*math.Pi*inner/float64(all) >= minPart
	for y := square.Min.Y; y < square.Max.Y; y++ {
		for x := square.Min.X; x < square.Max.X; x++ {
			dx, dy := float64(2*x+1-middle.X)/2, float64(2*y+1-middle.Y)/2
			away := math.Hypot(dx, dy)
			if away < inner || away > outer {
				continue
			}
			turn := math.Mod(math.Atan2(dx, -dy)/(2*math.Pi)+1, 1) * float64(all)
			// The distance to the nearest line between two parts.
			line := math.Abs(turn-math.Round(turn)) * 2 * math.Pi * away / float64(all)
			edge := away < inner+1 || away > outer-1 || apart && line < partGap+1
			switch {
			case apart && line < partGap:
			case edge || int(turn) < ring.Done:
				c.dot(x, y, black)
			}
		}
	}
}
