package stage

import (
	"fmt"
	"image"
	"math"

	"familiar/companion/scene"
)

const bulletRoom = 7

// item is a consequence of the last move, broken into lines.
type item []string

// list adds chores to a message as long as they fit whole, and then news for which there is room. If even the first chore does not fit whole, it is shown in
// part.
func (c *canvas) list(m *message, sc scene.Scene, width, height int) {
	t := c.face(false, c.m.item)
	if t == nil {
		return
	}
	width -= bulletRoom
	room := max(0, (height-m.height)/lineHeight(c.m.item))
	add := func(lines item) {
		if len(lines) == 0 {
			return
		}
		m.items = append(m.items, lines)
		m.height += len(lines) * lineHeight(c.m.item)
		room -= len(lines)
	}
	for i, text := range sc.Chores {
		lines := item(t.wrap(text, width, math.MaxInt))
		if i == 0 && len(lines) > room && room > 0 {
			add(t.wrap(text, width, room))
			m.missed++ // in part
			continue
		}
		if len(lines) > room {
			c.leaveOut(m, t, len(sc.Chores)-i, width, room)
			return
		}
		add(lines)
	}
	for _, text := range sc.News {
		if lines := t.wrap(text, width, math.MaxInt); len(lines) <= room {
			add(lines)
		}
	}
}

// leaveOut writes how many items are left out: in a line of its own if there is room, or else at the end of the last line.
func (c *canvas) leaveOut(m *message, t *typeface, n, width, room int) {
	m.missed += n
	m.more = fmt.Sprintf("+%d more", n)
	if room > 0 {
		m.items = append(m.items, item{""})
		m.height += lineHeight(c.m.item)
	}
	if len(m.items) == 0 {
		return
	}
	last := m.items[len(m.items)-1]
	last[len(last)-1] = t.shorten(last[len(last)-1], width-t.width(m.more)-bulletRoom)
}

// items draws the items of a message, each with a bullet.
func (c *canvas) items(box image.Rectangle, m message) {
	t := c.face(false, c.m.item)
	for i, lines := range m.items {
		rows := cutTop(&box, len(lines)*lineHeight(c.m.item))
		bullet := cutLeft(&rows, bulletRoom)
		if lines[0] != "" {
			c.bullet(bullet, black)
		}
		c.lines(t, rows, lines, lineHeight(c.m.item), left, black)
		if i == len(m.items)-1 && m.more != "" {
			c.line(t, cutBottom(&rows, lineHeight(c.m.item)), m.more, right, black)
		}
	}
}

func (c *canvas) bullet(box image.Rectangle, i ink) {
	at := box.Min.Add(image.Pt(1, lineHeight(c.m.item)/2-1))
	c.fill(image.Rectangle{at, at.Add(image.Pt(3, 3))}.Intersect(box), i)
}
