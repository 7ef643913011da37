package header

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"time"
)

// The kinds of messages.
const (
	kindTick      = 'T' // a millisecond has passed
	kindLine      = 'O' // the SoC drives a line, or releases it
	kindSPI       = 'S' // bytes are clocked out on an SPI bus
	kindWrite     = 'W' // a write on an I2C bus
	kindRead      = 'G' // a read from an I2C bus
	kindPWM       = 'P' // a PWM of the SoC has another period or pulse
	kindReset     = 'X' // the machine is reset
	kindSerialOut = 'U' // a serial port has sent bytes

	kindAnswer   = 'R'
	kindDrive    = 'L' // the bench drives a line, or releases it
	kindSerialIn = 'D' // a serial port receives bytes
)

// The statuses of an answer.
const (
	statusOK  = 0
	statusNAK = 1 // no device acknowledged the address or a byte
	statusLow = 2 // the bus is held low
)

// state is how one side drives a line.
type state byte

const (
	low      state = 0
	high     state = 1
	released state = 2
)

// message is a message from the machine.
type message struct {
	kind  byte
	at    time.Duration // since the machine was switched on
	line  byte
	state state
	bus   byte // number of a bus or of a serial port, or channel of a PWM
	addr  byte
	hz    uint32
	n     int // number of bytes to read
	// period and high are those of a PWM; it is off if the period is 0.
	period, high time.Duration
	data         []byte // valid until the next message
}

// reader reads messages.
type reader struct {
	from *bufio.Reader
	buf  []byte
}

// headSizes are the lengths of the heads of messages after their time, by their kinds.
var headSizes = map[byte]int{kindTick: 0, kindReset: 0, kindLine: 2, kindPWM: 9, kindSPI: 7, kindSerialOut: 3, kindWrite: 4, kindRead: 4}

// next reads a message. Its error is io.EOF if the machine has ended.
func (r *reader) next() (message, error) {
	kind, err := r.from.ReadByte()
	if err != nil {
		return message{}, err
	}
	size, known := headSizes[kind]
	if !known {
		return message{}, fmt.Errorf("header: the machine says %q, which is no kind of message", kind)
	}
	head, err := r.bytes(8 + size)
	if err != nil {
		return message{}, err
	}
	m := message{kind: kind, at: time.Duration(binary.LittleEndian.Uint64(head))}
	switch head = head[8:]; kind {
	case kindLine:
		m.line, m.state = head[0], state(head[1])
	case kindPWM:
		m.bus = head[0]
		m.period = time.Duration(binary.LittleEndian.Uint32(head[1:]))
		m.high = time.Duration(binary.LittleEndian.Uint32(head[5:]))
	case kindSPI:
		m.bus, m.hz = head[0], binary.LittleEndian.Uint32(head[1:])
		m.data, err = r.bytes(int(binary.LittleEndian.Uint16(head[5:])))
	case kindSerialOut:
		m.bus = head[0]
		m.data, err = r.bytes(int(binary.LittleEndian.Uint16(head[1:])))
	case kindWrite, kindRead:
		m.bus, m.addr, m.n = head[0], head[1], int(binary.LittleEndian.Uint16(head[2:]))
		if kind == kindWrite {
			m.data, err = r.bytes(m.n)
		}
	}
	return m, err
}

// bytes reads n bytes, which are valid until the next call.
func (r *reader) bytes(n int) ([]byte, error) {
	if n > len(r.buf) {
		r.buf = make([]byte, n)
	}
	_, err := io.ReadFull(r.from, r.buf[:n])
	return r.buf[:n], err
}

// appendDrive appends the state in which the bench holds a line.
func appendDrive(b []byte, line int, s state) []byte {
	return append(b, kindDrive, byte(line), byte(s), 0)
}

// maxPortData is the maximum number of bytes in one message to a serial port.
const maxPortData = 1<<16 - 1

// appendSerialIn appends bytes for a serial port.
func appendSerialIn(b []byte, port int, data []byte) []byte {
	b = append(b, kindSerialIn, byte(port))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(data)))
	return append(b, data...)
}

// appendAnswer appends an answer.
func appendAnswer(b []byte, status byte, data []byte) []byte {
	b = append(b, kindAnswer, status)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(data)))
	return append(b, data...)
}
