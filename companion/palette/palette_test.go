package palette_test

import (
	"strconv"
	"strings"
	"testing"

	"familiar/companion/palette"
	"familiar/companion/palette/palettetest"
)

// Colours at a distance of 2 can just be told apart side by side; 24 is far enough for two small dots across a table.
func TestPaletteIsForAllEyes(t *testing.T) {
	const least = 24.0
	var all [][3]uint8
	for _, c := range palette.Colours() {
		v, err := strconv.ParseUint(strings.TrimPrefix(c.Colour, "#"), 16, 24)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, [3]uint8{uint8(v >> 16), uint8(v >> 8), uint8(v)})
	}
	for i, a := range all {
		for j, b := range all[:i] {
			for _, eye := range palettetest.All {
				if d := eye.Distance(a, b); d < least {
					t.Errorf("%s: %s and %s are %.1f apart", eye.Lacks, palette.Colours()[i].Word, palette.Colours()[j].Word, d)
				}
			}
		}
	}
}
