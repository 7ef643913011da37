package header

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/board"
	"familiar/hw/virtual"
)

const table = `
[[reader]]
name = "altar-1"
bus = "SPI0.0"
[[reader]]
name = "middle"
chip = "pn532"
bus = "I2C1"
[[button]]
name = "end"
pin = "GPIO5"
press = "end"
[panel]
bus = "SPI0.1"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
[buzzer]
pin = "GPIO22"
`

// soc is the machine's side of the socket, driven by a test.
type soc struct {
	*testing.T
	conn  net.Conn
	from  *bufio.Reader
	at    time.Duration
	drive []string      // what the outside did to lines since the last call of outside
	ports [ports][]byte // what serial ports have received
}

// answer is the far end's answer to a message.
type answer struct {
	status byte
	data   []byte
}

// tell sends a message with the current time of the guest's clock, and waits for the answer.
func (s *soc) tell(kind byte, payload ...byte) answer {
	s.Helper()
	m := binary.LittleEndian.AppendUint64([]byte{kind}, uint64(s.at))
	if _, err := s.conn.Write(append(m, payload...)); err != nil {
		s.Fatal(err)
	}
	for {
		head := make([]byte, 4)
		if _, err := io.ReadFull(s.from, head); err != nil {
			s.Fatal(err)
		}
		if head[0] == kindDrive {
			s.drive = append(s.drive, pinState(head[1], head[2]))
			continue
		}
		if head[0] == kindSerialIn {
			data := make([]byte, binary.LittleEndian.Uint16(head[2:]))
			if _, err := io.ReadFull(s.from, data); err != nil {
				s.Fatal(err)
			}
			s.ports[head[1]] = append(s.ports[head[1]], data...)
			continue
		}
		a := answer{head[1], make([]byte, binary.LittleEndian.Uint16(head[2:]))}
		if _, err := io.ReadFull(s.from, a.data); err != nil {
			s.Fatal(err)
		}
		return a
	}
}

func pinState(line, s byte) string {
	return "GPIO" + string(rune('0'+line/10)) + string(rune('0'+line%10)) + [...]string{" low", " high", " free"}[s]
}

// spi clocks bytes out on SPI0.
func (s *soc) spi(w ...byte) []byte {
	s.Helper()
	payload := binary.LittleEndian.AppendUint32([]byte{0}, 4_000_000)
	payload = binary.LittleEndian.AppendUint16(payload, uint16(len(w)))
	a := s.tell(kindSPI, append(payload, w...)...)
	if a.status != statusOK || len(a.data) != len(w) {
		s.Fatalf("SPI of %d bytes: %+v", len(w), a)
	}
	return a.data
}

// outside returns what happened to lines since the last call.
func (s *soc) outside() string {
	all := strings.Join(s.drive, ", ")
	s.drive = nil
	return all
}

// onHeader runs a test with a machine that has the table on its header.
func onHeader(t *testing.T, test func(s *soc, b *bench.Bench, h *Header)) {
	t.Helper()
	onTable(t, table, test)
}

func onTable(t *testing.T, table string, test func(s *soc, b *bench.Bench, h *Header)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		config, err := hw.ParseConfig([]byte(table))
		if err != nil {
			t.Fatal(err)
		}
		b, err := bench.New(config)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		ours, theirs := net.Pipe()
		h := New(theirs, b, board.Pi3)
		served := make(chan error, 1)
		go func() { served <- h.Serve() }()
		test(&soc{T: t, conn: ours, from: bufio.NewReader(ours)}, b, h)
		ours.Close()
		if err := <-served; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
}

// TestChipSelectBoundsTransactions reads a register of the RC522 while its select is low, and nothing while it is high; the panel on the other select
// receives none of it.
func TestChipSelectBoundsTransactions(t *testing.T) {
	onHeader(t, func(s *soc, b *bench.Bench, _ *Header) {
		const version = 0x37<<1 | 0x80
		s.tell(kindLine, 8, byte(low))
		if got := s.spi(version, 0); got[1] != 0x92 {
			t.Errorf("the version reads %#02x", got[1])
		}
		s.tell(kindLine, 8, byte(high))
		if got := s.spi(version, 0); !slices.Equal(got, []byte{0, 0}) {
			t.Errorf("not selected, it says % x", got)
		}
		// The bytes of a transaction may be sent in parts.
		s.tell(kindLine, 8, byte(low))
		s.spi(version)
		if got := s.spi(0); got[0] != 0x92 {
			t.Errorf("in pieces the version reads %#02x", got[0])
		}
		if bytes, _ := b.Panel.Traffic(); bytes != 0 {
			t.Errorf("the panel heard %d bytes", bytes)
		}
	})
}

// TestHandsMoveWithTheGuestsClock presses a button for a tenth of a second of the guest: its line changes at the right ticks.
func TestHandsMoveWithTheGuestsClock(t *testing.T) {
	onHeader(t, func(s *soc, b *bench.Bench, h *Header) {
		h.Settle = nil // there is only one other goroutine
		s.tell(kindTick)
		if got := s.outside(); got != "GPIO05 high, GPIO24 low" {
			t.Errorf("at first the outside drives %s", got)
		}
		pressed := make(chan error, 1)
		go func() { pressed <- b.Press("end", false) }()
		synctest.Wait()
		var fell, rose time.Duration
		for s.at < time.Second {
			s.at += time.Millisecond
			s.tell(kindTick)
			switch s.outside() {
			case "GPIO05 low":
				fell = s.at
			case "GPIO05 high":
				rose = s.at
			}
		}
		if down := rose - fell; fell != time.Millisecond || down < 118*time.Millisecond || down > 121*time.Millisecond {
			t.Errorf("the button went down at %v, and up at %v", fell, rose)
		}
		if err := <-pressed; err != nil {
			t.Error(err)
		}
	})
}

// TestLinesReachTheChips sounds the buzzer for as long as its line is high, by the guest's clock.
func TestLinesReachTheChips(t *testing.T) {
	onHeader(t, func(s *soc, b *bench.Bench, _ *Header) {
		s.tell(kindLine, 22, byte(low))
		s.at = 3 * time.Second
		s.tell(kindLine, 22, byte(high))
		s.at += 15 * time.Millisecond
		s.tell(kindLine, 22, byte(low))
		tones := b.Buzzer.Tones()
		if len(tones) != 1 || tones[0].For != 15*time.Millisecond {
			t.Errorf("heard %+v", tones)
		}
		s.tell(kindLine, 22, byte(released))
		if f := b.Pin("GPIO22").Function(); !strings.HasPrefix(f, "In/") {
			t.Errorf("a line that the SoC has let go of is %s", f)
		}
		if a := s.tell(kindLine, 3, byte(high)); a.status != statusOK {
			t.Errorf("a line with nothing on it: %+v", a)
		}
	})
}

// TestPWMSoundsTheBuzzer makes a passive buzzer sound the pitch of a PWM for as long as it pulses.
func TestPWMSoundsTheBuzzer(t *testing.T) {
	onTable(t, "[buzzer]\nkind = \"passive\"\npwm = \"/sys/class/pwm/pwmchip0/pwm0\"\n", func(s *soc, b *bench.Bench, _ *Header) {
		pulse := func(channel byte, period, high uint32) {
			t.Helper()
			payload := binary.LittleEndian.AppendUint32([]byte{channel}, period)
			if a := s.tell(kindPWM, binary.LittleEndian.AppendUint32(payload, high)...); a.status != statusOK {
				t.Errorf("it answers %+v", a)
			}
		}
		pulse(0, 2_000_000, 1_000_000)
		pulse(1, 1_000_000, 500_000) // which has no buzzer
		if hz := b.Buzzer.Hz(); hz != 500 {
			t.Errorf("it sounds at %d Hz", hz)
		}
		s.at = 100 * time.Millisecond
		pulse(0, 2_000_000, 0)
		if tones := b.Buzzer.Tones(); len(tones) != 1 || tones[0].For != 100*time.Millisecond || b.Buzzer.Hz() != 0 {
			t.Errorf("heard %+v, and now %d Hz", tones, b.Buzzer.Hz())
		}
		pulse(0, 0, 0)
	})
}

// TestI2C finds the PN532 at its address, nothing at other addresses and on another bus, and gets statusLow from a bus that is held low.
func TestI2C(t *testing.T) {
	onHeader(t, func(s *soc, b *bench.Bench, _ *Header) {
		read := func(bus, addr byte) answer { return s.tell(kindRead, bus, addr, 7, 0) }
		read(1, virtual.PN532Address) // wakes the PN532
		s.at += 10 * time.Millisecond
		if a := s.tell(kindWrite, 1, virtual.PN532Address, 9, 0, 0, 0, 0xFF, 2, 0xFE, 0xD4, 0x02, 0x2A, 0); a.status != statusOK {
			t.Fatalf("GetFirmwareVersion: %+v", a)
		}
		s.at += 20 * time.Millisecond
		if a := read(1, virtual.PN532Address); a.status != statusOK || !slices.Equal(a.data, []byte{1, 0, 0, 0xFF, 0, 0xFF, 0}) {
			t.Errorf("it acknowledges with %+v", a)
		}
		if a := read(1, 0x3C); a.status != statusNAK {
			t.Errorf("nobody's address: %+v", a)
		}
		if a := read(0, virtual.PN532Address); a.status != statusNAK {
			t.Errorf("another bus: %+v", a)
		}
		b.I2CBus("I2C1").SetFault(virtual.I2CStuck)
		if a := read(1, virtual.PN532Address); a.status != statusLow {
			t.Errorf("a bus that is held low: %+v", a)
		}
	})
}

// TestPorts makes the machine send on a serial port, and receives the reply together with the answer to the next message.
func TestPorts(t *testing.T) {
	onHeader(t, func(s *soc, _ *bench.Bench, h *Header) {
		heard := make(chan string)
		go func() {
			said, _ := bufio.NewReader(h.Ports[1]).ReadString('\n')
			heard <- said
		}()
		s.tell(kindSerialOut, 1, 3, 0, 'u', 'p', '\n')
		if said := <-heard; said != "up\n" {
			t.Errorf("it says %q", said)
		}
		if _, err := h.Ports[1].Write([]byte("go on")); err != nil {
			t.Fatal(err)
		}
		s.tell(kindTick)
		if !slices.Equal(s.ports[1], []byte("go on")) || s.ports[0] != nil {
			t.Errorf("it hears %q", s.ports)
		}
		s.tell(kindSerialOut, 9, 1, 0, '?') // no port of this machine
		s.conn.Close()
		if _, err := h.Ports[1].Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("a port of a machine that is off: %v", err)
		}
		if _, err := h.Ports[1].Write([]byte("?")); err == nil {
			t.Error("no error for writing to the port of a machine that is off")
		}
	})
}

// TestUnknownMessage: Serve ends with an error that names what it received.
func TestUnknownMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config, err := hw.ParseConfig(nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := bench.New(config)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		ours, theirs := net.Pipe()
		go func() {
			ours.Write(append([]byte("?"), make([]byte, 8)...))
			ours.Close()
		}()
		if err := New(theirs, b, board.Pi3).Serve(); err == nil || !strings.Contains(err.Error(), "'?'") {
			t.Error(err)
		}
	})
}

// TestMessagesInOnePiece: a machine that sends several messages at once gets all answers, and each tick is one.
func TestMessagesInOnePiece(t *testing.T) {
	onHeader(t, func(s *soc, _ *bench.Bench, h *Header) {
		var settled int
		var ticks []time.Duration
		h.Settle = func() { settled++ }
		h.Tick = func() { ticks = append(ticks, h.Clock()) }
		var all []byte
		for _, at := range []time.Duration{0, time.Millisecond, 2 * time.Millisecond} {
			all = binary.LittleEndian.AppendUint64(append(all, kindTick), uint64(at))
		}
		sent := make(chan error, 1)
		go func() {
			_, err := s.conn.Write(all)
			sent <- err
		}()
		answers, came := 0, 0
		for head := make([]byte, 4); answers < 3; {
			if _, err := io.ReadFull(s.from, head); err != nil {
				t.Fatal(err)
			}
			if came == 0 {
				came = s.from.Buffered()
			}
			if head[0] == kindAnswer {
				answers++
			}
		}
		if want := 4 + 3*4; came != want { // the states of two lines, and three answers, are four bytes each
			t.Errorf("%d bytes come together with the first four, and not %d: the answers come in several pieces", came, want)
		}
		if err := <-sent; err != nil {
			t.Error(err)
		}
		if want := []time.Duration{0, time.Millisecond, 2 * time.Millisecond}; !slices.Equal(ticks, want) || settled != 2 {
			t.Errorf("it ticks at %v, and is settled %d times", ticks, settled)
		}
	})
}

// TestMachineIsSwitchedOff: a machine may end in the middle of a message, or before it has read an answer.
func TestMachineIsSwitchedOff(t *testing.T) {
	onHeader(t, func(s *soc, _ *bench.Bench, _ *Header) {
		if _, err := s.conn.Write([]byte{kindTick, 0, 0}); err != nil {
			t.Error(err)
		}
	})
	onHeader(t, func(s *soc, _ *bench.Bench, _ *Header) {
		if _, err := s.conn.Write(append([]byte{kindTick}, make([]byte, 8)...)); err != nil {
			t.Error(err)
		}
	})
}

// TestPortTellsWhatItHas: a program on a port can ask how much there is to read.
func TestPortTellsWhatItHas(t *testing.T) {
	onHeader(t, func(s *soc, _ *bench.Bench, h *Header) {
		s.tell(kindSerialOut, 0, 3, 0, 'a', 'b', 'c')
		for _, want := range []int{3, 1, 0} {
			if got := h.Ports[0].Buffered(); got != want {
				t.Errorf("it has %d bytes, not %d", got, want)
			}
			if want > 0 {
				if _, err := h.Ports[0].Read(make([]byte, 2)); err != nil {
					t.Error(err)
				}
			}
		}
	})
}
