package panel

import (
	"errors"
	"fmt"
	"image"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/devices/v3/ssd1306"

	"familiar/hw/keep"
	"familiar/hw/part"
)

const (
	// oledAddress is the only address that the driver uses.
	oledAddress = 0x3C
	// oledInterval is the time from the end of one picture to the next. A whole
	// picture takes a tenth of a second on a bus of 100 kHz, which other
	// devices may need, too.
	oledInterval = 100 * time.Millisecond
	// checkInterval is the time between two checks of an OLED.
	checkInterval = time.Second

	// Lit pixels grow dim over time, so a picture that stays is dimmed, and
	// finally turned off.
	dimAfter  = 5 * time.Minute
	darkAfter = time.Hour

	brightContrast = 0xFF
	dimContrast    = 0x01
)

// A command and a bit of the status that the driver does not have (datasheet
// rev 1.1, sections 8.1.5 and 9).
var nop = []byte{0x00, 0xE3} // commands follow: do nothing

const oledStatusOff = 0x40 // the display is off

// SSD1306 is an OLED of 128×64 or 128×32 pixels.
const SSD1306 Model = "ssd1306"

func ssd1306Driver() Driver {
	return Driver{
		Model: SSD1306, Kind: "an OLED on I2C", Market: "OLED with an SSD1306",
		Module: part.Module{
			Power: []string{"VCC"}, Ground: "GND",
			Connections: []part.Connection{{Bus: part.I2C, Address: oledAddress, Terminals: map[string]string{"SDA": "SDA", "SCL": "SCL"}}},
		},
		Sizes: []image.Point{{X: 128, Y: 64}, {X: 128, Y: 32}}, Lit: true,
		Probe:       probeOLED,
		WiresAdvice: part.CheckI2C, Advice: []part.Advice{{Err: ErrReset, Text: part.CheckSupply}},
		open: func(w Wires, o Opts, c *counts) (keep.Device[picture], error) {
			return openOLED(w, o.Size, o.UpsideDown, c)
		},
	}
}

// probeOLED returns nil if a chip answers at the address of an OLED.
func probeOLED(bus string) error {
	b, err := part.OpenI2C(bus)
	if err != nil {
		return err
	}
	status := make([]byte, 1)
	err = b.Tx(oledAddress, nil, status)
	return errors.Join(err, b.Close())
}

// oled is an open SSD1306.
type oled struct {
	bus    i2c.BusCloser
	opts   ssd1306.Opts
	dev    *ssd1306.Dev
	counts *counts

	// hasStatus is true if the controller answers with its status. Not every clone does.
	hasStatus bool
	shown     *picture  // nil before the first
	drew      time.Time // when shown was drawn
	checked   time.Time // when the panel was last checked
	level     dimLevel
}

// dimLevel is the brightness of an OLED whose picture stays.
type dimLevel int

const (
	bright dimLevel = iota
	dim
	dark
)

// openOLED opens an SSD1306. If it does not answer, it closes the bus.
func openOLED(wires Wires, size image.Point, upsideDown bool, t *counts) (*oled, error) {
	if wires.I2C == nil {
		return nil, errors.New("panel: a wire is missing")
	}
	o := &oled{bus: wires.I2C, counts: t, opts: ssd1306.Opts{
		W: size.X, H: size.Y,
		// The glass with 32 lines has them wired in sequence.
		Sequential:       size.Y == 32,
		MirrorVertical:   upsideDown,
		MirrorHorizontal: upsideDown,
	}}
	if err := o.init(); err != nil {
		return nil, errors.Join(o.failed("initialising", err), o.bus.Close())
	}
	return o, nil
}

func (o *oled) failed(doing string, err error) error {
	return fmt.Errorf("panel on %s: %s: %w", o.bus, doing, err)
}

// init writes all settings to the controller. Until the next picture it shows
// the contents of its memory.
func (o *oled) init() error {
	o.shown, o.level, o.checked = nil, bright, time.Now()
	// If it is off after that, it was reset in that moment, or has no status:
	// check finds out.
	for range 3 {
		var err error
		if o.dev, err = ssd1306.NewI2C(o.bus, &o.opts); err != nil {
			return err
		}
		off, err := o.isOff()
		if o.hasStatus = err == nil && !off; o.hasStatus {
			break
		}
	}
	return nil
}

// isOff reads from the controller whether its display is off. It answers with
// its status if the last byte sent was a command.
func (o *oled) isOff() (bool, error) {
	status := []byte{0}
	err := o.bus.Tx(oledAddress, nop, status)
	return status[0]&oledStatusOff != 0, err
}

// Step implements keep.Device: it shows the picture, or else spares the glass,
// and checks the panel.
func (o *oled) Step(wanted *picture) (time.Duration, error) {
	now := time.Now()
	if now.Sub(o.checked) >= checkInterval {
		if err := o.check(); err != nil {
			return 0, o.failed("looking for it", err)
		}
		o.checked = now
	}
	next := o.checked.Add(checkInterval)
	if o.shown != nil && changed(o.shown, wanted).Empty() {
		if err := o.dimIfStill(now.Sub(o.drew)); err != nil {
			return 0, o.failed("dimming", err)
		}
		return next.Sub(now), nil
	}
	if due := o.drew.Add(oledInterval); now.Before(due) {
		return min(due.Sub(now), next.Sub(now)), nil
	}
	if err := o.draw(wanted); err != nil {
		return 0, o.failed("drawing", err)
	}
	o.drew = time.Now()
	return next.Sub(o.drew), nil
}

// check checks that the panel is there and has its settings.
func (o *oled) check() error {
	if !o.hasStatus {
		return o.bus.Tx(oledAddress, nop, nil)
	}
	off, err := o.isOff()
	if err == nil && off && o.level != dark {
		err = ErrReset
	}
	return err
}

func (o *oled) draw(p *picture) error {
	switch o.level {
	case dim:
		if err := o.dev.SetContrast(brightContrast); err != nil {
			return err
		}
		o.level = bright
	case dark:
		// While the display was off, a loss of the settings could not be noticed.
		if err := o.init(); err != nil {
			return err
		}
	}
	if err := o.dev.Draw(p.Rect, p, image.Point{}); err != nil {
		return err
	}
	o.counts.countRefresh(o.shown == nil)
	o.shown = p
	return nil
}

// dimIfStill dims the display, or turns it off, if its picture is old enough.
func (o *oled) dimIfStill(age time.Duration) error {
	var err error
	switch {
	case age >= darkAfter && o.level < dark:
		err = o.dev.Halt()
		o.level = dark
	case age >= dimAfter && o.level < dim:
		err = o.dev.SetContrast(dimContrast)
		o.level = dim
	}
	return err
}

// End implements keep.Device: it turns the display off.
func (o *oled) End(*picture) error {
	err := o.dev.Halt()
	if err != nil {
		err = o.failed("turning off", err)
	}
	return errors.Join(err, o.bus.Close())
}

// Abandon implements keep.Device.
func (o *oled) Abandon() error { return o.bus.Close() }

var _ keep.Device[picture] = (*oled)(nil)
