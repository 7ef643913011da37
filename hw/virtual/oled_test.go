package virtual_test

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/devices/v3/ssd1306"
	"periph.io/x/devices/v3/ssd1306/image1bit"

	"familiar/hw/virtual"
)

// bareOLED uses an OLED without a driver.
type bareOLED struct {
	*testing.T
	glass *virtual.OLED
	bus   i2c.BusCloser
}

func newBareOLED(t *testing.T, height int) bareOLED {
	t.Helper()
	return bareOLEDOf(t, func(bus *virtual.I2CBus) (*virtual.OLED, error) { return virtual.NewOLED(bus, height) })
}

func bareOLEDOf(t *testing.T, model func(*virtual.I2CBus) (*virtual.OLED, error)) bareOLED {
	t.Helper()
	bus := virtual.NewI2CBus("I2C1")
	glass, err := model(bus)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bus.Open()
	if err != nil {
		t.Fatal(err)
	}
	return bareOLED{t, glass, b}
}

// onOLED runs a test in a bubble: transfers take their real time.
func onOLED(t *testing.T, height int, test func(b bareOLED)) {
	synctest.Test(t, func(t *testing.T) { test(newBareOLED(t, height)) })
}

func (b bareOLED) write(bytes ...byte) {
	b.Helper()
	if err := b.bus.Tx(virtual.OLEDAddress, bytes, nil); err != nil {
		b.Fatal(err)
	}
}

// command sends a stream of commands.
func (b bareOLED) command(bytes ...byte) { b.Helper(); b.write(append([]byte{0x00}, bytes...)...) }

// clear clears the memory, in page mode.
func (b bareOLED) clear() {
	b.Helper()
	b.command(0x20, 2, 0x00, 0x10)
	for page := range byte(8) {
		b.command(0xB0 | page)
		b.write(append([]byte{0x40}, make([]byte, 128)...)...)
	}
}

// on turns the display on, upright, and its charge pump.
func (b bareOLED) on() { b.Helper(); b.command(0x8D, 0x14, 0xA1, 0xC8, 0xAF) }

// lit returns the lit pixels, only the first ones if there are many.
func (b bareOLED) lit() []image.Point {
	var at []image.Point
	img := b.glass.Image()
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.GrayAt(x, y).Y != 0 && len(at) < 12 {
				at = append(at, image.Pt(x, y))
			}
		}
	}
	return at
}

func (b bareOLED) sees(want ...image.Point) {
	b.Helper()
	if got := b.lit(); fmt.Sprint(got) != fmt.Sprint(want) {
		b.Errorf("lit at %v, want %v", got, want)
	}
}

func (b bareOLED) complains(of string) {
	b.Helper()
	got := strings.Join(b.glass.Complaints(), "\n")
	if (of == "") != (got == "") || !strings.Contains(got, of) || strings.Count(got, "\n") > 0 {
		b.Errorf("complaints %q, want %q", got, of)
	}
}

func TestOLEDComplaints(t *testing.T) {
	for name, test := range map[string]struct {
		sent []byte
		want string
	}{
		"lawful":              {[]byte{0x00, 0x20, 0, 0xE3}, ""},
		"several of one byte": {[]byte{0x80, 0xAE, 0xC0, 0xFF, 0x80, 0xAF, 0x00, 0x81, 7}, ""},
		"unknown command":     {[]byte{0x00, 0xFD}, "unknown command 0xfd"},
		"control byte":        {[]byte{0x01, 0xAE}, "control byte 0x01"},
		"addressing mode":     {[]byte{0x00, 0x20, 3}, "addressing mode 3"},
		"columns":             {[]byte{0x00, 0x21, 0, 128}, "columns 0 to 128"},
		"columns backwards":   {[]byte{0x00, 0x21, 5, 4}, "columns 5 to 4"},
		"pages":               {[]byte{0x00, 0x22, 0, 8}, "pages 0 to 8"},
		"multiplex ratio":     {[]byte{0x00, 0xA8, 14}, "multiplex ratio 15"},
	} {
		t.Run(name, func(t *testing.T) {
			onOLED(t, 64, func(b bareOLED) {
				b.write(test.sent...)
				b.complains(test.want)
			})
		})
	}
}

// TestOLEDAddressing writes a few bytes in each of the modes.
func TestOLEDAddressing(t *testing.T) {
	pt := image.Pt
	for name, test := range map[string]struct {
		commands []byte
		want     []image.Point
	}{
		// Three bytes with their highest bit only, so each is a pixel.
		"pages":               {[]byte{0x20, 2, 0xB2, 0x0E, 0x17}, []image.Point{pt(0, 23), pt(126, 23), pt(127, 23)}},
		"horizontal":          {[]byte{0x20, 0, 0x21, 10, 12, 0x22, 3, 4}, []image.Point{pt(10, 31), pt(11, 31), pt(12, 31)}},
		"horizontal, next":    {[]byte{0x20, 0, 0x21, 10, 11, 0x22, 3, 4}, []image.Point{pt(10, 31), pt(11, 31), pt(10, 39)}},
		"horizontal, round":   {[]byte{0x20, 0, 0x21, 10, 10, 0x22, 3, 4}, []image.Point{pt(10, 31), pt(10, 39)}},
		"vertical":            {[]byte{0x20, 1, 0x21, 10, 12, 0x22, 3, 4}, []image.Point{pt(10, 31), pt(11, 31), pt(10, 39)}},
		"pages in horizontal": {[]byte{0x20, 0, 0x21, 0, 127, 0x22, 0, 7, 0xB1, 0x05, 0x10}, []image.Point{pt(5, 15), pt(6, 15), pt(7, 15)}},
	} {
		t.Run(name, func(t *testing.T) {
			onOLED(t, 64, func(b bareOLED) {
				b.clear()
				b.command(test.commands...)
				b.write(0x40, 0x80, 0x80, 0x80)
				b.sees()
				b.on()
				b.sees(test.want...)
				b.complains("")
			})
		})
	}
}

// TestOLEDGlass lights one pixel and finds it with each setting that applies
// between memory and glass.
func TestOLEDGlass(t *testing.T) {
	for name, test := range map[string]struct {
		height   int
		commands []byte
		want     []image.Point
	}{
		"as sold":                      {64, nil, []image.Point{{3, 2}}},
		"mirrored":                     {64, []byte{0xA0}, []image.Point{{124, 2}}},
		"upside down":                  {64, []byte{0xA0, 0xC0}, []image.Point{{124, 61}}},
		"start line":                   {64, []byte{0x41}, []image.Point{{3, 1}}},
		"low glass, as sold":           {32, []byte{0xDA, 0x02, 0xA8, 31}, []image.Point{{3, 2}}},
		"low glass, upside down":       {32, []byte{0xDA, 0x02, 0xA8, 31, 0xA0, 0xC0}, []image.Point{{124, 29}}},
		"low glass, wired as the high": {32, []byte{0xDA, 0x12, 0xA8, 31}, nil}, // every other row is missing
		"off":                          {64, []byte{0xAE}, nil},
		"without pump":                 {64, []byte{0x8D, 0x10}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			onOLED(t, test.height, func(b bareOLED) {
				b.clear()
				b.command(0xB0, 0x03, 0x10)
				b.write(0x40, 0x04)
				b.on()
				b.command(test.commands...)
				b.sees(test.want...)
			})
		})
	}
	onOLED(t, 64, func(b bareOLED) {
		b.clear()
		b.on()
		for _, command := range []byte{0xA7, 0xA5} { // inverse; all on
			b.command(0xA6, command)
			if len(b.lit()) == 0 {
				b.Errorf("dark after %#x", command)
			}
		}
	})
}

func TestOLEDFaults(t *testing.T) {
	onOLED(t, 64, func(b bareOLED) {
		status := func() byte {
			r := []byte{0}
			if err := b.bus.Tx(virtual.OLEDAddress, []byte{0, 0xE3}, r); err != nil {
				b.Fatal(err)
			}
			return r[0] & 0x40
		}
		fails := func(want error) {
			b.Helper()
			if err := b.bus.Tx(virtual.OLEDAddress, []byte{0, 0xE3}, nil); !errors.Is(err, want) {
				b.Errorf("error %v, want %v", err, want)
			}
		}
		b.on()
		if status() != 0 || b.glass.Asleep() {
			b.Error("the status says that the display is off, but it is on")
		}
		for fault, want := range map[virtual.PanelFault]error{
			virtual.PanelUnplugged: virtual.ErrNAK, virtual.PanelBusFails: virtual.ErrBus, virtual.PanelStuck: virtual.ErrStuckBus,
		} {
			b.glass.SetFault(fault)
			fails(want)
			b.glass.SetFault(virtual.PanelSound)
			b.on()
		}
		b.glass.SetFault(virtual.PanelBrownout)
		if status() == 0 || !b.glass.Asleep() || len(b.lit()) != 0 {
			b.Error("the display is on after a brownout")
		}
		b.on()
		if len(b.lit()) == 0 {
			b.Error("the memory is empty after a brownout")
		}
		b.complains("")
	})
}

// TestOLEDRefreshIsCountedOnce: what is written without a pause is one refresh, even if it is more than the whole glass.
func TestOLEDRefreshIsCountedOnce(t *testing.T) {
	onOLED(t, 64, func(b bareOLED) {
		b.clear()
		for range 2 {
			b.write(0x40, 0xFF)
			if full, partial := b.glass.Refreshes(); full != 1 || partial != 0 {
				b.Errorf("%d full and %d partial refreshes", full, partial)
			}
		}
		time.Sleep(time.Second)
		b.write(0x40, 0xFF)
		if full, partial := b.glass.Refreshes(); full != 1 || partial != 1 {
			b.Errorf("after a pause, %d full and %d partial refreshes", full, partial)
		}
	})
}

// TestOLEDDriver draws through periph's driver, on both glasses.
func TestOLEDDriver(t *testing.T) {
	for _, height := range []int{64, 32} {
		onOLED(t, height, func(b bareOLED) {
			opts := ssd1306.Opts{W: 128, H: height, Sequential: height == 32}
			dev, err := ssd1306.NewI2C(b.bus, &opts)
			if err != nil {
				b.Fatal(err)
			}
			changed, stop := b.glass.Watch()
			defer stop()
			img := image1bit.NewVerticalLSB(dev.Bounds())
			var want []image.Point
			for _, y := range []int{0, 1, height/2 - 1, height / 2, height - 1} {
				img.SetBit(2*y, y, image1bit.On)
				want = append(want, image.Pt(2*y, y))
				if err := dev.Draw(img.Rect, img, image.Point{}); err != nil {
					b.Fatal(err)
				}
				b.sees(want...)
				<-changed
				time.Sleep(100 * time.Millisecond)
			}
			// The first one covers the glass, the others the changed part.
			if full, partial := b.glass.Refreshes(); full != 1 || partial != 4 {
				b.Errorf("%d full and %d partial refreshes", full, partial)
			}
			b.complains("")
		})
	}
}

func TestOLEDOnBus(t *testing.T) {
	bus := virtual.NewI2CBus("I2C1")
	if _, err := virtual.NewOLED(bus, 48); err == nil {
		t.Error("no error for an OLED of 48 lines")
	}
	if _, err := virtual.NewOLED(bus, 64); err != nil {
		t.Error(err)
	}
	if _, err := virtual.NewOLED(bus, 32); err == nil {
		t.Error("no error for a second OLED at the same address")
	}
}

// FuzzOLED sends any bytes, in transfers that each begin with their length.
func FuzzOLED(f *testing.F) { fuzzOLED(f, func(t *testing.T) bareOLED { return newBareOLED(t, 64) }) }

func fuzzOLED(f *testing.F, on func(t *testing.T) bareOLED) {
	f.Add([]byte{3, 0x00, 0x8D, 0x14, 2, 0x00, 0xAF, 4, 0x40, 0xFF, 0x00, 0xFF})
	f.Add([]byte{9, 0x00, 0x20, 1, 0x21, 5, 4, 0x22, 7, 7, 3, 0x40, 1, 2, 8, 0x00, 0xDA, 0x32, 0xA8, 15, 0xD3, 63, 0xAF})
	f.Fuzz(func(t *testing.T, script []byte) {
		synctest.Test(t, func(t *testing.T) {
			b := on(t)
			for len(script) > 0 {
				n := min(int(script[0]), len(script)-1)
				if n > 0 {
					b.write(script[1 : n+1]...)
				}
				script = script[n+1:]
			}
			b.on()
			if img := b.glass.Image(); img.Bounds() != image.Rect(0, 0, 128, 64) || img.At(0, 0).(color.Gray).Y%0xFF != 0 {
				t.Errorf("picture of %v", img.Bounds())
			}
			time.Sleep(time.Second)
		})
	})
}
