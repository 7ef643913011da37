package virtual_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
	"periph.io/x/devices/v3/waveshare2in13v2"
	"periph.io/x/devices/v3/waveshare2in13v3"
	"periph.io/x/devices/v3/waveshare2in13v4"

	"familiar/hw/virtual"
)

func newPanel() *virtual.EPaper {
	return virtual.NewWaveshareV2("SPI0.0", virtual.NewPin("GPIO25", 25), virtual.NewPin("GPIO17", 17), virtual.NewPin("GPIO24", 24))
}

// bare uses a panel without a driver.
type bare struct {
	t     *testing.T
	panel *virtual.EPaper
	conn  spi.Conn
}

func newBare(t *testing.T) bare {
	t.Helper()
	return bareOf(t, newPanel())
}

// bareOf uses the given panel.
func bareOf(t *testing.T, p *virtual.EPaper) bare {
	t.Helper()
	port, err := p.Open()
	if err != nil {
		t.Fatal(err)
	}
	c, err := port.Connect(physic.MegaHertz, spi.Mode0, 8)
	if err != nil {
		t.Fatal(err)
	}
	return bare{t, p, c}
}

func (b bare) send(command byte, data ...byte) {
	b.t.Helper()
	for _, part := range []struct {
		dc    gpio.Level
		bytes []byte
	}{{gpio.Low, []byte{command}}, {gpio.High, data}} {
		if len(part.bytes) == 0 {
			continue
		}
		if err := b.panel.DC.Out(part.dc); err != nil {
			b.t.Fatal(err)
		}
		if err := b.conn.Tx(part.bytes, nil); err != nil {
			b.t.Fatal(err)
		}
	}
}

// complains checks that the chip has this one complaint, or none.
func (b bare) complains(of string) {
	b.t.Helper()
	got := strings.Join(b.panel.Complaints(), "\n")
	if (of == "") != (got == "") || !strings.Contains(got, of) || strings.Count(got, "\n") > 0 {
		b.t.Errorf("complaints %q, want %q", got, of)
	}
}

func TestPanelComplaints(t *testing.T) {
	tests := map[string]struct {
		do   func(b bare)
		want string
	}{
		"lawful":                  {func(b bare) { b.send(0x11, 3); b.send(0x44, 0, 15) }, ""},
		"unknown command":         {func(b bare) { b.send(0xFE) }, "unknown command 0xfe"},
		"too few arguments":       {func(b bare) { b.send(0x44, 0); b.send(0x11, 3) }, "command 0x44 lacks 1"},
		"too many arguments":      {func(b bare) { b.send(0x11, 3, 3) }, "command 0x11 takes 1"},
		"outside of the memory":   {func(b bare) { b.send(0x4E, 20); b.send(0x24, 1) }, "memory write at column 20"},
		"waveform of the factory": {func(b bare) { b.send(0x22, 0x10); b.send(0x20) }, "no waveform"},
		"command while busy":      {func(b bare) { b.send(0x12); b.send(0x11) }, "0x11 while BUSY"},
		"command in deep sleep":   {func(b bare) { b.send(0x10, 1); b.send(0x12) }, "0x12 in deep sleep"},
		"too many lines":          {func(b bare) { b.send(0x01, 0xFF, 1, 0) }, "512 gate lines"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBare(t)
				test.do(b)
				time.Sleep(time.Second)
				b.complains(test.want)
			})
		})
	}
}

func TestPanelDataFirst(t *testing.T) {
	b := newBare(t)
	if err := b.panel.DC.Out(gpio.High); err != nil {
		t.Fatal(err)
	}
	if err := b.conn.Tx([]byte{7}, nil); err != nil {
		t.Fatal(err)
	}
	b.complains("data 0x07 without a command")
}

// refresh loads a waveform and runs it.
func (b bare) refresh(lut []byte) {
	b.send(0x32, lut...)
	b.send(0x22, 0xC7)
	b.send(0x20)
}

// TestPanelBusy looks at the glass and at BUSY during a refresh.
func TestPanelBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBare(t)
		changed, stop := b.panel.Watch()
		defer stop()
		corner := func() color.Color { return b.panel.Image().GrayAt(249, 0) }
		b.send(0x24, 0x00) // eight black pixels in the first byte, all other memory is black too
		b.refresh(waveshare2in13v2.EPD2in13v2.FullUpdate)
		start := time.Now()
		if b.panel.BUSY.Level() != gpio.High || corner() != (color.Gray{Y: 0xFF}) {
			t.Error("the picture is there before its time, or BUSY is low")
		}
		<-changed
		if d := time.Since(start); d != 90*virtual.DefaultFrameTime {
			t.Errorf("took %s", d)
		}
		synctest.Wait()
		if b.panel.BUSY.Level() != gpio.Low || corner() != (color.Gray{}) {
			t.Error("the picture is late, or BUSY is high")
		}
		if full, partial := b.panel.Refreshes(); full != 1 || partial != 0 {
			t.Errorf("%d full, %d partial", full, partial)
		}
		b.complains("")
	})
}

// TestPanelOptions inverts and bypasses the memories.
func TestPanelOptions(t *testing.T) {
	for name, test := range map[string]struct {
		control byte
		black   bool
	}{
		// Both memories are 0. The partial waveform has only red 0 with black/white 1, which becomes white, and the reverse, which
		// becomes black.
		"as they are":            {0x00, false},
		"red inverted":           {0x80, true},
		"black/white inverted":   {0x08, false},
		"red taken as 0":         {0x40, false},
		"both inverted":          {0x88, false},
		"black/white taken as 0": {0x84, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBare(t)
				b.send(0x21, test.control)
				b.refresh(waveshare2in13v2.EPD2in13v2.PartialUpdate)
				time.Sleep(time.Second)
				if got := b.panel.Image().GrayAt(100, 50).Y == 0; got != test.black {
					t.Errorf("black %t", got)
				}
				if full, partial := b.panel.Refreshes(); full != 0 || partial != 1 {
					t.Errorf("%d full, %d partial", full, partial)
				}
			})
		})
	}
}

// TestPanelUnscanned: the lines beyond the driver output setting do not change.
func TestPanelUnscanned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBare(t)
		b.send(0x01, 99, 0, 0)
		b.refresh(waveshare2in13v2.EPD2in13v2.FullUpdate)
		time.Sleep(3 * time.Second)
		img := b.panel.Image()
		for x := range img.Rect.Dx() {
			if line := 249 - x; (img.GrayAt(x, 60).Y == 0) != (line < 100) {
				t.Fatalf("line %d is %d", line, img.GrayAt(x, 60).Y)
			}
		}
	})
}

// TestPanelReset interrupts a refresh, and wakes a panel that sleeps.
func TestPanelReset(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBare(t)
		reset := func() {
			for _, l := range []gpio.Level{gpio.High, gpio.Low, gpio.High} {
				if err := b.panel.RST.Out(l); err != nil {
					t.Fatal(err)
				}
			}
		}
		b.refresh(waveshare2in13v2.EPD2in13v2.FullUpdate)
		time.Sleep(time.Second)
		reset()
		if b.panel.BUSY.Level() != gpio.Low {
			t.Error("BUSY is high after a reset")
		}
		time.Sleep(5 * time.Second)
		if full, partial := b.panel.Refreshes(); full+partial != 0 {
			t.Error("a refresh outlives a reset")
		}
		b.send(0x10, 1)
		if !b.panel.Asleep() {
			t.Error("the panel is awake after the command for deep sleep")
		}
		reset()
		if b.panel.Asleep() {
			t.Error("the panel is asleep after a reset")
		}
		b.complains("")
	})
}

func TestPanelFaults(t *testing.T) {
	full := waveshare2in13v2.EPD2in13v2.FullUpdate
	setup := func(t *testing.T) (b bare, done func() int) {
		b = newBare(t)
		return b, func() int {
			time.Sleep(time.Hour)
			n, _ := b.panel.Refreshes()
			return n
		}
	}
	reset := func(t *testing.T, p *virtual.EPaper) {
		for _, l := range []gpio.Level{gpio.Low, gpio.High} {
			if err := p.RST.Out(l); err != nil {
				t.Fatal(err)
			}
		}
	}
	bubble := func(name string, f func(t *testing.T)) {
		t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
	}
	bubble("stuck", func(t *testing.T) {
		b, done := setup(t)
		b.panel.SetFault(virtual.PanelStuck)
		b.refresh(full)
		if n := done(); n != 1 || b.panel.BUSY.Level() != gpio.High {
			t.Errorf("%d refreshes, and BUSY is %s", n, b.panel.BUSY.Level())
		}
		reset(t, b.panel)
		if b.panel.BUSY.Level() != gpio.High {
			t.Error("a reset mends a line that is stuck")
		}
		b.panel.SetFault(virtual.PanelSound)
		if b.panel.BUSY.Level() != gpio.Low {
			t.Error("BUSY is high after the fault")
		}
		b.complains("")
	})
	bubble("hung", func(t *testing.T) {
		b, done := setup(t)
		b.panel.SetFault(virtual.PanelHung)
		b.refresh(full)
		b.panel.SetFault(virtual.PanelSound)
		if n := done(); n != 0 || b.panel.BUSY.Level() != gpio.High {
			t.Errorf("%d refreshes, and BUSY is %s", n, b.panel.BUSY.Level())
		}
		reset(t, b.panel)
		b.refresh(full)
		if n := done(); n != 1 || b.panel.BUSY.Level() != gpio.Low {
			t.Errorf("after a reset %d refreshes, and BUSY is %s", n, b.panel.BUSY.Level())
		}
		b.complains("")
	})
	bubble("unplugged", func(t *testing.T) {
		b, done := setup(t)
		b.refresh(full)
		b.panel.SetFault(virtual.PanelUnplugged)
		if b.panel.BUSY.Level() != gpio.Low {
			t.Error("an unplugged panel is busy")
		}
		b.refresh(full)
		if n := done(); n != 0 {
			t.Errorf("%d refreshes", n)
		}
		b.panel.SetFault(virtual.PanelSound)
		b.send(0x22, 0xC7)
		b.send(0x20)
		if n := done(); n != 0 {
			t.Errorf("%d refreshes without a waveform", n)
		}
		b.complains("no waveform was loaded")
	})
	bubble("brownout", func(t *testing.T) {
		b, done := setup(t)
		b.refresh(full)
		b.panel.SetFault(virtual.PanelBrownout)
		if b.panel.BUSY.Level() != gpio.Low || done() != 0 {
			t.Error("a refresh outlives a brownout")
		}
		b.refresh(full)
		if n := done(); n != 1 {
			t.Errorf("%d refreshes after it", n)
		}
		b.complains("")
	})
	bubble("bus fails", func(t *testing.T) {
		b, _ := setup(t)
		b.panel.SetFault(virtual.PanelBusFails)
		if err := b.conn.Tx([]byte{0x12}, nil); !errors.Is(err, virtual.ErrBus) {
			t.Errorf("a transfer: %v", err)
		}
		if _, err := b.panel.Open(); !errors.Is(err, virtual.ErrBus) {
			t.Errorf("opening: %v", err)
		}
		b.panel.SetFault(virtual.PanelSound)
		b.send(0x11, 3)
		b.complains("")
	})
}

// TestPanelDriver draws through periph's driver in all four orientations: each shows the same picture, rotated.
func TestPanelDriver(t *testing.T) {
	for corner, want := range map[waveshare2in13v2.Corner]image.Point{
		waveshare2in13v2.BottomLeft:  {X: 3, Y: 2},
		waveshare2in13v2.TopRight:    {X: 249 - 3, Y: 121 - 2},
		waveshare2in13v2.TopLeft:     {X: 249 - 2, Y: 3},
		waveshare2in13v2.BottomRight: {X: 2, Y: 121 - 3},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := newPanel()
			if err := p.Register(); err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := p.Unregister(); err != nil {
					t.Error(err)
				}
			}()
			port, err := spireg.Open("SPI0.0")
			if err != nil {
				t.Fatal(err)
			}
			opts := waveshare2in13v2.EPD2in13v2
			opts.Origin = corner
			dev, err := waveshare2in13v2.New(port, gpioreg.ByName("GPIO25"), gpio.PinOut(virtual.NewPin("CS", 8)), gpioreg.ByName("GPIO17"), gpioreg.ByName("24"), &opts)
			if err != nil {
				t.Fatal(err)
			}
			if err := dev.Init(); err != nil {
				t.Fatal(err)
			}
			img := image.NewGray(dev.Bounds())
			for i := range img.Pix {
				img.Pix[i] = 0xFF
			}
			img.SetGray(3, 2, color.Gray{})
			if err := dev.Draw(dev.Bounds(), img, image.Point{}); err != nil {
				t.Fatal(err)
			}
			var got []image.Point
			glass := p.Image()
			for y := range glass.Rect.Dy() {
				for x := range glass.Rect.Dx() {
					if glass.GrayAt(x, y).Y == 0 {
						got = append(got, image.Pt(x, y))
					}
				}
			}
			if len(got) != 1 || got[0] != want {
				t.Errorf("corner %d: black at %v, want %v", corner, got, want)
			}
			if c := p.Complaints(); len(c) > 0 {
				t.Errorf("corner %d: %q", corner, c)
			}
		})
	}
}

func newV4() *virtual.EPaper {
	return virtual.NewWaveshareV4("SPI0.0", virtual.NewPin("GPIO25", 25), virtual.NewPin("GPIO17", 17), virtual.NewPin("GPIO24", 24))
}

// TestV4Complaints covers the differences of an SSD1680.
func TestV4Complaints(t *testing.T) {
	tests := map[string]struct {
		do   func(b bare)
		want string
	}{
		"lawful":                  {func(b bare) { b.send(0x18, 0x80); b.send(0x1A, 0x64, 0); b.send(0x21, 0, 0x80); b.send(0x11, 3) }, ""},
		"one byte of two":         {func(b bare) { b.send(0x21, 0); b.send(0x11, 3) }, ""},
		"three bytes of two":      {func(b bare) { b.send(0x21, 0, 0x80, 0) }, "command 0x21 takes 2"},
		"waveform of the factory": {func(b bare) { b.send(0x22, 0xF7); b.send(0x20) }, ""},
		"no waveform":             {func(b bare) { b.send(0x22, 0xC7); b.send(0x20) }, "no waveform was loaded"},
		"outside of the memory":   {func(b bare) { b.send(0x4E, 22); b.send(0x24, 1) }, "memory write at column 22"},
		"a waveform for another":  {func(b bare) { b.send(0x32, waveshare2in13v2.EPD2in13v2.FullUpdate[:70]...); b.send(0x11, 3) }, "command 0x32 lacks 83"},
		"a waveform of its own":   {func(b bare) { b.refresh(waveshare2in13v3.EPD2in13v3.FullUpdate[:153]) }, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := bareOf(t, newV4())
				test.do(b)
				time.Sleep(5 * time.Second)
				b.complains(test.want)
			})
		})
	}
}

// TestV4Modes refreshes with both built-in waveforms.
func TestV4Modes(t *testing.T) {
	for name, test := range map[string]struct {
		control       byte
		takes         time.Duration
		full, partial int
		red           byte
		black         bool
	}{
		"mode 1":                   {0xF7, 2 * time.Second, 1, 0, 0x00, true},
		"mode 1, whatever was red": {0xF7, 2 * time.Second, 1, 0, 0xFF, true},
		"mode 2, was white":        {0xFF, 300 * time.Millisecond, 0, 1, 0xFF, true},
		"mode 2, was black":        {0xFF, 300 * time.Millisecond, 0, 1, 0x00, false}, // not driven
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := bareOf(t, newV4())
				changed, stop := b.panel.Watch()
				defer stop()
				b.send(0x26, test.red)
				b.send(0x4E, 0)
				b.send(0x24, 0x00)
				b.send(0x22, test.control)
				start := time.Now()
				b.send(0x20)
				<-changed
				if d := time.Since(start); d != test.takes {
					t.Errorf("took %s", d)
				}
				if got := b.panel.Image().GrayAt(249, 0).Y == 0; got != test.black {
					t.Errorf("black %t", got)
				}
				if full, partial := b.panel.Refreshes(); full != test.full || partial != test.partial {
					t.Errorf("%d full, %d partial", full, partial)
				}
				b.complains("")
			})
		})
	}
}

// TestV4OwnWaveform refreshes with look-up tables that a driver has loaded: it checks the datasheet's times, and the resulting pixel.
func TestV4OwnWaveform(t *testing.T) {
	table := func(changes map[int]byte) []byte {
		lut := make([]byte, 153)
		for at, b := range changes {
			lut[at] = b
		}
		return lut
	}
	full, partial := waveshare2in13v3.EPD2in13v3.FullUpdate[:153], waveshare2in13v3.EPD2in13v3.PartialUpdate[:153]
	// The offsets of the times and the rates, and the byte of four voltages for a black pixel: red 0, black/white 0.
	const times, rates, toBlack = 60, 144, 0b01_00_00_00
	for name, test := range map[string]struct {
		luts          [][]byte
		takes         time.Duration
		full, partial int
		black         bool
	}{
		"that flashes":                   {[][]byte{full}, 1600 * time.Millisecond, 1, 0, true},
		"that drives one way":            {[][]byte{partial}, 260 * time.Millisecond, 0, 1, true},
		"at 25 Hz":                       {[][]byte{table(map[int]byte{0: toBlack, times: 10})}, 400 * time.Millisecond, 0, 1, true},
		"at 100 Hz":                      {[][]byte{table(map[int]byte{0: toBlack, times: 10, rates: 0x30})}, 100 * time.Millisecond, 0, 1, true},
		"in the second group":            {[][]byte{table(map[int]byte{1: toBlack, times + 7: 10, rates: 0x31})}, 200 * time.Millisecond, 0, 1, true},
		"two phases repeated":            {[][]byte{table(map[int]byte{0: toBlack, times: 2, times + 1: 3, times + 2: 1, times + 3: 10, rates: 0x10})}, 400 * time.Millisecond, 0, 1, true},
		"the other two":                  {[][]byte{table(map[int]byte{0: toBlack, times: 10, times + 3: 2, times + 4: 3, times + 5: 1, rates: 0x10})}, 400 * time.Millisecond, 0, 1, true},
		"a group repeated":               {[][]byte{table(map[int]byte{0: toBlack, times: 10, times + 6: 2, rates: 0x10})}, 600 * time.Millisecond, 0, 1, true},
		"a phase of no time":             {[][]byte{table(map[int]byte{0: toBlack, times + 1: 10, rates: 0x10})}, 200 * time.Millisecond, 0, 1, false},
		"of which only a part is loaded": {[][]byte{full, partial[:70]}, 1100 * time.Millisecond, 0, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := bareOf(t, newV4())
				changed, stop := b.panel.Watch()
				defer stop()
				b.send(0x24, 0x00)
				for _, lut := range test.luts {
					b.send(0x32, lut...)
				}
				b.send(0x22, 0xC7)
				start := time.Now()
				b.send(0x20)
				<-changed
				if d := time.Since(start); d != test.takes {
					t.Errorf("took %s, not %s", d, test.takes)
				}
				if got := b.panel.Image().GrayAt(249, 0).Y == 0; got != test.black {
					t.Errorf("black %t", got)
				}
				if full, partial := b.panel.Refreshes(); full != test.full || partial != test.partial {
					t.Errorf("%d full, %d partial", full, partial)
				}
			})
		})
	}
}

// TestV4Driver draws through periph's driver: whole pictures are exact, each with two full refreshes; a part of a picture ends up
// in another place.
func TestV4Driver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newV4()
		port, err := p.Open()
		if err != nil {
			t.Fatal(err)
		}
		opts := waveshare2in13v4.EPD2in13v4
		opts.Origin = waveshare2in13v4.BottomLeft
		dev, err := waveshare2in13v4.New(port, p.DC, virtual.NewPin("CS", 8), p.RST, p.BUSY, &opts)
		if err != nil {
			t.Fatal(err)
		}
		if err := dev.Init(); err != nil {
			t.Fatal(err)
		}
		img := image.NewGray(dev.Bounds())
		draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		paint := func(x, y int, part image.Rectangle) bool {
			img.SetGray(x, y, color.Gray{})
			start := time.Now()
			if err := dev.Draw(part, img, part.Min); err != nil {
				t.Fatal(err)
			}
			if d := time.Since(start); d < 4*time.Second || d > 4100*time.Millisecond {
				t.Errorf("a picture took %s", d)
			}
			return bytes.Equal(p.Image().Pix, img.Pix)
		}
		for i := range 3 {
			if !paint(10*i, 7*i, img.Rect) {
				t.Error("the picture is not the expected one")
			}
		}
		if full, partial := p.Refreshes(); full != 6 || partial != 0 {
			t.Errorf("%d full and %d partial refreshes", full, partial)
		}
		if paint(100, 100, image.Rect(96, 96, 104, 104)) {
			t.Error("a part was drawn in its place, although the driver cannot do that")
		}
		if c := p.Complaints(); len(c) > 0 {
			t.Errorf("complaints %q", c)
		}
	})
}

func TestPanelRegistry(t *testing.T) {
	p := newPanel()
	other := virtual.NewPin("GPIO24", 24)
	if err := other.Register(); err != nil {
		t.Fatal(err)
	}
	if err := p.Register(); err == nil {
		t.Error("no error for registering a panel beside another pin with the name of one of its pins")
	}
	if gpioreg.ByName("GPIO25") != nil {
		t.Error("a failed registration leaves pins behind")
	}
	if _, err := spireg.Open("SPI0.0"); err == nil {
		t.Error("a failed registration leaves a port behind")
	}
	if err := other.Unregister(); err != nil {
		t.Fatal(err)
	}
	if err := p.Register(); err != nil {
		t.Fatal(err)
	}
	if err := p.Unregister(); err != nil {
		t.Fatal(err)
	}
}

// FuzzPanel sends any bytes to both controllers: pairs of a byte that sets D/C and a byte.
func FuzzPanel(f *testing.F) {
	f.Add([]byte{0, 0x24, 1, 0xFF, 0, 0x22, 1, 0xC7, 0, 0x20})
	f.Add([]byte{0, 0x01, 1, 0xFF, 1, 0xFF, 1, 0, 0, 0x4F, 1, 0xFF, 1, 1, 0, 0x24, 1, 1})
	f.Add([]byte{0, 0x21, 1, 0x80, 0, 0x22, 1, 0xF7, 0, 0x20, 2, 0x22, 1, 0xFF, 0, 0x20})
	f.Fuzz(func(t *testing.T, script []byte) {
		for _, p := range []func() *virtual.EPaper{newPanel, newV4} {
			synctest.Test(t, func(t *testing.T) {
				b := bareOf(t, p())
				for rest := script; len(rest) >= 2; rest = rest[2:] {
					if rest[0]&2 != 0 {
						time.Sleep(5 * time.Second)
					}
					if err := b.panel.DC.Out(rest[0]&1 != 0); err != nil {
						t.Fatal(err)
					}
					if err := b.conn.Tx(rest[1:2], nil); err != nil {
						t.Fatal(err)
					}
				}
				time.Sleep(100 * time.Hour) // the longest waveform takes ten
				if b.panel.BUSY.Level() != gpio.Low {
					t.Error("the panel stays busy")
				}
			})
		}
	})
}
