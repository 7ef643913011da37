package virtual

import (
	"fmt"
	"regexp"
	"strconv"

	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi/spireg"
)

// The short names of the kernel's buses, which configs use.
var (
	spiName = regexp.MustCompile(`^SPI([0-9]+)\.([0-9]+)$`)
	i2cName = regexp.MustCompile(`^I2C([0-9]+)$`)
)

// registerSPI registers an SPI port with spireg in the same way as periph's
// host on a Raspberry Pi: its name is that of the kernel's device, and the
// short name, such as "SPI0.1", is an alias. A port with the first chip select
// of its bus has the number of the bus, too.
func registerSPI(short string, open spireg.Opener) error {
	file, number, err := spiFile(short)
	if err == nil {
		err = spireg.Register(file, []string{short}, number, open)
	}
	return failed("registering", short, err)
}

// unregisterSPI undoes registerSPI.
func unregisterSPI(short string) error {
	file, _, err := spiFile(short)
	if err == nil {
		err = spireg.Unregister(file)
	}
	return failed("unregistering", short, err)
}

// spiFile returns the kernel's device of an SPI port, and its number in spireg,
// where -1 stands for none.
func spiFile(short string) (file string, number int, err error) {
	parts := spiName.FindStringSubmatch(short)
	if parts == nil {
		return "", 0, fmt.Errorf("%q is no SPI port: it looks like SPI0.1", short)
	}
	number = -1
	if parts[2] == "0" {
		if number, err = strconv.Atoi(parts[1]); err != nil {
			return "", 0, err
		}
	}
	return "/dev/spidev" + parts[1] + "." + parts[2], number, nil
}

// registerI2C registers an I2C bus with i2creg in the same way as periph's host
// on a Raspberry Pi: "I2C1" is an alias of /dev/i2c-1, whose number is 1.
func registerI2C(short string, open i2creg.Opener) error {
	file, number, err := i2cFile(short)
	if err == nil {
		err = i2creg.Register(file, []string{short}, number, open)
	}
	return failed("registering", short, err)
}

// unregisterI2C undoes registerI2C.
func unregisterI2C(short string) error {
	file, _, err := i2cFile(short)
	if err == nil {
		err = i2creg.Unregister(file)
	}
	return failed("unregistering", short, err)
}

// i2cFile returns the kernel's device of an I2C bus, and its number.
func i2cFile(short string) (file string, number int, err error) {
	parts := i2cName.FindStringSubmatch(short)
	if parts == nil {
		return "", 0, fmt.Errorf("%q is no I2C bus: it looks like I2C1", short)
	}
	number, err = strconv.Atoi(parts[1])
	return "/dev/i2c-" + parts[1], number, err
}

// failed wraps an error, if there is one.
func failed(doing, short string, err error) error {
	if err != nil {
		return fmt.Errorf("virtual: %s %s: %w", doing, short, err)
	}
	return nil
}
