// Package buzzer plays short tunes on a buzzer.
//
// There are two kinds. An active buzzer has a pitch of its own and sounds while
// its pin is on: it can play only the rhythm of a tune. A passive one sounds
// the frequency of its signal; on a Raspberry Pi the kernel's PWM driver makes
// that signal (PWM), on other hosts a pin may (Passive).
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
	// Halt silences the buzzer for good and releases its resources.
	Halt() error
	// String names the buzzer and its pin or channel.
	String() string
}

// Active is a buzzer with a pitch of its own on a pin.
type Active struct {
	Pin gpio.PinOut
	// Low is set for modules that sound while the pin is low, such as those
	// with a PNP transistor.
	Low bool
}

// Sound implements Sounder: every pitch sounds as the buzzer's own.
func (a Active) Sound(hz int) error {
	level := gpio.Level((hz > 0) != a.Low)
	if err := a.Pin.Out(level); err != nil {
		return fmt.Errorf("buzzer: setting %s %s: %w", a.Pin.Name(), level, err)
	}
	return nil
}

// Halt implements Sounder.
func (a Active) Halt() error { return a.Sound(0) }

// String implements Sounder.
func (a Active) String() string { return "active buzzer on " + a.Pin.Name() }

// Passive is a buzzer without a pitch of its own, on a pin with PWM. The pins
// of periph's gpioioctl have none: there, use PWM.
type Passive struct {
	Pin gpio.PinOut
}

// Sound implements Sounder. A square wave with a duty cycle of one half is the loudest.
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

// String implements Sounder.
func (p Passive) String() string { return "passive buzzer on " + p.Pin.Name() }
