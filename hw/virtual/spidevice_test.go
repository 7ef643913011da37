package virtual

import (
	"bytes"
	"image/color"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// wires is a master that sends each transfer as a transaction, in parts, and
// waits for the time of the bits.
type wires struct {
	device SPIDevice
	piece  int // bytes
	clock  physic.Frequency
}

func (m *wires) String() string      { return "wires" }
func (m *wires) Duplex() conn.Duplex { return conn.Full }

func (m *wires) Tx(w, r []byte) error {
	m.device.Select(true)
	defer m.device.Select(false)
	for piece := range slices.Chunk(w, m.piece) {
		got := m.device.Exchange(piece, m.clock)
		r = r[copy(r, got):]
		time.Sleep(time.Duration(8*len(piece)) * m.clock.Period())
	}
	return nil
}

func (m *wires) TxPackets([]spi.Packet) error { panic("not used") }

// onWires runs a test of an MFRC522 on its wires, with parts of several sizes.
func onWires(t *testing.T, test func(b *chipBench)) {
	for _, piece := range []int{1, 3, 64} {
		synctest.Test(t, func(t *testing.T) {
			chip := NewMFRC522("SPI9.0")
			test(&chipBench{t: t, chip: chip, conn: &wires{chip, piece, physic.MegaHertz}})
		})
	}
}

func TestWiresOfMFRC522(t *testing.T) {
	onWires(t, func(b *chipBench) {
		data := bytes.Repeat([]byte{0xA5, 0x5A, 0x00, 0xFF}, 12)
		b.write(chipFIFOData, data...)
		b.want("FIFOLevelReg", chipFIFOLevel, byte(len(data)))
		if got := b.received(); !bytes.Equal(got, data) {
			t.Errorf("the FIFO holds % x, want % x", got, data)
		}
		if got := b.read(chipVersion, chipCommand, chipVersion); !bytes.Equal(got, []byte{0x92, 0x20, 0x92}) {
			t.Errorf("three registers in one transaction read % x", got)
		}
		if n, _ := b.chip.Traffic(); n != 5 {
			t.Errorf("%d transactions, want 5", n)
		}
		b.put("04A1B2C3D4E5F6")
		b.radio()
		b.transceive(0x07, tagREQA)
		if got := b.received(); !bytes.Equal(got, []byte{0x44, 0x00}) {
			t.Errorf("the answer to REQA is % x", got)
		}
	})
}

// TestWiresChipSelect checks where a transaction begins and ends.
func TestWiresChipSelect(t *testing.T) {
	chip := NewMFRC522("SPI9.0")
	x := func(w ...byte) []byte { return chip.Exchange(w, physic.MegaHertz) }
	const version = chipVersion<<1 | 0x80
	if got := x(version, 0); !bytes.Equal(got, []byte{0, 0}) {
		t.Errorf("a chip that is not selected sends % x", got)
	}
	chip.Select(true)
	x(version)
	chip.Select(true) // no edge
	if got := x(0); !bytes.Equal(got, []byte{0x92}) {
		t.Errorf("VersionReg reads % x, want 92", got)
	}
	x(version)
	chip.Select(false)
	chip.Select(true)
	if got := x(version); !bytes.Equal(got, []byte{0}) {
		t.Errorf("a new transaction goes on with the address of the last: % x", got)
	}
	chip.Select(false)
	for fault, want := range map[ChipFault]byte{ChipLineLow: 0, ChipLineHigh: 0xFF, ChipBusFails: 0} {
		chip.SetFault(fault)
		chip.Select(true)
		if got := x(version, 0); got[1] != want {
			t.Errorf("fault %d: VersionReg reads %#02x, want %#02x", fault, got[1], want)
		}
		chip.Select(false)
	}
}

func TestWiresOfPN532(t *testing.T) {
	for _, piece := range []int{1, 5, 64} {
		synctest.Test(t, func(t *testing.T) {
			chip := NewPN532OnSPI("SPI9.1")
			m := &wires{chip, piece, physic.MegaHertz}
			tx := func(w ...byte) []byte {
				r := make([]byte, len(w))
				m.Tx(reversed(w), r)
				return reversed(r)[1:]
			}
			// A host may hold the chip select low until the chip is awake.
			chip.Select(true)
			time.Sleep(pn532WakeTime)
			chip.Select(false)
			tx(append([]byte{spiDataWrite}, hostFrame(cmdGetFirmwareVersion)...)...)
			time.Sleep(2 * time.Millisecond)
			if got := tx(spiStatusRead, 0); !bytes.Equal(got, []byte{1}) {
				t.Fatalf("status % x, want 01; complaints %q", got, chip.Complaints())
			}
			if got := tx(append([]byte{spiDataRead}, make([]byte, 6)...)...); !bytes.Equal(got, pn532ACK) {
				t.Errorf("acknowledgement % x", got)
			}
			want := answerFrame(3, 0x32, 1, 6, 7)
			if got := tx(append([]byte{spiDataRead}, make([]byte, len(want))...)...); !bytes.Equal(got, want) {
				t.Errorf("answer % x, want % x", got, want)
			}
			if got := tx(spiStatusRead, 0); !bytes.Equal(got, []byte{0}) {
				t.Errorf("status % x after all was read", got)
			}
			if got := chip.Complaints(); len(got) != 0 {
				t.Errorf("complaints %q", got)
			}
		})
	}
}

// reversed reverses the bits of each byte.
func reversed(b []byte) []byte {
	r := make([]byte, len(b))
	for i, v := range b {
		for bit := range 8 {
			r[i] |= v >> bit & 1 << (7 - bit)
		}
	}
	return r
}

// TestWiresOfOtherPN532 checks that a chip on another line ignores SPI.
func TestWiresOfOtherPN532(t *testing.T) {
	chip := NewPN532OnI2C(NewI2CBus("I2C9"))
	chip.Select(true)
	if got := chip.Exchange([]byte{0x40, 0}, physic.MegaHertz); !bytes.Equal(got, []byte{0, 0}) {
		t.Errorf("it sends % x", got)
	}
	if n, _ := chip.Traffic(); n != 0 {
		t.Errorf("it counts %d bytes", n)
	}
}

// TestWiresOfEPaper changes D/C within one transaction, as some hosts do.
func TestWiresOfEPaper(t *testing.T) {
	dc := NewPin("GPIO25", 25)
	p := NewWaveshareV2("SPI9.0", dc, NewPin("GPIO17", 17), NewPin("GPIO24", 24))
	send := func(level gpio.Level, w ...byte) {
		if err := dc.Out(level); err != nil {
			t.Fatal(err)
		}
		p.Exchange(w, physic.MegaHertz)
	}
	send(gpio.Low, 0xFE) // not selected
	p.Select(true)
	send(gpio.Low, cmdWindowX)
	send(gpio.High, 1)
	send(gpio.High, 14)
	p.Select(false)
	if got := p.Complaints(); len(got) != 0 {
		t.Errorf("complaints %q", got)
	}
	p.mu.Lock()
	if p.chip.xMin != 1 || p.chip.xMax != 14 {
		t.Errorf("the window is %d to %d, want 1 to 14", p.chip.xMin, p.chip.xMax)
	}
	p.mu.Unlock()
	if n, transfers := p.Traffic(); n != 3 || transfers != 1 {
		t.Errorf("%d bytes in %d transactions, want 3 in 1", n, transfers)
	}
	p.SetFault(PanelBusFails)
	p.Select(true)
	send(gpio.Low, 0xFE)
	p.Select(false)
	if got := p.Complaints(); len(got) != 0 {
		t.Errorf("over a bus that fails came %q", got)
	}
}

func TestWiresOfLamps(t *testing.T) {
	red := Lamp{Color: color.NRGBA{R: 0x80, A: 0xFF}, Brightness: 31}
	send := func(l *Lamps, clock physic.Frequency, w []byte) {
		l.Select(true)
		for piece := range slices.Chunk(w, 2) {
			l.Exchange(piece, clock)
		}
		l.Select(false)
	}
	apa := NewAPA102("SPI9.0", 1)
	send(apa, physic.MegaHertz, []byte{0, 0, 0, 0, 0xFF, 0, 0, 0x80, 0xFF})
	// At 2.5 MHz three bits of the bus are one of the lamps: 110 is a 1, 100 a 0.
	ws := NewWS2812("SPI9.1", 1)
	pulses := strings.Repeat("100", 8) + "110" + strings.Repeat("100", 15)
	w := make([]byte, len(pulses)/8)
	for i, bit := range pulses {
		w[i/8] |= byte(bit-'0') << (7 - i%8)
	}
	send(ws, 2500*physic.KiloHertz, w)
	for name, l := range map[string]*Lamps{"APA102": apa, "WS2812": ws} {
		if got := l.Lamps(); got[0] != red || l.Frames() != 1 {
			t.Errorf("%s: %v after %d frames, want %v after 1", name, got[0], l.Frames(), red)
		}
		if got := l.Complaints(); len(got) != 0 {
			t.Errorf("%s: complaints %q", name, got)
		}
	}
	// A transaction without an end does not use up the memory.
	apa.Select(true)
	for range 3 {
		apa.Exchange(make([]byte, lampsTransaction/2), physic.MegaHertz)
	}
	if n := len(apa.pieces); n != lampsTransaction {
		t.Errorf("%d bytes are kept, want %d", n, lampsTransaction)
	}
}

// TestWiresOfAnyGoroutine is for the race detector.
func TestWiresOfAnyGoroutine(t *testing.T) {
	busy := NewPin("GPIO24", 24)
	for _, d := range []SPIDevice{
		NewMFRC522("SPI9.0"), NewPN532OnSPI("SPI9.1"), NewAPA102("SPI9.2", 3),
		NewWaveshareV4("SPI9.3", NewPin("GPIO25", 25), NewPin("GPIO17", 17), busy),
	} {
		var hands sync.WaitGroup
		for range 3 {
			hands.Go(func() {
				for range 50 {
					d.Select(true)
					if n := len(d.Exchange([]byte{0x82, 0, 0}, physic.MegaHertz)); n != 3 {
						t.Errorf("%T returns %d bytes for 3", d, n)
					}
					d.Select(false)
				}
			})
		}
		hands.Wait()
	}
}
