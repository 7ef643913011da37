//go:build peers && linux

package peers

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/apa102"
	"periph.io/x/devices/v3/mfrc522"
	"periph.io/x/devices/v3/nrzled"
	"periph.io/x/devices/v3/ssd1306"
	"periph.io/x/devices/v3/ssd1306/image1bit"
	"periph.io/x/devices/v3/waveshare2in13v2"
	"periph.io/x/devices/v3/waveshare2in13v3"
	"periph.io/x/devices/v3/waveshare2in13v4"

	"familiar/hw/virtual"
)

// contractPin is a line with the timeouts of gpio.PinIn's contract: 0 returns
// at once. virtual.Pin behaves like gpioioctl, where 0 waits for ever
// (periph/host#78), and the driver empties the queue of edges with 0.
type contractPin struct{ *virtual.Pin }

func (p contractPin) WaitForEdge(timeout time.Duration) bool {
	if timeout == 0 {
		timeout = time.Nanosecond
	}
	return p.Pin.WaitForEdge(timeout)
}

func TestPeriphMFRC522(t *testing.T) {
	const driver, on = "periph mfrc522", "MFRC522, IRQ wired"
	expect(t, driver, on)
	for _, test := range []struct {
		uids []string
		want string // the UID, or the end of the error
	}{
		{[]string{uid4}, uid4},
		{[]string{uid7}, uid7},
		{nil, "timeout waiting for IRQ edge: 1s"},
	} {
		synctest.Test(t, func(t *testing.T) {
			chip := virtual.NewMFRC522("SPI0.0")
			chip.Field().SetWakeUp(100 * time.Microsecond)
			irq := virtual.NewPin("GPIO22", 22)
			chip.WireIRQ(irq)
			put(t, chip.Field(), test.uids...)
			port, err := chip.Open()
			if err != nil {
				t.Fatal(err)
			}
			dev, err := mfrc522.NewSPI(port, virtual.NewPin("GPIO25", 25), contractPin{irq}, mfrc522.WithSync())
			if err != nil {
				t.Fatal(err)
			}
			for look := range 3 {
				uid, err := dev.ReadUID(time.Second)
				got := fmt.Sprintf("%X", uid)
				if err != nil {
					got = err.Error()
				}
				if !strings.HasSuffix(got, test.want) {
					t.Errorf("%v, look %d: %s, want %s", test.uids, look, got, test.want)
				}
			}
			if err := dev.Halt(); err != nil {
				t.Error(err)
			}
		})
	}
	report(t, driver, on, "a tag of 4 and one of 7 bytes, three times each; an empty field",
		"asks 0.2 ms after it switched the field on: tags wake up in 0.1 ms, not in the 5 ms allowed (ISO/IEC 14443-3, 5); "+
			"WaitForEdge(0) of its pin returns at once, as that of gpioioctl does not")
}

func TestPeriphSSD1306(t *testing.T) {
	const driver, on = "periph ssd1306", "SSD1306, 64 and 32 lines"
	expect(t, driver, on)
	for _, height := range []int{64, 32} {
		bus := virtual.NewI2CBus("I2C1")
		oled, err := virtual.NewOLED(bus, height)
		if err != nil {
			t.Fatal(err)
		}
		handle, err := bus.Open()
		if err != nil {
			t.Fatal(err)
		}
		dev, err := ssd1306.NewI2C(handle, &ssd1306.Opts{W: 128, H: height, Sequential: height == 32})
		if err != nil {
			t.Fatal(err)
		}
		img := image1bit.NewVerticalLSB(dev.Bounds())
		for i := range height {
			img.SetBit(2*i, i, image1bit.On)
		}
		if err := dev.Draw(dev.Bounds(), img, image.Point{}); err != nil {
			t.Fatal(err)
		}
		if n := differ(oled.Image(), func(x, y int) bool { return bool(img.BitAt(x, y)) }); n != 0 {
			t.Errorf("%d lines: %d pixels differ", height, n)
		}
		content(t, oled.Complaints())
	}
	report(t, driver, on, "every pixel", "")
}

// differ counts the pixels of a panel that have the wrong colour.
func differ(got *image.Gray, white func(x, y int) bool) (n int) {
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			if (got.GrayAt(x, y).Y > 0) != white(x, y) {
				n++
			}
		}
	}
	return n
}

// drawer is the common interface of the drivers of e-paper.
type drawer interface {
	Init() error
	Bounds() image.Rectangle
	Draw(image.Rectangle, image.Image, image.Point) error
}

func TestPeriphEPaper(t *testing.T) {
	type lines struct{ dc, cs, rst, busy *virtual.Pin }
	for _, test := range []struct {
		driver, chip string
		panel        func(port string, dc, rst, busy *virtual.Pin) *virtual.EPaper
		open         func(p spi.Port, l lines) (drawer, error)
		differences  string
		refreshes    int
		complaints   []string
	}{
		{"periph waveshare2in13v2", "SSD1675B", virtual.NewWaveshareV2, func(p spi.Port, l lines) (drawer, error) {
			opts := waveshare2in13v2.EPD2in13v2
			opts.Origin = waveshare2in13v2.BottomLeft
			return waveshare2in13v2.New(p, l.dc, l.cs, l.rst, l.busy, &opts)
		}, "", 1, nil},
		{"periph waveshare2in13v3", "SSD1680", virtual.NewWaveshareV4, func(p spi.Port, l lines) (drawer, error) {
			opts := waveshare2in13v3.EPD2in13v3
			opts.Origin = waveshare2in13v3.BottomLeft
			return waveshare2in13v3.New(p, l.dc, l.cs, l.rst, l.busy, &opts)
		}, "starts each refresh twice; sends less than commands 04h, 32h and 37h take (datasheet, 7): the rest stays as it was", 2, []string{
			"command 0x04 lacks 1 of its arguments", "command 0x32 lacks 83 of its arguments", "command 0x37 lacks 3 of its arguments",
		}},
		{"periph waveshare2in13v4", "SSD1680", virtual.NewWaveshareV4, func(p spi.Port, l lines) (drawer, error) {
			opts := waveshare2in13v4.EPD2in13v4
			opts.Origin = waveshare2in13v4.BottomLeft
			return waveshare2in13v4.New(p, l.dc, l.cs, l.rst, l.busy, &opts)
		}, "starts each refresh twice", 2, nil},
	} {
		t.Run(test.driver, func(t *testing.T) {
			expect(t, test.driver, test.chip)
			synctest.Test(t, func(t *testing.T) {
				l := lines{virtual.NewPin("GPIO25", 25), virtual.NewPin("GPIO8", 8), virtual.NewPin("GPIO17", 17), virtual.NewPin("GPIO24", 24)}
				panel := test.panel("SPI0.0", l.dc, l.rst, l.busy)
				port, err := panel.Open()
				if err != nil {
					t.Fatal(err)
				}
				dev, err := test.open(port, l)
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
				for i := range 100 {
					img.SetGray(2*i, i, color.Gray{})
				}
				if err := dev.Draw(dev.Bounds(), img, image.Point{}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(10 * time.Second)
				if n := differ(panel.Image(), func(x, y int) bool { return img.GrayAt(x, y).Y > 0 }); n != 0 {
					t.Errorf("%d pixels differ", n)
				}
				if full, _ := panel.Refreshes(); full != test.refreshes {
					t.Errorf("%d full refreshes, want %d", full, test.refreshes)
				}
				if diff := cmp.Diff(test.complaints, panel.Complaints(), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("complaints (-want +got):\n%s", diff)
				}
			})
			report(t, test.driver, test.chip, "every pixel", test.differences)
		})
	}
}

// strip is the common interface of the drivers of lamps.
type strip interface {
	Bounds() image.Rectangle
	Draw(image.Rectangle, image.Image, image.Point) error
}

func TestPeriphLamps(t *testing.T) {
	const lamps = 24
	src := image.NewNRGBA(image.Rect(0, 0, lamps, 1))
	var want []color.NRGBA
	for i := range lamps {
		c := color.NRGBA{R: uint8(10 * i), G: 200, B: uint8(7 * i), A: 0xFF}
		src.SetNRGBA(i, 0, c)
		want = append(want, c)
	}
	for _, test := range []struct {
		driver, chip string
		lamps        *virtual.Lamps
		open         func(p spi.Port) (strip, error)
		differences  string
	}{
		{"periph apa102", "APA102", virtual.NewAPA102("SPI1.0", lamps), func(p spi.Port) (strip, error) {
			return apa102.New(p, &apa102.Opts{NumPixels: lamps, Intensity: 255, Temperature: 6500, DisableGlobalPWM: true})
		}, ""},
		{"periph nrzled", "WS2812", virtual.NewWS2812("SPI1.1", lamps), func(p spi.Port) (strip, error) {
			return nrzled.NewSPI(p, &nrzled.Opts{NumPixels: lamps, Channels: 3, Freq: 2500 * physic.KiloHertz})
		}, "a 1 is high for 1.2 µs, which later datasheets allow (580 ns to 1.6 µs) and the first does not (800 ± 150 ns)"},
	} {
		t.Run(test.driver, func(t *testing.T) {
			expect(t, test.driver, test.chip)
			port, err := test.lamps.Open()
			if err != nil {
				t.Fatal(err)
			}
			dev, err := test.open(port)
			if err != nil {
				t.Fatal(err)
			}
			if err := dev.Draw(dev.Bounds(), src, image.Point{}); err != nil {
				t.Fatal(err)
			}
			if got := test.lamps.Colors(); !slices.Equal(got, want) {
				t.Errorf("colours %v, want %v", got, want)
			}
			content(t, test.lamps.Complaints())
			report(t, test.driver, test.chip, fmt.Sprintf("%d colours", lamps), test.differences)
		})
	}
}

var _ gpio.PinIn = contractPin{}
