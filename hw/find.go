package hw

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi/spireg"
)

// Found is a device that answered.
type Found struct {
	Bus  string
	What string // what it is called on the market
}

// findTimeout is how long one bus may take to be searched.
const findTimeout = 2 * time.Second

// Find looks for readers and an OLED on every bus of this machine, and makes a config of what answers: seats in the order of the buses, or, for a
// reader that is alone, nobody's. Other parts do not answer, so nothing is found of them. Look is called before a bus is searched, and Found with each
// device; both may be nil.
func Find(ctx context.Context, system System, look func(bus string), found func(Found)) *Config {
	f := finder{ctx: ctx, system: system, config: new(Config), look: look, found: found}
	for _, bus := range busesNamed(spireg.All(), func(r *spireg.Ref) string { return r.Name }, spiForm.MatchString) {
		f.searching(bus)
		if !f.reader(ChipMFRC522, bus) {
			f.reader(ChipPN532, bus)
		}
	}
	for _, bus := range busesNamed(i2creg.All(), func(r *i2creg.Ref) string { return r.Name }, i2cForm.MatchString) {
		f.searching(bus)
		f.reader(ChipPN532, bus)
		f.oled(bus)
	}
	for _, port := range system.serialPorts() {
		f.searching(port)
		f.reader(ChipPN532, port)
	}
	f.seat()
	f.config.nameAll()
	return f.config
}

// finder makes a config of what it finds.
type finder struct {
	ctx    context.Context
	system System
	config *Config
	look   func(string)
	found  func(Found)
}

// busesNamed lists the names of buses that a config can have.
func busesNamed[R any](all []R, name func(R) string, fits func(string) bool) []string {
	var names []string
	for _, r := range all {
		if fits(name(r)) {
			names = append(names, name(r))
		}
	}
	slices.Sort(names)
	return names
}

func (f *finder) searching(bus string) {
	if f.look != nil {
		f.look(bus)
	}
}

func (f *finder) is(bus, what string) {
	if f.found != nil {
		f.found(Found{bus, what})
	}
}

// reader tells whether a reader of that chip answers on a bus, and notes it.
func (f *finder) reader(chip, bus string) bool {
	r := Reader{Name: strings.ToLower(filepath.Base(bus)), Chip: chip, Bus: bus, Gain: defaultGain}
	ctx, cancel := context.WithTimeout(f.ctx, findTimeout)
	defer cancel()
	if err := probeReader(ctx, f.system, r); err != nil {
		return false
	}
	f.config.Readers = append(f.config.Readers, r)
	f.is(bus, map[string]string{ChipMFRC522: "RC522 reader", ChipPN532: "PN532 reader"}[chip])
	return true
}

// oled tells whether something answers on a bus where OLEDs do, and notes it.
func (f *finder) oled(bus string) {
	if f.config.Panel != nil || probeOLED(bus) != nil {
		return
	}
	f.config.Panel = &Panel{Model: PanelOLED, Bus: bus, Size: SizeLarge}
	f.is(bus, "OLED with an SSD1306")
}

// probeOLED is nil if a chip answers to the address of an OLED.
func probeOLED(bus string) error {
	b, err := i2creg.Open(bus)
	if err != nil {
		return fmt.Errorf("%s: %w: %w", bus, errI2C, err)
	}
	status := make([]byte, 1)
	err = b.Tx(oledAddress, nil, status)
	return errors.Join(err, b.Close())
}

// seat shares the readers out.
func (f *finder) seat() {
	if len(f.config.Readers) == 1 {
		f.config.Readers[0].Name, f.config.Readers[0].Title = "table", "The middle of the table"
		return
	}
	for i := range f.config.Readers {
		r := &f.config.Readers[i]
		if i >= maxSeats {
			return // it stands for nobody
		}
		r.Name, r.Seat, r.Place = fmt.Sprintf("altar-%d", i+1), i+1, "altar"
	}
}
