package virtual_test

import (
	"image"
	"testing"
	"testing/synctest"

	"periph.io/x/devices/v3/ssd1306"
	"periph.io/x/devices/v3/ssd1306/image1bit"

	"familiar/hw/virtual"
)

// onSH1106 runs a test in a bubble: transfers take their real time.
func onSH1106(t *testing.T, test func(b bareOLED)) {
	synctest.Test(t, func(t *testing.T) { test(bareOLEDOf(t, virtual.NewSH1106)) })
}

// wipe clears the memory, with the columns beside the glass, and turns the display on.
func (b bareOLED) wipe() {
	b.Helper()
	for page := range byte(8) {
		b.command(0xB0|page, 0x00, 0x10)
		b.write(append([]byte{0x40}, make([]byte, 132)...)...)
	}
	b.command(0xAD, 0x8B, 0xA1, 0xC8, 0xAF)
}

// TestSH1106Complaints: the commands that only an SSD1306 has are unknown.
func TestSH1106Complaints(t *testing.T) {
	for name, test := range map[string]struct {
		sent []byte
		want string
	}{
		"lawful":           {[]byte{0x00, 0xAE, 0xD5, 0x50, 0xA8, 0x3F, 0xAD, 0x8B, 0x32, 0xDA, 0x12, 0x81, 0xFF, 0x18, 0xAF}, ""},
		"addressing modes": {[]byte{0x00, 0x20}, "unknown command 0x20"},
		"columns":          {[]byte{0x00, 0x21}, "unknown command 0x21"},
		"pages":            {[]byte{0x00, 0x22}, "unknown command 0x22"},
		"scrolling":        {[]byte{0x00, 0x2F}, "unknown command 0x2f"},
		"charge pump":      {[]byte{0x00, 0x8D}, "unknown command 0x8d"},
		"multiplex ratio":  {[]byte{0x00, 0xA8, 14}, "multiplex ratio 15"},
	} {
		t.Run(name, func(t *testing.T) {
			onSH1106(t, func(b bareOLED) {
				b.write(test.sent...)
				b.complains(test.want)
			})
		})
	}
}

// TestSH1106Glass writes three bytes with their lowest bit only: the glass has the columns from the third on, and behind the last column of the memory
// nothing is written.
func TestSH1106Glass(t *testing.T) {
	pt := image.Pt
	for name, test := range map[string]struct {
		commands []byte
		want     []image.Point
	}{
		"the first":       {[]byte{0xB0, 0x02, 0x10}, []image.Point{pt(0, 0), pt(1, 0), pt(2, 0)}},
		"another page":    {[]byte{0xB3, 0x02, 0x10}, []image.Point{pt(0, 24), pt(1, 24), pt(2, 24)}},
		"beside, then on": {[]byte{0xB0, 0x00, 0x10}, []image.Point{pt(0, 0)}},
		"on, then beside": {[]byte{0xB0, 0x01, 0x18}, []image.Point{pt(127, 0)}},
		"the last alone":  {[]byte{0xB0, 0x03, 0x18}, nil},
		"behind the last": {[]byte{0xB0, 0x0F, 0x1F}, nil},
		"upside down":     {[]byte{0xA0, 0xC0, 0xB0, 0x02, 0x10}, []image.Point{pt(125, 63), pt(126, 63), pt(127, 63)}},
		"off":             {[]byte{0xAE, 0xB0, 0x02, 0x10}, nil},
		"without pump":    {[]byte{0xAD, 0x8A, 0xB0, 0x02, 0x10}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			onSH1106(t, func(b bareOLED) {
				b.wipe()
				b.command(test.commands...)
				b.write(0x40, 1, 1, 1)
				b.sees(test.want...)
				b.complains("")
			})
		})
	}
}

// TestSH1106Status: the status is that of an SSD1306 but for the bits that tell the two.
func TestSH1106Status(t *testing.T) {
	onSH1106(t, func(b bareOLED) {
		for command, want := range map[byte]byte{0xAE: 0x48, 0xAF: 0x08} {
			status := []byte{0}
			if err := b.bus.Tx(virtual.OLEDAddress, []byte{0, command}, status); err != nil || status[0] != want {
				b.Errorf("after %#02x the status is %#02x, %v, want %#02x", command, status[0], err, want)
			}
		}
	})
}

// TestSSD1306DriverOnSH1106: what owners of the wrong OLED see is no picture of the driver's.
func TestSSD1306DriverOnSH1106(t *testing.T) {
	onSH1106(t, func(b bareOLED) {
		dev, err := ssd1306.NewI2C(b.bus, &ssd1306.Opts{W: 128, H: 64})
		if err != nil {
			b.Fatal(err)
		}
		img := image1bit.NewVerticalLSB(dev.Bounds())
		img.SetBit(10, 20, image1bit.On)
		if err := dev.Draw(img.Rect, img, image.Point{}); err != nil {
			b.Fatal(err)
		}
		if lit := b.lit(); len(lit) == 1 && lit[0] == image.Pt(10, 20) {
			b.Error("it shows the picture as an SSD1306 does")
		}
		if len(b.glass.Complaints()) == 0 {
			b.Error("it knows all commands of an SSD1306")
		}
	})
}

// FuzzSH1106 sends any bytes, in transfers that each begin with their length.
func FuzzSH1106(f *testing.F) {
	f.Add([]byte{4, 0x00, 0xB0, 0x0F, 0x18, 4, 0x40, 0xFF, 0x00, 0xFF})
	fuzzOLED(f, func(t *testing.T) bareOLED { return bareOLEDOf(t, virtual.NewSH1106) })
}
