//go:build !linux

package part

import "errors"

func openTerminal(string, Baud) (SerialPort, error) {
	return nil, errors.New("a serial port needs Linux")
}
