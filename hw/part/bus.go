package part

import (
	"errors"
	"fmt"
	"regexp"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
)

// Bus is a kind of bus.
type Bus string

// The kinds of buses.
const (
	SPI    Bus = "SPI"    // each chip has a port of its own: SPI0.1
	I2C    Bus = "I2C"    // chips with different addresses share it: I2C1
	Serial Bus = "serial" // it has one chip: /dev/serial0
)

// Buses lists the kinds of buses.
func Buses() []Bus { return []Bus{SPI, I2C, Serial} }

// forms are the forms of the names of the kernel's devices. Other names of the same ports and buses are refused, so that none is used under two names. Only a
// serial port has several of these: package wiring reports two that are the same pins.
var forms = map[Bus]*regexp.Regexp{
	SPI:    regexp.MustCompile(`^SPI(0|[1-9][0-9]?)\.(0|[1-9][0-9]?)$`),
	I2C:    regexp.MustCompile(`^I2C(0|[1-9][0-9]?)$`),
	Serial: regexp.MustCompile(`^/dev/(serial|ttyAMA|ttyS|ttyUSB|ttyACM)(0|[1-9][0-9]?)$`),
}

// Names reports whether a name in a config is one of a bus of the kind.
func (b Bus) Names(name string) bool {
	form := forms[b]
	return form != nil && form.MatchString(name)
}

// Example returns the name of a bus of the kind, and of its device if that differs: "I2C1, which is /dev/i2c-1".
func (b Bus) Example() string {
	return map[Bus]string{SPI: "SPI0.0, which is /dev/spidev0.0", I2C: "I2C1, which is /dev/i2c-1", Serial: "/dev/serial0"}[b]
}

// Reasons why a bus or a pin cannot be used.
var (
	ErrSPI    = errors.New("SPI port cannot be opened")
	ErrI2C    = errors.New("I2C bus cannot be opened")
	ErrSerial = errors.New("serial port cannot be opened")
	ErrPin    = errors.New("there is no such pin")
	ErrDead   = errors.New("pin does not wait for edges") // any more
)

// FindPin returns a pin by its name, such as GPIO25. The error wraps ErrPin.
func FindPin(name string) (gpio.PinIO, error) {
	pin := gpioreg.ByName(name)
	if pin == nil {
		return nil, fmt.Errorf("%s: %w", name, ErrPin)
	}
	return pin, nil
}

// OpenSPI opens an SPI port by its name. The error wraps ErrSPI.
func OpenSPI(name string) (spi.PortCloser, error) {
	port, err := spireg.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, ErrSPI, err)
	}
	return port, nil
}

// OpenI2C opens an I2C bus by its name. The error wraps ErrI2C.
func OpenI2C(name string) (i2c.BusCloser, error) {
	bus, err := i2creg.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, ErrI2C, err)
	}
	return bus, nil
}
