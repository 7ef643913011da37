package panel

import (
	"errors"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"

	"familiar/hw/part"
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
		bus, err := part.OpenI2C(n.I2C)
		return Wires{I2C: bus}, err
	}
	dc, err1 := part.FindPin(n.DC)
	rst, err2 := part.FindPin(n.RST)
	busy, err3 := part.FindPin(n.BUSY)
	if err := errors.Join(err1, err2, err3); err != nil {
		return Wires{}, err
	}
	port, err := part.OpenSPI(n.Port)
	return Wires{Port: port, DC: dc, RST: rst, BUSY: busy}, err
}
