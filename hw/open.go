package hw

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/host/v3/gpioioctl"

	"familiar/hw/buzzer"
	"familiar/hw/nfc"
	"familiar/hw/part"
	"familiar/hw/reader"
)

// errPWM is why a passive buzzer on a pin cannot be opened.
var errPWM = errors.New("pin has no PWM")

// requestLines requests two pins as one set of lines, with pull-ups, if both are lines of one GPIO chip of the kernel: the kernel then keeps their
// edges in order. For other pins it returns nil.
func requestLines(a, b gpio.PinIO) (*gpioioctl.LineSet, error) {
	first, ok1 := realPin(a).(*gpioioctl.GPIOLine)
	second, ok2 := realPin(b).(*gpioioctl.GPIOLine)
	if !ok1 || !ok2 {
		return nil, nil
	}
	for _, chip := range gpioioctl.Chips {
		if chip.ByName(first.Name()) == first && chip.ByName(second.Name()) == second {
			return chip.LineSet(gpioioctl.LineInput, gpio.BothEdges, gpio.PullUp, first.Name(), second.Name())
		}
	}
	return nil, nil
}

// realPin returns the pin that an alias stands for, or the pin itself.
func realPin(pin gpio.PinIO) gpio.PinIO {
	if named, ok := pin.(gpio.RealPin); ok {
		return named.Real()
	}
	return pin
}

// watch returns a watcher that opens and polls a reader with the driver of its chip.
func watch(d reader.Driver, system System, r Reader) *nfc.Watcher {
	opts := reader.Opts{Bus: system.port(r.Bus), Gain: r.Gain}
	return &nfc.Watcher{
		Name: r.Name, Interval: d.Interval,
		Open: func(ctx context.Context) (nfc.Reader, error) { return d.Open(ctx, opts) },
	}
}

// openSounder opens a buzzer and keeps it silent.
func openSounder(sysfs buzzer.Sysfs, b Buzzer) (buzzer.Sounder, error) {
	if b.PWM != "" {
		channel, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(b.PWM), "pwm"))
		if err != nil {
			return nil, fmt.Errorf("pwm %q is no channel: it looks like /sys/class/pwm/pwmchip0/pwm0", b.PWM)
		}
		return buzzer.OpenPWM(sysfs, filepath.Dir(b.PWM), channel)
	}
	pin, err := part.FindPin(b.Pin)
	if err != nil {
		return nil, err
	}
	var s buzzer.Sounder = buzzer.Active{Pin: pin}
	if b.Kind == BuzzerPassive {
		// A duty of zero is silent. On a pin without PWM it fails now rather than with the first tune.
		if err := pin.PWM(0, physic.KiloHertz); err != nil {
			return nil, fmt.Errorf("%s: %w: %w", b.Pin, errPWM, err)
		}
		s = buzzer.Passive{Pin: pin}
	}
	if err := s.Sound(0); err != nil {
		return nil, err
	}
	return s, nil
}
