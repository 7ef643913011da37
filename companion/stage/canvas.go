package stage

import (
	"image"
	"image/color"
)

// ink is an index of the palette of pictures.
type ink uint8

const (
	white ink = iota
	black
)

// canvas is a picture that is being drawn. Everything is drawn into a box and stays inside it.
type canvas struct {
	*image.Paletted
	m        measures
	isScant  bool
	negative bool
	fonts    *fonts
	err      error // of the first font that could not be loaded

	page, pages int    // which page is drawn, of how many; 0: there is only one
	text        string // the text that has several pages
}

func newCanvas(screen Screen) *canvas { return canvasWith(newFonts(), screen) }

func canvasWith(typefaces *fonts, screen Screen) *canvas {
	bounds := image.Rect(0, 0, max(screen.Size.X, 0), max(screen.Size.Y, 0))
	c := &canvas{
		Paletted: image.NewPaletted(bounds, color.Palette{color.White, color.Black}), m: ample, negative: screen.Negative, fonts: typefaces, err: typefaces.err,
	}
	if screen.Size.X < enoughFor.X || screen.Size.Y < enoughFor.Y {
		c.m, c.isScant = scant, true
	}
	return c
}

// face returns nil after an error; nothing is drawn with a nil face.
func (c *canvas) face(bold bool, size int) *typeface {
	if c.err != nil {
		return nil
	}
	var t *typeface
	t, c.err = c.fonts.face(bold, size)
	return t
}

func (c *canvas) fill(box image.Rectangle, i ink) {
	box = box.Intersect(c.Rect)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := c.Pix[c.PixOffset(box.Min.X, y):][:box.Dx()]
		for x := range row {
			row[x] = uint8(i)
		}
	}
}

// frame draws a line, one pixel wide, inside the edge of a box.
func (c *canvas) frame(box image.Rectangle) {
	c.fill(box, black)
	c.fill(box.Inset(1), white)
}

// align is the position of a line in its box.
type align int

const (
	left align = iota
	centre
	right
)

// line draws one line of text at half the height of a box, shortened if it does not fit.
func (c *canvas) line(t *typeface, box image.Rectangle, text string, a align, i ink) {
	if t == nil || box.Empty() {
		return
	}
	text = t.shorten(t.clean(text), box.Dx())
	x := box.Min.X
	switch a {
	case centre:
		x += (box.Dx() - t.width(text)) / 2
	case right:
		x = box.Max.X - t.width(text)
	}
	base := box.Min.Y + min((box.Dy()+t.cap)/2, max(box.Dy()-t.descent, t.cap))
	for _, r := range text {
		c.glyph(t, box, image.Pt(x, base), r, i)
		x += t.advance(r)
	}
}

// lines draws lines of text from the top of a box, each height pixels high.
func (c *canvas) lines(t *typeface, box image.Rectangle, text []string, height int, a align, i ink) {
	for n, l := range text {
		row := box
		row.Min.Y += n * height
		row.Max.Y = min(row.Min.Y+height, box.Max.Y)
		c.line(t, row, l, a, i)
	}
}

func (c *canvas) glyph(t *typeface, box image.Rectangle, at image.Point, r rune, i ink) {
	if r == missing {
		c.missing(t, box, at, i)
		return
	}
	g := t.glyph(r)
	shown := g.bounds.Add(at).Intersect(box).Intersect(c.Rect)
	for y := shown.Min.Y; y < shown.Max.Y; y++ {
		row := c.Pix[c.PixOffset(shown.Min.X, y):][:shown.Dx()]
		from := (y-at.Y-g.bounds.Min.Y)*g.bounds.Dx() + shown.Min.X - at.X - g.bounds.Min.X
		for x, inked := range g.inked[from : from+len(row)] {
			if inked {
				row[x] = uint8(i)
			}
		}
	}
}

// missing draws the empty box that replaces a letter that the font does not have. The font's own empty box loses its sides in
// small sizes.
func (c *canvas) missing(t *typeface, box image.Rectangle, at image.Point, i ink) {
	outer := image.Rect(at.X+1, at.Y-t.cap, at.X+t.advance(missing)-1, at.Y)
	for _, side := range []image.Rectangle{
		{outer.Min, image.Pt(outer.Max.X, outer.Min.Y+1)}, {image.Pt(outer.Min.X, outer.Max.Y-1), outer.Max},
		{outer.Min, image.Pt(outer.Min.X+1, outer.Max.Y)}, {image.Pt(outer.Max.X-1, outer.Min.Y), outer.Max},
	} {
		c.fill(side.Intersect(box), i)
	}
}

// pointer draws a triangle that points to the right, in the middle of a box.
func (c *canvas) pointer(box image.Rectangle, i ink) {
	half := min(4, box.Dy()/2-1)
	middle := box.Min.Y + box.Dy()/2
	for d := -half; d <= half; d++ {
		length := half + 1 - max(d, -d)
		c.fill(image.Rect(box.Min.X, middle+d, box.Min.X+length, middle+d+1).Intersect(box), i)
	}
}

// cutTop cuts a strip off the top of a box.
func cutTop(box *image.Rectangle, height int) image.Rectangle {
	strip := *box
	strip.Max.Y = min(strip.Min.Y+max(height, 0), box.Max.Y)
	box.Min.Y = strip.Max.Y
	return strip
}

func cutBottom(box *image.Rectangle, height int) image.Rectangle {
	strip := *box
	strip.Min.Y = max(strip.Max.Y-max(height, 0), box.Min.Y)
	box.Max.Y = strip.Min.Y
	return strip
}

func cutRight(box *image.Rectangle, width int) image.Rectangle {
	strip := *box
	strip.Min.X = max(strip.Max.X-max(width, 0), box.Min.X)
	box.Max.X = strip.Min.X
	return strip
}

func cutLeft(box *image.Rectangle, width int) image.Rectangle {
	strip := *box
	strip.Max.X = min(strip.Min.X+max(width, 0), box.Max.X)
	box.Min.X = strip.Max.X
	return strip
}

// inside returns a box without its margins.
func inside(box image.Rectangle, x, y int) image.Rectangle {
	return image.Rect(box.Min.X+x, box.Min.Y+y, max(box.Max.X-x, box.Min.X+x), max(box.Max.Y-y, box.Min.Y+y))
}
