package pn532

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/ZaparooProject/go-pn532"

	"familiar/hw/part"
)

// serialReadTime is how long a read of the line waits, and so how late it may be
// noticed that a context is done.
const serialReadTime = 20 * time.Millisecond

// serialLag is how late the chip's bytes may arrive: an adapter on USB passes
// them on only every 16 ms.
const serialLag = 16 * time.Millisecond

// serialLastReadTime is how long the last read of the line waits, after the
// deadline: a program that had to wait for a busy processor still gets the bytes
// that came meanwhile.
const serialLastReadTime = time.Millisecond

// serialMaxNoise is the maximum number of received bytes without a frame.
const serialMaxNoise = 512

// serialWake wakes the chip: the bytes after the first one give it time (manual
// 7.2.11).
var serialWake = append([]byte{0x55, 0x55}, make([]byte, 14)...)

// serialWire is a chip on a serial line.
type serialWire struct {
	line part.SerialPort
	got  []byte // received and not yet used
}

func openSerial(path string) (wire, error) {
	line, err := part.OpenSerial(path, part.Baud115200)
	if err != nil {
		return nil, err
	}
	return &serialWire{line: line}, nil
}

func (w *serialWire) wake(ctx context.Context) error {
	w.discard()
	_ = w.write(serialWake)
	return sleep(ctx, wakePause)
}

// write returns an error if the line stays full, as that of a missing chip may.
func (w *serialWire) write(frame []byte) error {
	if err := w.line.SetDeadline(time.Now().Add(ackTimeout)); err != nil {
		return err
	}
	_, err := w.line.Write(frame)
	return err
}

// read reads until there is a whole frame.
func (w *serialWire) read(ctx context.Context, _ int) ([]byte, error) {
	var buf [64]byte
	deadline, bounded := ctx.Deadline()
	for last := false; ; {
		if _, n, _ := nextFrame(w.got); n > 0 {
			frame := bytes.Clone(w.got[:n])
			w.got = w.got[n:]
			return frame, nil
		}
		switch {
		case len(w.got) > serialMaxNoise, last && len(bytes.Trim(w.got, "\x00")) > 0:
			return nil, fmt.Errorf("%w: %d bytes without a frame", ErrGarbled, len(w.got))
		case last:
			<-ctx.Done() // the context may end a moment later than its deadline
			return nil, ctx.Err()
		}
		now := time.Now()
		until := now.Add(serialReadTime)
		if bounded && deadline.Before(until) {
			until = deadline
		}
		if last = ctx.Err() != nil || !now.Before(until); last {
			until = now.Add(serialLastReadTime)
		}
		if err := w.line.SetDeadline(until); err != nil {
			return nil, err
		}
		n, err := w.line.Read(buf[:])
		w.got = append(w.got, buf[:n]...)
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return nil, err
		}
	}
}

func (w *serialWire) discard() {
	w.got = nil
	_ = w.line.Flush()
}

func (w *serialWire) lag() time.Duration { return serialLag }

func (w *serialWire) kind() pn532.TransportType { return pn532.TransportUART }

func (w *serialWire) close() error { return w.line.Close() }
