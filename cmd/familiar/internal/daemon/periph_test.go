package daemon

import (
	"fmt"
	"testing"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
)

// line is a line of a GPIO chip with its name in the kernel.
type line struct {
	gpio.PinIO
	name   string
	number int
}

func (l line) Name() string { return l.name }
func (l line) Number() int  { return l.number }

// register registers a pin.
func register(t *testing.T, p gpio.PinIO) {
	t.Helper()
	if err := gpioreg.Register(p); err != nil {
		t.Fatal(err)
	}
}

// TestHeaderPins finds a line by its number, whatever its name in the kernel, also where a driver for the processor has registered pins of its own: as root, or in
// the group gpio, it has; in the service it has not.
func TestHeaderPins(t *testing.T) {
	for name, processors := range map[string][]int{"in the service": nil, "with a driver for the processor": {0, 1, 2, 3, 4}} {
		t.Run(name, func(t *testing.T) {
			kernels := []string{"ID_SDA_T", "", "GPIO2", "SCL1_T", "GPIO4"} // the second has no name
			t.Cleanup(func() {
				for _, p := range append(gpioreg.All(), gpioreg.Aliases()...) {
					if err := gpioreg.Unregister(p.Name()); err != nil {
						t.Error(err)
					}
				}
			})
			var lines []gpio.PinIO
			for n, name := range kernels {
				lines = append(lines, line{gpio.INVALID, name, n})
				if name != "" {
					register(t, lines[n])
				}
			}
			const other = 100 // what its pins have more than the kernel's lines
			for _, n := range processors {
				pin := line{gpio.INVALID, fmt.Sprintf("GPIO%d", n), n + other}
				_ = gpioreg.Unregister(pin.name) // as that driver does; the kernel's line may have another name
				register(t, pin)
			}
			if err := registerHeaderPins(lines); err != nil {
				t.Fatal(err)
			}
			for n, name := range kernels {
				pin := gpioreg.ByName(fmt.Sprintf("GPIO%d", n))
				if name != "" && (pin == nil || pin.Number() != n) {
					t.Errorf("GPIO%d is %v, not the line %s", n, pin, name)
				}
				if name == "" && pin != nil && pin.Number() != n+other {
					t.Errorf("GPIO%d is %v: the kernel has no name for it", n, pin)
				}
			}
		})
	}
}
