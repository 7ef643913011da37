package stage

import (
	"fmt"
	"image"
	"math"

	"familiar/companion"
)

const (
	itemSize   = 12 // of the letters
	itemHeight = 13
	bulletRoom = 7
)

// item is something that followed from the last move, broken into lines.
type item []string

// list adds to a message what is to be done, as far as it fits whole, and then the news for which there is room. Of the first item a part
// is better than nothing.
func (c *canvas) list(m *message, scene companion.Scene, width, height int) {
	t := c.face(false, itemSize)
	if t == nil {
		return
	}
	width -= bulletRoom
	room := max(0, (height-m.height)/itemHeight)
	add := func(lines item) {
		if len(lines) == 0 {
			return
		}
		m.then = append(m.then, lines)
		m.height += len(lines) * itemHeight
		room -= len(lines)
	}
	for i, text := range scene.ToDo {
		lines := item(t.wrap(text, width, math.MaxInt))
		if i == 0 && len(lines) > room && room > 0 {
			add(t.wrap(text, width, room))
			m.missed++ // in part
			continue
		}
		if len(lines) > room {
			c.left(m, t, len(scene.ToDo)-i, width, room)
			return
		}
		add(lines)
	}
	for _, text := range scene.News {
		if lines := t.wrap(text, width, math.MaxInt); len(lines) <= room {
			add(lines)
		}
	}
}

// left says how many items are left out: in a line of its own if there is room for one, or else at the end of the last one.
func (c *canvas) left(m *message, t *typeface, n, width, room int) {
	m.missed += n
	m.more = fmt.Sprintf("+%d more", n)
	if room > 0 {
		m.then = append(m.then, item{""})
		m.height += itemHeight
	}
	if len(m.then) == 0 {
		return
	}
	last := m.then[len(m.then)-1]
	last[len(last)-1] = t.shorten(last[len(last)-1], width-t.width(m.more)-bulletRoom)
}

// items draws what followed, each with a bullet.
func (c *canvas) items(box image.Rectangle, m message) {
	t := c.face(false, itemSize)
	for i, lines := range m.then {
		rows := cutTop(&box, len(lines)*itemHeight)
		bullet := cutLeft(&rows, bulletRoom)
		if lines[0] != "" {
			at := bullet.Min.Add(image.Pt(1, itemHeight/2-1))
			c.fill(image.Rectangle{at, at.Add(image.Pt(3, 3))}.Intersect(bullet), black)
		}
		c.lines(t, rows, lines, itemHeight, left, black)
		if i == len(m.then)-1 && m.more != "" {
			c.line(t, cutBottom(&rows, itemHeight), m.more, right, black)
		}
	}
}
