package virtual

import (
	"fmt"
	"math/bits"
	"time"

	"periph.io/x/conn/v3/physic"
)

// pn532I2C is the chip on an I2C bus (manual 6.2.4): a read begins with a byte
// that says whether a frame is ready, and goes on with the frame.
type pn532I2C struct{ *PN532 }

func (c pn532I2C) begin() error {
	c.transfers++
	switch {
	case c.fault == ChipBusFails:
		return ErrBus
	case c.unwired() || !c.rouse(time.Now()):
		return ErrNAK
	}
	return nil
}

func (c pn532I2C) Write(w []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.begin(); err != nil {
		return err
	}
	now := time.Now()
	c.in = frameReader{}
	for _, b := range w {
		c.take(b, now)
	}
	if c.unwired() {
		return ErrNAK // it was pulled out meanwhile
	}
	return nil
}

func (c pn532I2C) Read(r []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.begin(); err != nil {
		return err
	}
	var said []byte // the rest reads as zero
	if c.ready(time.Now()) {
		said = append([]byte{1}, c.out[0].frame...)
		if len(r) > 1 {
			c.out = c.out[1:] // whether it is read to its end or not
		}
	}
	for i := range r {
		var b byte
		if i < len(said) {
			b = said[i]
		}
		r[i] = c.carry(b)
	}
	return nil
}

// The first byte of an SPI transaction (manual 6.2.5).
const (
	spiDataWrite  = 0x01
	spiStatusRead = 0x02
	spiDataRead   = 0x03
)

// pn532SPI is the chip on an SPI port. It speaks the lowest bit first, which
// spidev of a Raspberry Pi does not: all bytes arrive and leave reversed.
type pn532SPI struct{ *PN532 }

func (c pn532SPI) call(frames [][]byte, speed physic.Frequency) (replies [][]byte, pause time.Duration, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range frames {
		c.transfers++
		if c.fault == ChipBusFails {
			return nil, 0, fmt.Errorf("virtual: %s: %w", c.name, ErrBus)
		}
		pause += transactionTime + time.Duration(8*len(w))*speed.Period()
		replies = append(replies, c.transact(w))
	}
	return replies, pause, nil
}

func (c pn532SPI) slept(time.Duration) {}

// transact is what happens while the chip is selected.
func (c pn532SPI) transact(w []byte) []byte {
	if len(w) == 0 {
		return nil
	}
	now := time.Now()
	awake := c.rouse(now)
	kind := bits.Reverse8(w[0])
	switch {
	case !awake && kind == spiDataWrite:
		c.complain("a frame while it wakes up")
	case kind < spiDataWrite || kind > spiDataRead:
		c.complain("an SPI transaction of kind %#02x", kind)
	}
	c.in = frameReader{}
	r := make([]byte, len(w))
	ready := awake && c.ready(now)
	for i := range w {
		var b byte
		switch {
		case i == 0 || !awake:
		case kind == spiDataWrite:
			c.take(bits.Reverse8(w[i]), now)
			continue
		case kind == spiStatusRead && ready:
			b = 1
		case kind == spiDataRead && ready:
			b = c.nextByte()
		}
		r[i] = bits.Reverse8(c.carry(b))
	}
	if kind == spiDataRead && ready && len(c.out) > 0 && c.out[0].read >= len(c.out[0].frame) {
		c.out = c.out[1:]
	}
	return r
}

// nextByte reads on in the frame that is ready; what is behind it is zero.
func (c pn532SPI) nextByte() byte {
	if len(c.out) == 0 {
		return 0 // a fault took it away
	}
	o := &c.out[0]
	o.read++
	if o.read > len(o.frame) {
		return 0
	}
	return o.frame[o.read-1]
}
