package hw

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"familiar/hw/digits"
	"familiar/hw/panel"
	"familiar/hw/part"
	"familiar/hw/reader"
)

// What to do about a device whose error is not in adviceByError.
const (
	lampsAdvice   = "check that SPI is enabled, and the name of its bus"
	buttonAdvice  = "is its pin used by something else, and are you in the group gpio?"
	configAdvice  = "mend the config"
	pwmAdvice     = "enable it with dtoverlay=pwm, and check that you are in the group gpio"
	heldLowAdvice = "SDA or SCL of its bus is held low: unplug what hangs on the bus, one after the other"
)

// buzzerAdvice returns what to do about a buzzer whose error is not in adviceByError.
func buzzerAdvice(b Buzzer) string {
	if b.PWM != "" {
		return pwmAdvice
	}
	return buttonAdvice
}

// noAnswer is the text for a device that has never answered.
const noAnswer = "it has not answered yet: check its wires"

// adviceByError returns what to do about each known error.
func adviceByError() []part.Advice {
	all := []part.Advice{
		{Err: part.ErrI2C, Text: part.EnableI2C},
		{Err: part.ErrSPI, Text: part.EnableSPI},
		{Err: part.ErrSerial, Text: part.EnableSerial},
		{Err: part.ErrPin, Text: "check the name of its pin: a Pi calls its pins GPIO0 to GPIO27"},
		{Err: errPWM, Text: "a Pi's pins have no pitch: give it a pwm, or wire an active buzzer"},
	}
	for _, d := range reader.Drivers() {
		all = append(all, d.Advice...)
	}
	for _, d := range panel.Drivers() {
		all = append(all, d.Advice...)
	}
	for _, d := range digits.Drivers() {
		all = append(all, d.Advice...)
	}
	return all
}

// advise returns what to do about a device, and then its error. The advice for unknown errors is otherwise.
func advise(err error, otherwise string) string {
	advice := otherwise
	if heldLow(err) {
		advice = heldLowAdvice
	}
	for _, a := range adviceByError() {
		if errors.Is(err, a.Err) {
			advice = a.Text
			break
		}
	}
	// The error may have several lines.
	return fmt.Sprintf("%s (%s)", advice, strings.ReplaceAll(err.Error(), "\n", "; "))
}

// heldLow reports whether the kernel gave up an I2C transfer, as it does when something holds the bus low. periph keeps only the error's text.
func heldLow(err error) bool {
	text := err.Error()
	return strings.Contains(strings.ToLower(text), "i2c") && strings.Contains(text, syscall.ETIMEDOUT.Error())
}
