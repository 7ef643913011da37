package virtual

import (
	"strings"
	"testing"
)

// TestNamesOfBuses: a bus has the kernel's name for its short one. The first chip select of an SPI bus has the number of the bus.
func TestNamesOfBuses(t *testing.T) {
	for short, want := range map[string]struct {
		file   string
		number int
	}{"SPI0.0": {"/dev/spidev0.0", 0}, "SPI1.2": {"/dev/spidev1.2", -1}, "SPI10.0": {"/dev/spidev10.0", 10}, "SPI0": {}, "SPI0.0.0": {}, "I2C1": {}, "SPI99999999999999999999.0": {}} {
		file, number, err := spiFile(short)
		if file != want.file || number != want.number || (err == nil) != (want.file != "") {
			t.Errorf("%s is %q, %d, %v", short, file, number, err)
		}
	}
	for short, want := range map[string]string{"I2C1": "/dev/i2c-1", "I2C10": "/dev/i2c-10", "I2C": "", "i2c1": "", "SPI0.0": ""} {
		if file, _, err := i2cFile(short); file != want || (err == nil) != (want != "") {
			t.Errorf("%s is %q, %v", short, file, err)
		}
	}
	for what, err := range map[string]error{"an I2C bus": NewI2CBus("bus1").Register(), "an SPI port": NewMFRC522("port1").Register()} {
		if err == nil || !strings.HasPrefix(err.Error(), "virtual: registering ") {
			t.Errorf("registering %s of another name: %v", what, err)
		}
	}
}
