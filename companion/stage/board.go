package stage

import (
	"image"
	"math"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"familiar/companion/scene"
)

const (
	minBoard   = 44 // pixels that a readable board needs
	maxBoard   = 100
	boardGap   = 8 // between the seats and the board
	boardEdge  = 8 // between the edge of the square and the middle of its outermost spots
	ringRadius = 3 // of a spot without marks
	marksGap   = 3 // between marks of two spots
)

// drawing returns how large the board, or else the seats' rings, can be drawn in a room; zero if they would be too small to read.
func drawing(sc scene.Scene, room image.Point) image.Point {
	if sc.Board == nil {
		return ringsIn(sc.Seats, room)
	}
	side := min(room.X, room.Y, maxBoard)
	if side < minBoard {
		return image.Point{}
	}
	return image.Pt(side, side)
}

// board draws the game's board in a square: lines, spots, and on the spots the marks of seats.
func (c *canvas) board(box image.Rectangle, sc scene.Scene) {
	square := box.Inset(boardEdge)
	if square.Empty() {
		return
	}
	b := sc.Board
	spots := make([]image.Point, len(b.Spots))
	for i, s := range b.Spots {
		spots[i] = square.Min.Add(image.Pt(scaled(square.Dx()-1, s.X), scaled(square.Dy()-1, s.Y)))
	}
	if b.Circle {
		c.circle(square, black)
	}
	for _, line := range b.Lines {
		for i := 1; i < len(line); i++ {
			c.stroke(box, spots[line[i-1]], spots[line[i]], black)
		}
	}
	for i, s := range b.Spots {
		if len(s.Seats) == 0 {
			c.ring(spots[i])
		}
	}
	all := c.marks(box, spots, sc)
	for _, m := range all {
		c.fill(m.box.Inset(-1).Intersect(box), white) // lines that touch letters make them hard to read
	}
	for _, m := range all {
		c.line(m.face, inside(m.box, 1, 0), m.text, centre, black)
	}
}

// scaled returns a part of a length in whole pixels.
func scaled(length int, part float64) int { return int(math.Round(float64(length) * part)) }

// marksOf returns what distinguishes the seats without their colours: their initials, or their numbers if two have the same initial.
func (c *canvas) marksOf(seats []scene.Seat) (marks []string, initials bool) {
	marks = make([]string, len(seats))
	had := make(map[rune]bool)
	for i, s := range seats {
		r, _ := utf8.DecodeRuneInString(s.Title)
		r = unicode.ToUpper(r)
		if t := c.face(true, 12); had[r] || !unicode.IsLetter(r) || t == nil || t.clean(string(r)) == string(missing) {
			return numbers(len(seats)), false
		}
		had[r] = true
		marks[i] = string(r)
	}
	return marks, true
}

func numbers(n int) []string {
	marks := make([]string, n)
	for i := range marks {
		marks[i] = strconv.Itoa(i + 1)
	}
	return marks
}

// mark is the mark of a seat on a spot.
type mark struct {
	box  image.Rectangle
	text string
	face *typeface
	spot int
}

// marks lays out the marks on all spots, in the largest letters that keep the marks of different spots apart.
func (c *canvas) marks(box image.Rectangle, spots []image.Point, sc scene.Scene) []mark {
	texts, _ := c.marksOf(sc.Seats)
	var all []mark
	for _, size := range []int{13, 12, 11, 10, 9} {
		t := c.face(size > 10, size) // thin letters run together less in small sizes
		if t == nil {
			return nil
		}
		all = all[:0]
		for i, s := range sc.Board.Spots {
			for _, m := range around(spots[i], box, t, s.Seats, texts) {
				m.spot = i
				all = append(all, m)
			}
		}
		if apart(all) {
			break
		}
	}
	return all
}

// apart reports whether the marks of different spots keep their distance.
func apart(all []mark) bool {
	for i, m := range all {
		for _, n := range all[:i] {
			if m.spot != n.spot && m.box.Overlaps(n.box.Inset(-marksGap)) {
				return false
			}
		}
	}
	return true
}

// around lays out marks around a spot, in one row or several, all inside a box.
func around(spot image.Point, box image.Rectangle, t *typeface, seats []int, texts []string) []mark {
	columns := min(len(seats), 2)
	if len(seats) > 4 {
		columns = 3
	}
	var marks []mark
	height := t.cap + 2
	rows := (len(seats) + max(columns, 1) - 1) / max(columns, 1)
	y := min(spot.Y-rows*height/2, box.Max.Y-rows*height)
	y = max(y, box.Min.Y)
	for some := range slices.Chunk(seats, max(columns, 1)) {
		width := 0
		for _, seat := range some {
			width += t.width(texts[seat]) + 2
		}
		x := min(spot.X-width/2, box.Max.X-width)
		x = max(x, box.Min.X)
		for _, seat := range some {
			cell := image.Rect(x, y, x+t.width(texts[seat])+2, y+height)
			marks = append(marks, mark{box: cell.Intersect(box), text: texts[seat], face: t})
			x = cell.Max.X
		}
		y += height
	}
	return marks
}

// ring draws a small circle on white.
func (c *canvas) ring(at image.Point) {
	outer := image.Rectangle{at, at}.Inset(-ringRadius)
	outer.Max = outer.Max.Add(image.Pt(1, 1))
	c.disc(outer, white)
	c.circle(outer, black)
}

// circle draws a circle, one pixel wide, that fills a square.
func (c *canvas) circle(square image.Rectangle, i ink) {
	r := float64(square.Dx()-1) / 2
	x, y := float64(square.Min.X)+r, float64(square.Min.Y)+r
	// Within one eighth of the circle, each column has one pixel.
	for d := math.Mod(r, 1); d <= r*math.Sqrt2/2+0.5; d++ {
		h := math.Round(math.Sqrt(r*r-d*d)-math.Mod(r, 1)) + math.Mod(r, 1)
		for _, p := range [][2]float64{{d, h}, {d, -h}, {-d, h}, {-d, -h}, {h, d}, {h, -d}, {-h, d}, {-h, -d}} {
			c.dot(int(x+p[0]), int(y+p[1]), i)
		}
	}
}

// disc draws a filled circle.
func (c *canvas) disc(square image.Rectangle, i ink) {
	r := float64(square.Dx()-1) / 2
	x, y := float64(square.Min.X)+r, float64(square.Min.Y)+r
	for py := square.Min.Y; py < square.Max.Y; py++ {
		for px := square.Min.X; px < square.Max.X; px++ {
			if math.Hypot(float64(px)-x, float64(py)-y) <= r+0.5 {
				c.dot(px, py, i)
			}
		}
	}
}

// stroke draws a straight line, one pixel wide.
func (c *canvas) stroke(box image.Rectangle, from, to image.Point, i ink) {
	way := to.Sub(from)
	steps := max(way.X, -way.X, way.Y, -way.Y)
	for n := range steps + 1 {
		part := float64(n) / float64(max(steps, 1))
		c.dot(from.X+scaled(way.X, part), from.Y+scaled(way.Y, part), i)
	}
}

func (c *canvas) dot(x, y int, i ink) {
	if (image.Point{x, y}).In(c.Rect) {
		c.SetColorIndex(x, y, uint8(i))
	}
}
