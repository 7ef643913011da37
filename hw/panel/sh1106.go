package panel

import (
	"errors"
	"image"

	"periph.io/x/conn/v3/i2c"

	"familiar/hw/keep"
	"familiar/hw/part"
)

// SH1106 is an OLED of 128×64 pixels that is sold beside those with an SSD1306
// and looks like them.
const SH1106 Model = "sh1106"

func sh1106Driver() Driver {
	return Driver{
		Model: SH1106, Kind: "an OLED with an SH1106", Market: "OLED with an SH1106",
		Module: oledModule(), Lit: true,
		Sizes:       []image.Point{sh1106Size},
		Probe:       probeSH1106,
		WiresAdvice: part.CheckI2C, Advice: append([]part.Advice{{Err: ErrIsSSD1306, Text: `in the config, write model = "ssd1306"`}}, oledAdvice...),
		open: func(w Wires, o Opts, c *counts) (keep.Device[picture], error) {
			return openOLED(w, c, func(bus i2c.Bus) (oledDriver, error) { return newSH1106(bus, o.UpsideDown) })
		},
	}
}

// The low bits of the status. Those of an SSD1306 are reserved (datasheet rev
// 1.1, 9.2), modules answer 3 or 6; of an SH1106 bits 0 to 2
// are 0 and bit 3 is undefined (datasheet V2.3, "Read status"), modules answer 8.
const (
	oledIdentity   = 0x0F
	sh1106Identity = 0x08
)

var ssd1306Identities = [...]byte{0x03, 0x06}

// ErrIsSSD1306 means that there is another OLED than the config says.
var ErrIsSSD1306 = errors.New("its chip answers as an SSD1306 does")

// probeSH1106 takes all that answers for an SH1106 but an SSD1306.
func probeSH1106(bus string) error {
	status, err := oledStatus(bus)
	for _, other := range ssd1306Identities {
		if err == nil && status&oledIdentity == other {
			err = ErrIsSSD1306
		}
	}
	return err
}

var sh1106Size = image.Point{X: 128, Y: 64}

// sh1106 drives an SH1106. Its memory has two columns more on each side than the
// glass, and only the columns of one page can be written at once.
type sh1106 struct {
	bus   i2c.Bus
	shown *picture // nil: the memory may hold anything
}

// sh1106Beside is the number of columns on the left of the glass.
const sh1106Beside = 2

// newSH1106 writes all settings to an SH1106 (datasheet V2.3, "Commands"). Those
// of time and voltage are those of its reset, for the charge pump of a module.
func newSH1106(bus i2c.Bus, upsideDown bool) (*sh1106, error) {
	segments, scan := byte(0xA1), byte(0xC8) // the first is on the right, and at the bottom
	if upsideDown {
		segments, scan = 0xA0, 0xC0
	}
	d := &sh1106{bus: bus}
	return d, d.commands(
		0xAE,       // display off
		0xD5, 0x50, // clock
		0xA8, 0x3F, // 64 lines
		0xD3, 0x00, // no offset
		0x40,       // first line
		0xAD, 0x8B, // the charge pump runs while the display is on
		0x32, // … with 8.0 V
		segments, scan,
		0xDA, 0x12, // lines alternate
		0x81, brightContrast,
		0xD9, 0x22, // precharge
		0xDB, 0x35, // level of unselected lines
		0xA4, // the picture is that of the memory
		0xA6, // not inverted
		0xAF, // display on
	)
}

// commands sends commands with their arguments.
func (d *sh1106) commands(commands ...byte) error {
	return d.bus.Tx(oledAddress, append([]byte{0x00}, commands...), nil)
}

// draw implements oledDriver. Of each page it sends the columns from the first
// to the last that has changed.
func (d *sh1106) draw(p *picture) error {
	for page := range p.Rect.Dy() / 8 {
		at := page * p.Stride
		row := p.Pix[at : at+p.Stride]
		from, to := 0, len(row)
		if d.shown != nil {
			from, to = differing(d.shown.Pix[at:at+p.Stride], row)
		}
		if from == to {
			continue
		}
		column := from + sh1106Beside
		if err := d.commands(0xB0|byte(page), byte(column&0x0F), 0x10|byte(column>>4)); err != nil {
			return err
		}
		if err := d.bus.Tx(oledAddress, append([]byte{0x40}, row[from:to]...), nil); err != nil {
			return err
		}
	}
	d.shown = p
	return nil
}

// differing returns where two rows of equal length differ, from the first byte to
// behind the last; both are 0 if they are equal.
func differing(a, b []byte) (from, to int) {
	for i := range a {
		if a[i] != b[i] {
			if to == 0 {
				from = i
			}
			to = i + 1
		}
	}
	return from, to
}

// setContrast implements oledDriver.
func (d *sh1106) setContrast(level byte) error { return d.commands(0x81, level) }

// off implements oledDriver.
func (d *sh1106) off() error { return d.commands(0xAE) }
