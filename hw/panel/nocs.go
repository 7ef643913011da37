package panel

import "periph.io/x/conn/v3/gpio"

// noCS stands for the chip select that the driver wants to set: the kernel's
// spidev owns that pin and selects the panel by itself.
type noCS struct{ gpio.PinOut }

func (noCS) Out(gpio.Level) error { return nil }
