package hw

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"familiar/hw/nfc/mfrc522"
	"familiar/hw/nfc/pn532"
	"familiar/hw/panel"
)

// What to do about a device whose error is not in adviceByError.
const (
	readerAdvice  = "check its wires and its 3.3 V"
	panelAdvice   = "check its wires, the names of its pins and that SPI is enabled"
	oledAdvice    = "check its wires, the name of its bus and that I2C is enabled"
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

// adviceByError lists what to do about each known error.
var adviceByError = []struct {
	err    error
	advice string
}{
	{pn532.ErrI2C, "enable I2C, check the name of its bus and that you are in the group i2c"},
	{errI2C, "enable I2C, check the name of its bus and that you are in the group i2c"},
	{pn532.ErrSerial, "enable the serial port without its console, and check that you are in the group dialout"},
	{pn532.ErrSPI, "enable SPI, check the name of its bus and that you are in the group spi"},
	{errPort, "enable SPI, check the name of its bus and that you are in the group spi"},
	{errPin, "check the name of its pin: a Pi calls its pins GPIO0 to GPIO27"},
	{errPWM, "a Pi's pins have no pitch: give it a pwm, or wire an active buzzer"},
	{mfrc522.ErrReset, "check its 3.3 V: its supply dips"},
	{pn532.ErrReset, "check its 3.3 V: its supply dips"},
	{panel.ErrReset, "check its 3.3 V: its supply dips"},
	{mfrc522.ErrOverheated, "let it cool down"},
}

// advise returns what to do about a device, and then its error. The advice for unknown errors is otherwise.
func advise(err error, otherwise string) string {
	advice := otherwise
	if heldLow(err) {
		advice = heldLowAdvice
	}
	for _, a := range adviceByError {
		if errors.Is(err, a.err) {
			advice = a.advice
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
