package install

import (
	"errors"
	"os"

	"familiar/hw/board"
)

// refused returns an error if root, user 0, must not touch the hardware of the model.
func refused(m board.Model, user int) error {
	if user != 0 || !m.RootRefused() {
		return nil
	}
	return errors.New("on a Raspberry Pi 5 Familiar must not run as root, for the GPIO library would write to the wrong registers. " +
		"Run it as a user of the groups gpio, spi and i2c")
}

// RefuseRoot returns an error if this process is root's, and root must not touch the hardware of this machine.
func RefuseRoot() error {
	model, _, err := board.Detect(os.DirFS("/"))
	if err != nil {
		return err
	}
	return refused(model, os.Geteuid())
}
