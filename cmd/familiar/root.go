package main

import (
	"errors"
	"os"
	"strings"
)

// refuseRoot refuses to touch a Raspberry Pi 5's hardware as root: periph would then map registers at an address that is
// another chip's there.
func refuseRoot() error {
	model, err := os.ReadFile("/proc/device-tree/model")
	if err != nil || os.Geteuid() != 0 || !strings.Contains(string(model), "Raspberry Pi 5") {
		return nil
	}
	return errors.New("on a Raspberry Pi 5 Familiar must not run as root, for the GPIO library would write to the wrong registers. " +
		"Run it as a user of the groups gpio and spi")
}
