package stage

import (
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"familiar/companion"
)

// brief draws a game under way on a small panel. The message comes first, with all that is to be done; whose turn it is and the seats'
// counts get what it leaves. What is too long even for the whole panel has several pages.
func (c *canvas) brief(area image.Rectangle, scene companion.Scene) {
	b, ok := c.share(area.Size(), scene)
	if !ok {
		c.leaf(area, scene)
		return
	}
	if b.head > 0 {
		c.head(&area, turnText(scene), scene.Shared, scene.Muted)
	}
	foot := cutBottom(&area, b.foot)
	c.message(area, b.message)
	if b.counts > 0 {
		c.ledger(foot, scene, b.counts)
	} else {
		c.countsOf(inside(foot, c.m.margin, 0), scene, concerned(scene))
	}
}

// share is how a small panel's height is shared.
type share struct {
	message
	head, foot int
	counts     int // how many there are of all seats in the foot; 0: those of one seat
}

// share finds what fits beside a whole message: everything, in large letters or in small ones; fewer counts of all seats, or those of one; no counts;
// nothing. It is false if not even that is enough.
func (c *canvas) share(room image.Point, scene companion.Scene) (s share, ok bool) {
	row, all := lineHeight(c.m.note), len(scene.Counts)
	if len(scene.Seats) == 1 {
		all = 0 // one line holds more of them than columns do
	}
	try := func(size, head, foot, counts int) bool {
		s = share{c.compose(scene, room.X, room.Y-head-foot, size), head, foot, counts}
		return s.missed == 0
	}
	if try(12, c.m.head, (all+1)*row, all) {
		return s, true
	}
	for n := all; n >= 0; n-- {
		if try(c.m.note, c.m.head, (n+1)*row, n) {
			return s, true
		}
	}
	ok = try(c.m.note, c.m.head, 0, 0) || try(c.m.note, 0, 0, 0)
	return s, ok
}

// concerned is the seat that is awaited, or else the one whose turn it is.
func concerned(scene companion.Scene) int {
	if _, ok := seatTitle(scene, scene.Asked); ok {
		return scene.Asked
	}
	return scene.Turn
}

// ledger draws the first so many counts, one below the other, with a column for each seat: its name if there is room for all
// of them, or else its mark. Who is awaited stands on black.
func (c *canvas) ledger(box image.Rectangle, scene companion.Scene, counts int) {
	t, height := c.face(false, c.m.note), lineHeight(c.m.note)
	if t == nil || len(scene.Seats) == 0 {
		return
	}
	const gap, mostLabel = 2, 25
	label := 0
	for _, text := range scene.Counts[:counts] {
		label = max(label, min(t.width(t.clean(text)), mostLabel))
	}
	box = inside(box, c.m.margin, 0)
	width := (box.Dx() - label) / len(scene.Seats)
	names, _ := c.marksOf(scene.Seats)
	if c.longestName(scene) <= width-2*gap {
		for i, s := range scene.Seats {
			names[i] = s.Title
		}
	}
	for row := range counts + 1 {
		strip := cutTop(&box, height)
		text := cutLeft(&strip, label)
		if row > 0 {
			c.line(t, text, t.cut(scene.Counts[row-1], text.Dx()), left, black)
		}
		for i, s := range scene.Seats {
			cell := cutLeft(&strip, width)
			cell.Min.X += gap
			switch {
			case row == 0 && i == scene.Asked:
				c.fill(cell, black)
				c.line(t, cell, names[i], centre, white)
			case row == 0:
				c.line(t, cell, names[i], centre, black)
			case row <= len(s.Counts):
				c.line(t, cell, signed(s.Counts[row-1]), centre, black)
			}
		}
	}
}

// mostPages is how many pages a text has; the end of a longer one is for phones.
const mostPages = 9

// row is a line of a page.
type row struct {
	text   string
	face   *typeface
	indent int
	item   bool // what is to be done begins here
}

// rows are the lines of all that is to be read now: the rule of a refusal, or else what is waited for and what is to be done.
func (c *canvas) rows(scene companion.Scene, width int) (rows []row) {
	t, bold := c.face(false, c.m.note), c.face(true, c.m.note)
	if t == nil || bold == nil {
		return nil
	}
	if refused(scene) {
		for _, l := range t.wrap(whyNot(scene.Verdict), width, math.MaxInt) {
			rows = append(rows, row{text: l, face: t})
		}
		return rows
	}
	for _, l := range bold.wrap(scene.Prompt, width, math.MaxInt) {
		rows = append(rows, row{text: l, face: bold})
	}
	for _, what := range scene.ToDo {
		for i, l := range t.wrap(what, width-bulletRoom, math.MaxInt) {
			rows = append(rows, row{text: l, face: t, indent: bulletRoom, item: i == 0})
		}
	}
	return rows
}

// leaf draws a page of all that is to be read now.
func (c *canvas) leaf(area image.Rectangle, scene companion.Scene) {
	height := lineHeight(c.m.note)
	rows := c.rows(scene, area.Dx()-2*c.m.margin)
	if area.Dy() < height || len(rows) == 0 {
		return
	}
	pages := slices.Collect(slices.Chunk(rows, area.Dy()/height))
	c.pages = min(len(pages), mostPages)
	for _, r := range rows {
		c.text += r.text + "\n"
	}
	paper, pen := white, black
	if refused(scene) {
		paper, pen = black, white
	}
	c.fill(area, paper)
	box := inside(area, c.m.margin, 0)
	for _, r := range pages[c.page] {
		strip := cutTop(&box, height)
		bullet := cutLeft(&strip, r.indent)
		if r.item {
			c.bullet(bullet, pen)
		}
		c.line(r.face, strip, r.text, left, pen)
	}
	if c.page+1 < c.pages {
		c.more(area, paper, pen)
	}
}

// more draws a triangle that points to the next page into the lower right corner.
func (c *canvas) more(area image.Rectangle, paper, pen ink) {
	const half = 3
	c.fill(image.Rect(area.Max.X-2*half-2, area.Max.Y-half-2, area.Max.X, area.Max.Y).Intersect(area), paper)
	for d := range half {
		at := image.Pt(area.Max.X-half-1, area.Max.Y-2-d)
		c.fill(image.Rect(at.X-d, at.Y, at.X+d+1, at.Y+1).Intersect(area), pen)
	}
}

// briefCountdown draws a game on a small panel whose timer runs: as much of the message as there is beside large digits.
func (c *canvas) briefCountdown(area image.Rectangle, scene companion.Scene, seconds int) {
	forTheTime(&scene)
	if area.Dy() >= 48 {
		c.seconds(inside(cutBottom(&area, 8), c.m.margin, 1), seconds, wholeSeconds(scene.Timer))
	}
	for _, w := range []struct{ digits, head int }{{area.Dx() * 2 / 5, c.m.head}, {area.Dx() * 2 / 5, 0}, {area.Dx() / 4, 0}} {
		text := area
		digits := cutRight(&text, w.digits)
		m := c.compose(scene, text.Dx(), text.Dy()-w.head, c.m.note)
		if m.missed > 0 && w.digits > area.Dx()/4 {
			continue
		}
		if scene.Timer.Paused {
			c.line(c.face(true, c.m.note), cutBottom(&digits, lineHeight(c.m.note)), "paused", centre, black)
		}
		c.biggest(inside(digits, 1, 2), strconv.Itoa(seconds))
		if m.missed > 0 {
			c.leaf(text, scene)
			return
		}
		if w.head > 0 {
			c.head(&text, turnText(scene), nil, scene.Muted)
		}
		if height := lineHeight(c.m.note); text.Dy() >= m.height+height {
			c.countsOf(inside(cutBottom(&text, height), c.m.margin, 0), scene, scene.Timer.Seat)
		}
		c.message(text, m)
		return
	}
}

// briefLobby draws on a small panel how to join. A code for cameras is drawn if dots of two pixels fit; what is to be typed in its place fits always.
func (c *canvas) briefLobby(area image.Rectangle, scene companion.Scene) {
	if code := qrCode(scene.JoinURL); code != nil {
		c.qr(&area, code)
	}
	area = inside(area, c.m.margin, 0)
	t, height := c.face(false, c.m.note), lineHeight(c.m.note)
	if t == nil {
		return
	}
	address := t.address(host(scene.JoinURL), area.Dx())
	address = address[:min(len(address), max(1, area.Dy()/height-1))]
	c.lines(t, cutBottom(&area, len(address)*height), address, height, centre, black)
	if area.Dy() >= 3*height {
		text := scene.Prompt
		if text == "" && scene.Code != "" {
			text = "Join:"
		}
		row := cutTop(&area, height)
		if scene.Muted {
			c.muted(&row, black)
		}
		c.line(t, row, text, centre, black)
	} else if scene.Muted {
		c.muted(&area, black)
	}
	what := scene.Code
	if what == "" {
		what = title(scene)
	}
	c.biggest(inside(area, 1, 2), what)
}

// briefEnrolment draws on a small panel which card is to be tapped next.
func (c *canvas) briefEnrolment(area image.Rectangle, scene companion.Scene) {
	e := scene.Enrol
	c.head(&area, strings.TrimSpace("Tags of "+e.Of), enrolled(e), scene.Muted)
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
