package virtual_test

import (
	"image/color"
	"testing"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"familiar/hw/virtual"
)

// newChain is a chain of lamps and a connection to it.
func newChain(t *testing.T, n int) (*virtual.Lamps, spi.Conn) {
	t.Helper()
	chain := virtual.NewLamps("SPI0.1", n)
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

// frame is a frame of APA102 words with so many bytes after them.
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
