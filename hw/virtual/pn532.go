package virtual

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// PN532Address is the chip's address on I2C, of 7 bits.
const PN532Address = 0x24

// PN532 is an NXP PN532 (user manual UM0701-02), wired to its host by I2C, SPI or
// a serial line, with the tags in its Field. It is emulated as a host sees it:
// its frames, its states of power, and the commands by which tags are listed,
// read and written, with the frames that those send to the field. Commands that it
// does not know it answers with an error frame.
//
// The manual does not tell how long the chip takes for itself; it takes here
// some milliseconds for a search that nobody answers, which is on the slow side.
//
// All methods may be called from any goroutine, also while a driver is at work.
type PN532 struct {
	name       string
	bus        *SPIBus      // on SPI
	connect    func() error // to be found by a host
	disconnect func() error
	field      Field
	epoch      time.Time

	mu    sync.Mutex
	in    frameReader
	out   []outgoing // what the host is to read, in its order
	last  []byte     // the last answer, which a NACK asks for again
	stir  chan struct{}
	power powerState
	awake time.Time     // when it is, if it is waking up
	start time.Duration // of the oscillator
	// received is when the last byte of the host is off a serial line.
	received time.Time

	retries   byte            // MxRtyPassiveActivation
	search    *search         // InListPassiveTarget or InAutoPoll at work
	targets   [][]byte        // UIDs of those it knows, at most maxTargets; nil: released
	selected  int             // the target that is selected, from 1; 0: none
	registers map[uint16]byte // of the contactless interface unit, as written
	lastError byte            // status of the last exchange with a target
	dozes     bool            // it goes to sleep when its answer is read
	wakes     byte            // what wakes it up, as PowerDown has it
	resumes   bool            // it was put to sleep by PowerDown
	fault     ChipFault
	next      scheduledFault
	noise     *rand.Rand
	complaint []string

	stretches bool // the clock of I2C, while it wakes up
	onSPI     bool
	spi       *pn532Transaction // of the master of an SPIDevice; nil: it is not selected

	bytes, transfers int
}

// powerState is how far the chip has come since it had no power (manual 3.1.3
// and 7.2.10).
type powerState int

const (
	powerAsleep  powerState = iota // hears nothing but what wakes it
	powerLowVbat                   // awake, waits for SAMConfiguration
	powerNormal
)

// outgoing is a frame that the host may read from a time on.
type outgoing struct {
	frame []byte
	at    time.Time
	read  int // bytes that were read
}

// Times of the chip. The manual bounds only the acknowledgement, to 15 ms (6.2.1.1),
// and the start of the oscillator. T_osc_start is "typically a few 100 µs", and at
// most 2 ms depending on quartz and board (6.3.2.3). pn532Wakes is between the two,
// because libnfc leaves 1.3 ms between the byte that wakes the chip and its first
// command, and wakes the boards of its users by that.
const (
	pn532Wakes    = time.Millisecond
	pn532WakesMax = 2 * time.Millisecond
	pn532Acks     = 500 * time.Microsecond
	pn532Works    = 500 * time.Microsecond // any command
	pn532Frame    = 100 * time.Microsecond // beside each frame on the air
	pn532Silence  = 5 * time.Millisecond   // a search that nobody answers
	pn532Infinite = 0xFF                   // retries
)

func newPN532(name string) *PN532 {
	c := &PN532{
		name:  name,
		epoch: time.Now(),
		start: pn532Wakes,
		stir:  make(chan struct{}, 1),
		noise: rand.New(rand.NewPCG(532, 3)),
	}
	c.reset()
	return c
}

// NewPN532OnI2C makes a chip with an empty field that is on the bus once it is
// registered.
func NewPN532OnI2C(bus *I2CBus) *PN532 {
	c := newPN532(bus.String())
	c.connect = func() error { return bus.Attach(PN532Address, pn532I2C{c}) }
	c.disconnect = func() error { bus.Detach(PN532Address); return nil }
	return c
}

// NewPN532OnSPI makes a chip with an empty field, to be found at the named port,
// as "SPI0.1", once it is registered.
func NewPN532OnSPI(port string) *PN532 {
	c := newPN532(port)
	c.onSPI = true
	c.connect = func() error { return registerSPI(port, c.openSPI) }
	c.disconnect = func() error { return unregisterSPI(port) }
	return c
}

// String is the name of what the chip is wired to.
func (c *PN532) String() string { return c.name }

// Field is the field of the chip's antenna.
func (c *PN532) Field() *Field { return &c.field }

// Share has a chip on SPI share the wires of a bus with others. It is called
// before the chip is opened.
func (c *PN532) Share(b *SPIBus) { c.bus = b }

// Register lets hosts find the chip.
func (c *PN532) Register() error { return c.connect() }

// Unregister undoes Register.
func (c *PN532) Unregister() error { return c.disconnect() }

func (c *PN532) openSPI() (spi.PortCloser, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fault == ChipBusFails {
		return nil, fmt.Errorf("virtual: opening %s: %w", c.name, ErrBus)
	}
	return &chipPort{port: port{name: c.name}, chip: pn532SPI{c}, bus: c.bus, fastest: 5 * physic.MegaHertz}, nil
}

// SetOscillatorStart sets how long the chip takes to wake up, T_osc_start of the
// manual (6.3.2.3): 1 ms at first. A value outside of 0 to 2 ms is set to the
// nearer of the two.
func (c *PN532) SetOscillatorStart(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.start = min(max(d, 0), pn532WakesMax)
}

// StretchClock sets whether the chip holds the clock of I2C low while it wakes up,
// and acknowledges its address then; not at first, when it does not acknowledge.
// The datasheet's timing of the I2C interface allows it to stretch the clock, and
// drivers of boards that wait for the clock count on that. A Raspberry Pi's
// controller waits badly: see docs/bring-up.md.
func (c *PN532) StretchClock(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stretches = on
}

// SetFault breaks the chip, or mends it with ChipSound.
func (c *PN532) SetFault(f ChipFault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = scheduledFault{}
	c.setFault(f)
}

// FaultAfter breaks the chip when n more bytes went between it and its host, in
// the middle of a frame if it comes to that.
func (c *PN532) FaultAfter(n int, f ChipFault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = scheduledFault{max(n, 1), f}
}

func (c *PN532) setFault(f ChipFault) {
	switch f {
	case ChipLineLow, ChipLineHigh:
		c.reset()
	case ChipBrownout:
		c.reset()
		f = ChipSound
	}
	c.fault = f
	c.tell()
}

// Traffic counts the bytes between the chip and its host, without addresses, and
// the transfers that they went by.
func (c *PN532) Traffic() (bytes, transfers int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes, c.transfers
}

// Complaints are what the host did that the manual forbids, each once. Faults
// that disturb what it sends may make it seem so.
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

// tell lets a serial line look again at what there is to send.
func (c *PN532) tell() {
	select {
	case c.stir <- struct{}{}:
	default:
	}
}

// reset is what a loss of power does.
func (c *PN532) reset() {
	c.in = frameReader{}
	c.out, c.last, c.search = nil, nil, nil
	c.power = powerAsleep
	c.retries = pn532Infinite
	c.targets, c.selected = nil, 0
	c.registers, c.lastError = nil, 0
	c.dozes, c.resumes, c.wakes = false, false, wakeHSU|wakeSPI|wakeI2C
	c.field.power(false, c.since(time.Now()))
}

// since is the field's time.
func (c *PN532) since(t time.Time) time.Duration { return t.Sub(c.epoch) }

// rouse is what wakes the chip: its address, its chip select, or 0x55 on a serial
// line. It reports whether the chip is awake. From PowerDown it comes back to where it
// was.
func (c *PN532) rouse(by byte, now time.Time) bool {
	if c.power == powerAsleep {
		if c.wakes&by == 0 {
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

// delivered takes away the frame that the host has read.
func (c *PN532) delivered() {
	c.out = c.out[1:]
	c.doze()
}

// doze is what PowerDown leads to when its answer is read: the chip sleeps without
// a field.
func (c *PN532) doze() {
	if c.dozes && len(c.out) == 0 {
		c.dozes, c.resumes = false, true
		c.power = powerAsleep
		c.in = frameReader{}
		c.targets, c.selected = nil, 0
		c.field.power(false, c.since(time.Now()))
	}
}

// unwired says whether the chip has lost its wires.
func (c *PN532) unwired() bool { return c.fault == ChipLineLow || c.fault == ChipLineHigh }

// carry counts a byte between chip and host, in whose midst a fault may happen,
// and gives it as the other side gets it.
func (c *PN532) carry(b byte) byte {
	c.bytes++
	if c.next.after > 0 {
		c.next.after--
		if c.next.after == 0 {
			c.setFault(c.next.fault)
		}
	}
	switch c.fault {
	case ChipLineLow:
		return 0x00
	case ChipLineHigh:
		return 0xFF
	case ChipScrambled:
		return byte(c.noise.Uint32())
	case ChipGlitch:
		c.fault = ChipSound
		return b ^ 0x55
	}
	return b
}

// take is a byte from the host. The frame that it may complete is obeyed.
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
		c.obey(frame, now)
	}
}

// send puts a frame before the host.
func (c *PN532) send(frame []byte, at time.Time) {
	c.out = append(c.out, outgoing{frame: frame, at: at})
	c.tell()
}

// ready says whether the host may read a frame now.
func (c *PN532) ready(now time.Time) bool {
	if c.fault == ChipFrozen {
		return false
	}
	c.settle(now)
	return len(c.out) > 0 && !now.Before(c.out[0].at)
}
