package virtual

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// I2CDevice is a chip on an I2CBus. Its methods are called from one goroutine at
// a time, when the bus carries its address.
type I2CDevice interface {
	// Write takes the bytes of one write, up to the stop or the next start. An
	// error means that a byte was not acknowledged.
	Write(w []byte) error
	// Read fills r with the chip's bytes. An error means that the address was
	// not acknowledged.
	Read(r []byte) error
}

// I2CFault is a fault of a whole bus.
type I2CFault int

// The faults of a bus.
const (
	I2CSound I2CFault = iota // no fault
	I2CFails                 // it cannot be opened, and every transfer is an error
	I2CStuck                 // a line is held low: the kernel gives up each transfer
)

var (
	// ErrNAK is the error of a transfer that no chip acknowledges, with the
	// kernel's text.
	ErrNAK = errors.New("virtual: remote I/O error")
	// ErrStuckBus is the error of a transfer that the kernel gave up.
	ErrStuckBus = errors.New("virtual: connection timed out")

	errI2CSpeed  = errors.New("virtual: the speed of the bus is not supported to be set")
	errI2CClosed = errors.New("virtual: I2C bus is closed")
)

const (
	// i2cClock is the default clock of a Raspberry Pi's bus.
	i2cClock = 100 * physic.KiloHertz
	// i2cTimeout is when the kernel gives up a transfer (i2c-bcm2835).
	i2cTimeout = time.Second
)

// I2CBus is an emulated I2C bus with any number of chips, each with its own
// address. Transfers take their real time, one after the other, as in the
// kernel.
type I2CBus struct {
	name string
	// turn is held during a transfer, and guards the fields below. It is a
	// channel because a goroutine that waits for a mutex keeps the time of a
	// bubble from passing.
	turn      chan struct{}
	devices   map[uint16]I2CDevice
	fault     I2CFault
	bytes     int
	transfers int
}

// NewI2CBus makes a bus without chips. Once registered, it is found under its
// name, such as "I2C1".
func NewI2CBus(name string) *I2CBus {
	return &I2CBus{name: name, turn: make(chan struct{}, 1), devices: map[uint16]I2CDevice{}}
}

// String returns the name of the bus.
func (b *I2CBus) String() string { return b.name }

func (b *I2CBus) lock()   { b.turn <- struct{}{} }
func (b *I2CBus) unlock() { <-b.turn }

// Attach connects a chip by its 7-bit address. An address in use is an error.
func (b *I2CBus) Attach(addr uint16, d I2CDevice) error {
	b.lock()
	defer b.unlock()
	if _, taken := b.devices[addr]; taken {
		return fmt.Errorf("virtual: %s: address %#02x is taken", b.name, addr)
	}
	b.devices[addr] = d
	return nil
}

// Detach takes the chip with that address off the bus, if there is one.
func (b *I2CBus) Detach(addr uint16) {
	b.lock()
	defer b.unlock()
	delete(b.devices, addr)
}

// SetFault breaks the bus, or repairs it with I2CSound. It waits for the end of
// a transfer.
func (b *I2CBus) SetFault(f I2CFault) {
	b.lock()
	defer b.unlock()
	b.fault = f
}

// Traffic returns the bytes so far, with their addresses, and the transfers,
// each of which is a call to the kernel.
func (b *I2CBus) Traffic() (bytes, transfers int) {
	b.lock()
	defer b.unlock()
	return b.bytes, b.transfers
}

// Open returns a handle to the bus. It implements i2creg.Opener.
func (b *I2CBus) Open() (i2c.BusCloser, error) {
	b.lock()
	defer b.unlock()
	if b.fault == I2CFails {
		return nil, fmt.Errorf("virtual: opening %s: %w", b.name, ErrBus)
	}
	return &i2cHandle{bus: b}, nil
}

// Register registers the bus with i2creg in the kernel's way: I2C1 is another
// name of /dev/i2c-1.
func (b *I2CBus) Register() error { return registerI2C(b.name, b.Open) }

// Unregister undoes Register. Handles that are open stay usable.
func (b *I2CBus) Unregister() error { return unregisterI2C(b.name) }

// carry sends n bytes over the wire, each with its acknowledgement.
func (b *I2CBus) carry(n int) {
	b.bytes += n
	time.Sleep(time.Duration(9*n) * i2cClock.Period())
}

// Write sends w to the chip at an address, for a controller that handles the
// time on the wire itself. The error is ErrNAK, ErrStuckBus or ErrBus.
func (b *I2CBus) Write(addr uint16, w []byte) error {
	return b.exchange(addr, len(w), func(d I2CDevice) error { return d.Write(w) })
}

// Read fills r with the bytes of the chip at an address; otherwise it is like Write.
func (b *I2CBus) Read(addr uint16, r []byte) error {
	return b.exchange(addr, len(r), func(d I2CDevice) error { return d.Read(r) })
}

// exchange transfers n bytes to or from a chip, without taking time.
func (b *I2CBus) exchange(addr uint16, n int, do func(I2CDevice) error) error {
	b.lock()
	defer b.unlock()
	b.transfers++
	switch b.fault {
	case I2CFails:
		return ErrBus
	case I2CStuck:
		return ErrStuckBus
	}
	b.bytes++ // the address
	d := b.devices[addr]
	if d == nil {
		return ErrNAK
	}
	b.bytes += n
	return do(d)
}

// transfer writes w and then reads r, each if it is not empty.
func (b *I2CBus) transfer(addr uint16, w, r []byte) error {
	b.transfers++
	switch b.fault {
	case I2CFails:
		return ErrBus
	case I2CStuck:
		time.Sleep(i2cTimeout)
		return ErrStuckBus
	}
	d := b.devices[addr]
	if d == nil {
		b.carry(1)
		return ErrNAK
	}
	if len(w) > 0 {
		b.carry(1 + len(w))
		if err := d.Write(w); err != nil {
			return err
		}
	}
	if len(r) > 0 {
		if err := d.Read(r); err != nil {
			return err
		}
		b.carry(1 + len(r))
	}
	return nil
}

// i2cHandle is one opening of a bus.
type i2cHandle struct {
	bus    *I2CBus
	closed bool // guarded by the bus
}

func (h *i2cHandle) String() string { return h.bus.name }

func (h *i2cHandle) Tx(addr uint16, w, r []byte) error {
	if addr >= 0x80 {
		return fmt.Errorf("virtual: %s: invalid address %#x", h, addr)
	}
	if len(w) == 0 && len(r) == 0 {
		return nil
	}
	h.bus.lock()
	defer h.bus.unlock()
	if h.closed {
		return errI2CClosed
	}
	if err := h.bus.transfer(addr, w, r); err != nil {
		return fmt.Errorf("virtual: %s: address %#02x: %w", h, addr, err)
	}
	return nil
}

// SetSpeed fails, as it does on a Raspberry Pi: there all use one speed, which
// the system's config sets.
func (h *i2cHandle) SetSpeed(physic.Frequency) error { return errI2CSpeed }

// Close closes the handle. Later transfers fail.
func (h *i2cHandle) Close() error {
	h.bus.lock()
	defer h.bus.unlock()
	if h.closed {
		return errI2CClosed
	}
	h.closed = true
	return nil
}

var _ i2c.BusCloser = (*i2cHandle)(nil)
