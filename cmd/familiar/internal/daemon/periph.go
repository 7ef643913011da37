package daemon

import (
	"errors"
	"fmt"
	"strings"

	"periph.io/x/conn/v3/gpio/gpioreg"
	periph "periph.io/x/host/v3"
	"periph.io/x/host/v3/gpioioctl"
)

// InitHost registers the kernel's buses and pins.
func InitHost() error {
	if _, err := periph.Init(); err != nil {
		return fmt.Errorf("looking for the hardware: %w", err)
	}
	for _, chip := range gpioioctl.Chips {
		if strings.HasPrefix(chip.Label(), "pinctrl-") { // the controller of the header
			var names []string
			for _, line := range chip.Lines() {
				names = append(names, line.Name())
			}
			return namePins(names)
		}
	}
	return nil
}

// headerPins is how many lines the header has: GPIO0 to GPIO27.
const headerPins = 28

// namePins registers the header's lines by their numbers, too. These are their names in the kernel of Raspberry Pi OS; other kernels name some after their
// usual functions: in Linux's own device tree GPIO4 is GPIO_GCLK.
func namePins(kernels []string) error {
	var errs []error
	for n, name := range kernels[:min(len(kernels), headerPins)] {
		if pin := fmt.Sprintf("GPIO%d", n); name != "" && gpioreg.ByName(pin) == nil {
			errs = append(errs, gpioreg.RegisterAlias(pin, name))
		}
	}
	return errors.Join(errs...)
}
