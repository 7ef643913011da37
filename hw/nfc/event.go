package nfc

import (
	"fmt"
	"time"
)

// Kind is the kind of an event at a reader.
type Kind uint8

// The kinds of events.
const (
	// Arrived: a tag came into the field.
	Arrived Kind = iota + 1
	// Left: a tag has not been seen for the whole grace period.
	Left
	// Lost: the reader died, or could not be opened. The tags in its field are
	// unknown until it is back.
	Lost
	// Back: a lost reader answers again. Tags that left meanwhile are reported
	// as Left after it; tags that are still there are not reported.
	Back
	// Found: a tag was in the field when polling started: one of the first two
	// complete polls saw it. The time of its arrival is unknown.
	Found
)

// String returns the kind in lower case, for logs.
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
	At     time.Time // when it was noticed; for a tag that had to settle, when it was first seen
	Err    error     // why the reader was lost; nil otherwise
}

// String returns the event in one line for logs.
func (e Event) String() string {
	switch {
	case e.Err != nil:
		return fmt.Sprintf("%s: %s: %v", e.Reader, e.Kind, e.Err)
	case e.Tag.IsZero():
		return fmt.Sprintf("%s: %s", e.Reader, e.Kind)
	}
	return fmt.Sprintf("%s: %s %s", e.Reader, e.Tag, e.Kind)
}
