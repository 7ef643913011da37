package nfc

import (
	"context"
	"errors"
)

// ErrGone is wrapped by the errors of a reader that will not recover by itself:
// it does not answer any more, or its chip lost its settings. A Watcher opens
// such a reader again at once instead of polling it again.
var ErrGone = errors.New("reader gone")

// Reader is a device that sees tags in its field.
type Reader interface {
	// String names the device and where it is connected, for messages.
	String() string
	// Tags appends the tags that are in the field now to dst, each once, and
	// returns the extended slice. It leaves out a tag that was removed in
	// mid-read, which is no error. After an error the field is unknown, and dst
	// is returned unchanged. Tags gives up when ctx is done.
	Tags(ctx context.Context, dst []UID) ([]UID, error)
	// Halt switches the field off and releases the device. Halting twice is
	// allowed and does nothing.
	Halt() error
}

// Retrier is a Reader that repeats disturbed transfers on its bus before it fails.
type Retrier interface {
	// Retries returns the number of repeated transfers since it was opened.
	Retries() uint64
}
