package stage

import (
	"image"
	"math"
	"strconv"
	"strings"
	"time"

	"familiar/companion/protocol"
	"familiar/companion/scene"
)

// choice draws a list in which somebody chooses: the question, the chosen item on black, and as many of its neighbours as there is room for. A
// running timer stays visible.
func (c *canvas) choice(area image.Rectangle, sc scene.Scene, now time.Time) {
	list := sc.Choice
	at := max(0, min(list.At, len(list.Items)-1))
	place := []scene.Count{{Label: strconv.Itoa(at+1) + " /", Value: strconv.Itoa(len(list.Items))}}
	if len(list.Items) < 2 {
		place = nil
	}
	c.question(&area, list.Title, place, sc.Muted)
	if sc.Phase == protocol.PhaseGame && sc.Timer != nil {
		c.biggest(inside(cutRight(&area, area.Dx()/5), 2, 2), strconv.Itoa(secondsLeft(sc.Timer, now)))
	}
	size := c.m.choice
	t, bold, height := c.face(false, size), c.face(true, size), lineHeight(size)
	if t == nil || bold == nil || len(list.Items) == 0 {
		return
	}
	area = inside(area, c.m.margin, 0)
	cutTop(&area, max(1, c.m.padding/2))
	rows := area.Dy() / height
	if rows == 0 {
		return
	}
	width := area.Dx() - 2*c.m.margin
	most := rows // lines of the chosen item
	if len(list.Items) > 1 && rows > 2 {
		most = rows - 1
	}
	lines := bold.wrap(list.Items[at], width, math.MaxInt)
	if len(lines) > most {
		lines = append(lines[:most-1], bold.shortenMiddle(strings.Join(lines[most-1:], " "), width))
	}
	before, after := neighbours(len(list.Items), at, rows-max(len(lines), 1))
	neighbour := func(i int) {
		c.line(t, inside(cutTop(&area, height), c.m.margin, 0), t.shortenMiddle(t.clean(list.Items[i]), width), left, black)
	}
	for i := at - before; i < at; i++ {
		neighbour(i)
	}
	chosen := cutTop(&area, max(len(lines), 1)*height)
	c.fill(chosen, black)
	c.lines(bold, inside(chosen, c.m.margin, 0), lines, height, left, white)
	for i := at + 1; i <= at+after; i++ {
		neighbour(i)
	}
}

// neighbours returns how many of n items are shown before and after one of them, in so many rows.
func neighbours(n, at, rows int) (before, after int) {
	after = min(n-at-1, rows-min(at, rows/2))
	return min(at, rows-after), after
}

// question draws the bar above a list, with two lines if the question needs them and the panel is high enough.
func (c *canvas) question(area *image.Rectangle, text string, place []scene.Count, muted bool) {
	name, values, t := c.face(true, c.m.headName), c.face(false, c.m.headNote), c.face(true, c.m.note)
	if name == nil || values == nil || t == nil {
		return
	}
	room := 3 * c.m.margin
	for _, p := range place {
		room += values.width(p.Label+" "+p.Value) + c.m.headGap
	}
	if muted {
		room += signWidth * c.m.sign
	}
	height := lineHeight(c.m.note)
	if name.width(name.clean(text)) <= area.Dx()-room || area.Dy() < 2*height+3*lineHeight(c.m.choice) {
		c.head(area, text, place, muted)
		return
	}
	lines := t.wrap(text, area.Dx()-room, 2)
	bar := cutTop(area, len(lines)*height+2)
	c.fill(bar, black)
	first := bar
	c.head(&first, "", place, muted)
	c.lines(t, inside(bar, c.m.margin, 1), lines, height, left, white)
}
