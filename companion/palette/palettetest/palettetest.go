// Package palettetest measures how far apart colours are for eyes with all kinds of cones, and for those that lack one. Tests hold the
// colours of seats and lamps against it.
//
// Eyes without long- or middle-wave cones are simulated after F. Viénot, H. Brettel and J. D. Mollon, "Digital video colourmaps for
// checking the legibility of displays by dichromats", Color Research and Application 24 (1999). Eyes without short-wave cones, which need
// two half-planes, are simulated after H. Brettel, F. Viénot and J. D. Mollon, "Computerized simulation of color appearance for dichromats",
// J. Opt. Soc. Am. A 14 (1997). The matrices are for the primaries of sRGB, as libDaltonLens gives them.
package palettetest

import "math"

// Eye is a kind of eyes.
type Eye struct {
	Lacks string // "nothing", or the kind of cones: "long", "middle", "short"
	see   func(linear vector) vector
}

// All are the kinds of eyes that people have, except the rare ones that lack two or three kinds of cones.
var All = [...]Eye{
	{"nothing", func(v vector) vector { return v }},
	{"long", matrix{{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}}.times},
	{"middle", matrix{{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}}.times},
	{"short", func(v vector) vector {
		if 0.03901*v[0]-0.02788*v[1]-0.01113*v[2] >= 0 {
			return matrix{{1.01277, 0.13548, -0.14826}, {-0.01243, 0.86812, 0.14431}, {0.07589, 0.80500, 0.11911}}.times(v)
		}
		return matrix{{0.93678, 0.18979, -0.12657}, {0.06154, 0.81526, 0.12320}, {-0.37562, 1.12767, 0.24796}}.times(v)
	}},
}

// Distance returns the distance of two sRGB colours as an eye sees them, in CIELAB under D65. At 2 an eye can just distinguish them side by side.
func (e Eye) Distance(a, b [3]uint8) float64 {
	p, q := toLab(e.see(toLinear(a))), toLab(e.see(toLinear(b)))
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
}

// Lightness returns how light an sRGB colour is to an eye: L* of CIELAB, from 0 to 100.
func (e Eye) Lightness(c [3]uint8) float64 { return toLab(e.see(toLinear(c)))[0] }

type vector [3]float64

type matrix [3]vector

func (m matrix) times(v vector) (out vector) {
	for i, row := range m {
		for j := range row {
			out[i] += row[j] * v[j]
		}
	}
	return out
}

// toLinear returns a colour in linear sRGB, each part from 0 to 1.
func toLinear(c [3]uint8) (v vector) {
	for i := range v {
		if part := float64(c[i]) / 255; part <= 0.04045 {
			v[i] = part / 12.92
		} else {
			v[i] = math.Pow((part+0.055)/1.055, 2.4)
		}
	}
	return v
}

// toLab converts a colour from linear sRGB to CIELAB under D65.
func toLab(v vector) vector {
	for i := range v {
		v[i] = min(max(0, v[i]), 1)
	}
	xyz := matrix{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}.times(v)
	var f vector
	for i, white := range [3]float64{0.95047, 1, 1.08883} {
		if part := xyz[i] / white; part > 216.0/24389 {
			f[i] = math.Cbrt(part)
		} else {
			f[i] = (24389.0/27*part + 16) / 116
		}
	}
	return vector{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}
