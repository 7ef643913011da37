package stage

import (
	"image/color"
	"math"
	"slices"
	"testing"
	"time"

	"familiar/companion/palette/palettetest"
	"familiar/companion/scene"
)

var flashing = []scene.Cue{scene.CueAccept, scene.CueRefuse, scene.CueAsk, scene.CueBegin,
	scene.CueFanfare, scene.CueThud, scene.CueWin, scene.CueTrouble}

func TestWhatFlashes(t *testing.T) {
	for cue := scene.CueNone; cue <= scene.CueTrouble+1; cue++ {
		frame := Lamps(scene.Scene{}, Row{Count: 8}, evening)
		before := slices.Clone(frame)
		flashes := slices.Contains(flashing, cue)
		if Flash(cue, frame, Row{}, 0) != flashes || slices.Equal(frame, before) == flashes {
			t.Errorf("cue %d flashes as %v", cue, frame)
		}
		if Flash(cue, frame, Row{}, 1500*time.Millisecond) || Flash(cue, frame, Row{}, -1) {
			t.Errorf("cue %d flashes still, or before it came", cue)
		}
	}
}

// course returns how much of its colour a flash shows on each of n lamps, frame by frame: all that people without hues see.
func course(cue scene.Cue, n int) (levels [][]float64) {
	f := flashOf(cue)
	for gone := time.Duration(0); gone < f.length; gone += frameTime {
		level := make([]float64, n)
		for i := range level {
			level[i] = max(0, min(f.level(i, n, float64(gone)/float64(f.length)), 1))
		}
		levels = append(levels, level)
	}
	return levels
}

// rises counts how often the lamps flash up.
func rises(levels [][]float64) (n int) {
	lit := false
	for _, level := range levels {
		now := slices.Max(level) > 0.5
		if now && !lit {
			n++
		}
		lit = now
	}
	return n
}

func TestNoAndYesHaveTheirRhythm(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 24, 300} {
		yes, no, ask := course(scene.CueAccept, n), course(scene.CueRefuse, n), course(scene.CueAsk, n)
		if rises(yes) != 1 || rises(no) != 2 {
			t.Errorf("%d lamps flash %d times for yes and %d times for no", n, rises(yes), rises(no))
		}
		for _, level := range yes {
			if slices.Min(level) != slices.Max(level) {
				t.Errorf("yes is not the same on all of %d lamps: %v", n, level)
			}
		}
		for _, level := range no {
			for i, l := range level {
				if i%2 == 1 && l > 0 {
					t.Errorf("no lights lamp %d of %d", i, n)
				}
			}
		}
		if n <= 3 && rises(ask) != 3 {
			t.Errorf("a question flashes %d times on %d lamps", rises(ask), n)
		}
		for i := 1; n > 3 && i < len(ask); i++ {
			if slices.Index(ask[i], 1) < slices.Index(ask[i-1], 1) && slices.Contains(ask[i], 1) {
				t.Errorf("the light of a question runs back: %v, %v", ask[i-1], ask[i])
			}
		}
	}
}

// Without their hues any two flashes differ: in their length, or in a quarter of what people see of them.
func TestFlashesDifferWithoutHue(t *testing.T) {
	for _, n := range []int{1, 3, 8, 24, 300} {
		for i, a := range flashing {
			for _, b := range flashing[:i] {
				p, q := course(a, n), course(b, n)
				sum, all := 0.0, 0.0
				for f := range max(len(p), len(q)) {
					for lamp := range n {
						var x, y float64
						if f < len(p) {
							x = p[f][lamp]
						}
						if f < len(q) {
							y = q[f][lamp]
						}
						sum += math.Abs(x - y)
						all += max(x, y)
					}
				}
				if sum < all/4 {
					t.Errorf("on %d lamps cues %d and %d differ in %.0f%% of what is seen", n, a, b, 100*sum/all)
				}
			}
		}
	}
}

// More than three flashes in a second harm some people.
func TestFlashesAreFew(t *testing.T) {
	for _, cue := range flashing {
		if l := flashOf(cue).length; l > 1200*time.Millisecond {
			t.Errorf("cue %d flashes for %v", cue, l)
		}
		for _, n := range []int{1, 2, 3, 4, 8, 24, 300} {
			levels := course(cue, n)
			for lamp := range n {
				var one [][]float64
				for _, level := range levels {
					one = append(one, level[lamp:lamp+1])
				}
				if r := rises(one); r > 3 {
					t.Errorf("lamp %d of %d flashes %d times for cue %d", lamp, n, r, cue)
				}
			}
		}
	}
}

// At every moment of a sparkle one of two neighbours is lit, and the other one is dark.
func TestNeighboursSparkleInTurn(t *testing.T) {
	for i := range 8 {
		for part := 0.0; part < 1; part += 0.05 {
			if a, b := sparkle(i, 8, part), sparkle(i+1, 8, part); a+b != 1 || a*b != 0 {
				t.Errorf("after %.2f of it lamps %d and %d are at %.0f and %.0f", part, i, i+1, a, b)
			}
		}
	}
}

// The most frequent cues have colours that no eyes confuse.
func TestFlashColours(t *testing.T) {
	const least = 30.0
	some := map[string]color.NRGBA{"green": green, "red": red, "blue": blue, "gold": gold, "white": light}
	for name, c := range some {
		for other, d := range some {
			for _, eye := range palettetest.All {
				if apart := eye.Distance(rgb(c), rgb(d)); name < other && apart < least {
					t.Errorf("who lacks %s sees %s and %s %.1f apart", eye.Lacks, name, other, apart)
				}
			}
		}
	}
	for cue, want := range map[scene.Cue]color.NRGBA{scene.CueAccept: green, scene.CueRefuse: red, scene.CueAsk: blue} {
		if c := flashOf(cue).colour; c != want {
			t.Errorf("cue %d flashes %v", cue, c)
		}
	}
}

// While something good is shown the usual picture shines through. All other flashes have the lamps for themselves, whatever these showed.
func TestWhatShinesThroughFlashes(t *testing.T) {
	for _, cue := range flashing {
		shines := false
		for gone := time.Duration(0); gone < flashOf(cue).length; gone += frameTime {
			bright, black := slices.Repeat([]color.NRGBA{{255, 255, 255, 255}}, 24), slices.Repeat([]color.NRGBA{dark}, 24)
			Flash(cue, bright, Row{}, gone)
			Flash(cue, black, Row{}, gone)
			shines = shines || !slices.Equal(bright, black)
		}
		if want := cue == scene.CueAccept || cue == scene.CueWin; shines != want {
			t.Errorf("the usual picture shines through the flash of cue %d: %v", cue, shines)
		}
	}
}
