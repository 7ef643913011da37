//go:build linux && pi

package machine

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Registers of the BCM2837 (BCM2835 ARM Peripherals, chapters 2, 3, 6, 9 and 10).
const (
	gpio  = 0x3f200000
	spi0  = 0x3f204000
	aux   = 0x3f215000
	spi1  = aux + 0x80
	pwm   = 0x3f20c000
	clock = 0x3f1010a0 // of the PWM, in the clock manager (section 6.3 describes the clocks of GPIO, which are similar)
	i2c1  = 0x3f804000
	pl011 = 0x3f201000
	reset = 0x3f10001c // of the watchdog, which resets the machine on request
	ints  = 0x3f00b200 // of the interrupt controller: pending 1 and 2 follow the basic one
)

// coreClock is the initial core clock of QEMU's clock manager, which SPI's and I2C's dividers divide.
const coreClock = 400e6

// header is a machine without a program: the test reads and writes its registers and moves its clock.
type header struct {
	t     *testing.T
	qtest net.Conn
	lines *bufio.Scanner
	far   net.Conn

	mu     sync.Mutex
	heard  []message
	answer func(m message) response
}

// message is a message of the device pi-header.
type message struct {
	kind byte
	at   time.Duration
	args []byte // without n
	data []byte
	n    int
}

type response struct {
	lines  [][2]byte
	port   byte
	hears  string // bytes that the serial port receives
	status byte
	data   []byte
}

func newHeader(t *testing.T, machine string, answer func(m message) response) *header {
	t.Helper()
	qemu, err := FetchQEMU(t.Context(), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	listen := func(name string) *net.UnixListener {
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, name)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		if err := l.SetDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		return l
	}
	far, qtest := listen("header"), listen("qtest")
	cmd := exec.CommandContext(t.Context(), qemu, "-M", machine, "-accel", "qtest", "-nodefaults", "-display", "none",
		"-qtest", "unix:"+filepath.Join(dir, "qtest"), "-qtest-log", "none",
		"-chardev", "pi-port,id=port0", "-serial", "chardev:port0", "-chardev", "pi-port,id=port1", "-serial", "chardev:port1",
		"-device", "pi-header,path="+filepath.Join(dir, "header"))
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	h := &header{t: t, answer: answer}
	var served sync.WaitGroup
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		served.Wait()
		if t.Failed() {
			t.Logf("QEMU said: %s", &said)
		}
	})
	if h.far, err = far.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.far.Close() })
	served.Go(h.serve)
	if h.qtest, err = qtest.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.qtest.Close() })
	h.lines = bufio.NewScanner(h.qtest)
	return h
}

// serve answers messages until the connection ends.
func (h *header) serve() {
	r := bufio.NewReader(h.far)
	for {
		m, err := readMessage(r)
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, net.ErrClosed) {
				h.t.Errorf("reading a message: %v", err)
			}
			return
		}
		h.mu.Lock()
		h.heard = append(h.heard, m)
		a := h.answer(m)
		h.mu.Unlock()
		var out []byte
		if a.hears != "" {
			out = append(out, 'D', a.port)
			out = binary.LittleEndian.AppendUint16(out, uint16(len(a.hears)))
			out = append(out, a.hears...)
		}
		for _, l := range a.lines {
			out = append(out, 'L', l[0], l[1], 0)
		}
		out = append(out, 'R', a.status)
		out = binary.LittleEndian.AppendUint16(out, uint16(len(a.data)))
		if _, err := h.far.Write(append(out, a.data...)); err != nil {
			return
		}
	}
}

func readMessage(r io.Reader) (message, error) {
	head := make([]byte, 9)
	if _, err := io.ReadFull(r, head); err != nil {
		return message{}, err
	}
	m := message{kind: head[0], at: time.Duration(binary.LittleEndian.Uint64(head[1:]))}
	size, ok := map[byte]int{'X': 0, 'O': 2, 'S': 7, 'W': 4, 'G': 4, 'P': 9, 'T': 0, 'U': 3}[m.kind]
	if !ok {
		return m, fmt.Errorf("unknown kind %q", m.kind)
	}
	m.args = make([]byte, size)
	if _, err := io.ReadFull(r, m.args); err != nil {
		return m, err
	}
	if !strings.ContainsRune("SWGU", rune(m.kind)) {
		return m, nil
	}
	m.n = int(binary.LittleEndian.Uint16(m.args[size-2:]))
	m.args = m.args[:size-2]
	if m.kind != 'G' {
		m.data = make([]byte, m.n)
	}
	_, err := io.ReadFull(r, m.data)
	return m, err
}

// ask makes QEMU execute a command of its qtest protocol.
func (h *header) ask(format string, args ...any) uint64 {
	h.t.Helper()
	if err := h.qtest.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		h.t.Fatal(err)
	}
	command := fmt.Sprintf(format, args...)
	if _, err := h.qtest.Write([]byte(command + "\n")); err != nil {
		h.t.Fatal(err)
	}
	if !h.lines.Scan() {
		h.t.Fatalf("%s: no answer: %v", command, h.lines.Err())
	}
	answer, ok := strings.CutPrefix(h.lines.Text(), "OK")
	if !ok {
		h.t.Fatalf("%s: %s", command, h.lines.Text())
	}
	var value uint64
	if answer = strings.TrimSpace(answer); answer != "" {
		if _, err := fmt.Sscan(answer, &value); err != nil {
			h.t.Fatalf("%s: %q: %v", command, answer, err)
		}
	}
	return value
}

func (h *header) read(addr int) uint32     { h.t.Helper(); return uint32(h.ask("readl %#x", addr)) }
func (h *header) write(addr int, v uint32) { h.t.Helper(); h.ask("writel %#x %#x", addr, v) }
func (h *header) pass(d time.Duration)     { h.t.Helper(); h.ask("clock_step %d", d.Nanoseconds()) }

// function sets the function of a line: 0 is an input, 1 an output.
func (h *header) function(line int, f uint32) {
	h.t.Helper()
	addr, bit := gpio+4*(line/10), 3*(line%10)
	h.write(addr, h.read(addr)&^(7<<bit)|f<<bit)
}

func (h *header) level(line int) bool { h.t.Helper(); return h.read(gpio+0x34)>>line&1 != 0 }

// take returns the messages since the last call, without ticks.
func (h *header) take() []message {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := slices.DeleteFunc(h.heard, func(m message) bool { return m.kind == 'T' })
	h.heard = nil
	return all
}

// expect fails if the messages since the last call are not these.
func (h *header) expect(want ...string) {
	h.t.Helper()
	var got []string
	for _, m := range h.take() {
		got = append(got, fmt.Sprintf("%c %d %d %x", m.kind, m.args, m.n, m.data))
	}
	if !slices.Equal(got, want) {
		h.t.Errorf("heard %q, want %q", got, want)
	}
}

// interrupt reports whether an interrupt of the GPU is pending.
func (h *header) interrupt(n int) bool {
	h.t.Helper()
	h.write(ints+0x10+n/32*4, 1<<(n%32)) // enable
	return h.read(ints+4+n/32*4)>>(n%32)&1 != 0
}

// restart makes the watchdog reset the machine, and returns the messages of the reset, which must be n at least.
func (h *header) restart(n int) []message {
	h.t.Helper()
	h.write(reset, 0x5a000020)
	var heard []message
	for end := time.Now().Add(10 * time.Second); len(heard) < n; heard = append(heard, h.take()...) {
		if time.Now().After(end) {
			h.t.Fatalf("the reset sent %d messages: %v", len(heard), heard)
		}
		h.read(gpio)
	}
	return heard
}

func TestHeaderLines(t *testing.T) {
	for _, machine := range []string{"raspi2b", "raspi3b"} {
		t.Run(machine, func(t *testing.T) { testLines(t, machine) })
	}
}

func testLines(t *testing.T, machine string) {
	echo := func(m message) (a response) {
		if m.kind == 'O' && m.args[0] == 17 {
			a.lines = [][2]byte{{27, m.args[1]}}
		}
		return a
	}
	h := newHeader(t, machine, echo)
	h.read(gpio)
	start := h.take()
	if len(start) != 29 || start[0].kind != 'X' {
		t.Fatalf("at the start there were %d messages: %v", len(start), start)
	}
	for i, m := range start[1:] {
		if !bytes.Equal(m.args, []byte{byte(i), 2}) {
			t.Errorf("at the start line %d was %v", i, m.args)
		}
	}
	// The message about the SoC's output comes before the write is done, and the answer is in effect after it.
	h.write(gpio+0x4c, 1<<27) // GPREN0
	h.write(gpio+0x58, 1<<27) // GPFEN0
	h.function(17, 1)
	h.expect("O [17 0] 0 ")
	h.write(gpio+0x40, 1<<27)
	h.write(gpio+0x1c, 1<<17)
	h.expect("O [17 1] 0 ")
	if !h.level(27) || !h.level(17) {
		t.Error("lines 17 and 27 are not high")
	}
	if h.read(gpio+0x40) != 1<<27 || !h.interrupt(49) || !h.interrupt(52) || h.interrupt(50) {
		t.Error("the rising edge of line 27 raised no interrupt of its own lines and of all")
	}
	h.write(gpio+0x40, 1<<27)
	if h.read(gpio+0x40) != 0 || h.interrupt(49) {
		t.Error("the event was not cleared")
	}
	h.write(gpio+0x28, 1<<17)
	if h.level(27) || h.read(gpio+0x40) != 1<<27 {
		t.Error("the falling edge of line 27 was not detected")
	}
	h.expect("O [17 0] 0 ")
	h.function(17, 0)
	h.expect("O [17 2] 0 ")
	// Line 27 is released, too: from now on its pull decides, which is down after a reset.
	pull := func(v uint32) {
		h.write(gpio+0x94, v)
		h.write(gpio+0x98, 1<<27)
		h.write(gpio+0x94, 0)
		h.write(gpio+0x98, 0)
	}
	if !h.level(8) || h.level(9) || h.level(27) {
		t.Error("the pulls after a reset are not the datasheet's")
	}
	pull(2)
	if !h.level(27) {
		t.Error("the pull-up does not pull up")
	}
	pull(0)
	if !h.level(27) {
		t.Error("a floating line does not stay as it was")
	}
	pull(1)
	if h.level(27) {
		t.Error("the pull-down does not pull down")
	}
	// A level is detected for as long as it lasts.
	h.write(gpio+0x70, 1<<27) // GPLEN0
	h.write(gpio+0x40, 1<<27)
	if h.read(gpio+0x40) != 1<<27 {
		t.Error("the low level of line 27 is not detected")
	}
	h.take()
	h.function(17, 1)
	heard := h.restart(31)
	// Line 17 is driven, and the reset releases it.
	if heard[0].args[1] != 0 || !bytes.Equal(heard[1].args, []byte{17, 2}) || heard[2].kind != 'X' || heard[30].kind != 'O' {
		t.Errorf("the reset sent %v", heard)
	}
}

func TestHeaderSPI(t *testing.T) {
	h := newHeader(t, "raspi3b", func(m message) (a response) {
		for _, b := range m.data {
			a.data = append(a.data, ^b)
		}
		return a
	})
	h.read(gpio)
	h.take()
	const (
		ta, intd, intr, done, rxd, rxr = 1 << 7, 1 << 9, 1 << 10, 1 << 16, 1 << 17, 1 << 19
		divider                        = 400 // 1 MHz
	)
	h.write(spi0+8, divider)
	h.write(spi0, ta|intd|intr)
	for i := range 60 {
		h.write(spi0+4, uint32(i))
	}
	h.pass(479 * time.Microsecond)
	h.expect()
	if h.read(spi0)&(done|rxd) != 0 || h.interrupt(54) {
		t.Error("60 bytes at 1 MHz have been transferred before 480 µs have passed")
	}
	h.pass(time.Microsecond)
	if cs := h.read(spi0); cs&(done|rxd|rxr) != done|rxd|rxr || !h.interrupt(54) {
		t.Errorf("60 bytes have not been transferred: CS is %#x", cs)
	}
	heard := h.take()
	if len(heard) != 1 || heard[0].kind != 'S' || heard[0].n != 60 || heard[0].at != 480*time.Microsecond {
		t.Fatalf("heard %v", heard)
	}
	if hz := binary.LittleEndian.Uint32(heard[0].args[1:]); hz != coreClock/divider {
		t.Errorf("the bus runs at %d Hz", hz)
	}
	for i := range 60 {
		if got := h.read(spi0 + 4); got != uint32(^byte(i)) {
			t.Fatalf("byte %d is %#x", i, got)
		}
	}
	if h.read(spi0)&rxd != 0 {
		t.Error("there are more bytes than were sent")
	}
	// Bytes that are not transferred yet are dropped at the end of the transfer.
	h.write(spi0+4, 1)
	h.write(spi0, 0x30)
	h.pass(time.Second / 2)
	h.expect()
}

func TestHeaderSPI1(t *testing.T) {
	h := newHeader(t, "raspi3b", func(m message) (a response) {
		for _, b := range m.data {
			a.data = append(a.data, ^b)
		}
		return a
	})
	h.read(gpio)
	h.take()
	const (
		enables, cntl0, cntl1, stat, peek, data, hold = aux + 4, spi1, spi1 + 4, spi1 + 8, spi1 + 0xc, spi1 + 0x20, spi1 + 0x30

		speed                            = 199 << 20 // 1 MHz: half the core clock is divided by 200
		variable, enable, clear, msb     = 1 << 14, 1 << 11, 1 << 9, 1 << 6
		onEmpty, onIdle, msbIn           = 1 << 7, 1 << 6, 1 << 1
		txFull, txEmpty, rxEmpty, active = 1 << 10, 1 << 9, 1 << 7, 1 << 6
		threeBytes, oneByte              = 24 << 24, 8 << 24
	)
	h.write(cntl0, speed)
	if got := h.read(enables); got != 1 || h.read(cntl0) != 0 {
		t.Errorf("SPI1 has registers before it is enabled: AUX_ENABLES is %#x", got)
	}
	h.write(enables, 3)
	h.write(cntl1, msbIn)
	h.write(cntl0, speed|variable|enable|msb)
	h.write(hold, threeBytes|0x010203)
	h.write(hold, threeBytes|0x040506)
	h.write(data, oneByte|0x070000)
	h.write(cntl1, msbIn|onEmpty|onIdle)
	h.pass(62*time.Microsecond - 1) // each entry is followed by two clocks without data
	h.expect()
	if s := h.read(stat); s != 3<<24|rxEmpty|active || h.interrupt(29) || h.read(aux) != 0 {
		t.Errorf("seven bytes have been transferred too soon: STAT is %#x", s)
	}
	h.pass(1)
	h.expect(fmt.Sprintf("S %d 7 01020304050607", binary.LittleEndian.AppendUint32([]byte{1}, 1e6)))
	if s := h.read(stat); s != 3<<16|txEmpty || !h.interrupt(29) || h.read(aux) != 2 {
		t.Errorf("seven bytes have not been transferred: STAT is %#x", s)
	}
	for _, want := range []uint32{0xfefdfc, 0xfbfaf9, 0xf8} {
		if p, got := h.read(peek), h.read(data); p != want || got != want {
			t.Errorf("received %#x, after PEEK had %#x, want %#x", got, p, want)
		}
	}
	if s := h.read(stat); s != txEmpty|rxEmpty {
		t.Errorf("there is more than was sent: STAT is %#x", s)
	}
	h.write(cntl1, msbIn)
	if h.interrupt(29) {
		t.Error("there is an interrupt that nothing asks for")
	}
	// The FIFO has room for four entries, and clearing it also drops the byte on the wire.
	for i := range uint32(5) {
		h.write(data, oneByte|i<<16)
	}
	if s := h.read(stat); s != 4<<24|txFull|rxEmpty|active {
		t.Errorf("the FIFO is not full: STAT is %#x", s)
	}
	h.pass(40 * time.Microsecond)
	h.expect(fmt.Sprintf("S %d 4 00010203", binary.LittleEndian.AppendUint32([]byte{1}, 1e6)))
	h.write(data, oneByte)
	if s := h.read(stat); s&active != 0 {
		t.Errorf("a byte goes over the wire that nothing has room for: STAT is %#x", s)
	}
	h.read(data)
	if s := h.read(stat); s&active == 0 {
		t.Errorf("no byte goes over the wire: STAT is %#x", s)
	}
	h.write(cntl0, clear)
	h.pass(time.Millisecond)
	h.expect()
	if s := h.read(stat); s != txEmpty|rxEmpty {
		t.Errorf("the FIFOs are not cleared: STAT is %#x", s)
	}
}

func TestHeaderPWM(t *testing.T) {
	h := newHeader(t, "raspi3b", func(message) response { return response{} })
	h.read(gpio)
	h.take()
	const (
		ctl, range1, data1, range2, data2 = pwm, pwm + 0x10, pwm + 0x14, pwm + 0x20, pwm + 0x24

		password         = 0x5a << 24
		run, oscillator  = 1 << 4, 1
		on, fifo, invert = 1, 1 << 5, 1 << 4
		marks            = 1 << 7 // mark-space mode
	)
	tone := func(channel byte, period, high time.Duration) string {
		args := binary.LittleEndian.AppendUint32([]byte{channel}, uint32(period))
		return fmt.Sprintf("P %d 0 ", binary.LittleEndian.AppendUint32(args, uint32(high)))
	}
	h.write(ctl, marks|on)
	h.write(range1, 1200)
	h.write(data1, 300)
	h.expect()                        // there is no clock
	h.write(clock+4, password|16<<12) // 19.2 MHz divided by 16 is 1.2 MHz
	h.write(clock, password|oscillator|run)
	h.expect(tone(0, time.Millisecond, 250*time.Microsecond))
	h.write(data1, 300)
	h.write(ctl, marks|on)
	h.expect()
	h.write(ctl, marks|on|invert)
	h.expect(tone(0, time.Millisecond, 750*time.Microsecond))
	h.write(data1, 2000)
	h.expect(tone(0, time.Millisecond, 0)) // a mark that is longer than its period
	h.write(range2, 600)
	h.write(data2, 120)
	h.write(ctl, marks<<8|on<<8|marks|on|invert)
	h.expect(tone(1, 500*time.Microsecond, 100*time.Microsecond))
	if got := h.read(ctl); got != marks<<8|on<<8|marks|on|invert || h.read(range2) != 600 || h.read(data1) != 2000 {
		t.Errorf("CTL reads as %#x", got)
	}
	h.write(ctl, marks<<8|on<<8|marks|on|fifo)
	h.expect(tone(0, 0, 0)) // the FIFO holds no data to sound
	h.write(clock, password|oscillator)
	h.expect(tone(1, 0, 0))
	h.write(clock, password|oscillator|run)
	h.expect(tone(1, 500*time.Microsecond, 100*time.Microsecond))
	h.write(range2, 1<<32-1) // at 1.2 MHz it is an hour, which is too long for a message
	h.expect(tone(1, 1<<32-1, 100*time.Microsecond))
	h.write(ctl, 0)
	h.expect(tone(1, 0, 0))
	h.write(ctl, marks|on)
	h.take()
	heard := h.restart(30)
	if off := make([]byte, 9); heard[0].kind != 'P' || !bytes.Equal(heard[0].args, off) || heard[1].kind != 'X' {
		t.Errorf("the reset sent %v", heard)
	}
}

func TestHeaderRaspi4(t *testing.T) {
	h := newHeader(t, "raspi4b", func(m message) (a response) {
		switch {
		case m.kind == 'O' && m.args[0] == 17:
			a.lines = [][2]byte{{27, m.args[1]}}
		case m.kind == 'S':
			a.data = bytes.Repeat([]byte{0xa5}, m.n)
		case m.kind == 'W':
			a.status = 1
		}
		return a
	})
	const (
		moved   = 0xfe000000 - 0x3f000000 // the BCM2711 has the same registers elsewhere (BCM2711 ARM Peripherals, section 1.2)
		pending = 0xff841200              // of its interrupt controller, a GIC-400
		core    = 562_500_000             // from the oscillator's 54 MHz, with the initial settings of QEMU's clock manager
	)
	interrupt := func(n int) bool {
		t.Helper()
		n += 32 // the interrupts of the processors come first
		return h.read(pending+n/32*4)>>(n%32)&1 != 0
	}
	level := func(line int) bool { t.Helper(); return h.read(moved+gpio+0x34)>>line&1 != 0 }
	h.read(moved + gpio)
	if start := h.take(); len(start) != 29 {
		t.Fatalf("at the start there were %d messages: %v", len(start), start)
	}
	if !level(8) || level(9) {
		t.Error("the pulls after a reset are not the datasheet's")
	}
	h.write(moved+gpio+0x4c, 1<<27) // GPREN0
	h.write(moved+gpio+4, 1<<21)    // line 17 is an output
	h.expect("O [17 0] 0 ")
	if interrupt(113) || interrupt(116) {
		t.Error("there is an interrupt before the edge")
	}
	h.write(moved+gpio+0x1c, 1<<17)
	h.expect("O [17 1] 0 ")
	if !level(17) || !level(27) || h.read(moved+gpio+0x40) != 1<<27 || !interrupt(113) || !interrupt(116) || interrupt(114) {
		t.Error("the rising edge of line 27 raised no interrupt of its own lines and of all")
	}
	h.write(moved+gpio+0x40, 1<<27)
	if interrupt(113) || interrupt(116) {
		t.Error("the event was not cleared")
	}
	h.write(moved+gpio+4, 0)
	h.expect("O [17 2] 0 ")
	for _, pull := range []struct {
		value uint32
		want  bool
	}{{1, true}, {0, true}, {2, false}, {0, false}} {
		h.write(moved+gpio+0xe8, pull.value<<(2*(27-16))) // GPIO_PUP_PDN_CNTRL_REG1
		if level(27) != pull.want {
			t.Errorf("with the pull %d line 27 is %t", pull.value, level(27))
		}
	}
	h.write(moved+spi0+8, 1126) // CLK
	h.write(moved+spi0, 1<<7|1<<9)
	h.write(moved+spi0+4, 1)
	h.pass(8*time.Second*1126/core - 1)
	h.expect()
	h.pass(2)
	h.expect(fmt.Sprintf("S %d 1 01", binary.LittleEndian.AppendUint32([]byte{0}, core/1126)))
	if !interrupt(118) || h.read(moved+spi0+4) != 0xa5 {
		t.Error("SPI0 has not transferred a byte")
	}
	h.write(moved+i2c1+0xc, 0x24)
	h.write(moved+i2c1, 1<<15|1<<8|1<<7) // a write of no bytes, and an interrupt when it is done
	h.pass(time.Millisecond)
	h.expect("W [1 36] 0 ")
	if !interrupt(117) {
		t.Error("I2C1 raised no interrupt")
	}
	h.write(moved+aux+4, 3)
	h.write(moved+spi1+4, 1<<6) // an interrupt while it is idle
	if !interrupt(93) {
		t.Error("SPI1 raised no interrupt")
	}
	h.write(moved+clock+4, 0x5a<<24|54<<12) // 1 MHz
	h.write(moved+clock, 0x5a<<24|1<<4|1)
	h.write(moved+pwm+0x14, 0x10)
	h.write(moved+pwm, 1<<7|1) // of 0x20 cycles
	h.expect("P [0 0 125 0 0 128 62 0 0] 0 ")
}

func TestHeaderI2C(t *testing.T) {
	const (
		chip, none, stuck = 0x24, 0x25, 0x26

		enable, start, read, intd, intt, intr, clear = 1 << 15, 1 << 7, 1, 1 << 8, 1 << 9, 1 << 10, 1 << 4
		done, txw, rxd, nak, timeout                 = 1 << 1, 1 << 2, 1 << 5, 1 << 8, 1 << 9
	)
	h := newHeader(t, "raspi3b", func(m message) (a response) {
		switch {
		case m.kind != 'W' && m.kind != 'G':
		case m.args[1] == none:
			a.status = 1
		case m.args[1] == stuck:
			a.status = 2
		case m.kind == 'G':
			for i := range m.n {
				a.data = append(a.data, byte(100+i))
			}
		}
		return a
	})
	h.read(gpio)
	h.take()
	h.write(i2c1+0x14, 4000) // 100 kHz: a byte takes 90 µs
	begin := func(addr, n, c uint32) {
		t.Helper()
		h.write(i2c1+4, done|nak|timeout)
		h.write(i2c1+0xc, addr)
		h.write(i2c1+8, n)
		h.write(i2c1, c|enable|start)
	}
	// 20 bytes do not fit into the FIFO at once.
	begin(chip, 20, intd|intt)
	if !h.interrupt(53) {
		t.Error("the controller does not ask for bytes")
	}
	for i := range uint32(20) {
		if i == 16 {
			if h.read(i2c1+4)&txw != 0 {
				t.Error("the controller asks for bytes that the FIFO has no room for")
			}
			h.pass(17*90*time.Microsecond + 10*time.Microsecond)
		}
		h.write(i2c1+0x10, i)
	}
	h.pass(4*90*time.Microsecond - 1)
	h.expect()
	h.pass(1)
	h.expect("W [1 36] 20 000102030405060708090a0b0c0d0e0f10111213")
	if s := h.read(i2c1 + 4); s&(done|nak) != done || !h.interrupt(53) {
		t.Errorf("the write is not done: S is %#x", s)
	}
	// A write, and a read that follows it without a stop.
	begin(chip, 1, intt)
	h.write(i2c1+0x10, 7)
	h.write(i2c1+8, 18)
	h.write(i2c1, read|intr|intd|enable|start)
	h.pass(3 * time.Millisecond)
	h.expect("W [1 36] 1 07", "G [1 36] 18 ")
	for i := range uint32(18) {
		if i == 16 {
			if h.read(i2c1+4)&(done|rxd) != 0 {
				t.Error("the FIFO holds more than 16 bytes")
			}
			h.pass(2 * 90 * time.Microsecond)
		}
		if got := h.read(i2c1 + 0x10); got != 100+i {
			t.Errorf("byte %d is %d", i, got)
		}
	}
	if s := h.read(i2c1 + 4); s&(done|nak|rxd) != done {
		t.Errorf("the read is not done: S is %#x", s)
	}
	begin(none, 0, intd)
	h.pass(time.Millisecond)
	h.expect("W [1 37] 0 ")
	if s := h.read(i2c1 + 4); s&(done|nak) != done|nak {
		t.Errorf("an address that nobody has was acknowledged: S is %#x", s)
	}
	// A clock that is held low: with a time limit, and without one.
	h.write(i2c1+0x1c, 50)
	begin(stuck, 4, read|intd)
	h.pass(time.Millisecond)
	if s := h.read(i2c1 + 4); s&timeout == 0 {
		t.Errorf("the controller waits longer than its time limit: S is %#x", s)
	}
	h.write(i2c1+0x1c, 0)
	begin(stuck, 4, read|intd)
	h.pass(2 * time.Second)
	if s := h.read(i2c1 + 4); s&(done|timeout) != 0 {
		t.Errorf("the transfer ended: S is %#x", s)
	}
	h.write(i2c1, clear)
	h.take()
	begin(chip, 0, intd)
	h.pass(time.Millisecond)
	h.expect("W [1 36] 0 ")
}

// TestHeaderPorts makes both serial ports send, and receive an answer in parts: each tick brings as many bytes as fit into a FIFO.
func TestHeaderPorts(t *testing.T) {
	const more = "sixteen bytes and many more of them"
	var port byte
	h := newHeader(t, "raspi3b", func(m message) (a response) {
		if m.kind == 'U' && m.args[0] == port {
			a.port, a.hears = port, more
		}
		return a
	})
	h.read(gpio)
	h.write(aux+4, 1)         // AUX_ENABLES: the mini UART
	h.write(pl011+0x2c, 1<<4) // LCRH: its FIFOs
	for _, uart := range []struct {
		fifo         int
		data, status int
		mask, empty  uint32
	}{
		{16, pl011, pl011 + 0x18, 1 << 4, 1 << 4},
		{8, aux + 0x40, aux + 0x54, 1, 0},
	} {
		h.take()
		h.write(uart.data, 'h')
		h.write(uart.data, 'i')
		h.pass(time.Millisecond)
		h.expect(fmt.Sprintf("U [%d] 2 6869", port))
		var got []byte
		for len(got) < len(more) {
			h.pass(time.Millisecond)
			before := len(got)
			for h.read(uart.status)&uart.mask != uart.empty {
				got = append(got, byte(h.read(uart.data)))
			}
			if n := len(got) - before; n != min(uart.fifo, len(more)-before) {
				t.Fatalf("serial port %d received %d bytes at once: %q", port, n, got)
			}
		}
		if string(got) != more {
			t.Errorf("serial port %d received %q", port, got)
		}
		port++
	}
}

func TestHeaderFarEndGone(t *testing.T) {
	h := newHeader(t, "raspi3b", func(message) response { return response{} })
	h.read(gpio)
	h.far.Close()
	if err := h.qtest.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(h.qtest, "clock_step %d\n", time.Millisecond); err != nil { // to the next message
		t.Fatal(err)
	}
	if h.lines.Scan() || h.lines.Err() != nil {
		t.Fatalf("QEMU goes on without a far end: %q, %v", h.lines.Text(), h.lines.Err())
	}
}
