package buzzer

import "time"

// Note is a pitch for a time. A note of 0 Hz is a rest.
type Note struct {
	Hz  int
	For time.Duration
}

// Tune is a sequence of notes.
type Tune []Note
