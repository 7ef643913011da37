// Package buzzer plays short tunes on a buzzer.
//
// There are two kinds. An active buzzer has a pitch of its own and sounds while
// its pin is on: the rhythm of a tune is all it can play. A passive one sounds
// the frequency it is given; a Raspberry Pi makes it either in the kernel's PWM
// driver (PWM) or, on hosts whose pins can, at the pin (Passive).
package buzzer

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// Sounder is a buzzer. It is used by one goroutine at a time.
type Sounder interface {
	// Sound sounds a pitch from now on; 0 is silence. It does not wait.
	Sound(hz int) error
	// Halt silences the buzzer for good and releases what it holds.
	Halt() error
	// String names the buzzer and where it hangs.
	String() string
}

// Active is a buzzer with a pitch of its own on a pin.
type Active struct {
	Pin gpio.PinOut
	// Low is set for modules that sound while the pin is low, as those with a
	// PNP transistor do.
	Low bool
}

// Sound implements Sounder: every pitch is the buzzer's own.
func (a Active) Sound(hz int) error {
	level := gpio.Level((hz > 0) != a.Low)
	if err := a.Pin.Out(level); err != nil {
		return fmt.Errorf("buzzer: setting %s %s: %w", a.Pin.Name(), level, err)
	}
	return nil
}

// Halt implements Sounder.
func (a Active) Halt() error { return a.Sound(0) }

func (a Active) String() string { return "active buzzer on " + a.Pin.Name() }

// Passive is a buzzer without a pitch of its own, on a pin with PWM. The pins
// of the Pi's gpioioctl have none: there, use PWM.
type Passive struct {
	Pin gpio.PinOut
}

// Sound implements Sounder. A square wave of half duty is the loudest.
func (p Passive) Sound(hz int) error {
	if hz <= 0 {
		if err := p.Pin.Out(gpio.Low); err != nil {
			return fmt.Errorf("buzzer: setting %s low: %w", p.Pin.Name(), err)
		}
		return nil
	}
	if err := p.Pin.PWM(gpio.DutyHalf, physic.Frequency(hz)*physic.Hertz); err != nil {
		return fmt.Errorf("buzzer: %d Hz on %s: %w", hz, p.Pin.Name(), err)
	}
	return nil
}

// Halt implements Sounder.
func (p Passive) Halt() error { return p.Sound(0) }

func (p Passive) String() string { return "passive buzzer on " + p.Pin.Name() }
