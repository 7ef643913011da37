package stage

import (
	"image"
	"net/url"
	"strings"

	"rsc.io/qr"

	"familiar/companion"
)

// lobby draws how to join: a QR code for phones with a camera, the code and the address for the others.
func (c *canvas) lobby(area image.Rectangle, scene companion.Scene) {
	if code := qrCode(scene.JoinURL); code != nil {
		c.qr(&area, code)
	}
	area = inside(area, margin, 2)
	title := scene.Title
	if title == "" {
		title = "Familiar"
	}
	c.biggest(inside(cutTop(&area, area.Dy()*3/10), 0, 4), title)
	address := cutBottom(&area, 15)
	c.line(c.face(false, 12), address, host(scene.JoinURL), centre, black)
	if scene.Code == "" {
		c.joinText(area, scene, "Scan to join")
		return
	}
	c.joinText(cutTop(&area, area.Dy()*2/5), scene, "Scan, or type:")
	box := inside(area, 0, 2)
	c.frame(box)
	c.biggest(inside(box, 4, 4), scene.Code)
}

func (c *canvas) joinText(box image.Rectangle, scene companion.Scene, text string) {
	if scene.Prompt != "" {
		text = scene.Prompt
	}
	t := c.face(false, small)
	if t == nil {
		return
	}
	lines := t.wrap(text, box.Dx(), max(1, box.Dy()/lineHeight(small)))
	box.Min.Y += max(0, box.Dy()-len(lines)*lineHeight(small)) / 2
	c.lines(t, box, lines, lineHeight(small), centre, black)
}

// host is the part of an address that people would type.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return strings.TrimSuffix(u.Host, ":80")
}

// qrCode encodes an address; nil if there is none, or none that can be encoded. The level is the lowest: a panel
// does not get dirty, and larger dots help a bad camera more than redundancy.
func qrCode(address string) *qr.Code {
	if address == "" {
		return nil
	}
	code, err := qr.Encode(address, qr.L)
	if err != nil {
		return nil
	}
	return code
}

// quietZone is the white edge, in dots. The standard asks for four; the panel's white frame gives the fourth.
const quietZone = 3

// qr draws a code at the right, in whole pixels a dot, as large as fits in the height and half of the width.
func (c *canvas) qr(area *image.Rectangle, code *qr.Code) {
	dots := code.Size + 2*quietZone
	scale := min(area.Dy(), area.Dx()/2) / dots
	if scale < 2 {
		return // no camera would read it
	}
	side := min(area.Dy(), area.Dx()/2)
	box := cutRight(area, side)
	edge := code.Size * scale
	at := box.Min.Add(image.Pt((box.Dx()-edge)/2, (box.Dy()-edge)/2))
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				p := at.Add(image.Pt(x*scale, y*scale))
				c.fill(image.Rectangle{p, p.Add(image.Pt(scale, scale))}, black)
			}
		}
	}
}
