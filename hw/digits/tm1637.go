package digits

import (
	"time"

	"periph.io/x/conn/v3/gpio"

	"familiar/hw/part"
)

// TM1637 is a module of four digits with a TM1637.
const TM1637 Model = "tm1637"

func tm1637Driver() Driver {
	return Driver{
		Model: TM1637, Market: "four-digit display with a TM1637",
		Power: "VCC", Ground: "GND", Clock: "CLK", Data: "DIO",
		Advice: []part.Advice{{Err: ErrNoAnswer, Text: part.CheckWires}},
		open:   func(w Wires) chip { return &tm1637{wires: w} },
	}
}

// The commands of a TM1637 (Titan Micro, datasheet V2.4, "Instructions description").
const (
	cmdWriteData = 0x40 // to addresses that go up by themselves
	cmdAddress   = 0xC0 // of the first digit
	cmdOff       = 0x80
	cmdOn        = 0x88 // and the brightness, 0 to 7
)

const brightest = 7

// halfClock is the shortest time between two edges of the clock. The chip could take a twentieth of it, but the terminals of many modules have capacitors
// against noise. With the kernel's timers it becomes some hundredths of a millisecond. Under the service, whose timers may be half a millisecond late, it becomes that
// half, so that a number takes a fifteenth of a second.
const halfClock = 5 * time.Microsecond

// tm1637 drives a TM1637. Unlike periph's driver, which was made for pins of a microsecond, it does not spin between two edges, and it checks that the
// chip acknowledges.
type tm1637 struct {
	wires Wires
	err   error // the first of a transfer
}

// show implements chip.
func (t *tm1637) show(f frame, brightness int) error {
	if f == (frame{}) {
		return t.off()
	}
	for _, bytes := range [][]byte{{cmdWriteData}, append([]byte{cmdAddress}, f[:]...), {cmdOn | byte((brightness*(brightest+1)-1)/100)}} {
		if err := t.send(bytes...); err != nil {
			return err
		}
	}
	return nil
}

// off implements chip.
func (t *tm1637) off() error { return t.send(cmdOff) }

// send sends a command with its data, the lowest bits first ("Interface interpretation"). Data changes while the clock is low, but for its fall at the
// start, and its rise at the end.
func (t *tm1637) send(bytes ...byte) error {
	t.err = nil
	t.clock(gpio.High)
	t.data(gpio.High)
	t.data(gpio.Low)
	t.clock(gpio.Low)
	for _, b := range bytes {
		for bit := range 8 {
			t.data(b>>bit&1 != 0)
			t.pulse()
		}
		t.readAck()
	}
	t.clock(gpio.High)
	t.data(gpio.High)
	return t.err
}

// readAck checks that the chip pulls the data line down, from the end of the eighth pulse to the end of the ninth.
func (t *tm1637) readAck() {
	t.note(t.wires.Data.In(gpio.PullUp, gpio.NoEdge))
	t.clock(gpio.High)
	if t.err == nil && t.wires.Data.Read() == gpio.High {
		t.err = ErrNoAnswer
	}
	t.clock(gpio.Low)
	t.data(gpio.Low)
}

func (t *tm1637) pulse() {
	t.clock(gpio.High)
	t.clock(gpio.Low)
}

func (t *tm1637) clock(l gpio.Level) {
	t.note(t.wires.Clock.Out(l))
	if t.err == nil { // what nobody hears needs no time
		time.Sleep(halfClock)
	}
}

func (t *tm1637) data(l gpio.Level) { t.note(t.wires.Data.Out(l)) }

func (t *tm1637) note(err error) {
	if t.err == nil {
		t.err = err
	}
}
