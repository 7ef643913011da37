package header

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"

	"familiar/hw/bench"
	"familiar/hw/board"
	"familiar/hw/virtual"
)

// lines is the number of GPIO lines on the header: GPIO0 to GPIO27.
const lines = 28

// ports is the maximum number of serial ports of a machine: a PL011 and a mini UART.
const ports = 2

// Header connects a bench to the header of an emulated machine.
type Header struct {
	// Settle waits until all goroutines that have woken up are waiting again; it is called after each step of the time. In a bubble it is
	// synctest.Wait.
	Settle func()
	// Tick is called once a millisecond of the guest, when everything has settled. It may be nil.
	Tick func()
	// Ports are the machine's serial ports. They are closed when Serve returns.
	Ports [ports]*Port

	conn  io.ReadWriter
	in    reader
	out   []byte
	zero  time.Time     // when the guest's clock was zero
	at    time.Duration // the guest's clock
	pins  [lines]*virtual.Pin
	sent  [lines]state   // the last states sent to the machine
	pwms  []*virtual.Pin // by their channels
	chips []selectable
	i2c   map[byte]*virtual.I2CBus
}

// selectable is a chip on an SPI bus, and the line of its chip select.
type selectable struct {
	bus      byte
	line     byte
	chip     virtual.SPIDevice
	selected bool
}

// New returns the far end of a connection to a machine that is a Raspberry Pi of a model. It connects those parts of the bench that have
// a place on that model's header.
func New(conn io.ReadWriter, b *bench.Bench, model board.Model) *Header {
	h := &Header{conn: conn, in: reader{from: bufio.NewReader(conn)}, pwms: b.PWMPins(), i2c: make(map[byte]*virtual.I2CBus)}
	for n := range h.pins {
		h.pins[n] = b.Pin("GPIO" + strconv.Itoa(n))
		h.sent[n] = released
	}
	for n := range h.Ports {
		h.Ports[n] = newPort()
	}
	for _, bus := range model.Buses() {
		kind, number := bus.Name[:len(bus.Name)-1], bus.Name[len(bus.Name)-1]-'0'
		switch {
		case kind == "I2C" && b.I2CBus(bus.Name) != nil:
			h.i2c[number] = b.I2CBus(bus.Name)
		case kind == "SPI":
			for i, line := range bus.Selects {
				if chip := b.SPIChip(fmt.Sprintf("%s.%d", bus.Name, i)); chip != nil {
					n, _ := strconv.Atoi(strings.TrimPrefix(line, "GPIO")) // the table in package board has lines of this form only
					h.chips = append(h.chips, selectable{bus: number, line: byte(n), chip: chip})
				}
			}
		}
	}
	return h
}

// Serve answers the machine until it ends, which is no error. The guest's clock starts at the current time of the bench.
func (h *Header) Serve() error {
	defer func() {
		for _, p := range h.Ports {
			p.Close()
		}
	}()
	for first := true; ; first = false {
		m, err := h.in.next()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) {
			return nil // the machine was switched off, perhaps in the middle of a message
		}
		if err != nil {
			return fmt.Errorf("header: listening to the machine: %w", err)
		}
		if first {
			h.zero = time.Now().Add(-m.at)
		}
		h.advance(m.at)
		status, data := h.handle(m)
		h.out = h.drive()
		for n, p := range h.Ports {
			h.out = p.appendOutput(h.out, n)
		}
		h.out = appendAnswer(h.out, status, data)
		if h.in.from.Buffered() > 0 {
			continue // the machine waits for the answer to a later message
		}
		if _, err := h.conn.Write(h.out); err != nil {
			return nil // the machine has ended meanwhile
		}
		h.out = h.out[:0]
	}
}

// advance sleeps until a time of the guest's clock.
func (h *Header) advance(to time.Duration) {
	h.at = to
	if wait := time.Until(h.zero.Add(to)); wait > 0 {
		time.Sleep(wait)
		if h.Settle != nil {
			h.Settle()
		}
	}
}

// Clock returns how long the machine has been running, by its own clock. It must be called from within Tick only.
func (h *Header) Clock() time.Duration { return h.at }

// drive appends to h.out the state of each line that the bench drives otherwise than it was last sent.
func (h *Header) drive() []byte {
	for n, pin := range h.pins {
		if pin == nil {
			continue
		}
		now := released
		switch level, driven := pin.Outside(); {
		case driven && level == gpio.High:
			now = high
		case driven:
			now = low
		}
		if now != h.sent[n] {
			h.sent[n] = now
			h.out = appendDrive(h.out, n, now)
		}
	}
	return h.out
}

// handle executes a message and returns its answer.
func (h *Header) handle(m message) (status byte, data []byte) {
	switch m.kind {
	case kindTick:
		if h.Tick != nil {
			h.Tick()
		}
	case kindSerialOut:
		if int(m.bus) < len(h.Ports) {
			h.Ports[m.bus].receive(m.data)
		}
	case kindLine:
		h.line(m.line, m.state)
	case kindPWM:
		h.pulse(m)
	case kindSPI:
		return statusOK, h.exchange(m)
	case kindWrite, kindRead:
		bus := h.i2c[m.bus]
		if bus == nil {
			return statusNAK, nil
		}
		if m.kind == kindWrite {
			return i2cStatus(bus.Write(uint16(m.addr), m.data)), nil
		}
		data = make([]byte, m.n)
		if status = i2cStatus(bus.Read(uint16(m.addr), data)); status != statusOK {
			data = nil
		}
		return status, data
	}
	return statusOK, nil
}

func i2cStatus(err error) byte {
	switch {
	case err == nil:
		return statusOK
	case errors.Is(err, virtual.ErrStuckBus):
		return statusLow
	}
	return statusNAK
}

// line makes the SoC drive a line, or release it. If it is a chip select, its chip sees a transaction begin or end.
func (h *Header) line(n byte, s state) {
	for i := range h.chips {
		if c := &h.chips[i]; c.line == n && c.selected != (s == low) {
			c.selected = s == low
			c.chip.Select(c.selected)
		}
	}
	if int(n) >= lines || h.pins[n] == nil {
		return
	}
	if s == released {
		_ = h.pins[n].In(gpio.PullNoChange, gpio.NoEdge) // a failed pin does nothing, like a broken wire
		return
	}
	_ = h.pins[n].Out(s == high)
}

// pulse sets the line of one of the SoC's PWMs to its signal, or to low.
func (h *Header) pulse(m message) {
	if int(m.bus) >= len(h.pwms) {
		return // there is nothing on it
	}
	pin := h.pwms[m.bus]
	if m.period == 0 || m.high == 0 {
		_ = pin.Out(gpio.Low) // a failed pin does nothing, like a broken wire
		return
	}
	duty := gpio.Duty(min(m.high, m.period) * time.Duration(gpio.DutyMax) / m.period)
	_ = pin.PWM(duty, physic.PeriodToFrequency(m.period))
}

// exchange clocks bytes out to the selected chips. If there is none, nothing drives MISO and the SoC reads zeros; if there are several,
// any of them may pull it up.
func (h *Header) exchange(m message) []byte {
	in := make([]byte, len(m.data))
	for _, c := range h.chips {
		if c.bus == m.bus && c.selected {
			for i, b := range c.chip.Exchange(m.data, physic.Frequency(m.hz)*physic.Hertz) {
				in[i] |= b
			}
		}
	}
	return in
}
