package panel

import (
	"errors"
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
)

// Wires are the connections of a panel: e-paper uses a port and three pins, an
// OLED only an I2C bus. The panel closes port and bus.
type Wires struct {
	Port    spi.PortCloser // with the panel's CS
	DC, RST gpio.PinOut
	BUSY    gpio.PinIn

	I2C i2c.BusCloser
}

// Names are the names of a panel's wires in periph's registries. An OLED has
// I2C alone.
type Names struct {
	Port, DC, RST, BUSY string
	I2C                 string // "I2C1"
}

// Open finds the wires and opens port or bus.
func (n Names) Open() (Wires, error) {
	if n.I2C != "" {
		bus, err := i2creg.Open(n.I2C)
		if err != nil {
			return Wires{}, fmt.Errorf("panel: opening bus %q: %w", n.I2C, err)
		}
		return Wires{I2C: bus}, nil
	}
	dc, err1 := pinNamed(n.DC)
	rst, err2 := pinNamed(n.RST)
	busy, err3 := pinNamed(n.BUSY)
	if err := errors.Join(err1, err2, err3); err != nil {
		return Wires{}, err
	}
	port, err := spireg.Open(n.Port)
	if err != nil {
		return Wires{}, fmt.Errorf("panel: opening port %q: %w", n.Port, err)
	}
	return Wires{Port: port, DC: dc, RST: rst, BUSY: busy}, nil
}

func pinNamed(name string) (gpio.PinIO, error) {
	pin := gpioreg.ByName(name)
	if pin == nil {
		return nil, fmt.Errorf("panel: there is no pin %q", name)
	}
	return pin, nil
}
