package virtual

import (
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// bus is an emulated SPI bus with one chip that only receives, such as a panel
// or lamps. Every open returns a port of its own, like opening the device file
// does, so a part can be reopened; a port connects once.
type bus struct {
	name   string
	listen func(w []byte, speed physic.Frequency)
	shared *SPIBus

	mu        sync.Mutex
	paced     bool
	fault     error
	bytes     int
	transfers int
	selected  bool // by the master of an SPIDevice
}

// Open opens the chip's port. It is a spireg.Opener.
func (b *bus) Open() (spi.PortCloser, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fault != nil {
		return nil, fmt.Errorf("virtual: opening %s: %w", b.name, b.fault)
	}
	return &chipPort{port: port{name: b.name}, call: b.call, bus: b.shared, fastest: physic.GigaHertz, anyMode: true}, nil
}

// Share makes the chip share the wires of a bus with other chips. It must be
// called before the chip is opened.
func (b *bus) Share(with *SPIBus) { b.shared = with }

// Register registers the chip's port with spireg.
func (b *bus) Register() error { return registerSPI(b.name, b.Open) }

// Unregister undoes Register.
func (b *bus) Unregister() error { return unregisterSPI(b.name) }

// fail makes every use of the bus return an error; nil repairs it.
func (b *bus) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = err
}

// Traffic returns the number of bytes and of transfers to the chip so far.
func (b *bus) Traffic() (bytes, transfers int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes, b.transfers
}

// Pace makes each transfer take its real time.
func (b *bus) Pace(on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.paced = on
}

// call carries transfers to the chip. The chip has no output: the line is low.
func (b *bus) call(frames [][]byte, speed physic.Frequency) (replies [][]byte, err error) {
	for _, w := range frames {
		if err := b.send(w, speed); err != nil {
			return nil, err
		}
		replies = append(replies, make([]byte, len(w)))
	}
	return replies, nil
}

// send carries one transfer to the chip, unless the bus is faulty.
func (b *bus) send(w []byte, speed physic.Frequency) error {
	b.mu.Lock()
	if b.fault != nil {
		defer b.mu.Unlock()
		return fmt.Errorf("virtual: %s: %w", b.name, b.fault)
	}
	b.bytes += len(w)
	b.transfers++
	paced := b.paced
	b.mu.Unlock()
	if paced {
		time.Sleep(transactionTime + time.Duration(8*len(w))*speed.Period())
	}
	b.listen(w, speed)
	return nil
}

// setSelected sets the level of the chip select, and reports whether it has changed.
func (b *bus) setSelected(selected bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if selected == b.selected {
		return false
	}
	b.selected = selected
	if selected {
		b.transfers++
	}
	return true
}

// countBytes counts bytes on the wires, and reports whether the chip receives them.
func (b *bus) countBytes(bytes int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.selected {
		return false
	}
	b.bytes += bytes
	return b.fault == nil
}
