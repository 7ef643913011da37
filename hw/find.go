package hw

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
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

// Search looks for the devices of this machine that answer: readers and an OLED.
//
// It asks on every bus, because a bus does not show what hangs on it. A part that cannot answer is not harmed. E-paper takes the bytes as
// commands, but none of them starts a refresh or programs its memory, and the panel is reset before it is used. Lamps may show some
// colours until they are used. Pins that are not wires of a bus are not touched.
type Search struct {
	System System
	// Skip returns why a bus must not be asked, or "" for one that may be. Nil: all may.
	Skip func(bus string) string
	Look func(bus string) // is called before a bus is asked; nil: nobody wants to know
	Show func(Found)      // is called with each device that answered; nil: nobody wants to know
}

// Result is what a Search came to.
type Result struct {
	Config  *Config  // of what answered
	Asked   []string // the buses that were asked
	Skipped []string // the buses that were not, each with the reason
}

// Run makes a config of what answers: seats in the order of the buses, or, for a reader that is alone, nobody's. A bus takes some seconds
// at most.
func (s Search) Run(ctx context.Context) Result {
	f := finder{Search: s, ctx: ctx, config: new(Config)}
	var spis, i2cs []string
	for _, r := range spireg.All() {
		spis = append(spis, shortNames(spiForm, r.Name, r.Aliases)...)
	}
	for _, r := range i2creg.All() {
		i2cs = append(i2cs, shortNames(i2cForm, r.Name, r.Aliases)...)
	}
	f.each(spis, func(bus string) {
		if !f.reader(ChipMFRC522, bus) {
			f.reader(ChipPN532, bus)
		}
	})
	f.each(i2cs, func(bus string) {
		f.reader(ChipPN532, bus)
		f.oled(bus)
	})
	f.each(s.System.serialPorts(), func(port string) { f.reader(ChipPN532, port) })
	f.seat()
	f.config.nameAll()
	return Result{f.config, f.asked, f.skipped}
}

// finder is a Search under way.
type finder struct {
	Search
	ctx            context.Context
	config         *Config
	asked, skipped []string
}

// shortNames returns the name by which configs call a bus. On a Linux machine periph calls it by its device, "/dev/spidev0.1", and
// has the short name, "SPI0.1", as an alias.
func shortNames(form *regexp.Regexp, name string, aliases []string) []string {
	for _, n := range append([]string{name}, aliases...) {
		if form.MatchString(n) {
			return []string{n}
		}
	}
	return nil // a bus of another kind of host, which no config can name
}

// each asks on those buses that may be asked.
func (f *finder) each(buses []string, ask func(bus string)) {
	slices.Sort(buses)
	for _, bus := range buses {
		if f.Skip != nil {
			if why := f.Skip(bus); why != "" {
				f.skipped = append(f.skipped, fmt.Sprintf("%s (%s)", bus, why))
				continue
			}
		}
		if f.Look != nil {
			f.Look(bus)
		}
		ask(bus)
		f.asked = append(f.asked, bus)
	}
}

func (f *finder) is(bus, what string) {
	if f.Show != nil {
		f.Show(Found{bus, what})
	}
}

// reader reports whether a reader of that chip answers on a bus, and adds it to the config.
func (f *finder) reader(chip, bus string) bool {
	r := Reader{Name: strings.ToLower(filepath.Base(bus)), Chip: chip, Bus: bus, Gain: defaultGain}
	ctx, cancel := context.WithTimeout(f.ctx, findTimeout)
	defer cancel()
	if err := probeReader(ctx, f.System, r); err != nil {
		return false
	}
	f.config.Readers = append(f.config.Readers, r)
	f.is(bus, map[string]string{ChipMFRC522: "RC522 reader", ChipPN532: "PN532 reader"}[chip])
	return true
}

// oled adds an OLED to the config if something answers at the address of one.
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
