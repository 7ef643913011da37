package lamp_test

import (
	"errors"
	"image/color"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/hw/lamp"
	"familiar/hw/virtual"
)

const ms = time.Millisecond

var (
	dark  = color.NRGBA{A: 0xFF}
	white = color.NRGBA{R: 0xFF, G: 0xFF, B: 0xFF, A: 0xFF}
	red   = color.NRGBA{R: 0xFF, A: 0xFF}
)

func newRing(t *testing.T, opts lamp.Opts) *lamp.Ring {
	t.Helper()
	r, err := lamp.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Halt() }) // its error is the test's own affair
	return r
}

// all is a frame of one colour.
func all(n int, c color.NRGBA) []color.NRGBA {
	frame := make([]color.NRGBA, n)
	for i := range frame {
		frame[i] = c
	}
	return frame
}

func TestColors(t *testing.T) {
	tests := map[string]struct {
		brightness int
		frame      []color.NRGBA
		want       []color.NRGBA
	}{
		"as given, at a quarter": {
			frame: []color.NRGBA{white, red, {R: 0x80, G: 0x40, B: 0x20, A: 0xFF}},
			want:  []color.NRGBA{{64, 64, 64, 0xFF}, {R: 64, A: 0xFF}, {32, 16, 8, 0xFF}},
		},
		"as given, at full": {
			brightness: 100,
			frame:      []color.NRGBA{white, red, {R: 1, G: 2, B: 3, A: 0xFF}},
			want:       []color.NRGBA{white, red, {R: 1, G: 2, B: 3, A: 0xFF}},
		},
		"alpha means nothing": {
			brightness: 100,
			frame:      []color.NRGBA{{R: 9, G: 8, B: 7}, {R: 9, A: 1}, dark},
			want:       []color.NRGBA{{9, 8, 7, 0xFF}, {R: 9, A: 0xFF}, dark},
		},
		"too short": {
			brightness: 100,
			frame:      []color.NRGBA{red},
			want:       []color.NRGBA{red, dark, dark},
		},
		"too long": {
			brightness: 100,
			frame:      []color.NRGBA{red, white, red, white, white},
			want:       []color.NRGBA{red, white, red},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				chain := virtual.NewLamps("SPI0.1", 3)
				r := newRing(t, lamp.Opts{Open: chain.Open, Lamps: 3, Brightness: test.brightness})
				r.Show(test.frame)
				time.Sleep(time.Second)
				if diff := cmp.Diff(test.want, chain.Colors()); diff != "" {
					t.Errorf("light (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestAllLamps lights chains of many lengths: the last lamp sees its word too.
func TestAllLamps(t *testing.T) {
	for _, n := range []int{1, 2, 12, 24, 60, 144, 300} {
		synctest.Test(t, func(t *testing.T) {
			chain := virtual.NewLamps("SPI0.1", n)
			r := newRing(t, lamp.Opts{Open: chain.Open, Lamps: n, Brightness: 100})
			r.Show(all(n, red))
			time.Sleep(time.Second)
			if diff := cmp.Diff(all(n, red), chain.Colors()); diff != "" {
				t.Errorf("%d lamps (-want +got):\n%s", n, diff)
			}
		})
	}
}

func TestNothingChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain := virtual.NewLamps("SPI0.1", 12)
		r := newRing(t, lamp.Opts{Open: chain.Open, Lamps: 12})
		time.Sleep(time.Second)
		before := chain.Frames()
		for range 5 {
			r.Show(all(12, red))
			time.Sleep(time.Second)
		}
		if got := chain.Frames() - before; got != 1 {
			t.Errorf("%d frames for one change", got)
		}
	})
}

// TestLatestWins shows frames far faster than the lamps take them.
func TestLatestWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain := virtual.NewLamps("SPI0.1", 1)
		r := newRing(t, lamp.Opts{Open: chain.Open, Lamps: 1, Brightness: 100})
		time.Sleep(time.Second)
		before := chain.Frames()
		for i := range 1000 {
			r.Show([]color.NRGBA{{R: uint8(i), G: uint8(i >> 8)}})
			time.Sleep(ms / 10)
		}
		time.Sleep(time.Second)
		if got := chain.Frames() - before; got < 9 || got > 12 {
			t.Errorf("%d frames in a tenth of a second", got)
		}
		want := []color.NRGBA{{R: 999 & 0xFF, G: 999 >> 8, A: 0xFF}}
		if diff := cmp.Diff(want, chain.Colors()); diff != "" {
			t.Errorf("light (-want +got):\n%s", diff)
		}
	})
}

func TestHalt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain := virtual.NewLamps("SPI0.1", 12)
		r := newRing(t, lamp.Opts{Open: chain.Open, Lamps: 12})
		r.Show(all(12, white))
		time.Sleep(time.Second)
		for range 2 {
			if err := r.Halt(); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(all(12, dark), chain.Colors()); diff != "" {
			t.Errorf("light after Halt (-want +got):\n%s", diff)
		}
		for range 3 {
			r.Show(all(12, white)) // does not block
		}
	})
}

// TestFaults takes the port away at the start and again later: the ring says so
// and lights the latest frame when the port is back.
func TestFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []bool
		chain := virtual.NewLamps("SPI0.1", 3)
		gone := errors.New("no such device")
		chain.Fail(gone)
		r := newRing(t, lamp.Opts{Open: chain.Open, Lamps: 3, Brightness: 100, OnHealth: func(h lamp.Health) { told = append(told, h.OK) }})
		r.Show(all(3, white))
		time.Sleep(5 * time.Second) // tried at 0, 1 and 3 s
		if h := r.Health(); h.OK || h.Opens != 3 || !strings.Contains(h.LastError, gone.Error()) {
			t.Errorf("health at the start %+v", h)
		}
		chain.Fail(nil)
		r.Show(all(3, red))
		time.Sleep(5 * time.Second)
		if h := r.Health(); !h.OK || h.Frames != 1 {
			t.Errorf("health with the port %+v", h)
		}
		if diff := cmp.Diff(all(3, red), chain.Colors()); diff != "" {
			t.Errorf("light (-want +got):\n%s", diff)
		}

		chain.Fail(gone)
		r.Show(all(3, white))
		time.Sleep(500 * ms)
		if h := r.Health(); h.OK || time.Since(h.Since) > time.Second {
			t.Errorf("health without the port %+v", h)
		}
		chain.Fail(nil)
		time.Sleep(time.Second)
		if diff := cmp.Diff(all(3, white), chain.Colors()); diff != "" {
			t.Errorf("light (-want +got):\n%s", diff)
		}
		synctest.Wait() // the ring's goroutine has told
		if diff := cmp.Diff([]bool{false, false, false, true, false, true}, told); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}

		chain.Fail(gone)
		if err := r.Halt(); !errors.Is(err, gone) {
			t.Errorf("Halt without the port: %v", err)
		}
	})
}

// TestHaltWithoutPort ends at once while the ring waits to open its port.
func TestHaltWithoutPort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain := virtual.NewLamps("SPI0.1", 3)
		chain.Fail(errors.New("no such device"))
		r := newRing(t, lamp.Opts{Open: chain.Open, Lamps: 3})
		time.Sleep(100 * time.Second)
		start := time.Now()
		if err := r.Halt(); err != nil {
			t.Error(err)
		}
		if d := time.Since(start); d != 0 {
			t.Errorf("Halt took %s", d)
		}
	})
}

func TestByName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain := virtual.NewLamps("SPI0.1", 2)
		if err := chain.Register(); err != nil {
			t.Fatal(err)
		}
		r := newRing(t, lamp.Opts{Open: lamp.Port("SPI0.1"), Lamps: 2, Brightness: 100})
		r.Show(all(2, red))
		time.Sleep(time.Second)
		if diff := cmp.Diff(all(2, red), chain.Colors()); diff != "" {
			t.Errorf("light (-want +got):\n%s", diff)
		}
		if err := chain.Unregister(); err != nil {
			t.Fatal(err)
		}
		if _, err := lamp.Port("SPI0.1")(); err == nil {
			t.Error("no error for a port that is not there")
		}
	})
}

func TestOpts(t *testing.T) {
	open := lamp.Port("SPI0.1")
	for _, opts := range []lamp.Opts{{Lamps: 1}, {Open: open}, {Open: open, Lamps: -1}, {Open: open, Lamps: 1, Brightness: 101}, {Open: open, Lamps: 1, Brightness: -1}} {
		if _, err := lamp.New(opts); err == nil {
			t.Errorf("no error for %d lamps at %d %%", opts.Lamps, opts.Brightness)
		}
	}
}

// TestCap draws frames: no lamp is ever brighter than its cap, and a lamp that
// was given light gives some, if it was not next to nothing.
func TestCap(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		colors := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) color.NRGBA {
			channel := rapid.Uint8()
			return color.NRGBA{R: channel.Draw(t, "R"), G: channel.Draw(t, "G"), B: channel.Draw(t, "B"), A: channel.Draw(t, "A")}
		}), 1, 24).Draw(rt, "frame")
		synctest.Test(t, func(t *testing.T) {
			chain := virtual.NewLamps("SPI0.1", len(colors))
			r := newRing(t, lamp.Opts{Open: chain.Open, Lamps: len(colors)})
			r.Show(colors)
			time.Sleep(time.Second)
			for i, got := range chain.Colors() {
				for _, c := range [][2]uint8{{colors[i].R, got.R}, {colors[i].G, got.G}, {colors[i].B, got.B}} {
					if c[1] > 64 || (c[0] >= 4 && c[1] == 0) || (c[0] == 0 && c[1] != 0) {
						t.Errorf("lamp %d: %d for %d", i, c[1], c[0])
					}
				}
			}
		})
	})
}

// BenchmarkLampShow hands frames over as fast as it can; they reach the bus at
// the pace of the lamps.
func BenchmarkLampShow(b *testing.B) {
	const n = 24
	chain := virtual.NewLamps("SPI0.1", n)
	r, err := lamp.New(lamp.Opts{Open: chain.Open, Lamps: n})
	if err != nil {
		b.Fatal(err)
	}
	frame := all(n, red)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		frame[i%n].B++
		r.Show(frame)
	}
	if err := r.Halt(); err != nil {
		b.Fatal(err)
	}
	bytes, transfers := chain.Traffic()
	b.ReportMetric(float64(bytes)/float64(max(transfers, 1)), "SPI-bytes/frame")
}
