//go:build peers && linux

package peers

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"

	"familiar/hw/virtual"
)

const (
	// peerTime is the maximum real time of a program.
	peerTime = time.Minute
	// pinTime and clockTime are the times for setting a pin and reading the
	// clock on a small board.
	pinTime   = 4 * time.Microsecond
	clockTime = time.Microsecond
	// lineLength is the maximum length of a line of the program.
	lineLength = 1 << 16
)

// board is the hardware for a program of a peer; see the package. Parts that
// are not wired are nil.
type board struct {
	spi    virtual.SPIDevice
	i2c    i2c.Bus
	addr   uint16 // on I2C
	serial *serialEnd
	start  time.Time
}

// play runs a program with its arguments on a board, which setup makes in
// synthetic time, and returns its results.
func play(t *testing.T, program string, args []string, setup func(t *testing.T) *board) (results []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), peerTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		b := setup(t).started(t)
		if results, err = b.run(in, out); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	})
	in.Close()
	io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %v\n%s", args, err, stderr.String())
	}
	return results
}

// started starts the board's time at 0, until the test ends.
func (b *board) started(t *testing.T) *board {
	b.start = time.Now()
	if b.serial != nil {
		t.Cleanup(b.serial.close)
	}
	return b
}

// run answers the program until it ends.
func (b *board) run(in io.Writer, out io.Reader) (results []string, err error) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, lineLength)
	for lines.Scan() {
		if result, ok := strings.CutPrefix(lines.Text(), "= "); ok {
			results = append(results, result)
			continue
		}
		answer, err := b.answer(strings.Fields(lines.Text()))
		if err != nil {
			fmt.Fprintf(in, "error %v\n", err)
			return results, fmt.Errorf("%q: %w", lines.Text(), err)
		}
		if _, err := fmt.Fprintln(in, answer); err != nil {
			return results, err
		}
	}
	return results, lines.Err()
}

var errLine = errors.New("no such line, or not with this wiring")

// answer executes a line of the program.
func (b *board) answer(words []string) (string, error) {
	if len(words) == 0 {
		return "", errLine
	}
	args := words[1:]
	switch what := fmt.Sprint(words[0], " ", len(args)); {
	case what == "select 1" && b.spi != nil:
		time.Sleep(pinTime)
		b.spi.Select(args[0] == "0")
		return "ok", nil
	case what == "spi 2" && b.spi != nil:
		return b.exchange(args[0], args[1])
	case what == "i2c-write 1" && b.i2c != nil:
		w, err := parseBytes(args[0])
		if err != nil {
			return "", err
		}
		return b.transfer(w, nil)
	case what == "i2c-read 1" && b.i2c != nil:
		n, err := number(args[0])
		if err != nil {
			return "", err
		}
		return b.transfer(nil, make([]byte, n))
	case what == "serial 1" && b.serial != nil:
		w, err := parseBytes(args[0])
		if err != nil {
			return "", err
		}
		return "ok", b.serial.send(w)
	case what == "received 2" && b.serial != nil:
		n, err := number(args[0])
		if err != nil {
			return "", err
		}
		wait, err := number(args[1])
		if err != nil {
			return "", err
		}
		return text(b.serial.take(n, time.Duration(wait)*time.Microsecond)), nil
	case what == "available 0" && b.serial != nil:
		time.Sleep(clockTime)
		return strconv.Itoa(b.serial.available()), nil
	case what == "delay 1":
		n, err := number(args[0])
		if err != nil {
			return "", err
		}
		time.Sleep(time.Duration(n) * time.Microsecond)
		return "ok", nil
	case what == "time 0":
		time.Sleep(clockTime)
		return strconv.FormatInt(time.Since(b.start).Microseconds(), 10), nil
	}
	return "", errLine
}

// exchange is a part of an SPI transaction, and takes its real time on the wire.
func (b *board) exchange(clock, bytes string) (string, error) {
	hertz, err := number(clock)
	if err != nil {
		return "", err
	}
	if hertz == 0 {
		return "", errors.New("a clock of 0 Hz")
	}
	w, err := parseBytes(bytes)
	if err != nil {
		return "", err
	}
	f := physic.Frequency(hertz) * physic.Hertz
	time.Sleep(time.Duration(8*len(w)) * f.Period())
	return text(b.spi.Exchange(w, f)), nil
}

// transfer is a write to or a read from the chip on I2C. A missing
// acknowledgement is an answer, too.
func (b *board) transfer(w, r []byte) (string, error) {
	err := b.i2c.Tx(b.addr, w, r)
	switch {
	case errors.Is(err, virtual.ErrNAK):
		return "nak", nil
	case err != nil:
		return "", err
	case r == nil:
		return "ok", nil
	}
	return text(r), nil
}

// parseBytes reads bytes in a program's notation.
func parseBytes(s string) ([]byte, error) {
	if s == "-" {
		return nil, nil
	}
	return hex.DecodeString(s)
}

func text(b []byte) string {
	if len(b) == 0 {
		return "-"
	}
	return hex.EncodeToString(b)
}

// number reads a non-negative number.
func number(s string) (int, error) {
	n, err := strconv.ParseUint(s, 10, 31)
	return int(n), err
}

// serialEnd is the board's end of a serial line. The chip has the other end.
type serialEnd struct {
	down  *io.PipeWriter
	ended chan struct{}

	mu   sync.Mutex
	got  []byte
	more chan struct{} // one token if bytes came
}

// chipEnd is the chip's end.
type chipEnd struct {
	*io.PipeReader
	board *serialEnd
}

func (c chipEnd) Write(w []byte) (int, error) {
	s := c.board
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, w...)
	select {
	case s.more <- struct{}{}:
	default:
	}
	return len(w), nil
}

// newSerial connects a chip to a board.
func newSerial(chip *virtual.PN532) *serialEnd {
	up, down := io.Pipe()
	s := &serialEnd{down: down, ended: make(chan struct{}), more: make(chan struct{}, 1)}
	go func() {
		defer close(s.ended)
		chip.ServeSerial(chipEnd{up, s})
	}()
	return s
}

func (s *serialEnd) close() {
	s.down.Close()
	<-s.ended
}

func (s *serialEnd) send(w []byte) error {
	_, err := s.down.Write(w)
	return err
}

func (s *serialEnd) available() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.got)
}

// take takes n bytes, or the bytes that have come after a time.
func (s *serialEnd) take(n int, wait time.Duration) []byte {
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	for late := false; ; {
		s.mu.Lock()
		if late || len(s.got) >= n {
			n = min(n, len(s.got))
			b := s.got[:n:n]
			s.got = s.got[n:]
			s.mu.Unlock()
			return b
		}
		s.mu.Unlock()
		select {
		case <-s.more:
		case <-timeout.C:
			late = true
		}
	}
}
