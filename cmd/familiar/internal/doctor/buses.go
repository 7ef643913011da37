package doctor

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"syscall"

	"familiar/cmd/familiar/internal/daemon"
	"familiar/hw"
	"familiar/hw/bench"
)

// busy reports whether an error means that another program has the device open.
func busy(err error) bool { return errors.Is(err, syscall.EBUSY) }

// examineBuses checks that the kernel's devices for the config exist, and that this user may open them.
func (v *examination) examineBuses(c *hw.Config) {
	for _, b := range []struct {
		wanted               bool
		files, group, enable string
	}{
		{true, "/dev/gpiochip*", "gpio", "a Raspberry Pi has it without further ado"},
		{c.Uses("SPI"), "/dev/spidev*", "spi", "enable SPI: `sudo raspi-config nonint do_spi 0`, then start the Pi again"},
		{c.Uses("I2C"), "/dev/i2c-*", "i2c", "enable I2C: `sudo raspi-config nonint do_i2c 0`"},
	} {
		if !b.wanted {
			continue
		}
		if len(v.machine.glob(b.files)) == 0 {
			v.fail("there is no %s: %s", b.files, b.enable)
		} else if strings.HasPrefix(b.files, "/dev/gpio") {
			v.mayOpen(v.machine.glob(b.files)[0], b.group)
		}
	}
	var seen []string
	for _, bus := range c.Buses() {
		if file, group := deviceOf(bus); file != "" && !slices.Contains(seen, file) {
			seen = append(seen, file)
			v.examineBus(bus, file, group)
		}
	}
}

// deviceOf returns the kernel's device for a bus in a config, and the group of such devices.
func deviceOf(bus string) (file, group string) {
	if strings.HasPrefix(bus, "/") {
		return bus, "dialout"
	}
	if rest, ok := strings.CutPrefix(bus, "SPI"); ok {
		if !strings.Contains(rest, ".") {
			rest += ".0"
		}
		return "/dev/spidev" + rest, "spi"
	}
	if rest, ok := strings.CutPrefix(bus, "I2C"); ok {
		return "/dev/i2c-" + rest, "i2c"
	}
	return "", ""
}

// examineBus checks one device, if the machine has any of its kind.
func (v *examination) examineBus(bus, file, group string) {
	pattern := map[string]string{"spi": "/dev/spidev*", "i2c": "/dev/i2c-*"}[group]
	if pattern != "" && len(v.machine.glob(pattern)) == 0 {
		return // this was reported already
	}
	if len(v.machine.glob(file)) == 0 {
		enable := "check the name of the bus"
		if b, ok := v.model.Bus(bus); ok {
			enable = fmt.Sprintf("%s in config.txt enables %s; then start the Pi again", bootLine(b.Boot, bus), b.Name)
		}
		v.fail("there is no %s: %s", file, enable)
		return
	}
	if group == "dialout" && v.machine.consoleOn(file) {
		v.fail("%s is the console of the kernel: `sudo raspi-config nonint do_serial_cons 1`, then start the Pi again", file)
	}
	v.mayOpen(file, group)
}

// bootLine returns the boot config's line for a bus with as many chip selects as the port needs.
func bootLine(boot, bus string) string {
	if !strings.Contains(boot, "%d") {
		return boot
	}
	_, number, _ := strings.Cut(bus, ".")
	selects := 1
	if _, err := fmt.Sscan(number, &selects); err == nil {
		selects++
	}
	return fmt.Sprintf(boot, selects)
}

// consoleOn reports whether the kernel or a login uses a serial port.
func (m host) consoleOn(file string) bool {
	names := []string{path.Base(file)}
	for _, other := range m.glob("/dev/tty*") {
		if m.same(file, other) {
			names = append(names, path.Base(other))
		}
	}
	for _, word := range strings.Fields(m.read("proc/cmdline")) {
		port, ok := strings.CutPrefix(word, "console=")
		if port, _, _ = strings.Cut(port, ","); ok && slices.Contains(names, port) {
			return true
		}
	}
	return false
}

// probe probes the devices and reports their health.
func (v *examination) probe(ctx context.Context, c *hw.Config) {
	var system hw.System
	if v.Config == "" {
		b, err := bench.New(c)
		if err != nil {
			v.fail("%v", err)
			return
		}
		defer b.Close()
		system = b.System()
	} else if controller, err := daemon.InitHost(); err != nil {
		v.fail("%v", err)
	} else if controller != "" {
		v.ok("the header's pins are the kernel's: controller %s", controller)
	}
	var asked, left []string
	for _, h := range hw.Probe(ctx, c, system) {
		if h.Asked {
			asked = append(asked, h.Device)
		} else {
			left = append(left, h.Device)
		}
		switch {
		case h.Stats != "":
			v.ok("%s: %s", h.Device, h.Stats)
		case h.OK:
			v.ok("%s", h.Device)
		default:
			v.fail("%s: %s", h.Device, h.Text)
		}
	}
	if len(asked) > 0 {
		v.note("asked: %s", strings.Join(asked, ", "))
	}
	if len(left) > 0 {
		v.note("left alone, as they cannot answer (only their ports and pins were looked for): %s", strings.Join(left, ", "))
	}
}
