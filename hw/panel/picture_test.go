package panel

import (
	"image"
	"image/color"
	"testing"

	"periph.io/x/devices/v3/ssd1306/image1bit"
	"pgregory.net/rapid"
)

var testSize = image.Pt(250, 122)

func TestNewPicture(t *testing.T) {
	tests := map[string]struct {
		c    color.Color
		want image1bit.Bit
	}{
		"white":                {color.White, image1bit.On},
		"black":                {color.Black, image1bit.Off},
		"light gray":           {color.Gray{Y: 0x80}, image1bit.On},
		"dark gray":            {color.Gray{Y: 0x7F}, image1bit.Off},
		"yellow":               {color.RGBA{R: 0xFF, G: 0xFF, A: 0xFF}, image1bit.On},
		"blue":                 {color.RGBA{B: 0xFF, A: 0xFF}, image1bit.Off},
		"nothing":              {color.Transparent, image1bit.On},
		"breath of black":      {color.NRGBA{A: 0x40}, image1bit.On},
		"nearly opaque black":  {color.NRGBA{A: 0xF0}, image1bit.Off},
		"half transparent red": {color.NRGBA{R: 0xFF, A: 0x80}, image1bit.On},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			img := image.NewNRGBA(image.Rect(-3, 5, 7, 15))
			img.Set(-3, 5, test.c)
			for inverted, white := range map[bool]image1bit.Bit{false: image1bit.On, true: image1bit.Off} {
				p := newPicture(img, testSize, inverted)
				if got := p.BitAt(0, 0); (got == white) != (test.want == image1bit.On) {
					t.Errorf("upper left is %s, want %s, inverted %t", got, test.want, inverted)
				}
				if p.BitAt(10, 0) != white || p.BitAt(testSize.X-1, testSize.Y-1) != white {
					t.Errorf("what is not covered is not white, inverted %t", inverted)
				}
			}
		})
	}
	gray := image.NewGray(image.Rect(0, 0, 300, 300)) // black, and larger than the panel
	if p := newPicture(gray, testSize, false); p.BitAt(0, 0) || p.BitAt(testSize.X-1, testSize.Y-1) {
		t.Error("a black image is not black")
	}
}

// TestChanged draws pictures that differ in some pixels: they are equal outside
// of the rectangle, and the rectangle touches a difference on each side.
func TestChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := newPicture(image.NewGray(image.Rectangle{Max: testSize}), testSize, false)
		b := newPicture(image.NewGray(image.Rectangle{Max: testSize}), testSize, false)
		var want image.Rectangle
		for range rapid.IntRange(0, 5).Draw(t, "pixels") {
			x, y := rapid.IntRange(0, testSize.X-1).Draw(t, "x"), rapid.IntRange(0, testSize.Y-1).Draw(t, "y")
			b.SetBit(x, y, image1bit.On)
			want = want.Union(image.Rect(x, y/8*8, x+1, min(y/8*8+8, testSize.Y)))
		}
		if got := changed(a, b); got != want {
			t.Fatalf("changed %v, want %v", got, want)
		}
	})
}
