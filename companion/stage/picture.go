package stage

import (
	"image"
	"slices"
	"time"

	"golang.org/x/image/math/fixed"

	"familiar/companion"
)

// Picture is what the panel shows of a scene: black on white, upright, of that size in pixels. Of now only the whole
// seconds that a timer has left can be seen. The layout is made for 250 by 122 and uses more room if there is some.
func Picture(scene companion.Scene, size image.Point, now time.Time) image.Image {
	return picture(scene, size, now)
}

const (
	headHeight    = 18
	troubleHeight = 14
	margin        = 4
	itemGap       = 10 // between counts in the bar
)

func picture(scene companion.Scene, size image.Point, now time.Time) *image.Paletted {
	c := newCanvas(size)
	area := c.Rect
	if scene.Trouble != "" {
		c.trouble(cutBottom(&area, troubleHeight), scene.Trouble)
	}
	switch {
	case scene.Enrol != nil:
		c.enrolment(area, *scene.Enrol)
	case scene.Phase == "over":
		c.over(area, scene)
	case scene.Phase != "game":
		c.lobby(area, scene)
	case scene.Timer != nil:
		c.countdown(area, scene, secondsLeft(scene.Timer, now))
	default:
		c.game(area, scene)
	}
	return c.Paletted
}

// remaining is what a timer has left.
func remaining(t *companion.SceneTimer, now time.Time) time.Duration {
	left := t.Left
	if !t.Paused {
		left = t.Ends.Sub(now)
	}
	return max(0, min(left, t.Total))
}

// secondsLeft counts a second that has begun as a whole one: 6 is shown until the first has gone, and 0 at the end alone.
func secondsLeft(t *companion.SceneTimer, now time.Time) int {
	return int((remaining(t, now) + time.Second - 1) / time.Second)
}

// head draws the bar at the top.
func (c *canvas) head(area *image.Rectangle, text string, shared []companion.SceneCount) {
	bar := cutTop(area, headHeight)
	c.fill(bar, black)
	bar = inside(bar, margin, 0)
	name, values := c.face(true, 15), c.face(false, 13)
	if name == nil || values == nil {
		return
	}
	// The counts get what the name leaves, the first ones first; those that do not fit are left out.
	space := bar.Dx() - min(name.width(name.clean(text)), bar.Dx()/2) - margin
	var items []string
	for _, s := range shared {
		item := values.clean(s.Label + " " + signed(s.Value))
		if width := values.width(item) + itemGap; width <= space {
			space -= width
			items = append(items, item)
		}
	}
	for _, item := range slices.Backward(items) {
		c.line(values, cutRight(&bar, values.width(item)), item, left, white)
		cutRight(&bar, itemGap)
	}
	c.line(name, bar, text, left, white)
}

// turnText tells whose turn it is.
func turnText(scene companion.Scene) string {
	if scene.Paused {
		return "Paused"
	}
	if t, ok := seatTitle(scene, scene.Turn); ok {
		return t + "’s turn"
	}
	return scene.Title
}

func seatTitle(scene companion.Scene, seat int) (string, bool) {
	if seat < 0 || seat >= len(scene.Seats) {
		return "", false
	}
	return scene.Seats[seat].Title, true
}

func (c *canvas) trouble(strip image.Rectangle, text string) {
	c.fill(strip, black)
	strip.Min.Y++
	c.line(c.face(true, 12), inside(strip, margin, 0), "! "+text, left, white)
}

func fixedPoint(p image.Point) fixed.Point26_6 { return fixed.P(p.X, p.Y) }

// signed writes a number with a minus sign that is as long as a digit; the hyphen of the font is easily missed.
func signed(value string) string {
	if len(value) > 1 && value[0] == '-' && value[1] >= '0' && value[1] <= '9' {
		return "−" + value[1:]
	}
	return value
}
