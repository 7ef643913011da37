package companion_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"familiar/companion"
)

func TestSeatsChooseTheirColours(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h := newHouse(t, dir, nil)
		host := h.phone("")
		start := companion.Request{Kind: "start", Game: "sacrilege", Seats: []string{"Ann", "ben", "cai"}}
		for says, colours := range map[string]map[string]string{
			"o colour":   {"ann": "puce"},
			"wo players": {"ann": "blue", "ben": "blue"},
			"o seat":     {"dee": "blue"},
		} {
			start.Colours = colours
			h.refusedFor(host, start, says)
		}
		start.Colours = map[string]string{"ben": "orange", "Cai": "blue"}
		h.must(host, start)
		palette := make(map[string]string)
		for _, c := range companion.Palette() {
			palette[c.Word] = c.Colour
		}
		are := func(p *companion.Phone, want ...string) {
			t.Helper()
			for i, word := range want {
				if got := h.game(p).Seats[i].Colour; got != palette[word] {
					t.Errorf("seat %d has %s, not %s", i, got, word)
				}
				if rgb, panel := palette[word], h.shown.scene().Seats[i].Colour; rgb != hex(panel) {
					t.Errorf("the lamps of seat %d are %v, not %s", i, panel, word)
				}
			}
		}
		are(host, "sky", "orange", "blue") // Ann has the first one that nobody has chosen
		h.stop()
		h.start()
		defer h.stop()
		host = h.phone("")
		are(host, "sky", "orange", "blue")
		h.must(host, companion.Request{Kind: "end"})
		h.begin(host, "ann", "ben")
		are(host, "orange", "sky")
	})
}

func hex(rgb [3]uint8) string {
	digits := "#"
	for _, c := range rgb {
		digits += strings.ToLower(strconv.FormatUint(uint64(c)|0x100, 16)[1:])
	}
	return digits
}

// What eyes see that lack one kind of cone, as matrices for linear sRGB. For lack of the long- or middle-wave cones those of F. Viénot, H. Brettel and
// J. D. Mollon, "Digital video colourmaps for checking the legibility of displays by dichromats", Color Research and Application 24 (1999); for lack of the
// short-wave ones, which takes two half-planes, those of H. Brettel, F. Viénot and J. D. Mollon, "Computerized simulation of color appearance for
// dichromats", J. Opt. Soc. Am. A 14 (1997). The numbers are for the primaries of sRGB, as libDaltonLens gives them.
var eyes = map[string]func(rgb [3]float64) [3]float64{
	"all cones":    func(rgb [3]float64) [3]float64 { return rgb },
	"protanopia":   matrix{{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}}.of,
	"deuteranopia": matrix{{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}}.of,
	"tritanopia": func(rgb [3]float64) [3]float64 {
		if 0.03901*rgb[0]-0.02788*rgb[1]-0.01113*rgb[2] >= 0 {
			return matrix{{1.01277, 0.13548, -0.14826}, {-0.01243, 0.86812, 0.14431}, {0.07589, 0.80500, 0.11911}}.of(rgb)
		}
		return matrix{{0.93678, 0.18979, -0.12657}, {0.06154, 0.81526, 0.12320}, {-0.37562, 1.12767, 0.24796}}.of(rgb)
	},
}

type matrix [3][3]float64

func (m matrix) of(v [3]float64) (out [3]float64) {
	for i, row := range m {
		for j := range row {
			out[i] += row[j] * v[j]
		}
	}
	return out
}

// linear is a colour like "#rrggbb" in linear sRGB.
func linear(t *testing.T, colour string) (rgb [3]float64) {
	t.Helper()
	for i := range rgb {
		v, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		if c := float64(v) / 255; c <= 0.04045 {
			rgb[i] = c / 12.92
		} else {
			rgb[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

// lab is a colour of linear sRGB in CIELAB under D65.
func lab(rgb [3]float64) [3]float64 {
	for i := range rgb {
		rgb[i] = min(max(0, rgb[i]), 1)
	}
	xyz := matrix{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}.of(rgb)
	var f [3]float64
	for i, white := range [3]float64{0.95047, 1, 1.08883} {
		if v := xyz[i] / white; v > 216.0/24389 {
			f[i] = math.Cbrt(v)
		} else {
			f[i] = (24389.0/27*v + 16) / 116
		}
	}
	return [3]float64{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

// Colours at a distance of 2 can just be told apart side by side; 24 is far enough for two small dots across a table.
func TestPaletteIsForAllEyes(t *testing.T) {
	const least = 24.0
	all := companion.Palette()
	for name, see := range eyes {
		for i, a := range all {
			for _, b := range all[:i] {
				p, q := lab(see(linear(t, a.Colour))), lab(see(linear(t, b.Colour)))
				if d := math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2])); d < least {
					t.Errorf("%s: %s and %s are %.1f apart", name, a.Word, b.Word, d)
				}
			}
		}
	}
}
