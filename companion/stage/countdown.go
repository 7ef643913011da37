package stage

import (
	"image"
	"math"
	"strconv"
	"strings"
	"time"

	"familiar/companion/scene"
)

// countdown draws a game whose timer runs: for these seconds nothing else matters.
func (c *canvas) countdown(area image.Rectangle, sc scene.Scene, seconds int) {
	c.head(&area, turnText(sc), sc.Shared, sc.Muted)
	dropForTimer(&sc)
	c.seconds(inside(cutBottom(&area, 14), c.m.margin, 2), seconds, wholeSeconds(sc.Timer))
	digits := cutRight(&area, area.Dx()*2/5)
	if sc.Timer.Paused {
		c.line(c.face(true, 13), cutBottom(&digits, 16), "paused", centre, black)
	}
	c.biggest(inside(digits, 2, 4), strconv.Itoa(seconds))

	c.countsOf(inside(cutBottom(&area, 18), c.m.margin, 0), sc, sc.Timer.Seat)
	var m message
	for _, size := range []int{16, 15, 14, c.m.note} {
		if m = c.compose(sc, area.Dx(), area.Dy(), size); m.missed == 0 {
			break
		}
	}
	c.message(area, m)
}

// briefCountdown draws a game whose timer runs on a small panel: as much of the message as fits beside large digits.
func (c *canvas) briefCountdown(area image.Rectangle, sc scene.Scene, seconds int) {
	dropForTimer(&sc)
	if area.Dy() >= 48 {
		c.seconds(inside(cutBottom(&area, 8), c.m.margin, 1), seconds, wholeSeconds(sc.Timer))
	}
	for _, w := range []struct{ digits, head int }{{area.Dx() * 2 / 5, c.m.head}, {area.Dx() * 2 / 5, 0}, {area.Dx() / 4, 0}} {
		text := area
		digits := cutRight(&text, w.digits)
		m := c.compose(sc, text.Dx(), text.Dy()-w.head, c.m.note)
		if m.missed > 0 && w.digits > area.Dx()/4 {
			continue
		}
		if sc.Timer.Paused {
			c.line(c.face(true, c.m.note), cutBottom(&digits, lineHeight(c.m.note)), "paused", centre, black)
		}
		c.biggest(inside(digits, 1, 2), strconv.Itoa(seconds))
		if m.missed > 0 {
			c.textPage(text, sc)
			return
		}
		if w.head > 0 {
			c.head(&text, turnText(sc), nil, sc.Muted)
		}
		if height := lineHeight(c.m.note); text.Dy() >= m.height+height {
			c.countsOf(inside(cutBottom(&text, height), c.m.margin, 0), sc, sc.Timer.Seat)
		}
		c.message(text, m)
		return
	}
}

// dropForTimer removes from a scene what does not matter while a timer runs.
func dropForTimer(sc *scene.Scene) {
	if !refused(*sc) {
		sc.Verdict = nil // the prompt is more important now
	}
	sc.Chores, sc.News = nil, nil
}

// wholeSeconds returns the length of a timer.
func wholeSeconds(t *scene.Timer) int { return int((t.Total + time.Second - 1) / time.Second) }

// countsOf draws a seat's counts in one line.
func (c *canvas) countsOf(box image.Rectangle, sc scene.Scene, seat int) {
	title, ok := seatTitle(sc, seat)
	if !ok {
		return
	}
	items := []string{title + ":"}
	if t := c.face(false, c.m.counts[0]); t != nil && c.isScant {
		items[0] = t.shorten(t.clean(title), box.Dx()/3) + ":"
	}
	for i, value := range sc.Seats[seat].Counts {
		if i < len(sc.Counts) {
			items = append(items, sc.Counts[i]+" "+signed(value))
		}
	}
	var t *typeface
	for _, size := range c.m.counts {
		if t = c.face(false, size); t == nil {
			return
		}
		if t.width(t.clean(strings.Join(items, " "))) <= box.Dx() {
			break
		}
	}
	for len(items) > 1 && t.width(t.clean(strings.Join(items, " "))) > box.Dx() {
		items = items[:len(items)-1]
	}
	c.line(t, box, strings.Join(items, " "), left, black)
}

// biggest draws text in the middle of a box, as large as it fits; in several lines if it would be too small in one.
func (c *canvas) biggest(box image.Rectangle, text string) {
	const least = 10
	for _, size := range []int{96, 80, 64, 48, 40, 32, 28, 24, 20, 18, 16, 14, 12, least} {
		t := c.face(true, size)
		if t == nil {
			return
		}
		base := min(box.Min.Y+(box.Dy()+t.cap)/2, c.Rect.Max.Y-t.descent)
		fits := t.cap <= box.Dy() && t.cap <= base-box.Min.Y && t.width(t.clean(text)) <= box.Dx()
		if !fits && size <= c.m.choice {
			lines := t.wrap(text, box.Dx(), math.MaxInt)
			if above := (box.Dy() - len(lines)*lineHeight(size)) / 2; above >= 0 {
				cutTop(&box, above)
				c.lines(t, box, lines, lineHeight(size), centre, black)
				return
			}
		}
		if fits || size == least {
			c.line(t, image.Rect(box.Min.X, base-t.cap-t.descent, box.Max.X, base+t.descent).Intersect(c.Rect), text, centre, black)
			return
		}
	}
}

// seconds draws a box for every second, black while that second is left; one bar if there are too many seconds.
func (c *canvas) seconds(strip image.Rectangle, left, total int) {
	if total <= 0 {
		return
	}
	const gap, least = 2, 3
	if width := (strip.Dx() + gap) / total; width >= gap+least {
		for i := range total {
			x := strip.Min.X + i*width
			box := image.Rect(x, strip.Min.Y, x+width-gap, strip.Max.Y)
			c.frame(box)
			if i < left {
				c.fill(box, black)
			}
		}
		return
	}
	c.progress(strip, left, total)
}

// progress draws a bar that is partly filled.
func (c *canvas) progress(strip image.Rectangle, done, total int) {
	c.frame(strip)
	if total > 0 {
		strip = inside(strip, 2, 2)
		strip.Max.X = strip.Min.X + strip.Dx()*max(0, min(done, total))/total
		c.fill(strip, black)
	}
}
