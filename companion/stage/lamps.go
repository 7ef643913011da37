package stage

import (
	"image/color"
	"math"
	"time"

	"familiar/companion"
)

// How bright lamps are, of 1. Full brightness dazzles across a table and is kept for flashes.
const (
	candle   = 0.06 // the lobby
	glow     = 0.20 // the seat whose turn it is
	awaited  = 0.80 // the middle of the seat that is awaited
	edges    = 0.30 // its ends
	counting = 0.70
	standing = 0.25 // a timer that stands still
	cheering = 0.80
)

var (
	candleLight = color.NRGBA{0xFF, 0x93, 0x29, 0xFF}
	gold        = color.NRGBA{0xFF, 0xB4, 0x00, 0xFF}
	red         = color.NRGBA{0xFF, 0x00, 0x00, 0xFF}
	green       = color.NRGBA{0x00, 0xFF, 0x3C, 0xFF}
	blue        = color.NRGBA{0x28, 0x64, 0xFF, 0xFF}
	amber       = color.NRGBA{0xFF, 0x60, 0x00, 0xFF}
	light       = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	dark        = color.NRGBA{A: 0xFF}
)

// Lamps is a frame of a ring of n lamps, counted clockwise. Each seat has an arc, in its colour: soft in its turn, bright
// in the middle while it is awaited. A timer fills the whole ring and empties it clockwise, from gold to red. In the lobby
// there is candle light, in a pause on every other lamp, at the end a rainbow around the winner's colour, and during enrolment
// the ring is a progress bar.
func Lamps(scene companion.Scene, n int, now time.Time) []color.NRGBA {
	frame := make([]color.NRGBA, max(n, 0))
	for i := range frame {
		frame[i] = dark
	}
	switch {
	case n <= 0:
	case scene.Enrol != nil:
		enrolRing(frame, *scene.Enrol)
	case scene.Phase == "over":
		rainbow(frame, scene)
	case scene.Phase != "game":
		for i := range frame {
			frame[i] = dim(candleLight, candle)
		}
	case scene.Paused:
		for i := range frame {
			frame[i] = dim(candleLight, candle*float64(1-i%2))
		}
	case scene.Timer != nil:
		timerRing(frame, scene.Timer, now)
	default:
		seatRing(frame, scene)
	}
	if n > 0 && scene.Trouble != "" {
		frame[0] = dim(amber, awaited) // the panel may be what does not work
	}
	return frame
}

// arc is the lamps of a seat.
func arc(frame []color.NRGBA, seat, seats int) []color.NRGBA {
	if seat < 0 || seat >= seats {
		return nil
	}
	return frame[seat*len(frame)/seats : (seat+1)*len(frame)/seats]
}

func seatRing(frame []color.NRGBA, scene companion.Scene) {
	seats := len(scene.Seats)
	for i := range arc(frame, scene.Turn, seats) {
		arc(frame, scene.Turn, seats)[i] = dim(seatColour(scene, scene.Turn), glow)
	}
	lamps := arc(frame, scene.Asked, seats)
	for i := range lamps {
		fromMiddle := math.Abs(float64(2*i+1)/float64(len(lamps)) - 1) // 0 in the middle, nearly 1 at the ends
		lamps[i] = dim(seatColour(scene, scene.Asked), awaited-(awaited-edges)*fromMiddle)
	}
}

func seatColour(scene companion.Scene, seat int) color.NRGBA {
	c := scene.Seats[seat].Colour
	return color.NRGBA{c[0], c[1], c[2], 0xFF}
}

func timerRing(frame []color.NRGBA, t *companion.SceneTimer, now time.Time) {
	if t.Total <= 0 {
		return
	}
	part := float64(remaining(t, now)) / float64(t.Total)
	brightness := counting
	if t.Paused {
		brightness = standing
	}
	gone := (1 - part) * float64(len(frame))
	for i := range frame {
		lit := max(0, min(float64(i+1)-gone, 1)) // the lamp that goes out just now is lit in part
		frame[i] = dim(mix(red, gold, part), lit*brightness)
	}
}

func enrolRing(frame []color.NRGBA, e companion.Enrol) {
	if e.Total <= 0 {
		return
	}
	done := float64(e.Done) / float64(e.Total) * float64(len(frame))
	for i := range frame {
		frame[i] = dim(light, max(0, min(done-float64(i), 1))*glow)
	}
}

// rainbow runs over a third of all hues, with the winner's in the middle, there and back, so that the ring has no seam.
func rainbow(frame []color.NRGBA, scene companion.Scene) {
	if scene.Winner < 0 || scene.Winner >= len(scene.Seats) {
		for i := range frame {
			frame[i] = dim(candleLight, glow)
		}
		return
	}
	middle := hueOf(seatColour(scene, scene.Winner))
	for i := range frame {
		swing := math.Sin(2 * math.Pi * float64(i) / float64(len(frame)))
		frame[i] = dim(ofHue(middle+swing/6), cheering)
	}
}

// Flash is how the whole ring lights up at a cue, fading over that time. A cue without a flash has no duration.
func Flash(cue companion.Cue) (color.NRGBA, time.Duration) {
	switch cue {
	case companion.CueAccept:
		return green, 300 * time.Millisecond
	case companion.CueRefuse:
		return red, 600 * time.Millisecond
	case companion.CueAsk:
		return blue, 300 * time.Millisecond
	case companion.CueBegin:
		return gold, 250 * time.Millisecond
	case companion.CueFanfare:
		return gold, time.Second
	case companion.CueThud:
		return color.NRGBA{0x80, 0x00, 0x30, 0xFF}, 700 * time.Millisecond
	case companion.CueWin:
		return light, 1200 * time.Millisecond
	case companion.CueTrouble:
		return amber, 800 * time.Millisecond
	}
	return dark, 0
}

func dim(c color.NRGBA, by float64) color.NRGBA { return mix(dark, c, by) }

// mix goes from one colour to another one, at 0 and 1.
func mix(from, to color.NRGBA, at float64) color.NRGBA {
	channel := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*at)) }
	return color.NRGBA{channel(from.R, to.R), channel(from.G, to.G), channel(from.B, to.B), 0xFF}
}

// hueOf is the hue of a colour, from 0 to 1; that of a grey is 0.
func hueOf(c color.NRGBA) float64 {
	r, g, b := float64(c.R), float64(c.G), float64(c.B)
	most, least := max(r, g, b), min(r, g, b)
	spread := most - least
	switch {
	case spread == 0:
		return 0
	case most == r:
		return math.Mod((g-b)/spread/6+1, 1)
	case most == g:
		return (b-r)/spread/6 + 1./3
	}
	return (r-g)/spread/6 + 2./3
}

// ofHue is the full colour of a hue.
func ofHue(h float64) color.NRGBA {
	channel := func(shift float64) uint8 {
		at := math.Mod(math.Mod(h+shift, 1)+1, 1) * 6
		return uint8(math.Round(0xFF * max(0, min(math.Abs(at-3)-1, 1))))
	}
	return color.NRGBA{channel(0), channel(2. / 3), channel(1. / 3), 0xFF}
}
