package virtual

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// readerChip is what the emulated chips of readers have in common: the field
// of their antenna, and their faults.
type readerChip struct {
	name         string  // of its bus, port or line
	bus          *SPIBus // for a chip on SPI
	field        Field
	losePower    func()
	faultChanged func() // called after each change of the fault
	epoch        time.Time

	mu    sync.Mutex
	fault ChipFault
	next  scheduledFault
	noise *rand.Rand
	bytes int // that carry has counted
}

func newReaderChip(name string, seed uint64, losePower, faultChanged func()) readerChip {
	return readerChip{name: name, losePower: losePower, faultChanged: faultChanged, epoch: time.Now(), noise: rand.New(rand.NewPCG(seed, 3))}
}

// ChipFault is a fault of a reader's chip or its wires.
type ChipFault int

// The faults. Without its wires the chip has no power either: when they are
// back it is in its state after a reset.
const (
	ChipSound     ChipFault = iota // no fault
	ChipLineLow                    // unplugged: reads 0x00
	ChipLineHigh                   // unplugged, with a pull-up: reads 0xFF
	ChipBusFails                   // the port cannot be opened, and every transfer is an error
	ChipFrozen                     // registers can be read, but no command ever ends
	ChipScrambled                  // every byte read is random
	ChipBrownout                   // the chip resets itself, and then works
	ChipMute                       // a PN532 acknowledges commands and never answers them
	ChipRefuses                    // a PN532 answers every command with an error frame
	ChipGlitch                     // one byte that carry carries is disturbed, and then the chip works
)

type scheduledFault struct {
	after int // in transactions or bytes; 0: none is scheduled
	fault ChipFault
}

// String returns the name of the chip's bus, port or line.
func (c *readerChip) String() string { return c.name }

// Field returns the field of the chip's antenna.
func (c *readerChip) Field() *Field { return &c.field }

// Share makes a chip on SPI share the wires of a bus with other chips. It must
// be called before the chip is opened.
func (c *readerChip) Share(b *SPIBus) { c.bus = b }

// openPort returns a new port to the chip.
func (c *readerChip) openPort(call func([][]byte, physic.Frequency) ([][]byte, error), fastest physic.Frequency) (spi.PortCloser, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fault == ChipBusFails {
		return nil, fmt.Errorf("virtual: opening %s: %w", c.name, ErrBus)
	}
	return &chipPort{port: port{name: c.name}, call: call, bus: c.bus, fastest: fastest}, nil
}

// SetFault breaks the chip, or repairs it with ChipSound.
func (c *readerChip) SetFault(f ChipFault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = scheduledFault{}
	c.setFault(f)
}

// FaultAfter breaks an MFRC522 after n more SPI transactions, and a chip that
// carries bytes, such as a PN532, after n more of them, possibly in the middle of
// a frame.
func (c *readerChip) FaultAfter(n int, f ChipFault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = scheduledFault{max(n, 1), f}
}

// countDown counts a transaction or a byte, and triggers a fault that is due.
func (c *readerChip) countDown() {
	if c.next.after == 0 {
		return
	}
	if c.next.after--; c.next.after == 0 {
		c.setFault(c.next.fault)
	}
}

// carry counts a byte between chip and host, triggers a fault that is due, and
// returns the byte as the other side receives it.
func (c *readerChip) carry(b byte) byte {
	c.bytes++
	c.countDown()
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

func (c *readerChip) setFault(f ChipFault) {
	switch f {
	case ChipLineLow, ChipLineHigh:
		c.losePower()
	case ChipBrownout:
		c.losePower()
		f = ChipSound
	}
	c.fault = f
	c.faultChanged()
}

// busFails reports whether the chip's port cannot be opened.
func (c *readerChip) busFails() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fault == ChipBusFails
}

// unwired reports whether the chip has lost its wires.
func (c *readerChip) unwired() bool { return c.fault == ChipLineLow || c.fault == ChipLineHigh }
