package virtual

import (
	"errors"
	"fmt"
	"sync"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
)

// maxTx is the longest transfer of spidev by default (module parameter bufsiz).
const maxTx = 4096

var errClosed = errors.New("virtual: SPI port is closed")

// port is the common part of all openings of an emulated SPI bus; as with
// spidev it is also the connection. It connects once, and takes at most maxTx
// bytes a call.
type port struct {
	name string

	mu        sync.Mutex // held during a call: calls of a port take turns
	connected bool
	closed    bool
	limit     physic.Frequency // 0: none
}

func (p *port) String() string { return p.name }

func (p *port) LimitSpeed(f physic.Frequency) error {
	if err := p.checkSpeed(f, physic.GigaHertz); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limit = f
	return nil
}

func (p *port) checkSpeed(f, most physic.Frequency) error {
	if f < 100*physic.Hertz || f > most {
		return fmt.Errorf("virtual: %s: invalid speed %s", p, f)
	}
	return nil
}

// connect makes the port's only connection.
func (p *port) connect() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return errClosed
	case p.connected:
		return fmt.Errorf("virtual: %s: Connect can only be called once", p)
	}
	p.connected = true
	return nil
}

// Close closes the port. A current transfer ends; later transfers fail.
func (p *port) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return errClosed
	}
	p.closed = true
	return nil
}

func (p *port) Duplex() conn.Duplex { return conn.Full }

func (p *port) MaxTxSize() int { return maxTx }
