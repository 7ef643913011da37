package virtual

import (
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3"
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

// open implements spireg.Opener.
func (b *bus) open() (spi.PortCloser, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fault != nil {
		return nil, fmt.Errorf("virtual: opening %s: %w", b.name, b.fault)
	}
	return &busPort{port: port{name: b.name}, bus: b}, nil
}

func (b *bus) register() error { return registerSPI(b.name, b.open) }

func (b *bus) unregister() error { return unregisterSPI(b.name) }

// fail makes every use of the bus return an error; nil repairs it.
func (b *bus) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = err
}

// traffic returns the number of bytes and transfers so far.
func (b *bus) traffic() (bytes, transfers int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes, b.transfers
}

// pace makes each transfer take its real time.
func (b *bus) pace(on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.paced = on
}

// send carries one transfer to the chip, unless the bus is faulty.
func (b *bus) send(w []byte, speed physic.Frequency) error {
	b.shared.lock()
	defer b.shared.unlock()
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

// busPort is one opening of a bus.
type busPort struct {
	port
	bus   *bus
	speed physic.Frequency
}

func (p *busPort) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	if err := p.checkSpeed(f, physic.GigaHertz); err != nil {
		return nil, err
	}
	if bits != 8 {
		return nil, fmt.Errorf("virtual: %s: words of %d bits", p, bits)
	}
	if err := p.connect(); err != nil {
		return nil, err
	}
	p.speed = f
	return p, nil
}

func (p *busPort) Tx(w, r []byte) error {
	n := max(len(w), len(r))
	switch {
	case n == 0:
		return fmt.Errorf("virtual: %s: Tx with empty buffers", p)
	case n > maxTx:
		return fmt.Errorf("virtual: %s: maximum Tx length is %d, got %d bytes", p, maxTx, n)
	case len(w) != 0 && len(r) != 0 && len(w) != len(r):
		return fmt.Errorf("virtual: %s: Tx of %d bytes out and %d in", p, len(w), len(r))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return errClosed
	}
	clear(r) // the chip has no output: the line is low
	speed := p.speed
	if p.limit != 0 {
		speed = min(speed, p.limit)
	}
	return p.bus.send(w, speed)
}

func (p *busPort) TxPackets(packets []spi.Packet) error {
	for _, k := range packets {
		if err := p.Tx(k.W, k.R); err != nil {
			return err
		}
	}
	return nil
}

var (
	_ spi.PortCloser = (*busPort)(nil)
	_ spi.Conn       = (*busPort)(nil)
	_ conn.Limits    = (*busPort)(nil)
)
