package daemon

import (
	"errors"
	"fmt"
	"strings"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	periph "periph.io/x/host/v3"
	"periph.io/x/host/v3/gpioioctl"
)

// InitHost registers the kernel's buses and pins. It returns the name of the controller of the header's pins, "" if there is none.
func InitHost() (controller string, err error) {
	if _, err := periph.Init(); err != nil {
		return "", fmt.Errorf("looking for the hardware: %w", err)
	}
	for _, chip := range gpioioctl.Chips {
		if strings.HasPrefix(chip.Label(), "pinctrl-") { // the controller of the header
			var lines []gpio.PinIO
			for _, line := range chip.Lines() {
				lines = append(lines, line)
			}
			return chip.Label(), registerHeaderPins(lines)
		}
	}
	return "", nil
}

// headerPins is how many lines the header has: GPIO0 to GPIO27.
const headerPins = 28

// registerHeaderPins registers the kernel's lines of the header as GPIO0, GPIO1 and so on. On Raspberry Pi OS these are their names; other kernels name some
// lines after their usual functions: in Linux's own device tree GPIO4 is GPIO_GCLK.
//
// They replace the pins of periph's driver for the processor, which writes to its registers. That driver works only where it may see the model and map the registers.
// The service may not, so that the doctor would look at other pins than those that the service uses.
func registerHeaderPins(lines []gpio.PinIO) error {
	var errs []error
	for n, line := range lines[:min(len(lines), headerPins)] {
		if line.Name() == "" {
			continue
		}
		pin := fmt.Sprintf("GPIO%d", n)
		_ = gpioreg.Unregister(pin) // it need not be registered
		if line.Name() == pin {
			errs = append(errs, gpioreg.Register(line))
		} else {
			errs = append(errs, gpioreg.RegisterAlias(pin, line.Name()))
		}
	}
	return errors.Join(errs...)
}
