package virtual

import (
	"fmt"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// MFRC522 is an NXP MFRC522 (datasheet Rev. 3.9) behind an SPI port, with the
// tags in its Field. The emulation covers registers, FIFO, timer, CRC
// coprocessor and self test, and Transmit, Transceive and SoftReset with the
// times they take on the air and with collisions bit by bit. The commands
// Receive and MFAuthent end at once without effect.
//
// Its clock is the current time plus 20 µs for each SPI transaction and the
// time of its bits on the wire: a driver that polls in a tight loop sees the
// chip's timer run out after as many polls as on a Raspberry Pi, and a test
// under synctest always sees the same.
//
// All methods may be called from any goroutine, also while a driver uses the chip.
type MFRC522 struct {
	readerChip

	regs  [64]byte
	fifo  []byte
	timer chipTimer
	air   *onAir // the current exchange with the field
	// memory is the internal buffer of the commands Mem and GenerateRandomID.
	memory [chipMemorySize]byte
	irq    *irqLine // nil: not wired

	version        byte
	collisionCount CollisionCount
	checksParity   bool // see CheckParityAfterCollision

	elapsed time.Duration // since epoch, at the start of the transaction
	extra   time.Duration // the time of SPI transfers that took none here
	latest  time.Duration // time never goes back
	paced   bool

	selected            *chipTransaction // driven by the master of an SPIDevice; nil if not selected
	transactions, calls int
}

// CollisionCount is the position from which CollPos counts if an answer does
// not begin with the first bit of a level; the datasheet leaves it open.
type CollisionCount int

// The possible meanings of the datasheet's "bit position in a received frame".
const (
	FromFirstBit CollisionCount = iota // the first bit received is 1
	FromByte                           // the first bit of the byte it is aligned to is 1
	FromLevel                          // the first bit of the cascade level is 1
)

// transactionTime is the time for the chip select and the kernel's work.
const transactionTime = 20 * time.Microsecond

// NewMFRC522 makes a chip with an empty field. Once registered, it is found at
// the named port, such as "SPI0.0".
func NewMFRC522(port string) *MFRC522 {
	c := &MFRC522{version: 0x92}
	c.readerChip = newReaderChip(port, 522, c.losePower, c.driveIRQ)
	c.reset()
	return c
}

// Open returns a new port to the chip. It implements spireg.Opener.
func (c *MFRC522) Open() (spi.PortCloser, error) {
	return c.openPort(c.call, 10*physic.MegaHertz)
}

// Register registers the chip's port with spireg in the kernel's way: SPI0.0 is
// another name of /dev/spidev0.0.
func (c *MFRC522) Register() error { return registerSPI(c.name, c.Open) }

// Unregister undoes Register. Ports that are open stay usable.
func (c *MFRC522) Unregister() error { return unregisterSPI(c.name) }

// SetVersion sets the value of VersionReg: 0x92 by default.
func (c *MFRC522) SetVersion(v byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version = v
}

// CountCollisions sets the position from which CollPos counts: FromFirstBit by default.
func (c *MFRC522) CountCollisions(from CollisionCount) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.collisionCount = from
}

// CheckParityAfterCollision sets whether the chip still checks parity in a
// frame after a collision, and so may set ParityErr beside CollErr. By default
// it does not.
//
// The datasheet (9.3.1.7) excludes neither. If two bytes differ in one bit,
// their parity bits differ too, so a chip that checked them would set ParityErr
// in half of all collisions. The most used driver (MFRC522 of the Arduino
// library manager) gives an exchange up at ParityErr and goes on at CollErr:
// with such a chip it could hardly distinguish tags, which is its purpose. This
// was not measured for this project.
func (c *MFRC522) CheckParityAfterCollision(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.checksParity = on
}

func (c *MFRC522) losePower() {
	c.memory = [chipMemorySize]byte{}
	c.reset()
}

// Pace makes each SPI call take its real time, instead of only counting it.
func (c *MFRC522) Pace(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.paced = on
}

// Traffic returns the SPI transactions, in each of which the chip was selected
// once, and the calls to the kernel that made them.
func (c *MFRC522) Traffic() (transactions, calls int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.transactions, c.calls
}

// now returns the chip's time. It never goes back, even if the clock it is
// derived from was changed by entering or leaving a test's bubble.
func (c *MFRC522) now() time.Duration {
	c.latest = max(c.latest, c.elapsed+c.extra)
	return c.latest
}

// call makes the transactions of one SPI call.
func (c *MFRC522) call(frames [][]byte, speed physic.Frequency) (replies [][]byte, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	before := c.extra
	for _, w := range frames {
		r, err := c.transaction(w, 8*speed.Period())
		if err != nil {
			return nil, err
		}
		replies = append(replies, r)
	}
	if pause := c.extra - before; c.paced {
		c.mu.Unlock()
		time.Sleep(pause)
		c.mu.Lock()
		c.extra -= pause // the clock has counted it, too
	}
	return replies, nil
}

// chipTransaction is the state of a current transaction.
type chipTransaction struct {
	bytes       int  // exchanged so far
	first, last byte // of those received
}

// transaction makes a whole transaction with the given time for each byte.
func (c *MFRC522) transaction(w []byte, byteTime time.Duration) ([]byte, error) {
	c.extra += transactionTime
	c.begin()
	if c.fault == ChipBusFails {
		return nil, fmt.Errorf("virtual: %s: %w", c.name, ErrBus)
	}
	r := make([]byte, len(w))
	c.exchange(&chipTransaction{}, w, r, byteTime)
	return r, nil
}

// begin starts a transaction.
func (c *MFRC522) begin() {
	c.transactions++
	c.elapsed = time.Since(c.epoch)
	c.countDown()
}

// exchange takes bytes of a transaction and returns the chip's in r (datasheet
// 8.1.2): the first byte is an address; in a read each byte is the next address
// and is sent with the value of the one before, in a write all further bytes
// are values. Each byte advances the chip's time by byteTime.
func (c *MFRC522) exchange(t *chipTransaction, w, r []byte, byteTime time.Duration) {
	if t.bytes == 0 && len(w) > 0 {
		t.first = w[0]
	}
	address, reading, last := t.first>>1&0x3F, t.first&0x80 != 0, t.last
	begun, wired := t.bytes > 0, c.irq != nil
	r = r[:len(w)]
	for i, b := range w {
		c.extra += byteTime
		c.settle()
		switch {
		case c.fault == ChipLineLow:
		case c.fault == ChipLineHigh:
			r[i] = 0xFF
		case i == 0 && !begun:
		case !reading:
			c.write(address, b)
		case last&0x80 != 0:
			r[i] = c.read(last >> 1 & 0x3F)
		}
		if c.fault == ChipScrambled {
			r[i] = byte(c.noise.Uint32())
		}
		last = b
		if wired {
			c.driveIRQ()
		}
	}
	t.bytes += len(w)
	t.last = last
}

// Select implements SPIDevice.
func (c *MFRC522) Select(selected bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if selected == (c.selected != nil) {
		return
	}
	if c.selected = nil; selected {
		c.selected = &chipTransaction{}
		c.begin()
	}
}

// Exchange implements SPIDevice. A chip whose bus fails returns zeros.
func (c *MFRC522) Exchange(w []byte, _ physic.Frequency) (r []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r = make([]byte, len(w))
	if c.selected == nil || c.fault == ChipBusFails {
		return r
	}
	c.elapsed = time.Since(c.epoch)
	c.exchange(c.selected, w, r, 0)
	return r
}
