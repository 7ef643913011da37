package stage

import (
	"image"

	"familiar/companion/scene"
)

// over draws the end of a game: the winner, in large letters, and the last counts.
func (c *canvas) over(area image.Rectangle, sc scene.Scene) {
	c.head(&area, sc.Title, sc.Shared, sc.Muted)
	g := c.layout(area.Dx()-2*c.m.margin, sc, 1)
	if len(sc.Seats) > 3 {
		g = c.layout(area.Dx()-2*c.m.margin, sc, 2)
	}
	counts := cutBottom(&area, min(g.height(13), area.Dy()*3/5))
	c.biggest(inside(area, 2*c.m.margin, 6), winner(sc))
	sc.Turn, sc.Asked = sc.Winner, -1
	c.drawTable(counts, sc, g)
}

// briefOver draws on a small panel the winner, and as many counts as there is room for.
func (c *canvas) briefOver(area image.Rectangle, sc scene.Scene) {
	c.head(&area, sc.Title, sc.Shared, sc.Muted)
	height := lineHeight(c.m.note)
	if n := min(len(sc.Counts), (area.Dy()-2*height)/height-1); n > 0 {
		foot := cutBottom(&area, (n+1)*height)
		sc.Asked = sc.Winner
		c.countsTable(foot, sc, n)
	}
	cutTop(&area, 1)
	c.biggest(inside(area, c.m.margin, 0), winner(sc))
}

func winner(sc scene.Scene) string {
	if title, ok := seatTitle(sc, sc.Winner); ok {
		return title + " wins"
	}
	return "The game is over"
}
