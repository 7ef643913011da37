// Package serialtest is a serial line in memory, for tests in a bubble of synthetic time, which a terminal of the kernel does not use. Its wrappers are lines that
// are late or slow.
package serialtest

import (
	"io"
	"os"
	"sync"
	"time"
)

// End is one end of a line. Bytes wait in it until they are read, as in the buffer of a terminal.
type End struct {
	in, out *half

	mu       sync.Mutex
	deadline time.Time
}

// half carries bytes in one direction.
type half struct {
	mu     sync.Mutex
	bytes  []byte
	closed bool
	stir   chan struct{}
}

// New returns the two ends of a line: the host's, which is a part.SerialPort, and the chip's.
func New() (host, chip *End) {
	a, b := &half{stir: make(chan struct{}, 1)}, &half{stir: make(chan struct{}, 1)}
	return &End{in: a, out: b}, &End{in: b, out: a}
}

func (h *half) tell() {
	select {
	case h.stir <- struct{}{}:
	default:
	}
}

// take returns the bytes that are there, and EOF after them if the half is closed.
func (h *half) take(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := copy(b, h.bytes)
	h.bytes = h.bytes[n:]
	if n == 0 && h.closed {
		return 0, io.EOF
	}
	return n, nil
}

// Read waits for bytes until the deadline.
func (e *End) Read(b []byte) (int, error) {
	e.mu.Lock()
	deadline := e.deadline
	e.mu.Unlock()
	var late <-chan time.Time
	if !deadline.IsZero() {
		timer := time.NewTimer(time.Until(deadline))
		defer timer.Stop()
		late = timer.C
	}
	for {
		if n, err := e.in.take(b); n > 0 || err != nil {
			return n, err
		}
		select {
		case <-e.in.stir:
		case <-late:
			return 0, os.ErrDeadlineExceeded
		}
	}
}

// Write never waits: the buffer of the other end has no limit.
func (e *End) Write(b []byte) (int, error) {
	e.out.mu.Lock()
	defer e.out.mu.Unlock()
	if e.out.closed {
		return 0, io.ErrClosedPipe
	}
	e.out.bytes = append(e.out.bytes, b...)
	e.out.tell()
	return len(b), nil
}

// Close closes the line at both ends.
func (e *End) Close() error {
	for _, h := range []*half{e.in, e.out} {
		h.mu.Lock()
		h.closed = true
		h.tell()
		h.mu.Unlock()
	}
	return nil
}

// SetDeadline bounds the reads that begin from now on.
func (e *End) SetDeadline(t time.Time) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.deadline = t
	return nil
}

// Flush drops what was received and not read.
func (e *End) Flush() error {
	e.in.mu.Lock()
	defer e.in.mu.Unlock()
	e.in.bytes = nil
	return nil
}

// Adapter is the host's end of a line over USB: it passes received bytes on only once in each period.
type Adapter struct {
	*End
	Every time.Duration
}

// Read waits for the end of a period, or for the deadline.
func (a Adapter) Read(b []byte) (int, error) {
	for {
		a.mu.Lock()
		deadline := a.deadline
		a.mu.Unlock()
		next := time.Now().Truncate(a.Every).Add(a.Every)
		if !deadline.IsZero() && deadline.Before(next) {
			time.Sleep(time.Until(deadline))
			return 0, os.ErrDeadlineExceeded
		}
		time.Sleep(time.Until(next))
		if n, err := a.in.take(b); n > 0 || err != nil {
			return n, err
		}
	}
}

// Busy is the host's end of a line on a busy machine: a read that waits wakes up late, and finds its time over.
type Busy struct {
	*End
	Late time.Duration
}

// Read returns what is there, or comes back late.
func (l Busy) Read(b []byte) (int, error) {
	if n, err := l.in.take(b); n > 0 || err != nil {
		return n, err
	}
	time.Sleep(l.Late)
	l.mu.Lock()
	deadline := l.deadline
	l.mu.Unlock()
	if !deadline.IsZero() && !time.Now().Before(deadline) {
		return 0, os.ErrDeadlineExceeded
	}
	return l.in.take(b)
}

// Dripping is the host's end of a line that passes on one byte at a time, so that a frame may be cut off anywhere.
type Dripping struct {
	*End
	Each time.Duration
}

// Read returns a byte.
func (l Dripping) Read(b []byte) (int, error) {
	time.Sleep(l.Each)
	return l.End.Read(b[:1])
}
