package stage

import (
	"image"

	"familiar/companion"
)

// over draws the end of a game: who has won, large, and the last counts.
func (c *canvas) over(area image.Rectangle, scene companion.Scene) {
	c.head(&area, scene.Title, scene.Shared)
	text := "The game is over"
	if title, ok := seatTitle(scene, scene.Winner); ok {
		text = title + " wins"
	}
	g := c.layout(area.Dx()-2*margin, scene, 1)
	if len(scene.Seats) > 3 {
		g = c.layout(area.Dx()-2*margin, scene, 2)
	}
	counts := cutBottom(&area, min(g.height(13), area.Dy()*3/5))
	c.biggest(inside(area, 2*margin, 6), text)
	scene.Turn, scene.Asked = scene.Winner, -1
	c.table(counts, scene, g)
}
