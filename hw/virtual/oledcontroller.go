package virtual

import (
	"errors"
	"fmt"
)

// Commands of the SSD1306 (datasheet rev 1.1, section 9 "Command table") and of
// the SH1106 (datasheet V2.3, "Commands"), all but scrolling and
// read-modify-write, which are not used here. A command with several codes has
// its first one here.
const (
	oledColumnLow  = 0x00 // 16
	oledColumnHigh = 0x10 // 16
	oledMode       = 0x20
	oledColumns    = 0x21
	oledPages      = 0x22
	oledScrollOff  = 0x2E
	oledPump       = 0x30 // 4
	oledStartLine  = 0x40 // 64
	oledContrast   = 0x81
	oledChargePump = 0x8D
	oledSegments   = 0xA0 // 2
	oledUseRAM     = 0xA4
	oledAllOn      = 0xA5
	oledNormal     = 0xA6
	oledInverse    = 0xA7
	oledMultiplex  = 0xA8
	oledDCDC       = 0xAD
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
	oledColumnsMax = 132
)

// The values of arguments and of the status.
const (
	modeHorizontal   = 0
	modeVertical     = 1
	modePage         = 2
	comAlternative   = 0x10
	comSwapped       = 0x20
	chargePumpOn     = 0x04
	dcdcOn           = 0x01
	statusDisplayOff = 0x40
)

// oledModel describes a model of controller.
type oledModel struct {
	columns int // segments, and bytes of a page
	// wraps means that in page mode the column after the last is the first; else
	// the pointer stays behind the last.
	wraps bool
	// identity is the rest of the status, which the datasheets leave open: the
	// modules on the market answer so, and drivers tell them by it.
	identity byte
	// pumps means that it supplies the glass after a reset.
	pumps bool
	// arguments returns how many bytes follow a command.
	arguments func(b byte) (n int, known bool)
}

// oledController is the digital part of a controller.
type oledController struct {
	model *oledModel
	ram   [oledPagesTotal][oledColumnsMax]byte

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
func (c *oledController) reset() {
	*c = oledController{
		model: c.model, ram: c.ram, mode: modePage, columnMax: c.model.columns - 1, pageMax: oledPagesTotal - 1,
		lines: oledHeight, contrast: 0x7F, comPins: 0x12, pump: c.model.pumps,
	}
}

// powerUp resets the controller and fills its memory with arbitrary bytes.
func (c *oledController) powerUp() {
	for page := range c.ram {
		for column := range c.ram[page] {
			c.ram[page][column] = byte(0xA5 ^ column*7 ^ page*31)
		}
	}
	c.reset()
}

// write takes the bytes after the address (8.1.5.2 "Write mode for I2C"). A
// control byte stands before each group of them. It says whether the group is
// of commands or of data, and whether it is one byte or all the rest. write
// returns the number of data bytes.
func (c *oledController) write(w []byte) (data int, err error) {
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
func (c *oledController) store(b byte) {
	if c.column >= c.model.columns {
		return
	}
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
		c.column++
		if c.model.wraps {
			c.column %= c.model.columns
		}
	}
	c.page %= oledPagesTotal
}

// take takes a byte of a command.
func (c *oledController) take(b byte) error {
	if len(c.args) < c.want {
		c.args = append(c.args, b)
	} else {
		want, known := c.model.arguments(b)
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

// do executes a command without arguments. In the datasheet the single-byte
// commands for the addresses of page and column are for page mode only; the
// silicon accepts them in every mode, and drivers rely on that.
func (c *oledController) do(b byte) {
	switch {
	case b < oledColumnHigh:
		c.column = c.column&0xF0 | int(b)
	case b < oledMode:
		c.column = c.column&0x0F | int(b&0x0F)<<4
		if c.model.wraps {
			c.column %= c.model.columns
		}
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
func (c *oledController) set(a []byte) error {
	switch c.command {
	case oledMode:
		if c.mode = a[0] & 3; c.mode > modePage {
			return fmt.Errorf("addressing mode %d", c.mode)
		}
	case oledColumns:
		if a[0] > a[1] || int(a[1]) >= c.model.columns {
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
	case oledDCDC:
		c.pump = a[0]&dcdcOn != 0
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
func (c *oledController) lights(segment, com int) bool {
	if !c.on || !c.pump {
		return false
	}
	row, scanned := c.row(com)
	if !scanned {
		return false
	}
	if c.segmentsTurned {
		segment = c.model.columns - 1 - segment
	}
	row = (row + c.start) % oledHeight
	lit := c.ram[row/8][segment]>>(row%8)&1 != 0
	return c.allOn || lit != c.inverse
}

// row returns the row on a common line (table 10-3 "COM pins hardware
// configuration"): the rows are sequential, or alternate between the lower and
// the upper half of the lines.
func (c *oledController) row(com int) (row int, scanned bool) {
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
// (SSD1306, 9.2 "Read command table"; SH1106, "Read status").
func (c *oledController) status() byte {
	if !c.on {
		return c.model.identity | statusDisplayOff
	}
	return c.model.identity
}
