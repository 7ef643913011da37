package stage

import (
	"image"
	"slices"
	"time"

	"familiar/companion/protocol"
	"familiar/companion/scene"
)

// Screen describes a panel for drawing.
type Screen struct {
	Size image.Point // in pixels
	// Negative means that the panel shows black as light, as an OLED does. Codes for cameras are inverted on it, because
	// some cameras cannot read light dots.
	Negative bool
}

// Picture returns what the panel shows of a scene: black on white, upright. now only affects the seconds that a timer has left.
func Picture(sc scene.Scene, screen Screen, now time.Time) image.Image {
	return Pages(sc, screen, now)[0]
}

// Pages returns the pictures that a small panel shows in turn if a text is too long for one. The first is Picture, and usually the only one.
func Pages(sc scene.Scene, screen Screen, now time.Time) []image.Image {
	pages, _ := pagesOf(sc, screen, now)
	all := make([]image.Image, len(pages))
	for i, p := range pages {
		all[i] = p
	}
	return all
}

// measures are the sizes of the parts of a picture, in pixels.
type measures struct {
	margin   int
	padding  int   // above and below a message, together
	head     int   // the bar at the top
	headName int   // its letters
	headNote int   // the letters of the counts in it
	headGap  int   // between two counts
	trouble  int   // the bar at the bottom
	warning  int   // its letters
	note     int   // the letters of a text on its own
	item     int   // the letters of things to be done
	choice   int   // the letters of a list
	sign     int   // a dot of the mute sign
	counts   []int // the letters for the counts of a seat, to be tried in this order
}

var (
	// ample is made for 250 by 122 pixels, and uses more room if there is some.
	ample = measures{margin: 4, padding: 4, head: 18, headName: 15, headNote: 13, headGap: 10, trouble: 14, warning: 12,
		note: 13, item: 12, choice: 14, sign: 2, counts: []int{14, 13, 12}}
	// scant is for small panels, which people read from near: the smallest letters that are readable are the right ones there.
	scant = measures{margin: 1, padding: 1, head: 11, headName: 10, headNote: 10, headGap: 6, trouble: 10, warning: 10,
		note: 10, item: 10, choice: 10, sign: 1, counts: []int{10}}
)

// enoughFor is the smallest size of a panel that gets the ample measures.
var enoughFor = image.Pt(200, 100)

// pagesOf draws all pages of a scene and returns the text that has several pages.
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
	case sc.Phase == protocol.PhaseOver:
		either(c.isScant, c.briefOver, c.over)(area, sc)
	case sc.Phase != protocol.PhaseGame:
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

// remaining returns the time that a timer has left.
func remaining(t *scene.Timer, now time.Time) time.Duration {
	left := t.Left
	if !t.Paused {
		left = t.Ends.Sub(now)
	}
	return max(0, min(left, t.Total))
}

// secondsLeft rounds up: 6 is shown until the first second has gone, and 0 only at the end.
func secondsLeft(t *scene.Timer, now time.Time) int {
	return int((remaining(t, now) + time.Second - 1) / time.Second)
}

// head draws the bar at the top: a name, the counts of the table as a whole, and the mute sign.
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
	// The counts get the room beside the name, the first ones first; those that do not fit are left out.
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

// turnText says whose turn it is.
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

// signed writes a number with a minus sign as wide as a digit, because the hyphen of the font is easily missed.
func signed(value string) string {
	if len(value) > 1 && value[0] == '-' && value[1] >= '0' && value[1] <= '9' {
		return "−" + value[1:]
	}
	return value
}
