package stage

import (
	"image"
	"strings"
)

// mutedSign is a crossed-out loudspeaker.
const mutedSign = `
...#....
..##....
####.#.#
####..#.
####.#.#
..##....
...#....
`

const (
	signGap   = 2           // dots before the sign
	signWidth = 8 + signGap // dots of sign and gap
)

// muted draws the mute sign at the right end of a box, at half its height, and cuts that part off the box.
func (c *canvas) muted(box *image.Rectangle, i ink) {
	rows, dot := strings.Fields(mutedSign), c.m.sign
	strip := cutRight(box, signWidth*dot)
	at := image.Pt(strip.Min.X+signGap*dot, strip.Min.Y+(strip.Dy()-len(rows)*dot)/2)
	for y, row := range rows {
		for x, mark := range row {
			if p := at.Add(image.Pt(x*dot, y*dot)); mark == '#' {
				c.fill(image.Rectangle{p, p.Add(image.Pt(dot, dot))}.Intersect(strip), i)
			}
		}
	}
}
