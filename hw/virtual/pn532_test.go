package virtual

import (
	"bytes"
	"errors"
	"io"
	"math/bits"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// pn532Bench is a chip on a bench, used over I2C in the time of a bubble.
type pn532Bench struct {
	t    *testing.T
	bus  *I2CBus
	chip *PN532
	conn i2c.Bus
}

func onPN532Bench(t *testing.T, test func(b *pn532Bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &pn532Bench{t: t, bus: NewI2CBus("I2C7")}
		b.chip = NewPN532OnI2C(b.bus)
		if err := b.chip.Register(); err != nil {
			t.Fatal(err)
		}
		var err error
		if b.conn, err = b.bus.Open(); err != nil {
			t.Fatal(err)
		}
		test(b)
	})
}

func (b *pn532Bench) write(w []byte) {
	b.t.Helper()
	if err := b.conn.Tx(PN532Address, w, nil); err != nil {
		b.t.Fatal(err)
	}
}

// read reads n bytes after the byte that shows whether there are any.
func (b *pn532Bench) read(n int) (ready bool, r []byte) {
	b.t.Helper()
	r = make([]byte, 1+n)
	if err := b.conn.Tx(PN532Address, nil, r); err != nil {
		b.t.Fatal(err)
	}
	return r[0] == 1, r[1:]
}

// wake wakes the chip up.
func (b *pn532Bench) wake() {
	b.conn.Tx(PN532Address, nil, make([]byte, 1))
	time.Sleep(pn532WakeTime)
}

// hostFrame makes a frame of the host.
func hostFrame(data ...byte) []byte {
	f := answerFrame(data...)
	f[5], f[len(f)-2] = fromHost, f[len(f)-2]+1
	return f
}

// command sends a command, and reads the acknowledgement and the answer, which
// must come within the given time.
func (b *pn532Bench) command(within time.Duration, data ...byte) []byte {
	b.t.Helper()
	b.write(hostFrame(data...))
	b.acknowledged()
	return b.answer(within)
}

func (b *pn532Bench) acknowledged() {
	b.t.Helper()
	time.Sleep(time.Millisecond)
	if ok, r := b.read(6); !ok || !bytes.Equal(r, pn532ACK) {
		b.t.Fatalf("no acknowledgement: %t, % x", ok, r)
	}
}

// answer returns the frame that is ready after the given time, without the
// zeros after it.
func (b *pn532Bench) answer(within time.Duration) []byte {
	b.t.Helper()
	time.Sleep(within)
	ok, r := b.read(64)
	if !ok {
		return nil
	}
	return r[:6+int(r[3])+1]
}

// normal brings the chip to the state in which it lists tags, with one try for each.
func (b *pn532Bench) normal() {
	b.t.Helper()
	b.wake()
	b.command(2*time.Millisecond, cmdSAMConfiguration, 1)
	b.command(2*time.Millisecond, cmdRFConfiguration, rfRetries, 0, 0, 0)
}

func (b *pn532Bench) put(uids ...string) (tags []*Tag) {
	for _, s := range uids {
		tags = append(tags, makeTag(b.t, s))
		b.chip.Field().Put(tags[len(tags)-1])
	}
	return tags
}

func (b *pn532Bench) want(what string, got, want []byte) {
	b.t.Helper()
	if !bytes.Equal(got, want) {
		b.t.Errorf("%s: % x, want % x", what, got, want)
	}
}

func TestPN532WakesUp(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		version := hostFrame(cmdGetFirmwareVersion)
		for range 2 {
			if err := b.conn.Tx(PN532Address, version, nil); !errors.Is(err, ErrNAK) {
				b.t.Errorf("a chip that sleeps: %v", err)
			}
		}
		time.Sleep(pn532WakeTime)
		b.want("version", b.command(2*time.Millisecond, cmdGetFirmwareVersion), []byte{0, 0, 0xFF, 6, 0xFA, 0xD5, 3, 0x32, 1, 6, 7, 0xE8, 0})
		b.want("a search before SAMConfiguration", b.command(2*time.Millisecond, cmdInListPassiveTarget, 1, 0), pn532Error)
		b.want("SAMConfiguration", b.command(2*time.Millisecond, cmdSAMConfiguration, 1), answerFrame(0x15))
		if got := b.chip.Complaints(); len(got) != 1 {
			b.t.Errorf("complaints: %q", got)
		}
	})
}

// TestPN532StretchesClock sends a command at once to a sleeping chip.
func TestPN532StretchesClock(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		b.chip.StretchClock(true)
		start := time.Now()
		b.want("SAMConfiguration", b.command(2*time.Millisecond, cmdSAMConfiguration, 1), answerFrame(0x15))
		if took := time.Since(start); took < pn532WakeTime {
			t.Errorf("it took %v", took)
		}
		b.want("PowerDown", b.command(2*time.Millisecond, cmdPowerDown, wakeSPI), answerFrame(0x17, 0))
		if err := b.conn.Tx(PN532Address, []byte{0}, nil); !errors.Is(err, ErrNAK) {
			t.Errorf("a chip that I2C does not wake: %v", err)
		}
		b.chip.SetFault(ChipLineLow)
		if err := b.conn.Tx(PN532Address, []byte{0}, nil); !errors.Is(err, ErrNAK) {
			t.Errorf("a chip that is unplugged: %v", err)
		}
	})
}

// TestPN532StatusWithinTransaction reads the status over and over without
// deselecting the chip.
func TestPN532StatusWithinTransaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := NewPN532OnSPI("SPI9.1")
		chip.Select(true)
		chip.Exchange([]byte{0}, physic.MegaHertz) // wakes the chip, and causes no complaint
		chip.Select(false)
		time.Sleep(pn532WakeTime)
		m := &wires{chip, 64, physic.MegaHertz}
		m.Tx(reversed(append([]byte{spiDataWrite}, hostFrame(cmdGetFirmwareVersion)...)), nil)
		chip.Select(true)
		status := func() byte {
			return chip.Exchange(reversed([]byte{spiStatusRead, 0}), physic.MegaHertz)[1]
		}
		if got := status(); got != 0 {
			t.Errorf("status %#02x at once", got)
		}
		time.Sleep(time.Millisecond)
		if got := status(); got != 0x80 {
			t.Errorf("status %#02x when an answer is ready", got)
		}
		if got := chip.Complaints(); len(got) != 0 {
			t.Errorf("complaints %q", got)
		}
	})
}

func TestPN532Frames(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		b.normal()
		version := answerFrame(3, 0x32, 1, 6, 7)
		// It repeats its last answer for every request.
		b.want("version", b.command(2*time.Millisecond, cmdGetFirmwareVersion), version)
		for range 3 {
			b.write(pn532NACK)
			b.want("version again", b.answer(time.Millisecond), version)
		}
		// An answer that the host has aborted is not sent.
		b.write(hostFrame(cmdGetFirmwareVersion))
		b.write(pn532ACK)
		b.want("after an abort", b.answer(10*time.Millisecond), nil)
		// A command aborts the one before it.
		b.write(hostFrame(cmdGetFirmwareVersion))
		b.want("two commands", b.command(2*time.Millisecond, cmdSAMConfiguration, 1), answerFrame(0x15))
		b.want("nothing behind them", b.answer(10*time.Millisecond), nil)
		// An extended frame has the same effect as a normal one.
		b.write([]byte{0, 0, 0xFF, 0xFF, 0xFF, 0, 2, 0xFE, 0xD4, 0x02, 0x2A, 0})
		b.acknowledged()
		b.want("an extended frame", b.answer(2*time.Millisecond), version)
		if got := b.chip.Complaints(); len(got) != 0 {
			b.t.Errorf("complaints: %q", got)
		}
		for name, frame := range map[string][]byte{
			"bad length":         {0, 0, 0xFF, 2, 0xFD, 0xD4, 0x02, 0x2A, 0},
			"bad checksum":       {0, 0, 0xFF, 2, 0xFE, 0xD4, 0x02, 0x2B, 0},
			"no command":         {0, 0, 0xFF, 1, 0xFF, 0xD4, 0x2C, 0},
			"not from a host":    {0, 0, 0xFF, 2, 0xFE, 0xD5, 0x02, 0x29, 0},
			"bad extended frame": {0, 0, 0xFF, 0xFF, 0xFF, 0, 2, 0xFD, 0xD4, 0x02, 0x2A, 0},
		} {
			before := len(b.chip.Complaints())
			b.write(frame)
			b.want(name, b.answer(10*time.Millisecond), nil)
			if len(b.chip.Complaints()) == before {
				b.t.Errorf("%s: no complaint", name)
			}
		}
		b.want("unknown command", b.command(2*time.Millisecond, 0x5E), pn532Error)
		b.want("three targets", b.command(2*time.Millisecond, cmdInListPassiveTarget, 3, 0), pn532Error)
		b.want("another kind", b.command(40*time.Millisecond, cmdInListPassiveTarget, 1, 1, 0, 0xFF, 0xFF, 1, 0), answerFrame(0x4B, 0))
		b.want("a kind that there is not", b.command(2*time.Millisecond, cmdInListPassiveTarget, 1, 5), pn532Error)
	})
}

func TestPN532ListsTargets(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		b.normal()
		list := func(most byte) []byte {
			b.t.Helper()
			return b.command(40*time.Millisecond, cmdInListPassiveTarget, most, 0)
		}
		none := answerFrame(0x4B, 0)
		if b.chip.Field().On() {
			b.t.Error("the field is on before the first search")
		}
		b.want("empty", list(2), none)
		if !b.chip.Field().On() {
			b.t.Error("the field is off after a search")
		}
		b.want("nothing to deselect", b.command(2*time.Millisecond, cmdInDeselect, 0), answerFrame(0x45, wrongContext))
		b.put("04A1B2C3D4E5F6")
		b.want("one", list(2), answerFrame(0x4B, 1, 1, 0x00, 0x44, 0x00, 7, 4, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6))
		b.want("it is halted", list(2), none)
		b.put("00000000", "00000001", "00000003")
		b.want("two of three", list(2), answerFrame(0x4B, 2,
			1, 0x00, 0x04, 0x08, 4, 0, 0, 0, 3,
			2, 0x00, 0x04, 0x08, 4, 0, 0, 0, 1))
		b.want("deselected", b.command(2*time.Millisecond, cmdInDeselect, 0), answerFrame(0x45, 0))
		b.want("the third", list(1), answerFrame(0x4B, 1, 1, 0x00, 0x04, 0x08, 4, 0, 0, 0, 0))
		b.want("it was not halted", list(1), none) // the tag treats the request as an error
		b.want("and hears the next", list(1), answerFrame(0x4B, 1, 1, 0x00, 0x04, 0x08, 4, 0, 0, 0, 0))
		b.command(2*time.Millisecond, cmdRFConfiguration, rfField, 0)
		b.write(hostFrame(cmdRFConfiguration, rfField, 1))
		b.want("tags that wake up", list(2), none)
		time.Sleep(tagWakeUp)
		if got := list(2); len(got) == 0 || got[7] != 2 {
			b.t.Errorf("after the field was off: % x", got)
		}
	})
}

// TestPN532SearchesWithoutEnd checks the default number of tries.
func TestPN532SearchesWithoutEnd(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		b.wake()
		b.command(2*time.Millisecond, cmdSAMConfiguration, 1)
		b.want("search", b.command(time.Minute, cmdInListPassiveTarget, 1, 0), nil)
		b.put("DEADBEEF")
		b.want("when a tag comes", b.answer(20*time.Millisecond), answerFrame(0x4B, 1, 1, 0, 4, 8, 4, 0xDE, 0xAD, 0xBE, 0xEF))
	})
}

// pn532OnSPIPort returns a function that makes a transaction with reversed bits.
func pn532OnSPIPort(t *testing.T, chip *PN532) func(w ...byte) []byte {
	port, err := chip.openSPI()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := port.Connect(6*physic.MegaHertz, spi.Mode0, 8); err == nil {
		t.Error("no error for connecting at 6 MHz")
	}
	conn, err := port.Connect(5*physic.MegaHertz, spi.Mode0, 8)
	if err != nil {
		t.Fatal(err)
	}
	turn := func(b []byte) {
		for i := range b {
			b[i] = bits.Reverse8(b[i])
		}
	}
	return func(w ...byte) []byte {
		t.Helper()
		turn(w)
		r := make([]byte, len(w))
		if err := conn.Tx(w, r); err != nil {
			t.Fatal(err)
		}
		turn(r)
		return r[1:]
	}
}

func TestPN532OnSPI(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := NewPN532OnSPI("SPI9.1")
		tx := pn532OnSPIPort(t, chip)
		want := func(what string, got, want []byte) {
			t.Helper()
			if !bytes.Equal(got, want) {
				t.Errorf("%s: % x, want % x", what, got, want)
			}
		}
		version := append([]byte{spiDataWrite}, hostFrame(cmdGetFirmwareVersion)...)
		tx(slices.Clone(version)...)
		if got := chip.Complaints(); len(got) != 1 {
			t.Errorf("it was sent a frame while it slept: complaints %q", got)
		}
		time.Sleep(pn532WakeTime)
		want("status", tx(spiStatusRead, 0), []byte{0})
		tx(slices.Clone(version)...)
		want("status at once", tx(spiStatusRead, 0), []byte{0})
		time.Sleep(time.Millisecond)
		want("status", tx(spiStatusRead, 0, 0), []byte{1, 1})
		want("acknowledgement", tx(append([]byte{spiDataRead}, make([]byte, 6)...)...), pn532ACK)
		time.Sleep(time.Millisecond)
		// A read continues where the one before ended.
		frame := answerFrame(3, 0x32, 1, 6, 7)
		want("answer", tx(append([]byte{spiDataRead}, make([]byte, 5)...)...), frame[:5])
		want("its rest", tx(append([]byte{spiDataRead}, make([]byte, len(frame)-5+2)...)...), append(frame[5:], 0, 0))
		want("status", tx(spiStatusRead, 0), []byte{0})
		tx(0x07, 0)
		if got := chip.Complaints(); len(got) != 2 {
			t.Errorf("a transaction of no kind: complaints %q", got)
		}
		chip.SetFault(ChipLineHigh)
		want("unplugged", tx(spiStatusRead, 0), []byte{0xFF})
	})
}

// serialBench is a chip on a serial line, in the time of a bubble.
type serialBench struct {
	t     *testing.T
	chip  *PN532
	host  *io.PipeWriter
	out   spoken
	ended chan struct{}
}

func onSerialBench(t *testing.T, test func(b *serialBench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		in, host := io.Pipe()
		b := &serialBench{t: t, chip: NewPN532OnSerial("line"), host: host, out: make(spoken, 100), ended: make(chan struct{})}
		go func() {
			defer close(b.ended)
			b.chip.ServeSerial(struct {
				io.Reader
				io.Writer
				io.Closer
			}{in, b.out, in})
		}()
		test(b)
		host.Close()
		<-b.ended
	})
}

// write writes bytes to the line, which takes them at once.
func (b *serialBench) write(w ...byte) {
	b.t.Helper()
	if _, err := b.host.Write(w); err != nil {
		b.t.Fatal(err)
	}
}

// say writes bytes, and returns the chip's answer once they have passed the
// line.
func (b *serialBench) say(w ...byte) []byte {
	b.t.Helper()
	b.write(w...)
	time.Sleep(10 * time.Millisecond)
	return b.out.take()
}

// TestPN532SerialLineIsAQueue writes the bytes that wake the chip and a command
// one right after the other: the line delivers the command when the chip is
// awake.
func TestPN532SerialLineIsAQueue(t *testing.T) {
	onSerialBench(t, func(b *serialBench) {
		wake := append([]byte{serialWake}, make([]byte, 24)...) // 2.2 ms
		b.write(wake...)
		want := append(slices.Clone(pn532ACK), answerFrame(cmdSAMConfiguration+1)...)
		if got := b.say(hostFrame(cmdSAMConfiguration, 1)...); !bytes.Equal(got, want) {
			t.Errorf("it said % x, want % x", got, want)
		}
	})
}

// TestPN532OscillatorStart wakes the chip like libnfc does: 15 bytes, 1.3 ms,
// are between the one that wakes it and the first of the command. A chip that
// needs longer loses the beginning of the command.
func TestPN532OscillatorStart(t *testing.T) {
	for start, heard := range map[time.Duration]bool{
		-1: true, 500 * time.Microsecond: true, pn532WakeTime: true, pn532WakeTimeMax: false, time.Hour: false,
	} {
		onSerialBench(t, func(b *serialBench) {
			if start != pn532WakeTime { // which is the default
				b.chip.SetOscillatorStart(start)
			}
			b.write(append([]byte{serialWake, serialWake}, make([]byte, 14)...)...)
			got := b.say(hostFrame(cmdSAMConfiguration, 1, 20)...)
			if (len(got) > 0) != heard {
				t.Errorf("after %v: it said % x, want an answer: %t", start, got, heard)
			}
			if got := b.say(hostFrame(cmdSAMConfiguration, 1, 20)...); len(got) == 0 {
				t.Errorf("after %v: it does not answer when it is awake", start)
			}
		})
	}
}

func TestPN532OnSerialLine(t *testing.T) {
	onSerialBench(t, func(b *serialBench) {
		say := b.say
		sam := hostFrame(cmdSAMConfiguration, 1)
		if got := say(sam...); got != nil {
			t.Errorf("it said % x while it slept", got)
		}
		if got := say(append([]byte{0x55}, sam...)...); got != nil {
			t.Errorf("it said % x while it woke up", got)
		}
		want := append(slices.Clone(pn532ACK), answerFrame(0x15)...)
		if got := say(sam...); !bytes.Equal(got, want) {
			t.Errorf("it said % x, want % x", got, want)
		}
		// Bytes may come one by one, with others between frames.
		var got []byte
		for _, b := range append([]byte{0x55, 0, 0, 0xAA}, sam...) {
			got = append(got, say(b)...)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("byte by byte: it said % x, want % x", got, want)
		}
		b.chip.SetFault(ChipBusFails)
		<-b.ended
		if _, err := b.host.Write([]byte{0}); err == nil {
			t.Error("no error for writing to a failed line")
		}
	})
}

// spoken receives the chip's bytes.
type spoken chan []byte

func (s spoken) Write(b []byte) (int, error) {
	s <- bytes.Clone(b)
	return len(b), nil
}

func (s spoken) take() (all []byte) {
	for len(s) > 0 {
		all = append(all, <-s...)
	}
	return all
}

// FuzzPN532Frames sends arbitrary bytes to a chip. Whatever their effect, the
// chip answers commands afterwards.
func FuzzPN532Frames(f *testing.F) {
	f.Add(hostFrame(cmdGetFirmwareVersion), hostFrame(cmdInListPassiveTarget, 2, 0))
	f.Add(hostFrame(cmdSAMConfiguration, 1), hostFrame(cmdInListPassiveTarget, 2, 0))
	f.Add(hostFrame(cmdInDeselect, 0), pn532NACK)
	f.Add([]byte{0, 0, 0xFF, 0xFF, 0xFF, 0, 2, 0xFE, 0xD4, 0x02, 0x2A, 0}, pn532ACK)
	f.Add([]byte{0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2}, []byte{0, 0xFF, 0, 0})
	f.Fuzz(func(t *testing.T, first, second []byte) {
		if len(first) == 0 || len(second) == 0 {
			return
		}
		onPN532Bench(t, func(b *pn532Bench) {
			b.put("DEADBEEF", "04A1B2C3D4E5F6")
			b.wake()
			for _, w := range [][]byte{first, second} {
				b.write(w)
				time.Sleep(20 * time.Millisecond)
				b.read(40)
			}
			b.write(pn532ACK)
			time.Sleep(time.Millisecond)
			b.command(2*time.Millisecond, cmdSAMConfiguration, 1)
			b.want("version", b.command(2*time.Millisecond, cmdGetFirmwareVersion), answerFrame(3, 0x32, 1, 6, 7))
		})
	})
}
