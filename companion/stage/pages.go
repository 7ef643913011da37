package stage

import (
	"image"
	"math"
	"slices"
	"time"

	"familiar/companion/scene"
)

const (
	// maxPages is the most pages of a text; the end of a longer one is on phones only.
	maxPages = 9
	// pageTime is how long a page stays.
	pageTime = 4 * time.Second
	// rounds is how often all pages are shown; then the first one stays.
	rounds = 5
)

// row is a line of a page.
type row struct {
	text   string
	face   *typeface
	indent int
	item   bool // the beginning of a thing to be done
}

// rows returns the lines that people must read now: the rule of a refusal, or else what the table waits for and what is to be done.
func (c *canvas) rows(sc scene.Scene, width int) (rows []row) {
	t, bold := c.face(false, c.m.note), c.face(true, c.m.note)
	if t == nil || bold == nil {
		return nil
	}
	if refused(sc) {
		for _, l := range t.wrap(whyNot(sc.Verdict), width, math.MaxInt) {
			rows = append(rows, row{text: l, face: t})
		}
		return rows
	}
	for _, l := range bold.wrap(sc.Prompt, width, math.MaxInt) {
		rows = append(rows, row{text: l, face: bold})
	}
	for _, what := range sc.Chores {
		for i, l := range t.wrap(what, width-bulletRoom, math.MaxInt) {
			rows = append(rows, row{text: l, face: t, indent: bulletRoom, item: i == 0})
		}
	}
	return rows
}

// textPage draws one page of the rows.
func (c *canvas) textPage(area image.Rectangle, sc scene.Scene) {
	height := lineHeight(c.m.note)
	rows := c.rows(sc, area.Dx()-2*c.m.margin)
	if area.Dy() < height || len(rows) == 0 {
		return
	}
	pages := slices.Collect(slices.Chunk(rows, area.Dy()/height))
	c.pages = min(len(pages), maxPages)
	for _, r := range rows {
		c.text += r.text + "\n"
	}
	paper, pen := white, black
	if refused(sc) {
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

// more draws, in the lower right corner, a triangle that points to the next page.
func (c *canvas) more(area image.Rectangle, paper, pen ink) {
	const half = 3
	c.fill(image.Rect(area.Max.X-2*half-2, area.Max.Y-half-2, area.Max.X, area.Max.Y).Intersect(area), paper)
	for d := range half {
		at := image.Pt(area.Max.X-half-1, area.Max.Y-2-d)
		c.fill(image.Rect(at.X-d, at.Y, at.X+d+1, at.Y+1).Intersect(area), pen)
	}
}

// pageTurner turns the pages of a text.
type pageTurner struct {
	text  string
	began time.Time
}

// page returns which page of a text is visible now, from 0, and the time until the next one; 0 means never.
func (r *pageTurner) page(text string, pages int, now time.Time) (page int, next time.Duration) {
	if text != r.text {
		*r = pageTurner{text, now}
	}
	gone := now.Sub(r.began)
	turns := int(gone / pageTime)
	if pages < 2 || turns >= rounds*pages {
		return 0, 0
	}
	return turns % pages, pageTime - gone%pageTime
}
