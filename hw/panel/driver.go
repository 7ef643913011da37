package panel

import (
	"fmt"
	"image"
	"time"

	"familiar/hw/keep"
	"familiar/hw/part"
)

// Model is a model of panel, by its name in a config.
type Model string

// Driver is a model of panel: all that the wired table has to know of it. To add a model, write its driver in this package and its value; its
// emulator is registered by package bench.
type Driver struct {
	Model  Model
	Kind   string // what it is, in messages: "an e-ink panel"
	Market string // what it is called on the market
	// Version distinguishes it from other models that are sold under the same name. It is printed on its back. Empty if there are no others.
	Version string
	part.Module
	// Pins means that it has the terminals DC, RST and BUSY besides those of its bus.
	Pins bool
	// HAT has the wires that it takes if it is put on the header; they are zero if it cannot be.
	HAT Names
	// Sizes are the sizes of its models in pixels, the usual one first.
	Sizes []image.Point
	// Lit means that its pixels give light, and black pixels of a picture become lit.
	Lit bool
	// FirstPicture is how long the first picture may take; 0 is a few seconds.
	FirstPicture time.Duration
	// Probe returns nil if there is such a panel on a bus. It is nil itself for a panel that cannot answer.
	Probe func(bus string) error
	// WiresAdvice is what to do about an unknown error, Advice about known ones.
	WiresAdvice string
	Advice      []part.Advice

	open func(Wires, Opts, *counts) (keep.Device[picture], error)
}

// Drivers lists the models. The first is that of a panel for which nothing else is said.
func Drivers() []Driver {
	return []Driver{waveshareV2Driver(), waveshareV4Driver(), inkyPHATDriver(), ssd1306Driver(), sh1106Driver()}
}

// Find returns the driver of a model. It is an error if there is none.
func Find(m Model) (Driver, error) {
	return part.Find("model", m, Drivers(), func(d Driver) Model { return d.Model })
}

// Names returns the names of the wires of a panel on a bus.
func (d Driver) Names(bus, dc, rst, busy string) Names {
	if part.I2C.Names(bus) {
		return Names{I2C: bus}
	}
	return Names{Port: bus, DC: dc, RST: rst, BUSY: busy}
}

// Size returns the size of a name, "128x64"; the usual one for "". OK is false if there is none.
func (d Driver) Size(name string) (size image.Point, ok bool) {
	if name == "" {
		return d.Sizes[0], true
	}
	for _, size := range d.Sizes {
		if SizeName(size) == name {
			return size, true
		}
	}
	return image.Point{}, false
}

// SizeName returns the name of a size in a config: "128x64".
func SizeName(size image.Point) string { return fmt.Sprintf("%dx%d", size.X, size.Y) }
