package pn532

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/ZaparooProject/go-pn532"
)

// wire carries frames to the chip and back.
type wire interface {
	// wake wakes a chip that may be asleep, and returns when it is ready for commands.
	wake(ctx context.Context) error
	// write sends a frame.
	write(frame []byte) error
	// read waits for the next frame and returns it with the bytes around it, at
	// most maxLen. It gives up when ctx is done.
	read(ctx context.Context, maxLen int) ([]byte, error)
	// discard drops the bytes that were received and not read.
	discard()
	// lag is how long the host's adapter may take to pass on the chip's bytes.
	lag() time.Duration
	// kind returns the kind of wire, for go-pn532.
	kind() pn532.TransportType
	// close closes the bus or line.
	close() error
}

const (
	// ackTimeout is how long the chip may take to acknowledge (manual 6.2.1.3).
	ackTimeout = 20 * time.Millisecond
	// answerTimeout is how long it may take to answer any command but a search.
	answerTimeout = 50 * time.Millisecond
	// searchTimeout is how long a search may take, which is a few tries.
	searchTimeout = 250 * time.Millisecond
	// abortPause is how long the chip takes to drop a command.
	abortPause = time.Millisecond
	// tries is how often a command is sent at most, how often its answer is
	// requested, and how often all searches of a poll are made.
	tries = 2
)

// link sends commands over a wire, and repeats disturbed transfers. It never
// repeats a search: one whose acknowledgement was disturbed has halted tags
// already. It is the transport of the module's Device. It belongs to one
// goroutine at a time.
type link struct {
	wire    wire
	pending bool // a command was sent and its answer not received
	retries atomic.Uint64
}

// SendCommand implements pn532.Transport. The answer begins with its own code,
// which is the command's plus one. After an error the chip may still be
// working: the next command aborts that.
func (l *link) SendCommand(ctx context.Context, cmd byte, args []byte) ([]byte, error) {
	timeout, attempts, maxLen := answerTimeout, tries, longestOther
	if cmd == inListPassiveTarget {
		timeout, attempts, maxLen = searchTimeout, 1, longestFrame
	}
	if err := l.send(ctx, commandFrame(cmd, args), attempts); err != nil {
		return nil, err
	}
	for try := 1; ; try++ {
		answer, err := l.receive(ctx, maxLen, timeout)
		switch {
		case err == nil && (len(answer) == 0 || answer[0] != cmd+1):
			err = fmt.Errorf("%w: an answer % x to command %#02x", ErrGarbled, answer, cmd)
		case err == nil || errors.Is(err, ErrRefused):
			l.pending = false
			return answer, err
		case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
			return nil, fmt.Errorf("%w: no answer to command %#02x", ErrStuck, cmd)
		}
		if try == tries || !errors.Is(err, ErrGarbled) {
			return nil, err
		}
		// The chip sends its last answer again, and executes nothing.
		l.retries.Add(1)
		l.wire.discard()
		if err := l.wire.write(nackFrame); err != nil {
			return nil, l.busError(err)
		}
	}
}

// send sends a frame until it is acknowledged, at most the given number of times.
func (l *link) send(ctx context.Context, frame []byte, attempts int) error {
	for try := 1; ; try++ {
		err := l.sendOnce(ctx, frame)
		if err == nil || ctx.Err() != nil || try == attempts {
			return err
		}
		l.retries.Add(1)
	}
}

// sendOnce sends a frame and waits for its acknowledgement.
func (l *link) sendOnce(ctx context.Context, frame []byte) error {
	if err := l.abort(ctx); err != nil {
		return err
	}
	l.pending = true
	if err := l.wire.write(frame); err != nil {
		return l.busError(err)
	}
	data, err := l.receive(ctx, len(ackFrame), ackTimeout+l.wire.lag())
	switch {
	case err == nil && len(data) > 0:
		return fmt.Errorf("%w: % x instead of an acknowledgement", ErrGarbled, data)
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		return fmt.Errorf("%w: a command was not acknowledged", ErrNoAnswer)
	}
	return err
}

// abort makes the chip drop a command whose answer was not received (manual
// 6.2.1.3: the host may send an acknowledgement for this).
func (l *link) abort(ctx context.Context) error {
	if err := ctx.Err(); err != nil || !l.pending {
		return err
	}
	if err := l.wire.write(ackFrame); err != nil {
		return l.busError(err)
	}
	if err := sleep(ctx, abortPause); err != nil {
		return err
	}
	l.wire.discard()
	l.pending = false
	return nil
}

// receive reads one frame of at most maxLen bytes.
func (l *link) receive(ctx context.Context, maxLen int, timeout time.Duration) ([]byte, error) {
	wait, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	raw, err := l.wire.read(wait, maxLen)
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return nil, err
	case err != nil:
		return nil, l.busError(err)
	}
	data, n, err := nextFrame(raw)
	if err == nil && n == 0 {
		err = fmt.Errorf("%w: no whole frame", ErrGarbled)
	}
	return data, err
}

// busError wraps an error of the bus in ErrNoAnswer, unless it is ErrGarbled, as
// a serial line's may be.
func (l *link) busError(err error) error {
	if errors.Is(err, ErrGarbled) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrNoAnswer, err)
}

// Close implements pn532.Transport.
func (l *link) Close() error { return l.wire.close() }

// SetTimeout implements pn532.Transport. It does nothing: each command has a
// timeout of its own.
func (l *link) SetTimeout(time.Duration) error { return nil }

// IsConnected implements pn532.Transport.
func (l *link) IsConnected() bool { return true }

// Type implements pn532.Transport.
func (l *link) Type() pn532.TransportType { return l.wire.kind() }

var _ pn532.Transport = (*link)(nil)

// sleep waits, unless ctx is done earlier.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// The pauses between two checks whether the chip is ready: short ones for fast
// commands, longer and cheaper ones for slow commands.
const (
	minPollPause = time.Millisecond
	maxPollPause = 5 * time.Millisecond
)

// untilReady waits until the chip has a frame ready.
func untilReady(ctx context.Context, ready func() (bool, error)) error {
	for pause := minPollPause; ; pause = min(pause*3/2, maxPollPause) {
		if err := sleep(ctx, pause); err != nil {
			return err
		}
		if ok, err := ready(); ok || err != nil {
			return err
		}
	}
}
