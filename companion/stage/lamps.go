package stage

import (
	"image/color"
	"math"
	"time"

	"familiar/companion/protocol"
	"familiar/companion/scene"
)

// Brightness of lamps; 1 is full. Full brightness dazzles across a table and is kept for flashes.
const (
	candle   = 0.06 // the lobby
	glow     = 0.20 // the seat whose turn it is
	awaited  = 0.90 // the middle of the seat that must answer, and the chosen item
	edges    = 0.30 // the ends of that seat
	counting = 0.70
	standing = 0.25 // a timer that is paused
	cheering = 0.80
)

// Green, red, blue and gold mean yes, no, a question and time. Colour-blind eyes can distinguish them, too.
var (
	candleLight = color.NRGBA{0xFF, 0x93, 0x29, 0xFF}
	gold        = color.NRGBA{0xFF, 0xC0, 0x00, 0xFF}
	red         = color.NRGBA{0xFF, 0x00, 0x00, 0xFF}
	green       = color.NRGBA{0x00, 0xFF, 0x90, 0xFF}
	blue        = color.NRGBA{0x28, 0x64, 0xFF, 0xFF}
	amber       = color.NRGBA{0xFF, 0x60, 0x00, 0xFF}
	crimson     = color.NRGBA{0x80, 0x00, 0x30, 0xFF}
	light       = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	dark        = color.NRGBA{A: 0xFF}
)

// Lamps returns a frame of a row of lamps, in the order of the wire. Each seat has an arc of a ring, or a stretch of a strip, in its
// colour: in its turn every other lamp of it is lit softly, and when it must answer all of them, bright in the middle. A timer fills the
// whole row and empties it, from gold to red: clockwise on a ring, and on a strip from its end to its beginning. A list shows a dot for each item
// and a bright stretch for the chosen one. The lobby has candle light, a pause too but on every other lamp only, the end of a game
// a rainbow around the winner's colour, and enrolment a progress bar.
func Lamps(sc scene.Scene, row Row, now time.Time) []color.NRGBA {
	return row.wired(lamps(sc, row, now))
}

// lamps returns a frame in the order in which people see it.
func lamps(sc scene.Scene, row Row, now time.Time) []color.NRGBA {
	frame := make([]color.NRGBA, max(row.Count, 0))
	for i := range frame {
		frame[i] = dark
	}
	if len(frame) == 0 {
		return frame
	}
	running := sc.Timer != nil && sc.Phase == protocol.PhaseGame && !sc.Paused && sc.Enrol == nil
	if running {
		timerLamps(frame, sc.Timer, row, now)
	}
	switch {
	case sc.Choice != nil:
		choiceLamps(frame, *sc.Choice, running)
	case running:
	case sc.Enrol != nil:
		enrolLamps(frame, *sc.Enrol)
	case sc.Phase == protocol.PhaseOver:
		rainbow(frame, sc, row)
	case sc.Phase != protocol.PhaseGame:
		for i := range frame {
			frame[i] = dim(candleLight, candle)
		}
	case sc.Paused:
		for i := 0; i < len(frame); i += 2 {
			frame[i] = dim(candleLight, candle)
		}
	default:
		seatLamps(frame, sc)
	}
	if sc.Trouble != "" {
		frame[0] = dim(amber, awaited) // the broken device may be the panel
	}
	return frame
}

// stretch returns the lamps of one of several parts, all as nearly equal in length as possible.
func stretch(frame []color.NRGBA, part, parts int) []color.NRGBA {
	if part < 0 || part >= parts {
		return nil
	}
	return frame[part*len(frame)/parts : (part+1)*len(frame)/parts]
}

// seatLamps lights the seats' stretches. If there are fewer lamps than seats, they are not divided: all of them show the seat that must answer, or
// half of them if it is another seat's turn.
func seatLamps(frame []color.NRGBA, sc scene.Scene) {
	turn, asked := stretch(frame, sc.Turn, len(sc.Seats)), stretch(frame, sc.Asked, len(sc.Seats))
	if len(frame) < len(sc.Seats) {
		_, isTurn := seatTitle(sc, sc.Turn)
		_, isAsked := seatTitle(sc, sc.Asked)
		half := 0
		switch {
		case !isAsked:
			half = len(frame)
		case isTurn && sc.Turn != sc.Asked:
			half = len(frame) / 2
		}
		turn, asked = frame[:half], frame[half:]
		if !isTurn {
			turn = nil
		}
	}
	for i := 0; i < len(turn); i += 2 {
		turn[i] = dim(seatColour(sc, sc.Turn), glow)
	}
	for i := range asked {
		fromMiddle := math.Abs(float64(2*i+1)/float64(len(asked)) - 1) // 0 in the middle, nearly 1 at the ends
		asked[i] = dim(seatColour(sc, sc.Asked), awaited-(awaited-edges)*fromMiddle)
	}
}

func seatColour(sc scene.Scene, seat int) color.NRGBA {
	c := sc.Seats[seat].Colour
	return color.NRGBA{c[0], c[1], c[2], 0xFF}
}

func timerLamps(frame []color.NRGBA, t *scene.Timer, row Row, now time.Time) {
	if t.Total <= 0 {
		return
	}
	part := float64(remaining(t, now)) / float64(t.Total)
	brightness := counting
	if t.Paused {
		brightness = standing
	}
	left := part * float64(len(frame))
	for i := range frame {
		before := i // lamps that go out later
		if !row.Strip {
			before = len(frame) - 1 - i
		}
		lit := max(0, min(left-float64(before), 1)) // the lamp that goes out just now is partly lit
		frame[i] = dim(mix(red, gold, part), lit*brightness)
	}
}

// choiceLamps shows where in its list a choice is. During a countdown it shows the chosen item only. If several items share
// a lamp, each is brighter than the one before.
func choiceLamps(frame []color.NRGBA, choice scene.Choice, running bool) {
	items, at := len(choice.Items), choice.At
	if at < 0 || at >= items {
		return
	}
	if n := len(frame); n < items {
		for i := range frame {
			if !running {
				frame[i] = dim(light, candle)
			}
		}
		lamp := at * n / items
		first, next := (lamp*items+n-1)/n, ((lamp+1)*items+n-1)/n // the items of that lamp
		frame[lamp] = dim(light, edges+(awaited-edges)*float64(at-first+1)/float64(next-first))
		return
	}
	for i := range items {
		lamps, brightness := stretch(frame, i, items), candle
		switch {
		case i == at:
			lamps, brightness = lamps[:max(1, len(lamps)-1)], awaited // a gap separates it from the next dot
		case running:
			continue
		default:
			dot := max(1, len(lamps)/4)
			lamps = lamps[(len(lamps)-dot)/2:][:dot]
		}
		for j := range lamps {
			lamps[j] = dim(light, brightness)
		}
	}
}

func enrolLamps(frame []color.NRGBA, e protocol.Enrol) {
	if e.Total <= 0 {
		return
	}
	done := float64(e.Done) / float64(e.Total) * float64(len(frame))
	for i := range frame {
		frame[i] = dim(light, max(0, min(done-float64(i), 1))*glow)
	}
}

// rainbow shows a third of all hues, with the winner's in the middle: there and back on a ring, so that it has no seam, and from end
// to end on a strip.
func rainbow(frame []color.NRGBA, sc scene.Scene, row Row) {
	if _, ok := seatTitle(sc, sc.Winner); !ok {
		for i := range frame {
			frame[i] = dim(candleLight, glow)
		}
		return
	}
	middle := hueOf(seatColour(sc, sc.Winner))
	for i := range frame {
		swing := math.Sin(2 * math.Pi * float64(i) / float64(len(frame)))
		if row.Strip {
			swing = float64(2*i+1)/float64(len(frame)) - 1
		}
		frame[i] = dim(ofHue(middle+swing/6), cheering)
	}
}

func dim(c color.NRGBA, by float64) color.NRGBA { return mix(dark, c, by) }

// mix returns a colour between two colours: from at 0, to at 1.
func mix(from, to color.NRGBA, at float64) color.NRGBA {
	channel := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*at)) }
	return color.NRGBA{channel(from.R, to.R), channel(from.G, to.G), channel(from.B, to.B), 0xFF}
}

// hueOf returns the hue of a colour, from 0 to 1; that of a grey is 0.
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

// ofHue returns the full colour of a hue.
func ofHue(h float64) color.NRGBA {
	channel := func(shift float64) uint8 {
		at := math.Mod(math.Mod(h+shift, 1)+1, 1) * 6
		return uint8(math.Round(0xFF * max(0, min(math.Abs(at-3)-1, 1))))
	}
	return color.NRGBA{channel(0), channel(2. / 3), channel(1. / 3), 0xFF}
}
