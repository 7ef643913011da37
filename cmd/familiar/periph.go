package main

import (
	"errors"
	"fmt"
	"strings"

	"periph.io/x/conn/v3/gpio/gpioreg"
	periph "periph.io/x/host/v3"
	"periph.io/x/host/v3/gpioioctl"
)

// initHost makes the kernel's buses and pins known.
func initHost() error {
	if _, err := periph.Init(); err != nil {
		return fmt.Errorf("looking for the hardware: %w", err)
	}
	for _, chip := range gpioioctl.Chips {
		if strings.HasPrefix(chip.Label(), "pinctrl-") { // that of the header
			var names []string
			for _, line := range chip.Lines() {
				names = append(names, line.Name())
			}
			return namePins(names)
		}
	}
	return nil
}

// headerPins is how many lines come out at the header: GPIO0 to GPIO27.
const headerPins = 28

// namePins has the header's lines found by their numbers, too. The kernel of Raspberry Pi OS calls them so; others call some by their usual tasks: GPIO4 is
// GPIO_GCLK in the device tree of Linux itself.
func namePins(kernels []string) error {
	var errs []error
	for n, name := range kernels[:min(len(kernels), headerPins)] {
		if pin := fmt.Sprintf("GPIO%d", n); name != "" && gpioreg.ByName(pin) == nil {
			errs = append(errs, gpioreg.RegisterAlias(pin, name))
		}
	}
	return errors.Join(errs...)
}
