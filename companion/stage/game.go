package stage

import (
	"image"

	"familiar/companion"
)

const (
	promptSize = 13
	promptLine = 15
	maxMessage = 3 // lines
)

// game draws a game under way: whose turn it is, what is waited for or what became of the last gesture, and every seat's
// counts.
func (c *canvas) game(area image.Rectangle, scene companion.Scene) {
	c.head(&area, turnText(scene), scene.Shared)
	room := max(1, (area.Dy()-c.leastTable(area, scene)-6)/promptLine)
	used := c.message(area, scene, min(room, maxMessage))
	area.Min.Y += used
	c.table(area, scene)
}

// message draws the verdict and the prompt in at most so many lines, and returns how high they are.
func (c *canvas) message(area image.Rectangle, scene companion.Scene, most int) int {
	t := c.face(false, promptSize)
	if t == nil {
		return 0
	}
	width := area.Dx() - 2*margin
	if v := scene.Verdict; v != nil && !v.OK {
		words := v.Words
		if words == "" {
			words = v.Text
		}
		lines := t.wrap(words, width-2*margin, most)
		box := cutTop(&area, len(lines)*promptLine+6)
		c.fill(inside(box, 2, 2), black)
		c.lines(t, inside(box, 2*margin, 3), lines, promptLine, left, white)
		return box.Dy()
	}
	var done []string
	if v := scene.Verdict; v != nil && most > 1 {
		if done = t.wrap(v.Text, width-12, 1); len(done) > 0 {
			most--
		}
	}
	bold := c.face(true, promptSize)
	if bold == nil {
		return 0
	}
	prompt := bold.wrap(scene.Prompt, width, most)
	box := cutTop(&area, (len(done)+len(prompt))*promptLine+4)
	rows := inside(box, margin, 2)
	if len(done) > 0 {
		row := cutTop(&rows, promptLine)
		c.check(cutLeft(&row, 12))
		c.line(t, row, done[0], left, black)
	}
	c.lines(bold, rows, prompt, promptLine, left, black)
	return box.Dy()
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
