package virtual_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"

	"familiar/hw/virtual"
)

// TestPort checks a port against spidev's rules.
func TestPort(t *testing.T) {
	chain := virtual.NewAPA102("SPI0.1", 1)
	if err := chain.Register(); err != nil {
		t.Fatal(err)
	}
	if err := chain.Register(); err == nil {
		t.Error("no error for registering a port twice")
	}
	port, err := spireg.Open("SPI0.1")
	if err != nil {
		t.Fatal(err)
	}
	if err := chain.Unregister(); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []struct {
		f    physic.Frequency
		bits int
	}{{0, 8}, {physic.Hertz, 8}, {2 * physic.GigaHertz, 8}, {physic.MegaHertz, 9}} {
		if _, err := port.Connect(bad.f, spi.Mode0, bad.bits); err == nil {
			t.Errorf("connected at %s with %d bits", bad.f, bad.bits)
		}
	}
	c, err := port.Connect(physic.MegaHertz, spi.Mode3, 8)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := port.Connect(physic.MegaHertz, spi.Mode3, 8); err == nil {
		t.Error("no error for connecting twice")
	}
	for name, tx := range map[string][2]int{"nothing": {0, 0}, "too much": {4097, 0}, "unequal": {3, 4}} {
		if err := c.Tx(make([]byte, tx[0]), make([]byte, tx[1])); err == nil {
			t.Errorf("transferred %s", name)
		}
	}
	read := []byte{1, 2, 3}
	if err := c.Tx([]byte{0, 0, 0}, read); err != nil || read[0]|read[1]|read[2] != 0 {
		t.Errorf("read %v, %v", read, err)
	}
	if err := c.TxPackets([]spi.Packet{{W: make([]byte, 4095)}, {W: []byte{1}}}); err != nil {
		t.Error(err)
	}
	if bytes, transfers := chain.Traffic(); bytes != 4099 || transfers != 3 {
		t.Errorf("%d bytes in %d transfers", bytes, transfers)
	}

	broken := errors.New("input/output error")
	chain.Fail(broken)
	if err := c.Tx([]byte{1}, nil); !errors.Is(err, broken) {
		t.Errorf("transfer on a broken bus: %v", err)
	}
	if _, err := chain.Open(); !errors.Is(err, broken) {
		t.Errorf("opening a broken bus: %v", err)
	}
	chain.Fail(nil)

	if err := port.Close(); err != nil {
		t.Fatal(err)
	}
	if err := port.Close(); err == nil {
		t.Error("no error for closing a port twice")
	}
	if err := c.Tx([]byte{1}, nil); err == nil {
		t.Error("no error for a transfer on a closed port")
	}
	if _, err := port.Connect(physic.MegaHertz, spi.Mode3, 8); err == nil || strings.Contains(err.Error(), "once") {
		t.Errorf("connecting to a closed port: %v", err)
	}
	again, err := chain.Open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.Connect(physic.MegaHertz, spi.Mode3, 8); err != nil {
		t.Errorf("after opening again: %v", err)
	}
}

// TestSPIBusTakesTurns: transfers of two ports that share a bus run one after the other, each in its real time.
func TestSPIBusTakesTurns(t *testing.T) {
	const transfer = 8*time.Millisecond + 20*time.Microsecond // a thousand bytes at a megahertz, and the kernel's work
	for name, test := range map[string]struct {
		shared bool
		paced  bool
		want   []time.Duration
	}{
		"shared":            {true, true, []time.Duration{transfer, 2 * transfer}},
		"apart":             {false, true, []time.Duration{transfer, transfer}},
		"shared, not paced": {true, false, []time.Duration{0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var shared *virtual.SPIBus
				if test.shared {
					shared = virtual.NewSPIBus()
				}
				began := time.Now()
				took := make(chan time.Duration, 2)
				for range 2 {
					chain := virtual.NewAPA102("SPI0.0", 1)
					chain.Share(shared)
					chain.Pace(test.paced)
					port, err := chain.Open()
					if err != nil {
						t.Fatal(err)
					}
					c, err := port.Connect(physic.MegaHertz, spi.Mode3, 8)
					if err != nil {
						t.Fatal(err)
					}
					go func() {
						if err := c.Tx(make([]byte, 1000), nil); err != nil {
							t.Error(err)
						}
						took <- time.Since(began)
					}()
				}
				if got := []time.Duration{<-took, <-took}; !slices.Equal(got, test.want) {
					t.Errorf("they took %v, want %v", got, test.want)
				}
			})
		})
	}
}
