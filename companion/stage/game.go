package stage

import (
	"image"
	"math"

	"familiar/companion/protocol"
	"familiar/companion/scene"
)

// game draws a game under way: whose turn it is, the result of the last gesture, what the table waits for and what is to be done, every
// seat's counts, and the board.
func (c *canvas) game(area image.Rectangle, sc scene.Scene) {
	c.head(&area, turnText(sc), sc.Shared, sc.Muted)
	m, g := c.arrange(area, sc)
	c.message(area, m)
	area.Min.Y += m.height
	c.drawTable(area, sc, c.withDrawing(area, sc, g))
}

// arrange divides the height between message and seats. If the height is too small, it gives up, in this order: large letters and high rows; names and the
// board, by putting the seats into two columns; chores, the last one first; words of the message.
func (c *canvas) arrange(area image.Rectangle, sc scene.Scene) (message, grid) {
	width := area.Dx() - 2*c.m.margin
	one := c.layout(width, sc, 1)
	type way struct {
		grid
		row   int
		sizes []int
	}
	// In the letters of the list below it, a message may still leave room for the names and the board.
	ways := []way{{one, 18, []int{16, 14}}, {one, 15, []int{14}}, {one, minRow, []int{c.m.note, c.m.item}}}
	oneColumn := 3 // the most seats that are never put into halves
	if len(sc.Chores) > 0 {
		oneColumn = 2
	}
	if two := c.layout(width, sc, 2); len(sc.Seats) > oneColumn && len(two.columns) > 0 {
		ways = append(ways, way{two, 13, []int{14, c.m.note}})
	}
	var best message
	g := ways[0].grid
	for i, way := range ways {
		for j, size := range way.sizes {
			m := c.compose(sc, area.Dx(), area.Dy()-way.height(way.row), size)
			if i+j == 0 || m.missed <= best.missed {
				best, g = m, way.grid
			}
			if m.missed == 0 {
				return m, g
			}
		}
	}
	if len(sc.Chores) > 0 || best.cut {
		// Players can count the pieces themselves. But players who do not see a chore play on with wrong pieces, and players who cannot read a rule or a
		// question to its end try the same again, or answer another question.
		if m := c.compose(sc, area.Dx(), area.Dy(), c.m.note); m.missed <= best.missed {
			return m, grid{}
		}
	}
	return best, g
}

// refused reports whether the last gesture was refused.
func refused(sc scene.Scene) bool { return sc.Verdict != nil && !sc.Verdict.OK }

// message is the verdict and the prompt, broken into lines, and what is to be done.
type message struct {
	done   string // what was accepted, in one line
	lines  []string
	size   int // of the letters
	boxed  bool
	cut    bool // there are more lines
	items  []item
	more   string // the words about items that are left out
	height int
	missed int // how much is left out: a line weighs as much as many items
}

// missedLine is the weight of a line of the message that is left out.
const missedLine = 100

func lineHeight(size int) int {
	switch {
	case size <= scant.note:
		return size
	case size <= ample.item:
		return size + 1
	}
	return size + 2
}

// compose breaks the verdict and the prompt into lines of a size, and leaves out what does not fit.
func (c *canvas) compose(sc scene.Scene, width, height, size int) (m message) {
	m.size = size
	text, edge := sc.Prompt, 2*c.m.margin
	switch v := sc.Verdict; {
	case refused(sc):
		m.boxed, edge = true, 4*c.m.margin
		text = whyNot(v)
	case v != nil && height >= 2*lineHeight(size)+c.m.padding:
		m.done = v.Text
		m.height += lineHeight(size)
	case v != nil:
		m.missed += missedLine
	}
	t := c.face(!m.boxed, size)
	if t == nil {
		return m
	}
	m.height += c.m.padding
	if m.boxed {
		m.height++
	}
	m.lines = t.wrap(text, width-edge, math.MaxInt)
	room := max(1, (height-m.height)/lineHeight(size))
	if left := height - m.height - len(m.lines)*lineHeight(size); left < 0 {
		m.missed += missedLine * ((lineHeight(size) - 1 - left) / lineHeight(size))
	}
	if m.cut = len(m.lines) > room; m.cut {
		m.lines = t.wrap(text, width-edge, room)
	}
	m.height += len(m.lines) * lineHeight(size)
	if !m.boxed {
		c.list(&m, sc, width-2*c.m.margin, height)
	}
	return m
}

// whyNot returns the rule that forbids a gesture.
func whyNot(v *protocol.Verdict) string {
	if v.Words == "" {
		return v.Text
	}
	return v.Words
}

// message draws a message at the top of a box.
func (c *canvas) message(area image.Rectangle, m message) {
	box := cutTop(&area, m.height)
	if m.boxed {
		c.fill(image.Rect(box.Min.X+c.m.margin/2, box.Min.Y+c.m.padding/4, box.Max.X-c.m.margin/2, box.Max.Y).Intersect(box), black)
		c.lines(c.face(false, m.size), inside(box, 2*c.m.margin, c.m.padding/2), m.lines, lineHeight(m.size), left, white)
		return
	}
	rows := inside(box, c.m.margin, c.m.padding/2)
	if m.done != "" {
		row := cutTop(&rows, lineHeight(m.size))
		c.check(cutLeft(&row, 12))
		c.line(c.face(false, m.size), row, m.done, left, black)
	}
	c.lines(c.face(true, m.size), cutTop(&rows, len(m.lines)*lineHeight(m.size)), m.lines, lineHeight(m.size), left, black)
	c.items(rows, m)
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
