package panel

import (
	"errors"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// noCS stands for the chip select that the driver wants to set: the kernel's
// spidev owns that pin and selects the panel by itself.
type noCS struct{}

func (noCS) Out(gpio.Level) error { return nil }

func (noCS) PWM(gpio.Duty, physic.Frequency) error {
	return errors.New("panel: no PWM on chip select")
}

func (noCS) String() string   { return "no CS" }
func (noCS) Halt() error      { return nil }
func (noCS) Name() string     { return "" }
func (noCS) Number() int      { return -1 }
func (noCS) Function() string { return "" }

var _ gpio.PinOut = noCS{}
