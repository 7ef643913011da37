package virtual

import (
	"errors"
	"fmt"
)

// Commands of the SSD1306 (datasheet rev 1.1, section 9 "Command table"), all
// but scrolling, which is not used here. A command with several codes has its
// first one here.
const (
	oledColumnLow  = 0x00 // 16
	oledColumnHigh = 0x10 // 16
	oledMode       = 0x20
	oledColumns    = 0x21
	oledPages      = 0x22
	oledScrollOff  = 0x2E
	oledStartLine  = 0x40 // 64
	oledContrast   = 0x81
	oledChargePump = 0x8D
	oledSegments   = 0xA0 // 2
	oledUseRAM     = 0xA4
	oledAllOn      = 0xA5
	oledNormal     = 0xA6
	oledInverse    = 0xA7
	oledMultiplex  = 0xA8
	oledOff        = 0xAE
	oledOn         = 0xAF
	oledPage       = 0xB0 // 8
	oledScanUp     = 0xC0
	oledScanDown   = 0xC8
	oledOffset     = 0xD3
	oledClock      = 0xD5
	oledPrecharge  = 0xD9
	oledCOMPins    = 0xDA
	oledDeselect   = 0xDB
	oledNop        = 0xE3
)

// The memory: pages of eight rows.
const (
	oledWidth      = 128
	oledHeight     = 64
	oledPagesTotal = oledHeight / 8
)

// The values of arguments and of the status.
const (
	modeHorizontal   = 0
	modeVertical     = 1
	modePage         = 2
	comAlternative   = 0x10
	comSwapped       = 0x20
	chargePumpOn     = 0x04
	statusDisplayOff = 0x40
)

// ssd1306 is the digital part of the controller.
type ssd1306 struct {
	ram [oledPagesTotal][oledWidth]byte

	command byte
	args    []byte
	want    int

	mode                 byte
	columnMin, columnMax int
	pageMin, pageMax     int
	column, page         int
	start, offset        int
	lines                int // multiplex ratio
	contrast             byte
	comPins              byte
	segmentsTurned       bool
	scanDown             bool
	allOn, inverse, on   bool
	pump                 bool
}

// reset sets the registers to their defaults (8.9 "Reset circuit"). The memory
// keeps its content.
func (c *ssd1306) reset() {
	*c = ssd1306{
		ram: c.ram, mode: modePage, columnMax: oledWidth - 1, pageMax: oledPagesTotal - 1,
		lines: oledHeight, contrast: 0x7F, comPins: 0x12,
	}
}

// powerUp resets the controller and fills its memory with arbitrary bytes.
func (c *ssd1306) powerUp() {
	for page := range c.ram {
		for column := range c.ram[page] {
			c.ram[page][column] = byte(0xA5 ^ column*7 ^ page*31)
		}
	}
	c.reset()
}

// write takes the bytes after the address (8.1.5.2 "Write mode for I2C"):
// control bytes, each of which says whether commands or data follow, and
// whether it is one byte or all. It returns the number of data bytes written.
func (c *ssd1306) write(w []byte) (data int, err error) {
	for len(w) > 0 {
		control := w[0]
		if control&0x3F != 0 {
			return data, fmt.Errorf("control byte %#02x", control)
		}
		w = w[1:]
		n := len(w)
		if control&0x80 != 0 {
			n = min(n, 1)
		}
		for _, b := range w[:n] {
			if control&0x40 != 0 {
				c.store(b)
				data++
			} else {
				err = errors.Join(err, c.take(b))
			}
		}
		w = w[n:]
	}
	return data, err
}

// store writes a byte at the position of the pointers and advances them (10.1.3).
func (c *ssd1306) store(b byte) {
	c.ram[c.page][c.column] = b
	switch c.mode {
	case modeVertical:
		if step(&c.page, c.pageMin, c.pageMax, true) {
			step(&c.column, c.columnMin, c.columnMax, true)
		}
	case modeHorizontal:
		if step(&c.column, c.columnMin, c.columnMax, true) {
			step(&c.page, c.pageMin, c.pageMax, true)
		}
	default:
		c.column = (c.column + 1) % oledWidth
	}
	c.page %= oledPagesTotal
	c.column %= oledWidth
}

// take takes a byte of a command.
func (c *ssd1306) take(b byte) error {
	if len(c.args) < c.want {
		c.args = append(c.args, b)
	} else {
		want, known := oledArguments(b)
		if !known {
			return fmt.Errorf("unknown command %#02x", b)
		}
		c.command, c.args, c.want = b, c.args[:0], want
	}
	if len(c.args) < c.want {
		return nil
	}
	if c.want > 0 {
		return c.set(c.args)
	}
	c.do(b)
	return nil
}

// oledArguments returns how many bytes follow a command.
func oledArguments(b byte) (n int, known bool) {
	switch b {
	case oledColumns, oledPages:
		return 2, true
	case oledMode, oledContrast, oledChargePump, oledMultiplex, oledOffset, oledClock, oledPrecharge, oledCOMPins, oledDeselect:
		return 1, true
	case oledScrollOff, oledUseRAM, oledAllOn, oledNormal, oledInverse, oledOff, oledOn, oledScanUp, oledScanDown, oledNop:
		return 0, true
	}
	one := b < oledMode || b&0xC0 == oledStartLine || b&^1 == oledSegments || b&^7 == oledPage
	return 0, one
}

// do executes a command without arguments. In the datasheet the single-byte
// commands for the addresses of page and column are for page mode only; the
// silicon accepts them in every mode, and drivers rely on that.
func (c *ssd1306) do(b byte) {
	switch {
	case b < oledColumnHigh:
		c.column = c.column&0x70 | int(b)
	case b < oledMode:
		c.column = c.column&0x0F | int(b&7)<<4
	case b&0xC0 == oledStartLine:
		c.start = int(b & 0x3F)
	case b&^1 == oledSegments:
		c.segmentsTurned = b&1 != 0
	case b == oledUseRAM || b == oledAllOn:
		c.allOn = b == oledAllOn
	case b == oledNormal || b == oledInverse:
		c.inverse = b == oledInverse
	case b == oledOff || b == oledOn:
		c.on = b == oledOn
	case b&^7 == oledPage:
		c.page = int(b & 7)
	case b == oledScanUp || b == oledScanDown:
		c.scanDown = b == oledScanDown
	}
}

// set executes a command with its arguments.
func (c *ssd1306) set(a []byte) error {
	switch c.command {
	case oledMode:
		if c.mode = a[0] & 3; c.mode > modePage {
			return fmt.Errorf("addressing mode %d", c.mode)
		}
	case oledColumns:
		if a[0] > a[1] || a[1] >= oledWidth {
			return fmt.Errorf("columns %d to %d", a[0], a[1])
		}
		c.columnMin, c.columnMax = int(a[0]), int(a[1])
		c.column = c.columnMin
	case oledPages:
		if a[0] > a[1] || a[1] >= oledPagesTotal {
			return fmt.Errorf("pages %d to %d", a[0], a[1])
		}
		c.pageMin, c.pageMax = int(a[0]), int(a[1])
		c.page = c.pageMin
	case oledContrast:
		c.contrast = a[0]
	case oledChargePump:
		c.pump = a[0]&chargePumpOn != 0
	case oledMultiplex:
		if a[0] < 15 || a[0] >= oledHeight {
			return fmt.Errorf("multiplex ratio %d", int(a[0])+1)
		}
		c.lines = int(a[0]) + 1
	case oledOffset:
		c.offset = int(a[0] & 0x3F)
	case oledCOMPins:
		c.comPins = a[0]
	}
	return nil
}

// lights reports whether the pixel of a segment and a common line is lit.
func (c *ssd1306) lights(segment, com int) bool {
	if !c.on || !c.pump {
		return false
	}
	row, scanned := c.row(com)
	if !scanned {
		return false
	}
	if c.segmentsTurned {
		segment = oledWidth - 1 - segment
	}
	row = (row + c.start) % oledHeight
	lit := c.ram[row/8][segment]>>(row%8)&1 != 0
	return c.allOn || lit != c.inverse
}

// row returns the row on a common line (table 10-3 "COM pins hardware
// configuration"): the rows are sequential, or alternate between the lower and
// the upper half of the lines.
func (c *ssd1306) row(com int) (row int, scanned bool) {
	const half = oledHeight / 2
	if c.comPins&comSwapped != 0 {
		com = (com + half) % oledHeight
	}
	row = com
	if c.comPins&comAlternative != 0 {
		row = com % half * 2
		if com >= half {
			row++
		}
	}
	if row >= c.lines {
		return 0, false
	}
	if c.scanDown {
		row = c.lines - 1 - row
	}
	return (row + c.offset) % c.lines, true
}

// status returns the byte that a read returns: D6 is set if the display is off
// (9.2 "Read command table").
func (c *ssd1306) status() byte {
	const identity = 0x03
	if !c.on {
		return identity | statusDisplayOff
	}
	return identity
}
