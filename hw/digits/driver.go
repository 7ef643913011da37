package digits

import (
	"fmt"

	"familiar/hw/part"
)

// Model is a model of display, by its name in a config.
type Model string

// Driver is a model of display: all that the wired table has to know of it. To add a model, write its driver in this package and its value; its
// emulator is registered by package bench.
type Driver struct {
	Model  Model
	Market string // what it is called on the market
	// The labels of its terminals.
	Power, Ground, Clock, Data string
	// Advice is what to do about its known errors.
	Advice []part.Advice

	open func(Wires) chip
}

// Drivers lists the models. The first is that of a display for which nothing else is said.
func Drivers() []Driver { return []Driver{tm1637Driver()} }

// Find returns the driver of a model. It is an error if there is none.
func Find(m Model) (Driver, error) {
	return part.Find("model", m, Drivers(), func(d Driver) Model { return d.Model })
}

// Probe returns nil if a display answers on its wires. It leaves it dark.
func (d Driver) Probe(w Wires) error {
	if err := d.open(w).off(); err != nil {
		return fmt.Errorf("%s: %w", nameOf(w), err)
	}
	return nil
}
