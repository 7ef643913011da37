package stage

import (
	"image/color"
	"math"
	"time"

	"familiar/companion/scene"
)

// flash is a short animation of all lamps. Each has a different course, so that people can distinguish them without seeing hues. None has
// more than three flashes in a second, because faster flashes harm some people.
type flash struct {
	colour color.NRGBA
	length time.Duration
	// level is how much the i-th of n lamps shows of the colour after a part of the time; all from 0 to 1.
	level  func(i, n int, part float64) float64
	beside bool // the usual picture of the lamps shines through; otherwise they are dark
}

// flashOf returns the flash of a cue. A cue without a flash has length 0.
func flashOf(cue scene.Cue) flash {
	const ms = time.Millisecond
	switch cue {
	case scene.CueAccept:
		return flash{green, 400 * ms, swell, true}
	case scene.CueRefuse:
		return flash{red, 600 * ms, everyOther(blinks(0, 0.3, 0.5, 0.8)), false}
	case scene.CueAsk:
		return flash{blue, 600 * ms, running, false}
	case scene.CueBegin:
		return flash{gold, 300 * ms, filling, false}
	case scene.CueFanfare:
		return flash{gold, 1000 * ms, sparkle, false}
	case scene.CueThud:
		return flash{crimson, 700 * ms, falling, false}
	case scene.CueWin:
		return flash{light, 1200 * ms, fading, true}
	case scene.CueTrouble:
		return flash{amber, 900 * ms, blinks(0, 0.5, 0.7, 0.9), false}
	}
	return flash{}
}

// Flash draws a cue, at a time after it came, over a frame of Lamps, and reports whether the flash is still visible.
func Flash(cue scene.Cue, frame []color.NRGBA, row Row, gone time.Duration) bool {
	f := flashOf(cue)
	if gone < 0 || gone >= f.length {
		return false
	}
	n, part := len(frame), float64(gone)/float64(f.length)
	for i := range n {
		c := &frame[row.lamp(i, n)]
		under := dark
		if f.beside {
			under = *c
		}
		*c = mix(under, f.colour, max(0, min(f.level(i, n, part), 1)))
	}
	return true
}

// swell comes and goes softly. It begins above zero: players wait for this yes.
func swell(_, _ int, part float64) float64 { return math.Sin(math.Pi * (0.2 + 0.8*part)) }

func fading(_, _ int, part float64) float64 { return 1 - part }

// blinks is lit from each of the times to the next one, alternating with dark.
func blinks(times ...float64) func(i, n int, part float64) float64 {
	return func(_, _ int, part float64) float64 {
		past := 0
		for _, t := range times {
			if part >= t {
				past++
			}
		}
		return float64(past % 2)
	}
}

func everyOther(level func(i, n int, part float64) float64) func(i, n int, part float64) float64 {
	return func(i, n int, part float64) float64 { return float64(1-i%2) * level(i, n, part) }
}

// running is a light that runs past all lamps and out at the end, three times if there are few lamps.
func running(i, n int, part float64) float64 {
	tail := max(1, n/6)
	if n <= 3 {
		part = math.Mod(3*part, 1)
	}
	if behind := int(part*float64(n+tail)) - i; behind >= 0 && behind < tail {
		return 1
	}
	return 0
}

// filling lights one lamp after the other.
func filling(i, n int, part float64) float64 { return (0.2+part)*float64(n) - float64(i) }

// falling turns off one lamp after the other, from the last to the first, while all get darker.
func falling(i, n int, part float64) float64 {
	if float64(i) < (1-part)*float64(n) {
		return 1 - part
	}
	return 0
}

// sparkle alternates between every other lamp and the lamps in between, three times each.
func sparkle(i, _ int, part float64) float64 { return float64((i + int(6*part) + 1) % 2) }
