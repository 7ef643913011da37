package virtual

import "fmt"

// Commands of the controllers (datasheets of SSD1675B rev 1.0 and SSD1680 rev
// 0.14, section 7 "Command table"), as far as a driver of a black and white
// panel needs them.
const (
	cmdDriverOutput   = 0x01
	cmdGateVoltage    = 0x03
	cmdSourceVoltage  = 0x04
	cmdDeepSleep      = 0x10
	cmdDataEntry      = 0x11
	cmdSoftReset      = 0x12
	cmdSensor         = 0x18
	cmdTemperature    = 0x1A
	cmdActivate       = 0x20
	cmdUpdateControl1 = 0x21
	cmdUpdateControl2 = 0x22
	cmdWriteBW        = 0x24
	cmdWriteRed       = 0x26
	cmdVCOM           = 0x2C
	cmdLUT            = 0x32
	cmdDisplayOption  = 0x37
	cmdDummyLine      = 0x3A
	cmdGateLine       = 0x3B
	cmdBorder         = 0x3C
	cmdEndOption      = 0x3F
	cmdWindowX        = 0x44
	cmdWindowY        = 0x45
	cmdCounterX       = 0x4E
	cmdCounterY       = 0x4F
	cmdAnalogBlock    = 0x74
	cmdDigitalBlock   = 0x7E
)

// The memory of the largest controller: a byte for eight sources, by gates.
const (
	ramColumns = 22
	ramRows    = 296
)

// Flags of cmdUpdateControl2.
const (
	flagDisplay      = 0x04
	flagMode2        = 0x08
	flagLoadLUT      = 0x10
	flagEnableAnalog = 0x40
	flagEnableClock  = 0x80
)

// controllerModel holds the differences between controllers.
type controllerModel struct {
	columns   int          // of the memory
	arguments map[byte]int // how many data bytes a command takes; 0 for memory writes, which take any number
	lut       *lutFormat
	// factory holds the waveforms of the OTP memory for display modes 1 and 2;
	// nil if there are none.
	factory *[2]waveform
}

// controller is the digital part of an e-paper controller: its registers, its
// memory and its counters. It has no timing and drives no glass.
type controller struct {
	model *controllerModel

	command byte
	args    []byte
	want    int // number of arguments of the command

	bw, red [ramRows][ramColumns]byte

	entry      byte
	xMin, xMax int
	yMin, yMax int
	x, y       int
	control1   byte
	control2   byte
	lut        [153]byte // the look-up table as written; a shorter one has its first bytes
	waveform   waveform  // the last one loaded, none after a reset
	lines      int       // gate lines that are scanned
	asleep     bool
	noCommand  bool // there was no command since the reset
}

// job is the work that a command starts.
type job int

const (
	noJob     job = iota
	softReset     // registers to their defaults
	powerOnly     // clock or analog parts on or off
	refresh       // run the waveform
)

// reset sets the registers to their defaults. The memory keeps its content.
func (c *controller) reset() {
	bw, red := c.bw, c.red
	*c = controller{
		model: c.model,
		bw:    bw, red: red,
		entry: 0b011,
		xMax:  c.model.columns - 1, yMax: ramRows - 1,
		lines: ramRows, noCommand: true,
	}
}

// begin takes a command byte.
func (c *controller) begin(b byte) (job, error) {
	missing := c.want - len(c.args)
	last := c.command
	if last == cmdLUT && len(c.args) > 0 {
		c.waveform = c.model.lut.parse(c.lut[:])
	}
	want, known := c.model.arguments[b]
	c.command, c.args, c.want, c.noCommand = b, c.args[:0], want, false
	switch {
	case missing > 0 && last != cmdUpdateControl1: // which keeps the values of missing arguments
		return c.job(), fmt.Errorf("command %#02x lacks %d of its arguments", last, missing)
	case !known:
		return noJob, fmt.Errorf("unknown command %#02x", b)
	case b == cmdActivate && c.control2&flagLoadLUT != 0:
		if c.model.factory == nil {
			return c.job(), fmt.Errorf("command %#02x: there is no waveform in the OTP memory", b)
		}
		c.waveform = c.model.factory[c.control2&flagMode2>>3]
	}
	job := c.job()
	if job == refresh && c.waveform.frames == 0 {
		return job, fmt.Errorf("command %#02x: no waveform was loaded", b)
	}
	return job, nil
}

// job returns the work that the current command starts at once.
func (c *controller) job() job {
	switch {
	case c.command == cmdSoftReset:
		return softReset
	case c.command != cmdActivate:
		return noJob
	case c.control2&flagDisplay != 0 && c.control2&flagEnableAnalog != 0 && c.control2&flagEnableClock != 0:
		return refresh
	default:
		return powerOnly
	}
}

// data takes a data byte of the current command.
func (c *controller) data(b byte) error {
	switch {
	case c.noCommand:
		return fmt.Errorf("data %#02x without a command", b)
	case c.command == cmdWriteBW:
		return c.store(&c.bw, b)
	case c.command == cmdWriteRed:
		return c.store(&c.red, b)
	case len(c.args) >= c.want:
		return fmt.Errorf("command %#02x takes %d arguments, not more", c.command, c.want)
	}
	if c.command == cmdLUT {
		c.lut[len(c.args)] = b // bytes that are not written keep their values
	}
	if c.args = append(c.args, b); len(c.args) == c.want || c.command == cmdUpdateControl1 {
		return c.apply()
	}
	return nil
}

// apply executes a command that has its arguments.
func (c *controller) apply() error {
	a := c.args
	switch c.command {
	case cmdDriverOutput:
		c.lines = word(a) + 1
		if c.lines > ramRows {
			return fmt.Errorf("%d gate lines of %d", c.lines, ramRows)
		}
	case cmdDeepSleep:
		c.asleep = a[0]&3 != 0
	case cmdDataEntry:
		c.entry = a[0]
	case cmdUpdateControl1:
		c.control1 = a[0]
	case cmdUpdateControl2:
		c.control2 = a[0]
	case cmdWindowX:
		c.xMin, c.xMax = int(a[0]), int(a[1])
	case cmdWindowY:
		c.yMin, c.yMax = word(a), word(a[2:])
	case cmdCounterX:
		c.x = int(a[0])
	case cmdCounterY:
		c.y = word(a)
	}
	return nil
}

// word returns nine bits of two bytes, the low byte first.
func word(a []byte) int { return int(a[0]) | int(a[1]&1)<<8 }

// store writes a byte at the position of the counters and advances them.
func (c *controller) store(ram *[ramRows][ramColumns]byte, b byte) error {
	if c.x >= c.model.columns || c.y >= ramRows {
		return fmt.Errorf("memory write at column %d, row %d", c.x, c.y)
	}
	ram[c.y][c.x] = b
	rightward, downward, yFirst := c.entry&1 != 0, c.entry&2 != 0, c.entry&4 != 0
	if yFirst {
		if step(&c.y, c.yMin, c.yMax, downward) {
			step(&c.x, c.xMin, c.xMax, rightward)
		}
	} else if step(&c.x, c.xMin, c.xMax, rightward) {
		step(&c.y, c.yMin, c.yMax, downward)
	}
	return nil
}

// step advances a counter within its window and reports whether it has wrapped
// around. A window goes from the counter's start to its end, so a counter that
// counts down has its larger address first.
func step(at *int, start, end int, up bool) (wrapped bool) {
	if *at == end {
		*at = start
		return true
	}
	if up {
		*at++
	} else {
		*at = max(*at-1, 0)
	}
	return false
}

// kind returns the row of the waveform that drives a pixel: red bit,
// black/white bit.
func (c *controller) kind(x, y int) int {
	bit := byte(0x80) >> (x % 8)
	bw := option(c.bw[y][x/8]&bit != 0, c.control1)
	red := option(c.red[y][x/8]&bit != 0, c.control1>>4)
	kind := 0
	if bw {
		kind |= 1
	}
	if red {
		kind |= 2
	}
	return kind
}

// option applies cmdUpdateControl1 to a bit of the memory.
func option(bit bool, control byte) bool {
	switch control & 0x0F {
	case 0x4:
		return false
	case 0x8:
		return !bit
	default:
		return bit
	}
}
