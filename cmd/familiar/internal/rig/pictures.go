package rig

import (
	"image"
	"image/color"

	"familiar/companion/stage"
	"familiar/hw/panel"
)

// Screen describes the panel for drawing.
func (r *Rig) Screen() stage.Screen {
	d, err := panel.Find(r.Wiring.Panel.Model)
	if err != nil {
		r.Fatal(err)
	}
	return stage.Screen{Size: r.Devices().Picture().Bounds().Size(), Negative: d.Lit}
}

// PanelPicture returns what the panel shows, as black on white; nil if there is no panel.
func (r *Rig) PanelPicture() image.Image {
	picture, ok := r.Devices().Picture().(*image.Gray)
	if !ok {
		return nil
	}
	if r.Screen().Negative { // on this panel, black dots are light
		for i, shade := range picture.Pix {
			picture.Pix[i] = ^shade
		}
	}
	return picture
}

// SimilarColour reports whether a lamp shows a colour, as exactly as its 32 levels of brightness allow.
func SimilarColour(a, b color.NRGBA) bool {
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 8 }
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B)
}

// SameDots reports whether two black-and-white pictures are the same.
func SameDots(a, b image.Image) bool {
	size := a.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			if dark(a.At(x, y)) != dark(b.At(x, y)) {
				return false
			}
		}
	}
	return size == b.Bounds().Size()
}

func dark(c color.Color) bool {
	switch c := c.(type) {
	case color.Gray:
		return c.Y < 0x80
	default:
		r, _, _, _ := c.RGBA()
		return r < 0x8000
	}
}
