package panel

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/i2c"

	"familiar/hw/keep"
	"familiar/hw/part"
)

const (
	// oledAddress is the usual address of a module, and the only one that the
	// drivers use.
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

// A command and a bit of the status that all controllers have (SSD1306 datasheet
// rev 1.1, sections 8.1.5 and 9; SH1106 datasheet V2.3, "Commands").
var nop = []byte{0x00, 0xE3} // commands follow: do nothing

const oledStatusOff = 0x40 // the display is off

// oledModule is an OLED with four terminals, as it is sold.
func oledModule() part.Module {
	return part.Module{
		Power: []string{"VCC"}, Ground: "GND",
		Connections: []part.Connection{{Bus: part.I2C, Address: oledAddress, Terminals: map[string]string{"SDA": "SDA", "SCL": "SCL"}}},
	}
}

// oledAdvice is what to do about the known errors of an OLED.
var oledAdvice = []part.Advice{{Err: ErrReset, Text: part.CheckSupply}}

// oledStatus returns the status of the chip at the address of an OLED.
func oledStatus(bus string) (byte, error) {
	b, err := part.OpenI2C(bus)
	if err != nil {
		return 0, err
	}
	status := make([]byte, 1)
	err = b.Tx(oledAddress, nil, status)
	return status[0], errors.Join(err, b.Close())
}

// oledDriver drives a model of OLED.
type oledDriver interface {
	draw(p *picture) error
	setContrast(level byte) error
	off() error
}

// oled is an open OLED.
type oled struct {
	bus    i2c.BusCloser
	start  func() (oledDriver, error) // writes all settings
	dev    oledDriver
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

// openOLED opens an OLED; start starts its driver. If it does not answer, it
// closes the bus.
func openOLED(wires Wires, t *counts, start func(i2c.Bus) (oledDriver, error)) (*oled, error) {
	if wires.I2C == nil {
		return nil, errors.New("panel: a wire is missing")
	}
	o := &oled{bus: wires.I2C, counts: t, start: func() (oledDriver, error) { return start(wires.I2C) }}
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
		if o.dev, err = o.start(); err != nil {
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
		if err := o.dev.setContrast(brightContrast); err != nil {
			return err
		}
		o.level = bright
	case dark:
		// While the display was off, a loss of the settings could not be noticed.
		if err := o.init(); err != nil {
			return err
		}
	}
	if err := o.dev.draw(p); err != nil {
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
		err = o.dev.off()
		o.level = dark
	case age >= dimAfter && o.level < dim:
		err = o.dev.setContrast(dimContrast)
		o.level = dim
	}
	return err
}

// End implements keep.Device: it turns the display off.
func (o *oled) End(*picture) error {
	err := o.dev.off()
	if err != nil {
		err = o.failed("turning off", err)
	}
	return errors.Join(err, o.bus.Close())
}

// Abandon implements keep.Device.
func (o *oled) Abandon() error { return o.bus.Close() }

var _ keep.Device[picture] = (*oled)(nil)
