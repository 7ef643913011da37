package virtual_test

import (
	"strings"
	"testing"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/devices/v3/tm1637"

	"familiar/hw/virtual"
)

func newTM1637() *virtual.TM1637 {
	return virtual.NewTM1637(virtual.NewPin("GPIO5", 5), virtual.NewPin("GPIO6", 6))
}

// bareDigits is a display without a driver.
type bareDigits struct {
	*testing.T
	*virtual.TM1637
}

func (b bareDigits) out(p *virtual.Pin, l gpio.Level) {
	b.Helper()
	if err := p.Out(l); err != nil {
		b.Fatal(err)
	}
}

func (b bareDigits) start() { b.out(b.DIO, gpio.Low); b.out(b.CLK, gpio.Low) }

func (b bareDigits) stop() {
	b.out(b.DIO, gpio.Low)
	b.out(b.CLK, gpio.High)
	b.out(b.DIO, gpio.High)
}

// bits clocks some bits in, the lowest first.
func (b bareDigits) bits(of byte, n int) {
	for i := range n {
		b.out(b.DIO, of>>i&1 != 0)
		b.out(b.CLK, gpio.High)
		b.out(b.CLK, gpio.Low)
	}
}

// send makes a transfer and returns how many of its bytes were acknowledged.
func (b bareDigits) send(bytes ...byte) (acks int) {
	b.start()
	for _, of := range bytes {
		b.bits(of, 8)
		if err := b.DIO.In(gpio.PullUp, gpio.NoEdge); err != nil {
			b.Fatal(err)
		}
		b.out(b.CLK, gpio.High)
		if b.DIO.Read() == gpio.Low {
			acks++
		}
		b.out(b.CLK, gpio.Low)
		if b.DIO.Read() == gpio.Low {
			b.Error("the line is not released after the acknowledgement")
		}
	}
	b.stop()
	return acks
}

// TestTM1637 writes to a bare chip.
func TestTM1637(t *testing.T) {
	for name, test := range map[string]struct {
		sent       [][]byte
		reads      string
		brightness int
		complains  string
	}{
		"nothing":                   {nil, "    ", 0, ""},
		"all digits":                {[][]byte{{0x40}, {0xC0, 0x06, 0x5B, 0x4F, 0x66}, {0x8F}}, "1234", 8, ""},
		"switched on first":         {[][]byte{{0x88}, {0x40}, {0xC0, 0x6D, 0x7D, 0x07, 0x7F}}, "5678", 1, ""},
		"switched off":              {[][]byte{{0x40}, {0xC0, 0x06}, {0x8F}, {0x87}}, "    ", 0, ""},
		"one digit":                 {[][]byte{{0x8A}, {0x44}, {0xC2, 0x6F}}, "  9 ", 3, ""},
		"always the same digit":     {[][]byte{{0x8A}, {0x44}, {0xC1, 0x06, 0x5B}}, " 2  ", 3, ""},
		"other signs, and a colon":  {[][]byte{{0x8A}, {0xC0, 0x40, 0xBF, 0x77}}, "-0? ", 3, ""},
		"two more than are visible": {[][]byte{{0x8A}, {0xC3, 0x06, 0x06, 0x06}}, "   1", 3, ""},
		"beyond the memory":         {[][]byte{{0x8A}, {0xC5, 0x06, 0x06}}, "    ", 3, "data 0x06 for address 6"},
		"data without an address":   {[][]byte{{0x8A, 0x06}}, "    ", 3, "data 0x06 for address 0"},
		"keys":                      {[][]byte{{0x42}}, "    ", 0, "command 0x42"},
		"no command":                {[][]byte{{0x01}}, "    ", 0, "unknown command 0x01"},
	} {
		t.Run(name, func(t *testing.T) {
			b := bareDigits{t, newTM1637()}
			for _, bytes := range test.sent {
				if acks := b.send(bytes...); acks != len(bytes) {
					t.Errorf("%d of %d bytes are acknowledged", acks, len(bytes))
				}
			}
			if b.Text() != test.reads || b.Brightness() != test.brightness {
				t.Errorf("it reads %q with brightness %d", b.Text(), b.Brightness())
			}
			all := strings.Join(b.Complaints(), "\n")
			if (test.complains == "") != (all == "") || !strings.Contains(all, test.complains) {
				t.Errorf("it complains: %s", all)
			}
		})
	}
}

// TestTM1637CutOff: a transfer that is cut off in a byte is complained of, and the next one is understood.
func TestTM1637CutOff(t *testing.T) {
	b := bareDigits{t, newTM1637()}
	b.start()
	b.bits(0xFF, 5)
	b.stop()
	if all := b.Complaints(); len(all) != 1 || all[0] != "stop after 5 bits of a byte" {
		t.Errorf("it complains: %q", all)
	}
	b.send(0x8F)
	b.send(0xC0, 0x3F)
	if b.Text() != "0   " {
		t.Errorf("it reads %q", b.Text())
	}
}

// TestTM1637Power: without a supply nothing is acknowledged, and after it everything is forgotten.
func TestTM1637Power(t *testing.T) {
	b := bareDigits{t, newTM1637()}
	changed, stop := b.Watch()
	defer stop()
	b.send(0xC0, 0x3F)
	b.send(0x8F)
	<-changed
	b.SetPower(false)
	<-changed
	if acks := b.send(0x8F); acks != 0 || b.Brightness() != 0 {
		t.Errorf("without a supply %d bytes are acknowledged, and the brightness is %d", acks, b.Brightness())
	}
	b.SetPower(true)
	if acks := b.send(0x8F); acks != 1 || b.Text() != "    " {
		t.Errorf("with a supply %d bytes are acknowledged, and it reads %q", acks, b.Text())
	}
}

// TestTM1637Driver shows a clock through periph's driver, which holds the line low where the chip acknowledges.
func TestTM1637Driver(t *testing.T) {
	chip := newTM1637()
	dev, err := tm1637.New(chip.CLK, chip.DIO)
	if err != nil {
		t.Fatal(err)
	}
	if err := dev.SetBrightness(tm1637.Brightness10); err != nil {
		t.Fatal(err)
	}
	if _, err := dev.Write(tm1637.Clock(12, 34, true)); err != nil {
		t.Fatal(err)
	}
	if chip.Text() != "1234" || chip.Brightness() != 4 || len(chip.Complaints()) > 0 {
		t.Errorf("it reads %q with brightness %d, and complains: %q", chip.Text(), chip.Brightness(), chip.Complaints())
	}
}

// FuzzTM1637 moves the lines in any way: two bits are the levels of clock and data, and the third lets data go.
func FuzzTM1637(f *testing.F) {
	f.Add([]byte{3, 1, 0, 1, 0, 2, 6, 2})
	f.Fuzz(func(t *testing.T, moves []byte) {
		b := bareDigits{t, newTM1637()}
		for _, m := range moves {
			b.out(b.CLK, m&1 != 0)
			if m&4 != 0 {
				_ = b.DIO.In(gpio.PullUp, gpio.NoEdge)
			} else {
				b.out(b.DIO, m&2 != 0)
			}
		}
		b.out(b.CLK, gpio.High)
		b.out(b.DIO, gpio.High)
		b.send(0x8F)
		if b.Brightness() != 8 || len(b.Text()) != 4 {
			t.Errorf("it reads %q with brightness %d", b.Text(), b.Brightness())
		}
	})
}
