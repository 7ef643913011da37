package palettetest

import (
	"math"
	"testing"
)

// The distances of sRGB's own colours are those that any table of CIELAB gives.
func TestApart(t *testing.T) {
	var (
		black, white     = [3]uint8{}, [3]uint8{255, 255, 255}
		red, green, blue = [3]uint8{255, 0, 0}, [3]uint8{0, 255, 0}, [3]uint8{0, 0, 255}
	)
	all := All[0]
	for _, tc := range []struct {
		a, b [3]uint8
		want float64
	}{{black, black, 0}, {black, white, 100}, {red, green, 170.6}, {red, blue, 176.3}, {black, blue, 137.7}} {
		if got := all.Distance(tc.a, tc.b); math.Abs(got-tc.want) > 0.2 || got != all.Distance(tc.b, tc.a) {
			t.Errorf("%v and %v are %.1f apart, not %.1f", tc.a, tc.b, got, tc.want)
		}
	}
	for _, eye := range All {
		if d := eye.Distance(white, black); math.Abs(d-100) > 0.5 || math.Abs(eye.Lightness(white)-100) > 0.5 || eye.Lightness(black) != 0 {
			t.Errorf("who lacks %s sees white and black %.1f apart", eye.Lacks, d)
		}
	}
}

// Each kind of eyes takes two colours for nearly the same that all others part.
func TestWhoConfusesWhat(t *testing.T) {
	for lacks, pair := range map[string][2][3]uint8{
		"long":   {{0xFF, 0x00, 0x00}, {0x5C, 0x5E, 0x00}},
		"middle": {{0xE0, 0x60, 0x60}, {0x90, 0x92, 0x5E}},
		"short":  {{0xFF, 0xFF, 0x00}, {0xFF, 0xF0, 0xF5}},
	} {
		for _, eye := range All {
			d := eye.Distance(pair[0], pair[1])
			if confused := eye.Lacks == lacks; confused && d > 6 || !confused && d < 15 {
				t.Errorf("who lacks %s sees %v and %v %.1f apart", eye.Lacks, pair[0], pair[1], d)
			}
		}
	}
}
