package virtual

import (
	"fmt"
	"slices"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// PN532Address is the chip's address on I2C, of 7 bits.
const PN532Address = 0x24

// PN532 is an NXP PN532 (user manual UM0701-02), connected to its host by I2C, SPI or
// a serial line, with the tags in its Field. The emulation covers its frames, its
// power states, and the commands that list tags, and read and write them, with the
// frames that these send to the field. It answers unknown commands with an error
// frame.
//
// The manual does not state the chip's own processing time; here it takes some
// milliseconds for a search without result, which is rather slow.
//
// All methods may be called from any goroutine, also while a driver uses the chip.
type PN532 struct {
	readerChip
	connect    func() error // registers the chip
	disconnect func() error

	in         frameReader
	out        []outgoing // frames for the host, in order
	last       []byte     // the last answer, which a NACK requests again
	senderWake chan struct{}
	power      powerState
	awake      time.Time     // when it will be awake, if it is waking up
	start      time.Duration // time that the oscillator needs to start
	// received is when the last byte of the host has passed the serial line.
	received time.Time

	retries      byte            // MxRtyPassiveActivation
	search       *search         // the current InListPassiveTarget or InAutoPoll
	targets      [][]byte        // UIDs of the known targets, at most maxTargets; nil: released
	selected     int             // the selected target, from 1; 0: none
	registers    map[uint16]byte // of the contactless interface unit, as written
	lastError    byte            // status of the last exchange with a target
	sleepPending bool            // PowerDown is answered: the chip sleeps as soon as the answer is read
	wakeSources  byte            // the sources that wake it up
	resumes      bool            // PowerDown put it to sleep
	complaint    []string

	stretches bool // it holds the clock of I2C low while it wakes up
	onSPI     bool
	spi       *pn532Transaction // driven by the master of an SPIDevice; nil if not selected

	transfers int
}

// powerState is how far the chip has started since power-up (manual 3.1.3 and 7.2.10).
type powerState int

const (
	powerAsleep  powerState = iota // reacts only to the sources that wake it
	powerLowVbat                   // awake, waits for SAMConfiguration
	powerNormal
)

// outgoing is a frame that the host may read from some time on.
type outgoing struct {
	frame []byte
	at    time.Time
	read  int // bytes that were read
}

// Times of the chip. The manual bounds only the acknowledgement, to 15 ms (6.2.1.1),
// and the start of the oscillator. T_osc_start is "typically a few 100 µs", and at
// most 2 ms depending on quartz and board (6.3.2.3). pn532WakeTime is between the two,
// because libnfc leaves 1.3 ms between the byte that wakes the chip and its first
// command, which works on its users' boards.
const (
	pn532WakeTime    = time.Millisecond
	pn532WakeTimeMax = 2 * time.Millisecond
	pn532AckTime     = 500 * time.Microsecond
	pn532CommandTime = 500 * time.Microsecond // any command
	pn532FrameTime   = 100 * time.Microsecond // in addition to each frame on the air
	pn532SearchTime  = 5 * time.Millisecond   // a search without an answer
	pn532Infinite    = 0xFF                   // retries
)

func newPN532(name string) *PN532 {
	c := &PN532{
		start:      pn532WakeTime,
		senderWake: make(chan struct{}, 1),
	}
	c.readerChip = newReaderChip(name, 532, c.reset, c.wakeSender)
	c.reset()
	return c
}

// NewPN532OnI2C makes a chip with an empty field. Once registered, it is on the bus.
func NewPN532OnI2C(bus *I2CBus) *PN532 {
	c := newPN532(bus.String())
	c.connect = func() error { return bus.Attach(PN532Address, pn532I2C{c}) }
	c.disconnect = func() error { bus.Detach(PN532Address); return nil }
	return c
}

// NewPN532OnSPI makes a chip with an empty field. Once registered, it is found at the
// named port, such as "SPI0.1".
func NewPN532OnSPI(port string) *PN532 {
	c := newPN532(port)
	c.onSPI = true
	c.connect = func() error { return registerSPI(port, c.openSPI) }
	c.disconnect = func() error { return unregisterSPI(port) }
	return c
}

// Register makes the chip available to hosts.
func (c *PN532) Register() error { return c.connect() }

// Unregister undoes Register.
func (c *PN532) Unregister() error { return c.disconnect() }

func (c *PN532) openSPI() (spi.PortCloser, error) {
	return c.openPort(pn532SPI{c}.call, 5*physic.MegaHertz)
}

// SetOscillatorStart sets how long the chip takes to wake up, T_osc_start of the
// manual (6.3.2.3): 1 ms by default. A value outside of 0 to 2 ms is set to the nearer
// of the two.
func (c *PN532) SetOscillatorStart(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.start = min(max(d, 0), pn532WakeTimeMax)
}

// StretchClock sets whether the chip holds the clock of I2C low while it wakes up, and
// acknowledges its address then. By default it does not acknowledge instead. The
// datasheet's timing of the I2C interface allows it to stretch the clock, and drivers
// of boards that wait for the clock rely on that. A Raspberry Pi's controller handles
// it badly: see docs/bring-up.md.
func (c *PN532) StretchClock(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stretches = on
}

// Traffic returns the number of bytes between the chip and its host, without
// addresses, and of their transfers.
func (c *PN532) Traffic() (bytes, transfers int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes, c.transfers
}

// Complaints lists violations of the manual by the host, each once. Faults that
// disturb the host's bytes may cause some, too.
func (c *PN532) Complaints() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.complaint)
}

func (c *PN532) complain(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !slices.Contains(c.complaint, s) {
		c.complaint = append(c.complaint, s)
	}
}

// wakeSender makes a serial line check again for frames to send.
func (c *PN532) wakeSender() {
	select {
	case c.senderWake <- struct{}{}:
	default:
	}
}

// reset is the effect of a loss of power.
func (c *PN532) reset() {
	c.in = frameReader{}
	c.out, c.last, c.search = nil, nil, nil
	c.power = powerAsleep
	c.retries = pn532Infinite
	c.targets, c.selected = nil, 0
	c.registers, c.lastError = nil, 0
	c.sleepPending, c.resumes, c.wakeSources = false, false, wakeHSU|wakeSPI|wakeI2C
	c.field.power(false, c.fieldTime(time.Now()))
}

// fieldTime converts a time to the field's.
func (c *PN532) fieldTime(t time.Time) time.Duration { return t.Sub(c.epoch) }

// wakeUp wakes the chip by its address, its chip select, or 0x55 on a serial line. It
// reports whether the chip is awake. From PowerDown it returns to its former state.
func (c *PN532) wakeUp(by byte, now time.Time) bool {
	if c.power == powerAsleep {
		if c.wakeSources&by == 0 {
			return false
		}
		c.power = powerLowVbat
		if c.resumes {
			c.power = powerNormal
		}
		c.awake = now.Add(c.start)
	}
	return !now.Before(c.awake)
}

// delivered removes the frame that the host has read.
func (c *PN532) delivered() {
	c.out = c.out[1:]
	c.sleepIfPending()
}

// sleepIfPending is the end of PowerDown, once its answer is read: the chip sleeps without a
// field.
func (c *PN532) sleepIfPending() {
	if c.sleepPending && len(c.out) == 0 {
		c.sleepPending, c.resumes = false, true
		c.power = powerAsleep
		c.in = frameReader{}
		c.targets, c.selected = nil, 0
		c.field.power(false, c.fieldTime(time.Now()))
	}
}

// take takes a byte from the host. If it completes a frame, the chip obeys that.
func (c *PN532) take(b byte, now time.Time) {
	b = c.carry(b)
	if c.unwired() || c.fault == ChipFrozen || c.power == powerAsleep {
		return
	}
	frame, err := c.in.add(b)
	switch {
	case err != nil:
		c.complain("%v", err)
	case frame != nil:
		c.handleFrame(frame, now)
	}
}

// send queues a frame for the host.
func (c *PN532) send(frame []byte, at time.Time) {
	c.out = append(c.out, outgoing{frame: frame, at: at})
	c.wakeSender()
}

// ready reports whether the host may read a frame now.
func (c *PN532) ready(now time.Time) bool {
	if c.fault == ChipFrozen {
		return false
	}
	c.settle(now)
	return len(c.out) > 0 && !now.Before(c.out[0].at)
}
