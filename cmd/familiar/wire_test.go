//go:build pi

package main

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// wire is a connection from a bubble of synthetic time to a machine with the same time. Nothing in the bubble may wait for the network, because that would stop
// its time: poll, once a millisecond of that time, reads what has arrived and sends what was written.
type wire struct {
	conn net.Conn
	raw  syscall.RawConn

	mu       sync.Mutex
	in, out  []byte
	err      error // no more data arrives; what has arrived can still be read
	deadline time.Time
}

// pollEvery is how often arriving data is read.
const pollEvery = time.Millisecond

// newWire makes a wire of a connection.
func newWire(conn net.Conn) (*wire, error) {
	of, ok := conn.(syscall.Conn)
	if !ok {
		return nil, errors.New("a wire needs a connection of the kernel's")
	}
	raw, err := of.SyscallConn()
	return &wire{conn: conn, raw: raw}, err
}

// read reads what has arrived; w.mu is held.
func (w *wire) read(fd int) {
	for buf := make([]byte, 16<<10); w.err == nil; {
		n, err := retried(func() (int, error) { return unix.Read(fd, buf) })
		w.in = append(w.in, buf[:max(n, 0)]...)
		switch {
		case errors.Is(err, unix.EAGAIN):
			return
		case err == nil && n == 0:
			w.err = io.EOF
		default:
			w.err = err
		}
	}
}

// retried repeats a call to the kernel until no signal interrupts it.
func retried(call func() (int, error)) (n int, err error) {
	for {
		if n, err = call(); err != unix.EINTR {
			return n, err
		}
	}
}

// poll reads and sends as much as possible. It never waits.
func (w *wire) poll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	err := w.raw.Control(func(fd uintptr) {
		w.read(int(fd))
		for len(w.out) > 0 {
			n, err := retried(func() (int, error) { return unix.Write(int(fd), w.out) })
			if err != nil {
				return // the connection is full, or broken, which reading finds out
			}
			w.out = w.out[n:]
		}
	})
	if w.err == nil {
		w.err = err
	}
}

// Read implements net.Conn.
func (w *wire) Read(p []byte) (int, error) {
	for {
		n, err := w.take(p)
		if n > 0 || err != nil {
			return n, err
		}
		time.Sleep(pollEvery)
	}
}

func (w *wire) take(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := copy(p, w.in)
	w.in = w.in[n:]
	switch {
	case n > 0 || len(p) == 0:
		return n, nil
	case w.err != nil:
		return 0, w.err
	case !w.deadline.IsZero() && !time.Now().Before(w.deadline):
		return 0, os.ErrDeadlineExceeded
	}
	return 0, nil
}

// Write implements net.Conn. The next poll sends the data.
func (w *wire) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return 0, w.err
	}
	w.out = append(w.out, p...)
	return len(p), nil
}

// Close implements net.Conn. It first sends as much as it can without waiting.
func (w *wire) Close() error {
	w.poll()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = net.ErrClosed
	}
	return w.conn.Close()
}

// SetDeadline implements net.Conn, for reading only: writing never waits.
func (w *wire) SetDeadline(t time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.deadline = t
	return nil
}

// SetReadDeadline implements net.Conn.
func (w *wire) SetReadDeadline(t time.Time) error { return w.SetDeadline(t) }

// SetWriteDeadline implements net.Conn.
func (w *wire) SetWriteDeadline(time.Time) error { return nil }

// LocalAddr implements net.Conn.
func (w *wire) LocalAddr() net.Addr { return w.conn.LocalAddr() }

// RemoteAddr implements net.Conn.
func (w *wire) RemoteAddr() net.Addr { return w.conn.RemoteAddr() }
