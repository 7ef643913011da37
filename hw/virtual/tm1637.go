package virtual

import (
	"fmt"
	"sync"

	"periph.io/x/conn/v3/gpio"
)

// TM1637 is an emulated display of four digits: a Titan Micro TM1637 (datasheet V2.4) behind two lines, which the chip reads edge by edge.
type TM1637 struct {
	CLK, DIO *Pin

	watchers
	complaints

	mu         sync.Mutex
	powered    bool
	clk, dio   gpio.Level // as last seen
	active     bool       // between start and stop
	bits       int        // of the current byte, that were clocked in; 8: the acknowledgement is due
	shift      byte
	acks       bool // it pulls the data line down
	first      bool // the next byte is a command
	address    int  // of the next data byte
	fixed      bool // the address does not go up
	writes     bool // data bytes may follow
	ram        [6]byte
	brightness int // 1 to 8; 0: off
}

// NewTM1637 connects a dark display to two lines, which have pull-ups on its module.
func NewTM1637(clk, dio *Pin) *TM1637 {
	c := &TM1637{CLK: clk, DIO: dio, powered: true, clk: gpio.High, dio: gpio.High}
	clk.Set(gpio.High)
	dio.Set(gpio.High)
	clk.onOutput = func(l gpio.Level) { c.edge(func() { c.clock(l) }) }
	dio.onOutput = func(l gpio.Level) { c.edge(func() { c.data(l) }) }
	return c
}

// SetPower takes the display off its supply, or puts it back: it has forgotten everything then.
func (c *TM1637) SetPower(on bool) {
	c.edge(func() {
		c.powered, c.active, c.bits = on, false, 0
		c.ram, c.brightness = [6]byte{}, 0
		c.acknowledge(false)
	})
}

// Text returns what a person reads: a figure or a blank for each of the four digits, a question mark for other signs.
func (c *TM1637) Text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := make([]byte, 4)
	for i := range text {
		text[i] = ' '
		if c.brightness > 0 {
			text[i] = figureOf(c.ram[i])
		}
	}
	return string(text)
}

// figureOf returns the figure that segments look like. The eighth bit is that of the colon.
func figureOf(segments byte) byte {
	figures := map[byte]byte{0: ' ', 0x3F: '0', 0x06: '1', 0x5B: '2', 0x4F: '3', 0x66: '4', 0x6D: '5', 0x7D: '6', 0x07: '7', 0x7F: '8', 0x6F: '9', 0x40: '-'}
	if figure, ok := figures[segments&0x7F]; ok {
		return figure
	}
	return '?'
}

// Brightness returns the brightness, 1 to 8; 0 if the display is off.
func (c *TM1637) Brightness() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.brightness
}

// edge makes a change, and signals it if another picture comes of it.
func (c *TM1637) edge(change func()) {
	c.mu.Lock()
	ram, brightness := c.ram, c.brightness
	change()
	changed := ram != c.ram || brightness != c.brightness
	c.mu.Unlock()
	if changed {
		c.signal()
	}
}

// data takes a level of the data line. While the clock is high, its fall is the start and its rise the stop of a transfer.
func (c *TM1637) data(l gpio.Level) {
	before := c.dio
	c.dio = l
	switch {
	case !c.powered || c.clk == gpio.Low || l == before:
	case l == gpio.Low:
		c.active, c.first, c.bits, c.shift = true, true, 0, 0
	default:
		if c.active && c.bits > 1 { // the clock has risen for the stop, too
			c.complaints.add(fmt.Errorf("stop after %d bits of a byte", c.bits-1))
		}
		c.active = false
	}
}

// clock takes a level of the clock. A bit is read when it rises; when it falls after the eighth, the chip acknowledges, and releases the line when it
// falls again.
func (c *TM1637) clock(l gpio.Level) {
	before := c.clk
	c.clk = l
	switch {
	case !c.powered || !c.active || l == before:
	case l == gpio.High && c.bits < 8:
		c.shift >>= 1
		if c.DIO.Level() == gpio.High {
			c.shift |= 0x80
		}
		c.bits++
	case l == gpio.Low && c.acks:
		c.acknowledge(false)
		c.bits, c.shift = 0, 0
	case l == gpio.Low && c.bits == 8:
		c.acknowledge(true)
		c.take(c.shift)
	}
	c.dio = c.DIO.Level()
}

// acknowledge pulls the data line down, or releases it.
func (c *TM1637) acknowledge(on bool) {
	c.acks = on
	c.DIO.Set(gpio.Level(!on))
}

// take takes a byte ("Instructions description"): the first of a transfer is a command, and after an address come data.
func (c *TM1637) take(b byte) {
	if !c.first {
		c.store(b)
		return
	}
	c.first, c.writes = false, false
	switch b & 0xC0 {
	case 0x40:
		if b&0x0A != 0 {
			c.complaints.add(fmt.Errorf("command %#02x: neither reading keys nor a test is emulated", b))
		}
		c.fixed = b&0x04 != 0
	case 0x80:
		c.brightness = 0
		if b&0x08 != 0 {
			c.brightness = int(b&0x07) + 1
		}
	case 0xC0:
		c.address, c.writes = int(b&0x0F), true
	default:
		c.complaints.add(fmt.Errorf("unknown command %#02x", b))
	}
}

// store writes a byte of data to the memory.
func (c *TM1637) store(b byte) {
	if !c.writes || c.address >= len(c.ram) {
		c.complaints.add(fmt.Errorf("data %#02x for address %d", b, c.address))
		return
	}
	c.ram[c.address] = b
	if !c.fixed {
		c.address++
	}
}
