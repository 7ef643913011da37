package stage

import (
	"fmt"
	"image"

	"familiar/companion"
)

// enrolment draws which card is to be tapped next and how many have their tags.
func (c *canvas) enrolment(area image.Rectangle, e companion.Enrol) {
	c.head(&area, "Tags of "+e.Of, []companion.SceneCount{{Label: fmt.Sprintf("%d /", e.Done), Value: fmt.Sprint(e.Total)}})
	c.progress(inside(cutBottom(&area, 18), margin, 3), e.Done, e.Total)

	t := c.face(false, small)
	if t == nil {
		return
	}
	if lines := t.wrap(e.Text, area.Dx()-2*margin, 2); len(lines) > 0 {
		c.lines(t, inside(cutBottom(&area, len(lines)*lineHeight(small)), margin, 0), lines, lineHeight(small), left, black)
	}
	if e.Next == "" {
		c.biggest(inside(area, margin, 4), "All done")
		return
	}
	what := "Lay down"
	if e.Optional {
		what = "Optional: lay down"
	}
	if e.Copy > 1 {
		what += fmt.Sprintf(" copy %d of", e.Copy)
	}
	c.line(t, inside(cutTop(&area, 18), margin, 0), what, left, black)
	c.biggest(inside(area, margin, 2), e.Title)
}
