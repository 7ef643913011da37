package stage

import (
	"fmt"
	"image"

	"familiar/companion/protocol"
	"familiar/companion/scene"
)

// enrolment draws which card to tap next and how many cards have their tags.
func (c *canvas) enrolment(area image.Rectangle, sc scene.Scene) {
	e := sc.Enrol
	c.head(&area, "Tags of "+e.Of, enrolled(e), sc.Muted)
	c.progress(inside(cutBottom(&area, 18), c.m.margin, 3), e.Done, e.Total)

	t := c.face(false, c.m.note)
	if t == nil {
		return
	}
	if lines := t.wrap(e.Text, area.Dx()-2*c.m.margin, 2); len(lines) > 0 {
		c.lines(t, inside(cutBottom(&area, len(lines)*lineHeight(c.m.note)), c.m.margin, 0), lines, lineHeight(c.m.note), left, black)
	}
	if e.Next == "" {
		c.biggest(inside(area, c.m.margin, 4), "All done")
		return
	}
	c.line(t, inside(cutTop(&area, 18), c.m.margin, 0), layDown(e), left, black)
	c.biggest(inside(area, c.m.margin, 2), e.Title)
}

// briefEnrolment draws on a small panel which card to tap next.
func (c *canvas) briefEnrolment(area image.Rectangle, sc scene.Scene) {
	e := sc.Enrol
	c.head(&area, "Tags of "+e.Of, enrolled(e), sc.Muted)
	t, height := c.face(false, c.m.note), lineHeight(c.m.note)
	if t == nil {
		return
	}
	if area.Dy() > 4*height {
		c.line(t, inside(cutBottom(&area, height), c.m.margin, 0), e.Text, left, black)
	}
	if e.Next == "" {
		c.biggest(inside(area, c.m.margin, 3), "All done")
		return
	}
	what := t.wrap(layDown(e), area.Dx()-2*c.m.margin, max(1, area.Dy()/(2*height)))
	c.lines(t, inside(cutTop(&area, len(what)*height), c.m.margin, 0), what, height, left, black)
	c.biggest(inside(area, c.m.margin, 1), e.Title)
}

// enrolled returns how many tags there are, as a count of the table.
func enrolled(e *protocol.Enrol) []scene.Count {
	return []scene.Count{{Label: fmt.Sprintf("%d /", e.Done), Value: fmt.Sprint(e.Total)}}
}

// layDown returns the words before the title of the next card to tap.
func layDown(e *protocol.Enrol) string {
	what := "Lay down"
	if e.Optional {
		what = "Optional: lay down"
	}
	if e.Copy > 1 {
		what += fmt.Sprintf(" copy %d of", e.Copy)
	}
	return what
}
