package virtual

import (
	"io"
	"time"
)

// serialByte is a byte's time at 115,200 baud, with start and stop.
const serialByte = 10 * time.Second / 115_200

// serialWake is the byte that wakes the chip on a serial line (manual 7.2.11).
const serialWake = 0x55

// NewPN532OnSerial makes a chip with an empty field on a serial line. Once
// registered, it is found at the path, a symbolic link to a terminal of its
// own. That is only possible on Linux. While its bus fails the link is missing,
// like that of an adapter that is unplugged.
func NewPN532OnSerial(path string) *PN532 {
	c := newPN532(path)
	l := &serialLine{chip: c, path: path}
	c.connect, c.disconnect = l.connect, l.disconnect
	return c
}

// ServeSerial connects the chip to a line until that is closed or the chip's
// bus fails, and then closes the line. It is for lines other than the one that
// Register makes.
func (c *PN532) ServeSerial(line io.ReadWriteCloser) { serveSerial(c, line) }

func (c *PN532) stirred() <-chan struct{} { return c.senderWake }

func (c *PN532) takeSerial(w []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.transfers++
	at := time.Now()
	if at.Before(c.received) {
		at = c.received // earlier bytes are still on the line
	}
	for _, b := range w {
		at = at.Add(serialByte)
		if b == serialWake && !c.unwired() {
			c.wakeUp(wakeHSU, at)
		}
		if c.power != powerAsleep && at.Before(c.awake) {
			c.carry(b) // it cannot receive yet
			continue
		}
		c.take(b, at)
	}
	c.received = at
}

// nextSerial returns the frame that is due, or when to ask again.
func (c *PN532) nextSerial() (frame []byte, next time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if c.fault == ChipFrozen {
		return nil, time.Hour
	}
	c.settle(now)
	if len(c.out) == 0 {
		if c.search != nil {
			return nil, c.search.at.Sub(now)
		}
		return nil, time.Hour
	}
	o := c.out[0]
	if at := o.at.Add(time.Duration(len(o.frame)) * serialByte); now.Before(at) {
		return nil, at.Sub(now)
	}
	c.out = c.out[1:]
	c.transfers++
	for _, b := range o.frame {
		b = c.carry(b)
		if c.unwired() || c.power == powerAsleep {
			break
		}
		frame = append(frame, b)
	}
	c.sleepIfPending()
	return frame, 0
}
