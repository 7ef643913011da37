package virtual

import (
	"fmt"
	"math/bits"
	"time"

	"periph.io/x/conn/v3/physic"
)

// pn532I2C is the chip on an I2C bus (manual 6.2.4): a read begins with a byte
// that shows whether a frame is ready, followed by the frame.
type pn532I2C struct{ *PN532 }

func (c pn532I2C) begin() error {
	c.transfers++
	if c.stretches && !c.unwired() && c.fault != ChipBusFails && !c.wakeUp(wakeI2C, time.Now()) && c.power != powerAsleep {
		pause := time.Until(c.awake)
		c.mu.Unlock()
		time.Sleep(pause) // it holds the clock, and with it the bus
		c.mu.Lock()
	}
	switch {
	case c.fault == ChipBusFails:
		return ErrBus
	case c.unwired() || !c.wakeUp(wakeI2C, time.Now()):
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
		return ErrNAK // it was unplugged meanwhile
	}
	return nil
}

func (c pn532I2C) Read(r []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.begin(); err != nil {
		return err
	}
	var answer []byte // the rest reads as zero
	if c.ready(time.Now()) {
		answer = append([]byte{1}, c.out[0].frame...)
		if len(r) > 1 {
			c.delivered() // whether it is read to its end or not
		}
	}
	for i := range r {
		var b byte
		if i < len(answer) {
			b = answer[i]
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

// pn532SPI is the chip on an SPI port. It sends the lowest bit first, which a
// Raspberry Pi's spidev does not: all bytes arrive and leave reversed.
type pn532SPI struct{ *PN532 }

func (c pn532SPI) call(frames [][]byte, speed physic.Frequency) (replies [][]byte, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var pause time.Duration
	for _, w := range frames {
		c.transfers++
		if c.fault == ChipBusFails {
			return nil, fmt.Errorf("virtual: %s: %w", c.name, ErrBus)
		}
		pause += transactionTime + time.Duration(8*len(w))*speed.Period()
		replies = append(replies, c.transact(w))
	}
	c.mu.Unlock()
	time.Sleep(pause)
	c.mu.Lock()
	return replies, nil
}

// pn532Transaction is the state of a current SPI transaction.
type pn532Transaction struct {
	bytes int  // exchanged so far
	kind  byte // the kind of transaction, from the first byte
	awake bool // the chip was awake at the first byte
	ready bool // and had a frame ready, for a read
}

// transact makes a whole transaction.
func (c pn532SPI) transact(w []byte) []byte {
	if len(w) == 0 {
		return nil
	}
	var t pn532Transaction
	now := time.Now()
	c.wakeUp(wakeSPI, now)
	r := make([]byte, len(w))
	for i, b := range w {
		r[i] = c.exchangeByte(&t, b, now)
	}
	c.end(&t)
	return r
}

// exchangeByte takes one byte of a transaction and returns the chip's.
func (c pn532SPI) exchangeByte(t *pn532Transaction, w byte, now time.Time) (r byte) {
	w = bits.Reverse8(w)
	t.bytes++
	if t.bytes == 1 {
		c.address(t, w, now)
	}
	switch {
	case t.bytes == 1 || !t.awake:
	case t.kind == spiDataWrite:
		c.take(w, now)
		return 0
	case t.kind == spiStatusRead && c.ready(now):
		r = 1
	case t.kind == spiDataRead && t.ready:
		r = c.nextByte()
	}
	return bits.Reverse8(c.carry(r))
}

// address takes the first byte of a transaction.
func (c pn532SPI) address(t *pn532Transaction, kind byte, now time.Time) {
	t.kind = kind
	t.awake = c.wakeUp(wakeSPI, now)
	switch {
	case !t.awake && kind == spiDataWrite:
		c.complain("a frame while it wakes up")
	case t.awake && (kind < spiDataWrite || kind > spiDataRead):
		c.complain("an SPI transaction of kind %#02x", kind)
	}
	c.in = frameReader{}
	t.ready = t.awake && c.ready(now)
}

// end ends a transaction: a frame that was read is removed.
func (c pn532SPI) end(t *pn532Transaction) {
	if t.kind == spiDataRead && t.ready && len(c.out) > 0 && c.out[0].read >= len(c.out[0].frame) {
		c.delivered()
	}
}

// Select implements SPIDevice. A chip that is not on SPI ignores it. The chip
// select wakes the chip (manual 7.2.11).
func (c *PN532) Select(selected bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.onSPI || selected == (c.spi != nil) {
		return
	}
	if !selected {
		pn532SPI{c}.end(c.spi)
		c.spi = nil
		return
	}
	c.transfers++
	c.spi = &pn532Transaction{}
	if !c.unwired() && c.fault != ChipBusFails {
		c.wakeUp(wakeSPI, time.Now())
	}
}

// Exchange implements SPIDevice. A chip whose bus fails, or that is not on SPI,
// returns zeros.
func (c *PN532) Exchange(w []byte, _ physic.Frequency) (r []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r = make([]byte, len(w))
	if c.spi == nil || c.fault == ChipBusFails {
		return r
	}
	now := time.Now()
	for i, b := range w {
		r[i] = pn532SPI{c}.exchangeByte(c.spi, b, now)
	}
	return r
}

// nextByte returns the next byte of the frame that is ready; bytes after its
// end are zero.
func (c pn532SPI) nextByte() byte {
	if len(c.out) == 0 {
		return 0 // a fault removed it
	}
	o := &c.out[0]
	o.read++
	if o.read > len(o.frame) {
		return 0
	}
	return o.frame[o.read-1]
}
