package virtual_test

import (
	"image/color"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"familiar/hw/virtual"
)

// newChain returns a chain of lamps and a connection to it.
func newChain(t *testing.T, n int) (*virtual.Lamps, spi.Conn) {
	t.Helper()
	chain := virtual.NewAPA102("SPI0.1", n)
	port, err := chain.Open()
	if err != nil {
		t.Fatal(err)
	}
	c, err := port.Connect(physic.MegaHertz, spi.Mode3, 8)
	if err != nil {
		t.Fatal(err)
	}
	return chain, c
}

// frame returns a frame of APA102 words with some bytes after them.
func frame(tail int, words ...[4]byte) []byte {
	b := make([]byte, 4)
	for _, w := range words {
		b = append(b, w[:]...)
	}
	for range tail {
		b = append(b, 0xFF)
	}
	return b
}

func TestLampsDecode(t *testing.T) {
	const full = 0xFF
	tests := map[string]struct {
		sent []byte
		want []virtual.Lamp
	}{
		"blue, green, red": {
			frame(1, [4]byte{full, 3, 2, 1}, [4]byte{0xE1, 30, 20, 10}),
			[]virtual.Lamp{{color.NRGBA{1, 2, 3, full}, 31}, {color.NRGBA{10, 20, 30, full}, 1}},
		},
		"short frame leaves the rest": {
			frame(0, [4]byte{full, 3, 2, 1}),
			[]virtual.Lamp{{color.NRGBA{1, 2, 3, full}, 31}, {color.NRGBA{A: full}, 0}},
		},
		"words for more lamps than there are": {
			frame(1, [4]byte{full, 1, 1, 1}, [4]byte{full, 2, 2, 2}, [4]byte{full, 3, 3, 3}),
			[]virtual.Lamp{{color.NRGBA{1, 1, 1, full}, 31}, {color.NRGBA{2, 2, 2, full}, 31}},
		},
		"no start": {
			frame(1, [4]byte{full, 3, 2, 1}, [4]byte{full, 3, 2, 1})[1:],
			[]virtual.Lamp{{color.NRGBA{A: full}, 0}, {color.NRGBA{A: full}, 0}},
		},
		"not a word": {
			frame(1, [4]byte{0x7F, 3, 2, 1}, [4]byte{full, 3, 2, 1}),
			[]virtual.Lamp{{color.NRGBA{A: full}, 0}, {color.NRGBA{A: full}, 0}},
		},
		"cut within a word": {
			frame(0, [4]byte{full, 3, 2, 1}, [4]byte{full, 3, 2, 1})[:11],
			[]virtual.Lamp{{color.NRGBA{1, 2, 3, full}, 31}, {color.NRGBA{A: full}, 0}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			chain, c := newChain(t, 2)
			if err := c.Tx(test.sent, nil); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, chain.Lamps()); diff != "" {
				t.Errorf("lamps (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLampsLateClocks sends frames without and with the clocks that carry the
// words to the far end of a long chain.
func TestLampsLateClocks(t *testing.T) {
	const n = 40
	words := make([][4]byte, n)
	for i := range words {
		words[i] = [4]byte{0xFF, 1, 1, 1}
	}
	for tail, want := range map[int]bool{0: false, 2: false, 3: true} {
		chain, c := newChain(t, n)
		if err := c.Tx(frame(tail, words...), nil); err != nil {
			t.Fatal(err)
		}
		if got := chain.Lamps()[n-1].Brightness == 31; got != want {
			t.Errorf("%d bytes after the frame: the last lamp is lit: %t", tail, got)
		}
	}
}

func TestLampsColors(t *testing.T) {
	chain, c := newChain(t, 3)
	changed, stop := chain.Watch()
	defer stop()
	for range 2 {
		if err := c.Tx(frame(1, [4]byte{0xFF, 255, 100, 0}, [4]byte{0xE1, 255, 100, 31}, [4]byte{0xE0, 255, 255, 255}), nil); err != nil {
			t.Fatal(err)
		}
	}
	want := []color.NRGBA{{0, 100, 255, 255}, {1, 3, 8, 255}, {0, 0, 0, 255}}
	if diff := cmp.Diff(want, chain.Colors()); diff != "" {
		t.Errorf("light (-want +got):\n%s", diff)
	}
	if chain.Frames() != 2 {
		t.Errorf("%d frames", chain.Frames())
	}
	<-changed
	select {
	case <-changed:
		t.Error("a signal for no change")
	default:
	}
}

// newLine returns WS2812 lamps and a connection to them with a clock.
func newLine(t *testing.T, n int, clock physic.Frequency) (*virtual.Lamps, spi.Conn) {
	t.Helper()
	chain := virtual.NewWS2812("SPI0.1", n)
	port, err := chain.Open()
	if err != nil {
		t.Fatal(err)
	}
	c, err := port.Connect(clock, spi.Mode3, 8)
	if err != nil {
		t.Fatal(err)
	}
	return chain, c
}

// nrz encodes each bit of the colours as four bits, after three bytes of rest.
func nrz(colors ...color.NRGBA) []byte {
	w := make([]byte, 3)
	for _, c := range colors {
		for _, channel := range []uint8{c.G, c.R, c.B} {
			for bit := 7; bit >= 0; bit -= 2 {
				b := byte(0x88)
				if channel>>bit&1 != 0 {
					b |= 0x60
				}
				if channel>>(bit-1)&1 != 0 {
					b |= 0x06
				}
				w = append(w, b)
			}
		}
	}
	return append(w, 0, 0, 0)
}

func TestWS2812Decode(t *testing.T) {
	const right = 3200 * physic.KiloHertz // 312 ns a bit
	one, two := color.NRGBA{R: 0x81, G: 0x42, B: 0x24, A: 0xFF}, color.NRGBA{R: 1, G: 2, B: 3, A: 0xFF}
	dark := color.NRGBA{A: 0xFF}
	for name, test := range map[string]struct {
		clock     physic.Frequency
		sent      []byte
		want      []color.NRGBA
		complaint string
	}{
		"two words":             {right, nrz(one, two), []color.NRGBA{one, two}, ""},
		"one word":              {right, nrz(one), []color.NRGBA{one, dark}, ""},
		"too many words":        {right, nrz(one, two, one), []color.NRGBA{one, two}, ""},
		"nothing":               {right, make([]byte, 10), []color.NRGBA{dark, dark}, ""},
		"cut within a word":     {right, nrz(one, two)[:20], []color.NRGBA{one, dark}, "34 bits, which are no whole words"},
		"the driver's clock":    {2500 * physic.KiloHertz, nrz(one, two), []color.NRGBA{one, two}, ""},
		"a clock just too slow": {1850 * physic.KiloHertz, nrz(two), []color.NRGBA{two, dark}, "bit 0: a 0 that is low for 1.623µs, not 580ns to 1.6µs"},
		"a clock just too fast": {5000 * physic.KiloHertz, nrz(one), []color.NRGBA{one, dark}, "bit 0: a 0 that is high for 200ns, not 220ns to 550ns"},
		"a clock too fast":      {8000 * physic.KiloHertz, nrz(one), []color.NRGBA{dark, dark}, "bit 0: a 0 that is high for 125ns, not 220ns to 550ns"},
		"a clock too slow":      {1000 * physic.KiloHertz, nrz(two), []color.NRGBA{{0xFF, 0xFF, 0xFF, 0xFF}, dark}, "bit 0: a 1 that is low for 3µs, not 220ns to 600ns"},
		"low for too long":      {right, append(nrz(one)[:3+12], nrz(two)...), []color.NRGBA{one, two}, "that is low for"},
		"the end of the line":   {right, []byte{0xE0}, []color.NRGBA{dark, dark}, "1 bits, which are no whole words"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				chain, c := newLine(t, 2, test.clock)
				if err := c.Tx(test.sent, nil); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.want, chain.Colors()); diff != "" {
					t.Errorf("light (-want +got):\n%s", diff)
				}
				got := strings.Join(chain.Complaints(), "\n")
				if (test.complaint == "") != (got == "") || !strings.Contains(got, test.complaint) {
					t.Errorf("complaints %q, want %q", got, test.complaint)
				}
			})
		})
	}
}

// TestWS2812Gap sends two words one after the other: after a pause the second
// is a frame of its own, without a pause it goes to the next lamp.
func TestWS2812Gap(t *testing.T) {
	one, two, dark := color.NRGBA{R: 9, A: 0xFF}, color.NRGBA{G: 9, A: 0xFF}, color.NRGBA{A: 0xFF}
	for gap, test := range map[time.Duration]struct {
		want   []color.NRGBA
		frames int
	}{
		10 * time.Microsecond:  {[]color.NRGBA{one, two}, 1},
		270 * time.Microsecond: {[]color.NRGBA{one, two}, 1},
		280 * time.Microsecond: {[]color.NRGBA{two, dark}, 2},
		time.Hour:              {[]color.NRGBA{two, dark}, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			chain, c := newLine(t, 2, 3200*physic.KiloHertz)
			for _, word := range []color.NRGBA{one, two} {
				if err := c.Tx(nrz(word), nil); err != nil {
					t.Fatal(err)
				}
				time.Sleep(gap)
			}
			if diff := cmp.Diff(test.want, chain.Colors()); diff != "" {
				t.Errorf("%s: light (-want +got):\n%s", gap, diff)
			}
			if got := chain.Frames(); got != test.frames || (got == 1) == (len(chain.Complaints()) == 0) {
				t.Errorf("%s: %d frames, complaints %q", gap, got, chain.Complaints())
			}
		})
	}
}

func TestLampsUnplugged(t *testing.T) {
	chain, c := newChain(t, 1)
	lit := frame(0, [4]byte{0xFF, 1, 2, 3})
	colors := func(want color.NRGBA) {
		t.Helper()
		if got := chain.Colors()[0]; got != want {
			t.Errorf("light %v, want %v", got, want)
		}
	}
	send := func() {
		if err := c.Tx(lit, nil); err != nil {
			t.Fatal(err)
		}
	}
	send()
	colors(color.NRGBA{3, 2, 1, 255})
	chain.Unplug(true)
	send()
	colors(color.NRGBA{A: 255})
	chain.Unplug(false)
	colors(color.NRGBA{A: 255})
	send()
	colors(color.NRGBA{3, 2, 1, 255})
	if chain.Frames() != 2 {
		t.Errorf("%d frames", chain.Frames())
	}
}

func FuzzWS2812(f *testing.F) {
	f.Add(nrz(color.NRGBA{R: 1, G: 2, B: 3}))
	f.Fuzz(func(t *testing.T, b []byte) {
		synctest.Test(t, func(t *testing.T) {
			chain, c := newLine(t, 3, 3200*physic.KiloHertz)
			if len(b) == 0 || len(b) > 4096 {
				return
			}
			for range 2 {
				if err := c.Tx(b, nil); err != nil {
					t.Error(err)
				}
			}
			for _, l := range chain.Lamps() {
				if l.Color.A != 0xFF || (l.Brightness != 0 && l.Brightness != 31) {
					t.Errorf("lamp %v", l)
				}
			}
		})
	})
}

func FuzzLamps(f *testing.F) {
	f.Add(frame(1, [4]byte{0xFF, 1, 2, 3}))
	f.Fuzz(func(t *testing.T, b []byte) {
		chain, c := newChain(t, 3)
		if len(b) == 0 || len(b) > 4096 {
			return
		}
		if err := c.Tx(b, nil); err != nil {
			t.Error(err)
		}
		for _, l := range chain.Lamps() {
			if l.Brightness > 31 || l.Color.A != 0xFF {
				t.Errorf("lamp %v", l)
			}
		}
	})
}
