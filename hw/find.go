package hw

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi/spireg"

	"familiar/hw/panel"
	"familiar/hw/part"
	"familiar/hw/reader"
)

// Found is a device that answered.
type Found struct {
	Bus  string
	What string // its common name on the market
}

// findTimeout is how long the search of one bus may take.
const findTimeout = 2 * time.Second

// Search looks for the devices of this machine that answer: readers and an OLED.
//
// It tries every bus, because a bus does not show what is connected to it. A part that cannot answer is not harmed. E-paper takes the
// bytes as commands, but none of them starts a refresh or programs its memory, and the panel is reset before it is used. Lamps may show
// some colours until they are used. Pins that are not wires of a bus are not touched.
type Search struct {
	System System
	// Skip returns why a bus must not be searched, or "" if it may be. If Skip is nil, every bus may be searched.
	Skip func(bus string) string
	Look func(bus string) // called before a bus is searched; may be nil
	Show func(Found)      // called with each device that answered; may be nil
}

// Result is the outcome of a Search.
type Result struct {
	Config  *Config  // the devices that answered
	Asked   []string // the buses that were searched
	Skipped []string // the buses that were skipped, each with the reason
}

// Run makes a config of the devices that answer. Readers get seats in the order of their buses; a single reader stands for no seat. Each
// bus takes some seconds at most.
func (s Search) Run(ctx context.Context) Result {
	f := finder{Search: s, ctx: ctx, config: new(Config)}
	var spis, i2cs []string
	for _, r := range spireg.All() {
		if name := shortName(part.SPI, r.Name, r.Aliases); name != "" {
			spis = append(spis, name)
		}
	}
	for _, r := range i2creg.All() {
		if name := shortName(part.I2C, r.Name, r.Aliases); name != "" {
			i2cs = append(i2cs, name)
		}
	}
	f.each(spis, func(bus string) { f.readers(part.SPI, bus) })
	f.each(i2cs, func(bus string) {
		f.readers(part.I2C, bus)
		f.panel(part.I2C, bus)
	})
	f.each(s.System.serialPorts(), func(port string) { f.readers(part.Serial, port) })
	f.seat()
	f.config.setDefaults()
	return Result{f.config, f.asked, f.skipped}
}

// finder is a running Search.
type finder struct {
	Search
	ctx            context.Context
	config         *Config
	asked, skipped []string
}

// shortName returns the name of a bus in configs; "" for a bus of another kind of host, which no config can name. On Linux, periph uses the name
// of the device, "/dev/spidev0.1", and has the short name, "SPI0.1", as an alias.
func shortName(kind part.Bus, name string, aliases []string) string {
	for _, n := range append([]string{name}, aliases...) {
		if kind.Names(n) {
			return n
		}
	}
	return ""
}

// each calls ask with those buses that may be searched.
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

// found reports a device that answered.
func (f *finder) found(bus, what string) {
	if f.Show != nil {
		f.Show(Found{bus, what})
	}
}

// readers looks for readers on a bus and adds them to the config: one for each chip on I2C, where they have different addresses, and otherwise the
// first that answers.
func (f *finder) readers(kind part.Bus, bus string) {
	for _, d := range reader.Drivers() {
		if d.Connects(kind) && f.reader(d, bus) && kind != part.I2C {
			return
		}
	}
}

// reader looks for a reader with a chip on a bus, adds it to the config, and reports whether there is one.
func (f *finder) reader(d reader.Driver, bus string) bool {
	r := Reader{Name: strings.ToLower(filepath.Base(bus)), Chip: d.Chip, Bus: bus, Gain: reader.UsualGain}
	ctx, cancel := context.WithTimeout(f.ctx, findTimeout)
	defer cancel()
	if err := probeReader(ctx, watch(d, f.System, r)); err != nil {
		return false
	}
	f.config.Readers = append(f.config.Readers, r)
	f.found(bus, d.Market+" reader")
	return true
}

// panel looks for a panel that can answer on a bus, and adds it to the config if there is none yet.
func (f *finder) panel(kind part.Bus, bus string) {
	for _, d := range panel.Drivers() {
		if f.config.Panel == nil && d.Connects(kind) && d.Probe != nil && d.Probe(bus) == nil {
			f.config.Panel = &Panel{Model: d.Model, Bus: bus}
			f.found(bus, d.Market)
		}
	}
}

// seat assigns the readers to seats.
func (f *finder) seat() {
	if len(f.config.Readers) == 1 {
		f.config.Readers[0].Name, f.config.Readers[0].Title = "table", "The middle of the table"
		return
	}
	for i := range f.config.Readers {
		r := &f.config.Readers[i]
		if i >= maxSeats {
			return // a reader beyond the last seat stands for nobody
		}
		r.Name, r.Seat, r.Place = fmt.Sprintf("altar-%d", i+1), i+1, "altar"
	}
}
