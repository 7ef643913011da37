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
	counts := cutBottom(&area, min(c.leastTable(area, scene), area.Dy()/2))
	c.biggest(inside(area, 2*margin, 6), text)
	if counts.Dy() >= labelHeight+leastRow {
		scene.Turn, scene.Asked = scene.Winner, -1
		c.table(counts, scene)
	}
}
