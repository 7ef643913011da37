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
	"familiar/hw/part"
	"familiar/hw/virtual"
)

const ms = time.Millisecond

var (
	dark  = color.NRGBA{A: 0xFF}
	white = color.NRGBA{R: 0xFF, G: 0xFF, B: 0xFF, A: 0xFF}
	red   = color.NRGBA{R: 0xFF, A: 0xFF}
)

func newRing(t *testing.T, opts lamp.Opts) *lamp.Chain {
	t.Helper()
	r, err := lamp.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Halt() }) // the tests that need its error check it themselves
	return r
}

// models has an emulation of each model.
var models = map[lamp.Model]func(port string, n int) *virtual.Lamps{
	lamp.APA102: virtual.NewAPA102,
	lamp.WS2812: virtual.NewWS2812,
}

// onAll runs a test in a bubble for each model, with n lamps and a ring on
// them. At the end the lamps must have no complaint about their driver; a
// goroutine that still runs would fail the bubble.
func onAll(t *testing.T, n int, opts lamp.Opts, test func(t *testing.T, chain *virtual.Lamps, r *lamp.Chain)) {
	for model, newLamps := range models {
		t.Run(string(model), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				chain := newLamps("SPI0.1", n)
				opts.Model, opts.Lamps, opts.Open = model, n, chain.Open
				r := newRing(t, opts)
				test(t, chain, r)
				_ = r.Halt() // the tests that need its error check it themselves
				if c := chain.Complaints(); len(c) != 0 {
					t.Errorf("the lamps complain:\n%s", strings.Join(c, "\n"))
				}
			})
		})
	}
}

// lit checks the light.
func lit(t *testing.T, chain *virtual.Lamps, want []color.NRGBA) {
	t.Helper()
	if diff := cmp.Diff(want, chain.Colors()); diff != "" {
		t.Errorf("light (-want +got):\n%s", diff)
	}
}

// all returns a frame of one colour.
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
			onAll(t, 3, lamp.Opts{Brightness: test.brightness}, func(t *testing.T, chain *virtual.Lamps, r *lamp.Chain) {
				r.Show(test.frame)
				time.Sleep(100 * ms)
				lit(t, chain, test.want)
			})
		})
	}
}

// TestAllLamps lights chains of many lengths, up to the longest that a config
// may have: the data reaches the last lamp, too.
func TestAllLamps(t *testing.T) {
	for _, n := range []int{1, 2, 12, 24, 60, 144, 300} {
		onAll(t, n, lamp.Opts{Brightness: 100}, func(t *testing.T, chain *virtual.Lamps, r *lamp.Chain) {
			r.Show(all(n, red))
			time.Sleep(100 * ms)
			lit(t, chain, all(n, red))
		})
	}
}

// TestNothingChanged sends an unchanged frame once a second, and no more.
func TestNothingChanged(t *testing.T) {
	onAll(t, 12, lamp.Opts{}, func(t *testing.T, chain *virtual.Lamps, r *lamp.Chain) {
		r.Show(all(12, red))
		time.Sleep(500 * ms)
		before := chain.Frames()
		for range 50 {
			r.Show(all(12, red))
			time.Sleep(100 * ms)
		}
		if got := chain.Frames() - before; got != 5 {
			t.Errorf("%d frames in five seconds without a change", got)
		}
	})
}

// TestLatestWins shows frames far faster than the lamps accept them.
func TestLatestWins(t *testing.T) {
	onAll(t, 1, lamp.Opts{Brightness: 100}, func(t *testing.T, chain *virtual.Lamps, r *lamp.Chain) {
		time.Sleep(500 * ms)
		before := chain.Frames()
		for i := range 1000 {
			r.Show([]color.NRGBA{{R: uint8(i), G: uint8(i >> 8)}})
			time.Sleep(ms / 10)
		}
		time.Sleep(100 * ms)
		if got := chain.Frames() - before; got < 9 || got > 12 {
			t.Errorf("%d frames in a tenth of a second", got)
		}
		lit(t, chain, []color.NRGBA{{R: 999 & 0xFF, G: 999 >> 8, A: 0xFF}})
	})
}

func TestHalt(t *testing.T) {
	onAll(t, 12, lamp.Opts{}, func(t *testing.T, chain *virtual.Lamps, r *lamp.Chain) {
		time.Sleep(100 * ms)
		r.Show(all(12, white))
		synctest.Wait() // the frame went out right now
		for range 2 {
			if err := r.Halt(); err != nil {
				t.Fatal(err)
			}
		}
		lit(t, chain, all(12, dark))
		for range 3 {
			r.Show(all(12, white)) // does not block
		}
	})
}

// TestFaults removes the port at the start and again later: the ring reports it
// and lights the latest frame within two seconds of its return.
func TestFaults(t *testing.T) {
	onAll(t, 3, lamp.Opts{Brightness: 100}, func(t *testing.T, chain *virtual.Lamps, r *lamp.Chain) {
		gone := errors.New("no such device")
		chain.Fail(gone)
		time.Sleep(1100 * ms) // until the first frame is due to go out again
		broke := r.Health().Since
		r.Show(all(3, white))
		time.Sleep(100 * time.Second)
		if h := r.Health(); h.OK || h.Since != broke || h.Opens < 100 || !errors.Is(h.LastError, gone) {
			t.Errorf("health without the port %+v", h)
		}
		r.Show(all(3, red))
		chain.Fail(nil)
		time.Sleep(2 * time.Second)
		if h := r.Health(); !h.OK || time.Since(h.Since) > 2*time.Second {
			t.Errorf("health with the port %+v", h)
		}
		lit(t, chain, all(3, red))

		chain.Fail(gone)
		if err := r.Halt(); !errors.Is(err, gone) {
			t.Errorf("Halt without the port: %v", err)
		}
	})
}

// TestUnplugged removes the lamps' power, which nothing can notice: they are
// lit again within two seconds of its return.
func TestUnplugged(t *testing.T) {
	onAll(t, 3, lamp.Opts{Brightness: 100}, func(t *testing.T, chain *virtual.Lamps, r *lamp.Chain) {
		r.Show(all(3, white))
		for _, long := range []time.Duration{0, 100 * ms, time.Minute} {
			chain.Unplug(true)
			time.Sleep(long)
			lit(t, chain, all(3, dark))
			chain.Unplug(false)
			time.Sleep(2 * time.Second)
			lit(t, chain, all(3, white))
		}
		if h := r.Health(); !h.OK || h.Opens != 1 {
			t.Errorf("health %+v", h)
		}
	})
}

// TestHaltWithoutPort halts at once while the ring waits to open its port.
func TestHaltWithoutPort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain := virtual.NewAPA102("SPI0.1", 3)
		chain.Fail(errors.New("no such device"))
		r := newRing(t, lamp.Opts{Model: lamp.APA102, Open: chain.Open, Lamps: 3})
		time.Sleep(100100 * ms)
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
		chain := virtual.NewAPA102("SPI0.1", 2)
		if err := chain.Register(); err != nil {
			t.Fatal(err)
		}
		r := newRing(t, lamp.Opts{Model: lamp.APA102, Open: lamp.Port("SPI0.1"), Lamps: 2, Brightness: 100})
		r.Show(all(2, red))
		time.Sleep(time.Second)
		if diff := cmp.Diff(all(2, red), chain.Colors()); diff != "" {
			t.Errorf("light (-want +got):\n%s", diff)
		}
		if err := chain.Unregister(); err != nil {
			t.Fatal(err)
		}
		if _, err := lamp.Port("SPI0.1")(); !errors.Is(err, part.ErrSPI) {
			t.Errorf("opening a port that is not there: %v", err)
		}
	})
}

func TestOpts(t *testing.T) {
	open := lamp.Port("SPI0.1")
	for _, opts := range []lamp.Opts{
		{Open: open, Lamps: 1},
		{Model: "ws2801", Open: open, Lamps: 1},
		{Model: lamp.APA102, Lamps: 1},
		{Model: lamp.APA102, Open: open},
		{Model: lamp.APA102, Open: open, Lamps: -1},
		{Model: lamp.APA102, Open: open, Lamps: 1, Brightness: 101},
		{Model: lamp.APA102, Open: open, Lamps: 1, Brightness: -1},
		{Model: lamp.WS2812, Open: open, Lamps: 341},
	} {
		if _, err := lamp.New(opts); err == nil {
			t.Errorf("no error for %d lamps of model %q at %d %%", opts.Lamps, opts.Model, opts.Brightness)
		}
	}
}

// TestMaxWS2812 lights the maximum of WS2812 lamps for one transfer.
func TestMaxWS2812(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 340
		chain := virtual.NewWS2812("SPI0.1", n)
		r := newRing(t, lamp.Opts{Model: lamp.WS2812, Open: chain.Open, Lamps: n, Brightness: 100})
		r.Show(all(n, red))
		time.Sleep(100 * ms)
		lit(t, chain, all(n, red))
		if h := r.Health(); !h.OK {
			t.Errorf("health %+v", h)
		}
	})
}

// TestBrightness draws frames: no lamp is ever brighter than its cap, and a lamp with
// a colour gives light unless the colour is almost black.
func TestBrightness(t *testing.T) {
	for model, newLamps := range models {
		t.Run(string(model), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				colors := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) color.NRGBA {
					channel := rapid.Uint8()
					return color.NRGBA{R: channel.Draw(t, "R"), G: channel.Draw(t, "G"), B: channel.Draw(t, "B"), A: channel.Draw(t, "A")}
				}), 1, 24).Draw(rt, "frame")
				synctest.Test(t, func(t *testing.T) {
					chain := newLamps("SPI0.1", len(colors))
					r := newRing(t, lamp.Opts{Model: model, Open: chain.Open, Lamps: len(colors)})
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
		})
	}
}

// BenchmarkLampShow hands frames over at full speed; they reach the bus at the
// pace of the lamps.
func BenchmarkLampShow(b *testing.B) {
	const n = 24
	for model, newLamps := range models {
		b.Run(string(model), func(b *testing.B) {
			chain := newLamps("SPI0.1", n)
			r, err := lamp.New(lamp.Opts{Model: model, Open: chain.Open, Lamps: n})
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
		})
	}
}
