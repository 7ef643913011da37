package pn532

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"github.com/ZaparooProject/go-pn532"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"familiar/hw/part"
)

// The first byte of an SPI transaction (manual 6.2.5).
const (
	spiDataWrite  = 0x01
	spiStatusRead = 0x02
	spiDataRead   = 0x03
)

// spiSpeed is a clock that works even over long loose wires; the chip allows 5 MHz.
const spiSpeed = 1 * physic.MegaHertz

// spiWire is a chip on an SPI port. It sends the lowest bit first, which the
// port of a Raspberry Pi cannot do: this driver reverses the bits.
type spiWire struct {
	port     spi.PortCloser
	conn     spi.Conn
	out, got [1 + longestFrame]byte
}

func openSPI(name string) (wire, error) {
	port, err := part.OpenSPI(name)
	if err != nil {
		return nil, err
	}
	conn, err := port.Connect(spiSpeed, spi.Mode0, 8)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w: %w", name, part.ErrSPI, err), port.Close())
	}
	return &spiWire{port: port, conn: conn}, nil
}

// transact sends a byte that selects the kind of transaction, and the data, and
// returns the bytes that the chip sends after the first one, at least n.
func (w *spiWire) transact(kind byte, data []byte, n int) ([]byte, error) {
	n = max(n, len(data))
	out, got := w.out[:1+n], w.got[:1+n]
	clear(out)
	out[0] = bits.Reverse8(kind)
	for i, b := range data {
		out[1+i] = bits.Reverse8(b)
	}
	if err := w.conn.Tx(out, got); err != nil {
		return nil, err
	}
	for i, b := range got {
		got[i] = bits.Reverse8(b)
	}
	return got[1:], nil
}

// wake selects the chip.
func (w *spiWire) wake(ctx context.Context) error {
	_, _ = w.transact(spiStatusRead, nil, 1)
	return sleep(ctx, wakePause)
}

func (w *spiWire) write(frame []byte) error {
	_, err := w.transact(spiDataWrite, frame, 0)
	return err
}

func (w *spiWire) read(ctx context.Context, maxLen int) ([]byte, error) {
	err := untilReady(ctx, func() (bool, error) {
		status, err := w.transact(spiStatusRead, nil, 1)
		return err == nil && status[0] == ready, err
	})
	if err != nil {
		return nil, err
	}
	return w.transact(spiDataRead, nil, maxLen)
}

func (w *spiWire) discard() {}

func (w *spiWire) lag() time.Duration { return 0 }

func (w *spiWire) kind() pn532.TransportType { return pn532.TransportSPI }

func (w *spiWire) close() error { return w.port.Close() }
