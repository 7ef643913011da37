package nfc

import (
	"context"
	"errors"
)

// ErrGone is wrapped by the errors of a reader that will not recover by
// itself: nothing answers any more, or the chip lost its settings. A Watcher
// reopens such a reader at once instead of asking it again.
var ErrGone = errors.New("reader gone")

// Reader is a device that sees tags in its field.
type Reader interface {
	// String names the device and where it is connected, for messages.
	String() string
	// Tags appends the tags that are in the field now to dst, each once, and
	// returns the extended slice. A tag that was torn away in mid-read is left
	// out and is no error. An error means that the field is not known: dst is
	// returned as it was. Tags gives up when ctx is done.
	Tags(ctx context.Context, dst []UID) ([]UID, error)
	// Halt switches the field off and releases the device. Halting twice is
	// allowed and does nothing.
	Halt() error
}

// Retrier is a Reader that repeats what was disturbed on its bus before it fails.
type Retrier interface {
	// Retries is how often it did so since it was opened.
	Retries() uint64
}
