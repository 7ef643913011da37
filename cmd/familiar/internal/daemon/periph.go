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
			return registerHeaderPins(names)
		}
	}
	return nil
}

// headerPins is how many lines the header has: GPIO0 to GPIO27.
const headerPins = 28

// registerHeaderPins registers the header's lines as GPIO0, GPIO1 and so on, given their names in the kernel. On Raspberry Pi OS these are the same; other
// kernels name some lines after their usual functions: in Linux's own device tree GPIO4 is GPIO_GCLK.
func registerHeaderPins(names []string) error {
	var errs []error
	for n, name := range names[:min(len(names), headerPins)] {
		if pin := fmt.Sprintf("GPIO%d", n); name != "" && gpioreg.ByName(pin) == nil {
			errs = append(errs, gpioreg.RegisterAlias(pin, name))
		}
	}
	return errors.Join(errs...)
}
