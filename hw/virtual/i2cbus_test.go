package virtual

import (
	"bytes"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/physic"
)

// echo returns the bytes of the last write.
type echo struct{ said []byte }

func (e *echo) Write(w []byte) error { e.said = bytes.Clone(w); return nil }
func (e *echo) Read(r []byte) error  { copy(r, e.said); return nil }

func TestI2CBusCarriesSeveralChips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewI2CBus("I2C7")
		if err := b.Register(); err != nil {
			t.Fatal(err)
		}
		if err := b.Register(); err == nil {
			t.Error("no error for registering a bus twice")
		}
		if err := errors.Join(b.Attach(0x24, &echo{}), b.Attach(0x3C, &echo{})); err != nil {
			t.Fatal(err)
		}
		if err := b.Attach(0x3C, &echo{}); err == nil {
			t.Error("no error for a second chip at the same address")
		}
		bus, err := i2creg.Open("I2C7")
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		got := make([]byte, 3)
		if err := errors.Join(bus.Tx(0x24, []byte{1, 2}, nil), bus.Tx(0x3C, []byte{7, 8, 9}, got)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, []byte{7, 8, 9}) {
			t.Errorf("read % x", got)
		}
		// 11 bytes including addresses, of nine bits at 100 kHz.
		if took := time.Since(start); took != 11*90*time.Microsecond {
			t.Errorf("it took %v", took)
		}
		if n, transfers := b.Traffic(); n != 11 || transfers != 2 {
			t.Errorf("%d bytes in %d transfers", n, transfers)
		}
		if err := bus.Tx(0x25, []byte{1}, nil); !errors.Is(err, ErrNAK) {
			t.Errorf("an address that nobody has: %v", err)
		}
		b.Detach(0x24)
		if err := bus.Tx(0x24, nil, got); !errors.Is(err, ErrNAK) {
			t.Errorf("a chip that was taken off: %v", err)
		}
		if err := bus.Tx(0x80, nil, got); err == nil {
			t.Error("no error for an address of eight bits")
		}
		if err := bus.Tx(0x3C, nil, nil); err != nil {
			t.Errorf("a transfer of nothing: %v", err)
		}
		if err := bus.SetSpeed(physic.MegaHertz); err == nil {
			t.Error("no error for setting the speed")
		}
		if err := b.Unregister(); err != nil {
			t.Error(err)
		}
		if err := bus.Close(); err != nil {
			t.Error(err)
		}
		if err := bus.Close(); err == nil {
			t.Error("no error for closing a handle twice")
		}
		if err := bus.Tx(0x3C, nil, got); err == nil {
			t.Error("no error for a transfer with a closed handle")
		}
	})
}

func TestI2CBusFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewI2CBus("I2C7")
		if err := b.Attach(0x24, &echo{}); err != nil {
			t.Fatal(err)
		}
		bus, err := b.Open()
		if err != nil {
			t.Fatal(err)
		}
		b.SetFault(I2CFails)
		if err := bus.Tx(0x24, []byte{1}, nil); !errors.Is(err, ErrBus) {
			t.Errorf("a bus that fails: %v", err)
		}
		if _, err := b.Open(); !errors.Is(err, ErrBus) {
			t.Errorf("opening a bus that fails: %v", err)
		}
		if w, r := b.Write(0x24, []byte{1}), b.Read(0x24, make([]byte, 1)); !errors.Is(w, ErrBus) || !errors.Is(r, ErrBus) {
			t.Errorf("a controller that handles the time itself: %v, %v", w, r)
		}
		b.SetFault(I2CStuck)
		start := time.Now()
		if err := bus.Tx(0x24, []byte{1}, nil); !errors.Is(err, ErrStuckBus) {
			t.Errorf("a bus that is stuck: %v", err)
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("it was given up after %v", took)
		}
		b.SetFault(I2CSound)
		if err := bus.Tx(0x24, []byte{1}, nil); err != nil {
			t.Error(err)
		}
	})
}

// TestI2CTransfersTakeTurns starts two transfers at once: that takes as long as
// one after the other.
func TestI2CTransfersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewI2CBus("I2C7")
		if err := errors.Join(b.Attach(0x24, &echo{}), b.Attach(0x3C, &echo{})); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		var hosts sync.WaitGroup
		for _, addr := range []uint16{0x24, 0x3C} {
			bus, err := b.Open()
			if err != nil {
				t.Fatal(err)
			}
			hosts.Go(func() {
				if err := bus.Tx(addr, make([]byte, 99), nil); err != nil {
					t.Error(err)
				}
			})
		}
		hosts.Wait()
		if took := time.Since(start); took != 200*90*time.Microsecond {
			t.Errorf("it took %v", took)
		}
	})
}
