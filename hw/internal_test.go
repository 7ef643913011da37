package hw

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"familiar/hw/digits"
	"familiar/hw/nfc/mfrc522"
	"familiar/hw/nfc/pn532"
	"familiar/hw/panel"
	"familiar/hw/part"
)

// TestAdviceOfEachCause: the advice fits the cause of the trouble, wherever in the error the cause is.
func TestAdviceOfEachCause(t *testing.T) {
	const (
		i2c    = "enable I2C, check the name of its bus and that you are in the group i2c"
		spi    = "enable SPI, check the name of its bus and that you are in the group spi"
		supply = "check its 3.3 V: its supply dips"
		held   = "SDA or SCL of its bus is held low: unplug what hangs on the bus, one after the other"
	)
	causes := map[error]string{
		part.ErrI2C:           i2c,
		part.ErrSerial:        "enable the serial port without its console, and check that you are in the group dialout",
		part.ErrSPI:           spi,
		part.ErrPin:           "check the name of its pin: a Pi calls its pins GPIO0 to GPIO27",
		errPWM:                "a Pi's pins have no pitch: give it a pwm, or wire an active buzzer",
		mfrc522.ErrReset:      supply,
		pn532.ErrReset:        supply,
		panel.ErrReset:        supply,
		panel.ErrIsSH1106:     `in the config, write model = "sh1106"`,
		panel.ErrIsSSD1306:    `in the config, write model = "ssd1306"`,
		mfrc522.ErrOverheated: "let it cool down",
		digits.ErrNoAnswer:    "check its wires and its 3.3 V",

		// periph passes on only the text of a transfer that the kernel gave up.
		fmt.Errorf("sysfs-i2c: %v", syscall.ETIMEDOUT): held,
		fmt.Errorf("I2C1: %v", syscall.ETIMEDOUT):      held,
		fmt.Errorf("SPI0.0: %v", syscall.ETIMEDOUT):    "check it",
		errors.New("i2c: no such device"):              "check it",
		mfrc522.ErrNoAnswer:                            "check it",
		pn532.ErrStuck:                                 "check it",
	}
	for err, todo := range causes {
		if got, want := advise(err, "check it"), todo+" ("+err.Error()+")"; got != want {
			t.Errorf("advice %q, want %q", got, want)
		}
		deep := errors.Join(errors.New("first"), fmt.Errorf("opening it: %w", err))
		if got, want := advise(deep, "check it"), todo+" (first; opening it: "+err.Error()+")"; got != want {
			t.Errorf("advice %q, want %q", got, want)
		}
	}
	for _, a := range adviceByError() {
		if _, ok := causes[a.Err]; !ok {
			t.Errorf("nothing is said here of %q", a.Err)
		}
	}
}

// TestAdviceOfABuzzer: the advice is about the PWM for a buzzer on the kernel's PWM, and about the pin for any other.
func TestAdviceOfABuzzer(t *testing.T) {
	for _, c := range []struct {
		buzzer Buzzer
		todo   string
	}{
		{Buzzer{Pin: "GPIO18"}, "is its pin used by something else, and are you in the group gpio?"},
		{Buzzer{PWM: "/sys/class/pwm/pwmchip0/pwm0"}, "enable it with dtoverlay=pwm, and check that you are in the group gpio"},
		{Buzzer{PWM: "/sys/class/pwm/pwmchip0/pwm0", Pin: "GPIO18"}, "enable it with dtoverlay=pwm, and check that you are in the group gpio"},
	} {
		if got := buzzerAdvice(c.buzzer); got != c.todo {
			t.Errorf("%+v: %q, want %q", c.buzzer, got, c.todo)
		}
	}
}

// TestSerialPorts: each port is listed once, under the first of its names. What a config cannot name, and links to nothing, are left out.
func TestSerialPorts(t *testing.T) {
	root := t.TempDir()
	dev := filepath.Join(root, "dev")
	if err := os.Mkdir(dev, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ttyAMA0", "ttyAMA01", "ttyAMA1", "ttyS0", "ttyUSB", "ttyUSB0", "ttyUSB1", "ttyACM0", "tty1"} {
		if err := os.WriteFile(filepath.Join(dev, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"serial0": "nowhere", "serial1": "ttyAMA0", "serial2": "ttyS0"} {
		if err := os.Symlink(target, filepath.Join(dev, name)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"/dev/serial1", "/dev/serial2", "/dev/ttyAMA1", "/dev/ttyUSB0", "/dev/ttyUSB1", "/dev/ttyACM0"}
	if got := serialPortsIn(root); !slices.Equal(got, want) {
		t.Errorf("the ports are %q, want %q", got, want)
	}
}
