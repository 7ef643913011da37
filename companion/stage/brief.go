package stage

import (
	"image"

	"familiar/companion/scene"
)

// brief draws a game under way on a small panel. The message comes first, with everything that is to be done; the turn and the seats'
// counts get the room that is left. A text that is too long even for the whole panel gets several pages.
func (c *canvas) brief(area image.Rectangle, sc scene.Scene) {
	b, ok := c.fit(area.Size(), sc)
	if !ok {
		c.textPage(area, sc)
		return
	}
	if b.head > 0 {
		c.head(&area, turnText(sc), sc.Shared, sc.Muted)
	}
	foot := cutBottom(&area, b.foot)
	c.message(area, b.message)
	if b.counts > 0 {
		c.countsTable(foot, sc, b.counts)
	} else {
		c.countsOf(inside(foot, c.m.margin, 0), sc, concerned(sc))
	}
}

// share is how the height of a small panel is divided.
type share struct {
	message
	head, foot int
	counts     int // how many counts of all seats are in the foot; 0: those of one seat
}

// fit finds what fits beside the whole message. It tries, in order: everything, in large or small letters; fewer counts of all seats, or the
// counts of one seat; no counts; nothing else. ok is false if the message alone does not fit.
func (c *canvas) fit(room image.Point, sc scene.Scene) (s share, ok bool) {
	row, all := lineHeight(c.m.note), len(sc.Counts)
	if len(sc.Seats) == 1 {
		all = 0 // one line holds more counts than columns do
	}
	try := func(size, head, foot, counts int) bool {
		s = share{c.compose(sc, room.X, room.Y-head-foot, size), head, foot, counts}
		return s.missed == 0
	}
	if try(12, c.m.head, (all+1)*row, all) {
		return s, true
	}
	for n := all; n >= 0; n-- {
		if try(c.m.note, c.m.head, (n+1)*row, n) {
			return s, true
		}
	}
	ok = try(c.m.note, c.m.head, 0, 0) || try(c.m.note, 0, 0, 0)
	return s, ok
}

// concerned returns the seat that must answer, or else the seat whose turn it is.
func concerned(sc scene.Scene) int {
	if _, ok := seatTitle(sc, sc.Asked); ok {
		return sc.Asked
	}
	return sc.Turn
}

// countsTable draws the first counts, one below the other, with a column for each seat. The title of a column is the seat's name if there is room for all
// names, or else its mark. The seat that must answer is white on black.
func (c *canvas) countsTable(box image.Rectangle, sc scene.Scene, counts int) {
	t, height := c.face(false, c.m.note), lineHeight(c.m.note)
	if t == nil || len(sc.Seats) == 0 {
		return
	}
	const gap, mostLabel = 2, 25
	label := 0
	for _, text := range sc.Counts[:counts] {
		label = max(label, min(t.width(t.clean(text)), mostLabel))
	}
	box = inside(box, c.m.margin, 0)
	width := (box.Dx() - label) / len(sc.Seats)
	names, _ := c.marksOf(sc.Seats)
	if c.longestName(sc) <= width-2*gap {
		for i, s := range sc.Seats {
			names[i] = s.Title
		}
	}
	for row := range counts + 1 {
		strip := cutTop(&box, height)
		text := cutLeft(&strip, label)
		if row > 0 {
			c.line(t, text, t.truncate(sc.Counts[row-1], text.Dx()), left, black)
		}
		for i, s := range sc.Seats {
			cell := cutLeft(&strip, width)
			cell.Min.X += gap
			switch {
			case row == 0 && i == sc.Asked:
				c.fill(cell, black)
				c.line(t, cell, names[i], centre, white)
			case row == 0:
				c.line(t, cell, names[i], centre, black)
			case row <= len(s.Counts):
				c.line(t, cell, signed(s.Counts[row-1]), centre, black)
			}
		}
	}
}
