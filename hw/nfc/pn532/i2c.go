package pn532

import (
	"context"
	"time"

	"github.com/ZaparooProject/go-pn532"
	"periph.io/x/conn/v3/i2c"

	"familiar/hw/part"
)

// i2cAddress is the chip's address, of 7 bits (manual 6.2.4).
const i2cAddress = 0x24

// ready is the value of the first byte of a read from I2C, and of the status on
// SPI, when a frame can be read.
const ready = 0x01

// i2cWire is a chip on an I2C bus. Its reads begin with a byte that shows
// whether a frame is ready; bytes beyond the frame have no meaning.
type i2cWire struct {
	bus i2c.BusCloser
	buf [1 + longestFrame]byte
}

func openI2C(name string) (wire, error) {
	bus, err := part.OpenI2C(name)
	if err != nil {
		return nil, err
	}
	return &i2cWire{bus: bus}, nil
}

// wake addresses the chip, which may not acknowledge it while it sleeps.
func (w *i2cWire) wake(ctx context.Context) error {
	_ = w.bus.Tx(i2cAddress, nil, w.buf[:1])
	return sleep(ctx, wakePause)
}

func (w *i2cWire) write(frame []byte) error { return w.bus.Tx(i2cAddress, frame, nil) }

// read reads a frame as short as an acknowledgement at once, together with the
// ready byte. Before a longer one it reads the ready byte alone.
func (w *i2cWire) read(ctx context.Context, maxLen int) ([]byte, error) {
	whole := w.buf[:1+maxLen]
	first := whole[:1]
	if maxLen <= len(ackFrame) {
		first = whole
	}
	err := untilReady(ctx, func() (bool, error) {
		err := w.bus.Tx(i2cAddress, nil, first)
		return first[0] == ready, err
	})
	if err == nil && len(first) < len(whole) {
		err = w.bus.Tx(i2cAddress, nil, whole)
	}
	return whole[1:], err
}

func (w *i2cWire) discard() {}

func (w *i2cWire) lag() time.Duration { return 0 }

func (w *i2cWire) kind() pn532.TransportType { return pn532.TransportI2C }

func (w *i2cWire) close() error { return w.bus.Close() }
