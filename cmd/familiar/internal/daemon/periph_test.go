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

// TestNamePins finds a line by its number, whatever its name in the kernel.
func TestNamePins(t *testing.T) {
	kernels := []string{"ID_SDA_T", "", "GPIO2", "SCL1_T"} // the second has no name
	for n, name := range kernels {
		if name == "" {
			continue
		}
		if err := gpioreg.Register(line{gpio.INVALID, name, n}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { gpioreg.Unregister(name) })
	}
	if err := registerHeaderPins(kernels); err != nil {
		t.Fatal(err)
	}
	for n, name := range kernels {
		number := fmt.Sprintf("GPIO%d", n)
		pin := gpioreg.ByName(number)
		if name == "" {
			if pin != nil {
				t.Errorf("%s is %v: the kernel has no name for it", number, pin)
			}
			continue
		}
		if pin == nil || pin.Number() != n {
			t.Errorf("%s is %v, not the line %s", number, pin, name)
		}
		if number != name {
			if err := gpioreg.Unregister(number); err != nil {
				t.Error(err)
			}
		}
	}
}
