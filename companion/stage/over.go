package stage

import (
	"image"

	"familiar/companion"
)

// over draws the end of a game: who has won, large, and the last counts.
func (c *canvas) over(area image.Rectangle, scene companion.Scene) {
	c.head(&area, scene.Title, scene.Shared, scene.Muted)
	g := c.layout(area.Dx()-2*c.m.margin, scene, 1)
	if len(scene.Seats) > 3 {
		g = c.layout(area.Dx()-2*c.m.margin, scene, 2)
	}
	counts := cutBottom(&area, min(g.height(13), area.Dy()*3/5))
	c.biggest(inside(area, 2*c.m.margin, 6), winner(scene))
	scene.Turn, scene.Asked = scene.Winner, -1
	c.drawTable(counts, scene, g)
}

// briefOver draws on a small panel who has won, and as many counts as there is room for.
func (c *canvas) briefOver(area image.Rectangle, scene companion.Scene) {
	c.head(&area, scene.Title, scene.Shared, scene.Muted)
	height := lineHeight(c.m.note)
	if n := min(len(scene.Counts), (area.Dy()-2*height)/height-1); n > 0 {
		foot := cutBottom(&area, (n+1)*height)
		scene.Asked = scene.Winner
		c.ledger(foot, scene, n)
	}
	cutTop(&area, 1)
	c.biggest(inside(area, c.m.margin, 0), winner(scene))
}

func winner(scene companion.Scene) string {
	if title, ok := seatTitle(scene, scene.Winner); ok {
		return title + " wins"
	}
	return "The game is over"
}
