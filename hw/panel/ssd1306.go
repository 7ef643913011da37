package panel

import (
	"errors"
	"image"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/devices/v3/ssd1306"

	"familiar/hw/keep"
	"familiar/hw/part"
)

// SSD1306 is an OLED of 128×64 or 128×32 pixels.
const SSD1306 Model = "ssd1306"

func ssd1306Driver() Driver {
	return Driver{
		Model: SSD1306, Kind: "an OLED on I2C", Market: "OLED with an SSD1306",
		Module: oledModule(), Lit: true,
		Sizes:       []image.Point{{X: 128, Y: 64}, {X: 128, Y: 32}},
		Probe:       probeSSD1306,
		WiresAdvice: part.CheckI2C, Advice: append([]part.Advice{{Err: ErrIsSH1106, Text: `in the config, write model = "sh1106"`}}, oledAdvice...),
		open: func(w Wires, o Opts, c *counts) (keep.Device[picture], error) {
			return openOLED(w, c, func(bus i2c.Bus) (oledDriver, error) { return newSSD1306(bus, o.Size, o.UpsideDown) })
		},
	}
}

// ErrIsSH1106 means that there is another OLED than the config says.
var ErrIsSH1106 = errors.New("its chip answers as an SH1106 does")

// probeSSD1306 takes all that answers for an SSD1306 but an SH1106, which looks
// like one and cannot show its pictures.
func probeSSD1306(bus string) error {
	status, err := oledStatus(bus)
	if err == nil && status&oledIdentity == sh1106Identity {
		err = ErrIsSH1106
	}
	return err
}

// ssd1306OLED is an SSD1306 behind periph's driver.
type ssd1306OLED struct{ dev *ssd1306.Dev }

// newSSD1306 writes all settings to an SSD1306.
func newSSD1306(bus i2c.Bus, size image.Point, upsideDown bool) (ssd1306OLED, error) {
	dev, err := ssd1306.NewI2C(bus, &ssd1306.Opts{
		W: size.X, H: size.Y,
		// The glass with 32 lines has them wired in sequence.
		Sequential:       size.Y == 32,
		MirrorVertical:   upsideDown,
		MirrorHorizontal: upsideDown,
	})
	return ssd1306OLED{dev}, err
}

// draw implements oledDriver. The driver sends the part that has changed.
func (o ssd1306OLED) draw(p *picture) error { return o.dev.Draw(p.Rect, p, image.Point{}) }

// setContrast implements oledDriver.
func (o ssd1306OLED) setContrast(level byte) error { return o.dev.SetContrast(level) }

// off implements oledDriver.
func (o ssd1306OLED) off() error { return o.dev.Halt() }
