package stage

import (
	"image"
	"slices"
	"time"

	"familiar/companion/scene"
)

// Screen is what a panel's picture has to be like.
type Screen struct {
	Size image.Point // in pixels
	// Negative is a panel that shows black as light, as an OLED does. Codes for cameras are drawn the other way round on it: there
	// are cameras that read none of light dots.
	Negative bool
}

// Picture is what the panel shows of a scene: black on white, upright. Of now only the whole seconds that a timer has left can be seen.
func Picture(sc scene.Scene, screen Screen, now time.Time) image.Image {
	return Pages(sc, screen, now)[0]
}

// Pages are the pictures that a small panel shows in turn where a text is too long for one. The first is Picture, and mostly the only one.
func Pages(sc scene.Scene, screen Screen, now time.Time) []image.Image {
	pages, _ := pagesOf(sc, screen, now)
	all := make([]image.Image, len(pages))
	for i, p := range pages {
		all[i] = p
	}
	return all
}

// measures are the sizes of what is drawn, in pixels.
type measures struct {
	margin   int
	padding  int   // above and below a message, together
	head     int   // the bar at the top
	headName int   // its letters
	headNote int   // those of the counts in it
	headGap  int   // between these
	trouble  int   // the bar at the bottom
	warning  int   // its letters
	note     int   // the letters of a text that stands for itself
	item     int   // the letters of what is to be done
	choice   int   // those of a list
	sign     int   // a dot of the sign of a table that is muted
	counts   []int // those in which the counts of a seat are tried
}

var (
	// ample is made for 250 by 122, and uses more room if there is some.
	ample = measures{margin: 4, padding: 4, head: 18, headName: 15, headNote: 13, headGap: 10, trouble: 14, warning: 12,
		note: 13, item: 12, choice: 14, sign: 2, counts: []int{14, 13, 12}}
	// scant is for panels that are so small, and so near, that the smallest letters that hold together are the right ones.
	scant = measures{margin: 1, padding: 1, head: 11, headName: 10, headNote: 10, headGap: 6, trouble: 10, warning: 10,
		note: 10, item: 10, choice: 10, sign: 1, counts: []int{10}}
)

// enoughFor is from which size on a panel has the ample measures.
var enoughFor = image.Pt(200, 100)

// pagesOf draws all pages of a scene and tells what text they turn over.
func pagesOf(sc scene.Scene, screen Screen, now time.Time) (pages []*image.Paletted, text string) {
	typefaces := fontPool.Get().(*fonts)
	defer fontPool.Put(typefaces)
	for page, more := 0, true; more; page++ {
		c := canvasWith(typefaces, screen)
		c.page = page
		c.scene(sc, now)
		pages = append(pages, c.Paletted)
		text, more = c.text, page+1 < c.pages
	}
	return pages, text
}

func (c *canvas) scene(sc scene.Scene, now time.Time) {
	area := c.Rect
	if sc.Trouble != "" {
		c.trouble(cutBottom(&area, c.m.trouble), sc.Trouble)
	}
	switch {
	case sc.Choice != nil:
		c.choice(area, sc, now)
	case sc.Enrol != nil:
		either(c.isScant, c.briefEnrolment, c.enrolment)(area, sc)
	case sc.Phase == "over":
		either(c.isScant, c.briefOver, c.over)(area, sc)
	case sc.Phase != "game":
		either(c.isScant, c.briefLobby, c.lobby)(area, sc)
	case sc.Timer != nil && c.isScant:
		c.briefCountdown(area, sc, secondsLeft(sc.Timer, now))
	case sc.Timer != nil:
		c.countdown(area, sc, secondsLeft(sc.Timer, now))
	default:
		either(c.isScant, c.brief, c.game)(area, sc)
	}
}

func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// remaining is what a timer has left.
func remaining(t *scene.Timer, now time.Time) time.Duration {
	left := t.Left
	if !t.Paused {
		left = t.Ends.Sub(now)
	}
	return max(0, min(left, t.Total))
}

// secondsLeft counts a second that has begun as a whole one: 6 is shown until the first has gone, and 0 at the end alone.
func secondsLeft(t *scene.Timer, now time.Time) int {
	return int((remaining(t, now) + time.Second - 1) / time.Second)
}

// head draws the bar at the top: a name, the counts of the table as a whole, and the sign of a table that is muted.
func (c *canvas) head(area *image.Rectangle, text string, shared []scene.Count, muted bool) {
	bar := cutTop(area, c.m.head)
	c.fill(bar, black)
	bar = inside(bar, c.m.margin, 0)
	if muted {
		c.muted(&bar, white)
	}
	name, values := c.face(true, c.m.headName), c.face(false, c.m.headNote)
	if name == nil || values == nil {
		return
	}
	// The counts get what the name leaves, the first ones first; those that do not fit are left out.
	space := bar.Dx() - min(name.width(name.clean(text)), bar.Dx()/2) - c.m.margin
	var items []string
	for _, s := range shared {
		item := values.clean(s.Label + " " + signed(s.Value))
		if width := values.width(item) + c.m.headGap; width <= space {
			space -= width
			items = append(items, item)
		}
	}
	for _, item := range slices.Backward(items) {
		c.line(values, cutRight(&bar, values.width(item)), item, left, white)
		cutRight(&bar, c.m.headGap)
	}
	c.line(name, bar, text, left, white)
}

// turnText tells whose turn it is.
func turnText(sc scene.Scene) string {
	if sc.Paused {
		return "Paused"
	}
	if t, ok := seatTitle(sc, sc.Turn); ok {
		return t + "’s turn"
	}
	return sc.Title
}

func seatTitle(sc scene.Scene, seat int) (string, bool) {
	if seat < 0 || seat >= len(sc.Seats) {
		return "", false
	}
	return sc.Seats[seat].Title, true
}

func (c *canvas) trouble(strip image.Rectangle, text string) {
	c.fill(strip, black)
	strip.Min.Y++
	c.line(c.face(true, c.m.warning), inside(strip, c.m.margin, 0), "! "+text, left, white)
}

// signed writes a number with a minus sign that is as long as a digit; the hyphen of the font is easily missed.
func signed(value string) string {
	if len(value) > 1 && value[0] == '-' && value[1] >= '0' && value[1] <= '9' {
		return "−" + value[1:]
	}
	return value
}
