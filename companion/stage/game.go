package stage

import (
	"image"
	"math"

	"familiar/companion"
)

// game draws a game under way: whose turn it is, what is waited for or what became of the last gesture, and every seat's
// counts.
func (c *canvas) game(area image.Rectangle, scene companion.Scene) {
	c.head(&area, turnText(scene), scene.Shared)
	m, g := c.arrange(area, scene)
	c.message(area, m)
	area.Min.Y += m.height
	c.table(area, scene, g)
}

// arrange shares the height between the message and the seats. Large letters and high rows are given up first, then the
// names: the seats go into two halves. Words of the message are left out last.
func (c *canvas) arrange(area image.Rectangle, scene companion.Scene) (message, grid) {
	width := area.Dx() - 2*margin
	one := c.layout(width, scene, 1)
	ways := []struct {
		grid
		row   int
		sizes []int
	}{{one, 18, []int{16, 14}}, {one, 15, []int{14}}, {one, leastRow, []int{small}}}
	if two := c.layout(width, scene, 2); len(scene.Seats) > 3 && len(two.columns) > 0 {
		ways = append(ways, struct {
			grid
			row   int
			sizes []int
		}{two, 13, []int{14, small}})
	}
	var m message
	var g grid
	for _, way := range ways {
		g = way.grid
		for _, size := range way.sizes {
			var whole bool
			if m, whole = c.compose(scene, area.Dx(), area.Dy()-g.height(way.row), size); whole {
				return m, g
			}
		}
	}
	return m, g
}

const small = 13 // the smallest size of a message

// message is the verdict and the prompt, broken into lines.
type message struct {
	done   string // what was accepted, in one line
	lines  []string
	size   int // of the letters
	boxed  bool
	height int
}

func lineHeight(size int) int { return size + 2 }

// compose breaks what there is to say into lines of a size. It is false if words had to be left out.
func (c *canvas) compose(scene companion.Scene, width, height, size int) (m message, whole bool) {
	m.size = size
	missed := false // the verdict
	text, edge := scene.Prompt, 2*margin
	switch v := scene.Verdict; {
	case v != nil && !v.OK:
		m.boxed, edge = true, 4*margin
		if text = v.Words; text == "" {
			text = v.Text
		}
	case v != nil && height >= 2*lineHeight(size)+4:
		m.done = v.Text
		m.height += lineHeight(size)
	case v != nil:
		missed = true
	}
	t := c.face(!m.boxed, size)
	if t == nil {
		return m, true
	}
	m.height += 4
	if m.boxed {
		m.height++
	}
	m.lines = t.wrap(text, width-edge, math.MaxInt)
	room := max(1, (height-m.height)/lineHeight(size))
	whole = !missed && len(m.lines)*lineHeight(size)+m.height <= height
	if len(m.lines) > room {
		m.lines = t.wrap(text, width-edge, room)
	}
	m.height += len(m.lines) * lineHeight(size)
	return m, whole
}

// message draws a message at the top of a box.
func (c *canvas) message(area image.Rectangle, m message) {
	box := cutTop(&area, m.height)
	if m.boxed {
		c.fill(image.Rect(box.Min.X+2, box.Min.Y+1, box.Max.X-2, box.Max.Y).Intersect(box), black)
		c.lines(c.face(false, m.size), inside(box, 2*margin, 2), m.lines, lineHeight(m.size), left, white)
		return
	}
	rows := inside(box, margin, 2)
	if m.done != "" {
		row := cutTop(&rows, lineHeight(m.size))
		c.check(cutLeft(&row, 12))
		c.line(c.face(false, m.size), row, m.done, left, black)
	}
	c.lines(c.face(true, m.size), rows, m.lines, lineHeight(m.size), left, black)
}

// check draws a tick at the left of a box.
func (c *canvas) check(box image.Rectangle) {
	x, y := box.Min.X, box.Min.Y+box.Dy()/2
	for i := range 3 {
		c.fill(image.Rect(x+i, y+i, x+i+1, y+i+3).Intersect(box), black)
	}
	for i := range 6 {
		c.fill(image.Rect(x+2+i, y+2-i, x+3+i, y+5-i).Intersect(box), black)
	}
}
