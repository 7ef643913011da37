package pn532_test

import (
	"io"
	"os"
	"sync"
	"time"
)

// lineEnd is one end of a serial line in memory: bytes wait in it until they are read, as in the buffer of a
// terminal.
type lineEnd struct {
	in, out *lineHalf

	mu       sync.Mutex
	deadline time.Time
}

// lineHalf carries bytes in one direction.
type lineHalf struct {
	mu     sync.Mutex
	bytes  []byte
	closed bool
	stir   chan struct{}
}

func newLine() (host, chip *lineEnd) {
	a, b := &lineHalf{stir: make(chan struct{}, 1)}, &lineHalf{stir: make(chan struct{}, 1)}
	return &lineEnd{in: a, out: b}, &lineEnd{in: b, out: a}
}

func (h *lineHalf) tell() {
	select {
	case h.stir <- struct{}{}:
	default:
	}
}

// take returns the bytes that are there, and EOF after them if the half is closed.
func (h *lineHalf) take(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := copy(b, h.bytes)
	h.bytes = h.bytes[n:]
	if n == 0 && h.closed {
		return 0, io.EOF
	}
	return n, nil
}

func (e *lineEnd) Read(b []byte) (int, error) {
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

func (e *lineEnd) Write(b []byte) (int, error) {
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
func (e *lineEnd) Close() error {
	for _, h := range []*lineHalf{e.in, e.out} {
		h.mu.Lock()
		h.closed = true
		h.tell()
		h.mu.Unlock()
	}
	return nil
}

func (e *lineEnd) SetDeadline(t time.Time) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.deadline = t
	return nil
}

func (e *lineEnd) Flush() error {
	e.in.mu.Lock()
	defer e.in.mu.Unlock()
	e.in.bytes = nil
	return nil
}

// adapter is the host's end of a line over USB: it passes received bytes on only once in each period.
type adapter struct {
	*lineEnd
	every time.Duration
}

func (a adapter) Read(b []byte) (int, error) {
	for {
		a.mu.Lock()
		deadline := a.deadline
		a.mu.Unlock()
		next := time.Now().Truncate(a.every).Add(a.every)
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

// busy is the host's end of a line on a busy machine: a read that waits wakes up late, and finds its time over.
type busy struct {
	*lineEnd
	late time.Duration
}

func (l busy) Read(b []byte) (int, error) {
	if n, err := l.in.take(b); n > 0 || err != nil {
		return n, err
	}
	time.Sleep(l.late)
	l.mu.Lock()
	deadline := l.deadline
	l.mu.Unlock()
	if !deadline.IsZero() && !time.Now().Before(deadline) {
		return 0, os.ErrDeadlineExceeded
	}
	return l.in.take(b)
}

// dripping is the host's end of a line that passes on one byte at a time, so that a frame may be cut off anywhere.
type dripping struct {
	*lineEnd
	each time.Duration
}

func (l dripping) Read(b []byte) (int, error) {
	time.Sleep(l.each)
	return l.lineEnd.Read(b[:1])
}
