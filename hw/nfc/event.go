package nfc

import (
	"fmt"
	"time"
)

// Kind says what happened at a reader.
type Kind uint8

// The kinds of events.
const (
	// Arrived: a tag came into the field.
	Arrived Kind = iota + 1
	// Left: a tag has not been seen for the whole grace.
	Left
	// Lost: the reader died, or could not be opened. Nothing is known of its
	// field until it is back.
	Lost
	// Back: a lost reader answers again. Tags that went away meanwhile are
	// reported left after it; tags that are still there are not reported.
	Back
	// Found: a tag lay in the field when the reader was first asked: one of the
	// first two complete polls saw it. When it was laid there nobody knows.
	Found
)

// String is the kind in lower case, as it stands in logs.
func (k Kind) String() string {
	switch k {
	case Arrived:
		return "arrived"
	case Left:
		return "left"
	case Lost:
		return "lost"
	case Back:
		return "back"
	case Found:
		return "found"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Event is one thing that happened at one reader.
type Event struct {
	Kind   Kind
	Reader string    // the name given to the Watcher
	Tag    UID       // zero for Lost and Back
	At     time.Time // when it was noticed, first if it had to settle
	Err    error     // why the reader was lost; nil otherwise
}

// String is the event in one line for logs.
func (e Event) String() string {
	switch {
	case e.Err != nil:
		return fmt.Sprintf("%s: %s: %v", e.Reader, e.Kind, e.Err)
	case e.Tag.IsZero():
		return fmt.Sprintf("%s: %s", e.Reader, e.Kind)
	}
	return fmt.Sprintf("%s: %s %s", e.Reader, e.Tag, e.Kind)
}
