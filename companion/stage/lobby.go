package stage

import (
	"cmp"
	"image"
	"net/url"
	"strings"

	"rsc.io/qr"

	"familiar/companion/scene"
)

// lobby draws how to join: a QR code for phones with a camera, the code and the address for other phones.
func (c *canvas) lobby(area image.Rectangle, sc scene.Scene) {
	if code := qrCode(sc.JoinURL); code != nil {
		c.qr(&area, code)
	}
	area = inside(area, c.m.margin, 2)
	top := cutTop(&area, area.Dy()*3/10)
	if sc.Muted {
		c.muted(&top, black)
	}
	c.biggest(inside(top, 0, 4), title(sc))
	if t := c.face(false, c.m.item); t != nil {
		address := t.address(host(sc.JoinURL), area.Dx())
		address = address[:min(len(address), 3)]
		height := either(len(address) > 1, lineHeight(c.m.item), 15)
		c.lines(t, cutBottom(&area, max(1, len(address))*height), address, height, centre, black)
	}
	if sc.Code == "" {
		c.joinText(area, sc, "Scan to join")
		return
	}
	c.joinText(cutTop(&area, area.Dy()*2/5), sc, "Scan, or type:")
	box := inside(area, 0, 2)
	c.frame(box)
	c.biggest(inside(box, 4, 4), sc.Code)
}

// briefLobby draws on a small panel how to join. It draws a QR code if dots of two pixels fit; the text to type instead always fits.
func (c *canvas) briefLobby(area image.Rectangle, sc scene.Scene) {
	if code := qrCode(sc.JoinURL); code != nil {
		c.qr(&area, code)
	}
	area = inside(area, c.m.margin, 0)
	t, height := c.face(false, c.m.note), lineHeight(c.m.note)
	if t == nil {
		return
	}
	address := t.address(host(sc.JoinURL), area.Dx())
	address = address[:min(len(address), max(1, area.Dy()/height-1))]
	c.lines(t, cutBottom(&area, len(address)*height), address, height, centre, black)
	if area.Dy() >= 3*height {
		text := sc.Prompt
		if text == "" && sc.Code != "" {
			text = "Join:"
		}
		row := cutTop(&area, height)
		if sc.Muted {
			c.muted(&row, black)
		}
		c.line(t, row, text, centre, black)
	} else if sc.Muted {
		c.muted(&area, black)
	}
	c.biggest(inside(area, 1, 2), cmp.Or(sc.Code, title(sc)))
}

func title(sc scene.Scene) string { return cmp.Or(sc.Title, "Familiar") }

func (c *canvas) joinText(box image.Rectangle, sc scene.Scene, text string) {
	t := c.face(false, c.m.note)
	if t == nil {
		return
	}
	lines := t.wrap(cmp.Or(sc.Prompt, text), box.Dx(), max(1, box.Dy()/lineHeight(c.m.note)))
	box.Min.Y += max(0, box.Dy()-len(lines)*lineHeight(c.m.note)) / 2
	c.lines(t, box, lines, lineHeight(c.m.note), centre, black)
}

// host returns the part of an address that people would type.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return strings.TrimSuffix(u.Host, ":80")
}

// address breaks an address into lines that fit a width, if possible before a punctuation mark.
func (t *typeface) address(text string, width int) (lines []string) {
	for text = t.clean(text); text != ""; {
		line := t.pieces(text, width)[0]
		if i := strings.LastIndexAny(line, ".:-"); line != text && i > len(line)/3 {
			line = line[:i]
		}
		lines, text = append(lines, line), text[len(line):]
	}
	return lines
}

// qrCode encodes an address; nil if there is none, or it cannot be encoded. It uses the lowest level of error correction: a panel
// does not get dirty, and larger dots help a bad camera more than redundancy.
func qrCode(address string) *qr.Code {
	if address == "" {
		return nil
	}
	code, _ := qr.Encode(address, qr.L) // nil after an error
	return code
}

// quietZone returns the width of the light edge, in dots. The standard asks for four; the panel's white frame is the fourth. Without room for
// so much, one is enough for most cameras.
func (c *canvas) quietZone() int { return either(c.isScant, 1, 3) }

// qr draws a code at the right, dark on light, as large as fits in the height and half of the width; each dot is a whole number of pixels.
func (c *canvas) qr(area *image.Rectangle, code *qr.Code) {
	dots := code.Size + 2*c.quietZone()
	scale := min(area.Dy(), area.Dx()/2) / dots
	if scale < 2 {
		return // no camera could read it
	}
	side := min(area.Dy(), area.Dx()/2)
	box := cutRight(area, side)
	edge := code.Size * scale
	at := box.Min.Add(image.Pt((box.Dx()-edge)/2, (box.Dy()-edge)/2))
	pen := black
	if c.negative {
		c.fill(box, black)
		pen = white
	}
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				p := at.Add(image.Pt(x*scale, y*scale))
				c.fill(image.Rectangle{p, p.Add(image.Pt(scale, scale))}, pen)
			}
		}
	}
}
