package part_test

import (
	"errors"
	"strings"
	"testing"

	"familiar/hw/part"
)

// TestNamesOfBuses: each name of a bus is of one kind, and names that the kernel or others use for it are of none.
func TestNamesOfBuses(t *testing.T) {
	for name, kind := range map[string]part.Bus{
		"SPI0.0": part.SPI, "SPI99.99": part.SPI, "I2C0": part.I2C, "I2C99": part.I2C, "/dev/serial0": part.Serial, "/dev/ttyUSB12": part.Serial,
		"SPI0": "", "SPI00.0": "", "SPI0.100": "", "/dev/spidev0.0": "", "I2C": "", "I2C01": "", "/dev/i2c-1": "", "serial0": "", "/dev/tty1": "", "": "",
	} {
		for _, b := range part.Buses() {
			if got := b.Names(name); got != (b == kind) {
				t.Errorf("%q is one of %s: %v", name, b, got)
			}
		}
		if part.Bus("CAN").Names(name) {
			t.Errorf("%q is one of a kind that does not exist", name)
		}
	}
	for _, b := range part.Buses() {
		if example, _, _ := strings.Cut(b.Example(), ","); !b.Names(example) {
			t.Errorf("%s: the example %q is none", b, b.Example())
		}
	}
}

// TestModule finds the connection to a bus by its name.
func TestModule(t *testing.T) {
	m := part.Module{Connections: []part.Connection{{Bus: part.I2C, Address: 0x24}, {Bus: part.SPI, Note: "switch on"}}}
	if c, ok := m.On("SPI1.0"); !ok || c.Note != "switch on" {
		t.Errorf("on SPI: %+v, %v", c, ok)
	}
	if c, ok := m.On("I2C1"); !ok || c.Address != 0x24 {
		t.Errorf("on I2C: %+v, %v", c, ok)
	}
	if c, ok := m.On("/dev/serial0"); ok {
		t.Errorf("on a serial port: %+v", c)
	}
	if !m.Connects(part.SPI) || m.Connects(part.Serial) {
		t.Error("it cannot be connected to SPI, or to a serial port")
	}
}

// TestNoBus: a bus that does not exist is a known error that names it.
func TestNoBus(t *testing.T) {
	if _, err := part.OpenSPI("SPI7.7"); !errors.Is(err, part.ErrSPI) || !strings.HasPrefix(err.Error(), "SPI7.7: ") {
		t.Error(err)
	}
	if _, err := part.OpenI2C("I2C77"); !errors.Is(err, part.ErrI2C) || !strings.HasPrefix(err.Error(), "I2C77: ") {
		t.Error(err)
	}
}

// TestSerialPortsThatCannotBeOpened: the error says which port, and that it is one of a serial port.
func TestSerialPortsThatCannotBeOpened(t *testing.T) {
	for path, speed := range map[string]part.Baud{"/dev/there-is-no-such": part.Baud9600, "/dev/null": part.Baud57600, "/dev/zero": 12345} {
		port, err := part.OpenSerial(path, speed)
		if port != nil || !errors.Is(err, part.ErrSerial) || !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("%s at %d baud: %v", path, speed, err)
		}
	}
}
