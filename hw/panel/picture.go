package panel

import (
	"bytes"
	"image"
	"image/color"

	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// picture is a picture in the panel's form: a bit is 1 where the glass is white or lit.
type picture = image1bit.VerticalLSB

// newPicture takes the upper left of an image; pixels that the image does not
// cover are white. Light colours, over white if they are transparent, become
// white. If inverted, white becomes 0.
func newPicture(img image.Image, size image.Point, inverted bool) *picture {
	p := image1bit.NewVerticalLSB(image.Rectangle{Max: size})
	origin := img.Bounds().Min
	covered := img.Bounds().Sub(origin).Intersect(p.Rect)
	blank := byte(0xFF)
	if inverted {
		blank = 0
	}
	for i := range p.Pix {
		p.Pix[i] = blank
	}
	light := lightness(img)
	row := make([]bool, covered.Max.X)
	for y := range covered.Max.Y {
		light(origin.X, origin.Y+y, row)
		bits, bit := p.Pix[y/8*p.Stride:], byte(1)<<(y%8)
		for x, lit := range row {
			if !lit {
				bits[x] ^= bit
			}
		}
	}
	return p
}

// lightness returns a function that reads a row of pixels of an image, from one
// on, and reports for each whether it is nearer to white than to black. Gray
// images and those with a palette, which text and scenes use, are read without
// converting each pixel.
func lightness(img image.Image) func(x, y int, row []bool) {
	switch img := img.(type) {
	case *image.Gray:
		return func(x, y int, row []bool) {
			for i, gray := range img.Pix[img.PixOffset(x, y):][:len(row)] {
				row[i] = gray >= 0x80
			}
		}
	case *image.Paletted:
		var lit [256]bool
		for i, c := range img.Palette {
			lit[i] = light(c)
		}
		return func(x, y int, row []bool) {
			for i, c := range img.Pix[img.PixOffset(x, y):][:len(row)] {
				row[i] = lit[c]
			}
		}
	}
	return func(x, y int, row []bool) {
		for i := range row {
			row[i] = light(img.At(x+i, y))
		}
	}
}

// light reports whether a colour is nearer to white than to black.
func light(c color.Color) bool {
	r, g, b, a := c.RGBA()
	white := 0xFFFF - a
	on := color.RGBA64{R: uint16(r + white), G: uint16(g + white), B: uint16(b + white), A: 0xFFFF}
	return color.GrayModel.Convert(on).(color.Gray).Y >= 0x80
}

// changed returns the smallest rectangle outside of which two pictures are
// equal, extended to whole bytes of the panel's memory, which are columns of
// eight pixels from the top.
func changed(a, b *picture) image.Rectangle {
	if bytes.Equal(a.Pix, b.Pix) {
		return image.Rectangle{}
	}
	var r image.Rectangle
	for i := range a.Pix {
		if a.Pix[i] != b.Pix[i] {
			x, y := i%a.Stride, i/a.Stride*8
			r = r.Union(image.Rect(x, y, x+1, y+8))
		}
	}
	return r.Intersect(a.Rect)
}
