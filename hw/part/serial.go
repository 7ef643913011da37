package part

import (
	"fmt"
	"io"
	"time"
)

// SerialPort is an open serial port. The deadline bounds its reads and writes, and Close ends them.
type SerialPort interface {
	io.ReadWriteCloser
	SetDeadline(time.Time) error
	// Flush drops what was received and not read.
	Flush() error
}

// Baud is the speed of a serial port, in bits per second.
type Baud int

// The speeds that chips have.
const (
	Baud9600   Baud = 9_600
	Baud57600  Baud = 57_600
	Baud115200 Baud = 115_200
)

// OpenSerial opens a serial port by the path of its device, with 8 bits and no parity. The error wraps ErrSerial.
func OpenSerial(path string, speed Baud) (SerialPort, error) {
	port, err := openTerminal(path, speed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", path, ErrSerial, err)
	}
	return port, nil
}
