package part

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// terminal is a serial device. Its file is pollable, so deadlines work and
// Close ends a read.
type terminal struct{ *os.File }

// speeds are the kernel's names of the speeds.
var speeds = map[Baud]uint32{Baud9600: unix.B9600, Baud57600: unix.B57600, Baud115200: unix.B115200}

// openTerminal opens a serial device in raw mode.
func openTerminal(path string, speed Baud) (SerialPort, error) {
	baud, ok := speeds[speed]
	if !ok {
		return nil, fmt.Errorf("there is no speed of %d baud", speed)
	}
	file, err := os.OpenFile(path, os.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	t := terminal{file}
	err = t.control(func(fd int) error {
		mode, err := unix.IoctlGetTermios(fd, unix.TCGETS)
		if err != nil {
			return err
		}
		mode.Iflag, mode.Oflag, mode.Lflag = 0, 0, 0
		mode.Cflag = unix.CS8 | unix.CREAD | unix.CLOCAL | baud
		mode.Ispeed, mode.Ospeed = baud, baud
		mode.Cc[unix.VMIN], mode.Cc[unix.VTIME] = 1, 0
		return unix.IoctlSetTermios(fd, unix.TCSETS, mode)
	})
	if err != nil {
		file.Close()
		return nil, &os.PathError{Op: "setting up", Path: path, Err: err}
	}
	return t, nil
}

func (t terminal) Flush() error {
	return t.control(func(fd int) error { return unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCIFLUSH) })
}

// control calls f with the file's descriptor.
func (t terminal) control(f func(fd int) error) error {
	raw, err := t.SyscallConn()
	if err != nil {
		return err
	}
	if ctlErr := raw.Control(func(fd uintptr) { err = f(int(fd)) }); ctlErr != nil {
		return ctlErr
	}
	return err
}
