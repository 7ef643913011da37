package virtual

import (
	"errors"
	"fmt"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// ErrBus is the error of a transfer while its bus fails.
var ErrBus = errors.New("virtual: input/output error")

// chipPort is one opening of a chip's port. Like spidev it deselects the chip
// after each packet that does not keep it selected.
type chipPort struct {
	port
	call    func(frames [][]byte, speed physic.Frequency) (replies [][]byte, err error) // makes the transactions of one SPI call
	bus     *SPIBus
	fastest physic.Frequency // the fastest clock of the chip
	anyMode bool             // the chip supports modes other than 0
	speed   physic.Frequency
}

// Connect refuses settings that the chip does not support: of readers (MFRC522
// datasheet 8.1.2, PN532 datasheet 8.3.3) modes other than 0, and of all chips
// words other than 8 bits and a clock that is too fast.
func (p *chipPort) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	if err := p.checkSpeed(f, p.fastest); err != nil {
		return nil, err
	}
	if mode != spi.Mode0 && !p.anyMode || bits != 8 {
		return nil, fmt.Errorf("virtual: %s: %v with words of %d bits", p, mode, bits)
	}
	if err := p.connect(); err != nil {
		return nil, err
	}
	p.speed = f
	return p, nil
}

func (p *chipPort) Tx(w, r []byte) error {
	return p.TxPackets([]spi.Packet{{W: w, R: r}})
}

func (p *chipPort) TxPackets(packets []spi.Packet) error {
	frames, err := p.join(packets)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return errClosed
	}
	speed := p.speed
	if p.limit != 0 {
		speed = min(speed, p.limit)
	}
	p.bus.lock()
	defer p.bus.unlock()
	replies, err := p.call(frames, speed)
	if err != nil {
		return err
	}
	scatter(packets, replies)
	return nil
}

// join makes one frame of consecutive packets in which the chip stays selected.
func (p *chipPort) join(packets []spi.Packet) ([][]byte, error) {
	var frames [][]byte
	total, open := 0, false
	for _, k := range packets {
		n := max(len(k.W), len(k.R))
		if len(k.W) != 0 && len(k.R) != 0 && len(k.W) != len(k.R) {
			return nil, fmt.Errorf("virtual: %s: packet of %d bytes out and %d in", p, len(k.W), len(k.R))
		}
		total += n
		sent := make([]byte, n)
		copy(sent, k.W)
		if open {
			frames[len(frames)-1] = append(frames[len(frames)-1], sent...)
		} else {
			frames = append(frames, sent)
		}
		open = k.KeepCS
	}
	switch {
	case total == 0:
		return nil, fmt.Errorf("virtual: %s: empty packets", p)
	case total > maxTx:
		return nil, fmt.Errorf("virtual: %s: maximum length of a call is %d, got %d bytes", p, maxTx, total)
	}
	return frames, nil
}

// scatter copies the chip's replies to the packets that read, divided in the
// same way as join joined them.
func scatter(packets []spi.Packet, replies [][]byte) {
	var rest []byte
	open := false
	for _, k := range packets {
		if !open {
			rest, replies = replies[0], replies[1:]
		}
		n := max(len(k.W), len(k.R))
		copy(k.R, rest[:n])
		rest = rest[n:]
		open = k.KeepCS
	}
}

var (
	_ spi.PortCloser = (*chipPort)(nil)
	_ spi.Conn       = (*chipPort)(nil)
	_ conn.Limits    = (*chipPort)(nil)
)
