package button

import "time"

// Kind is a kind of press.
type Kind int

// The kinds of presses.
const (
	none Kind = iota
	// Press is a short press. A button without long presses sends it when the
	// contact closes; one with long presses sends it at the release, when it is
	// certain that the press did not become a long one.
	Press
	// LongPress is sent once, while the button is still held.
	LongPress
)

// String returns the kind in lower case, for logs.
func (k Kind) String() string {
	switch k {
	case Press:
		return "press"
	case LongPress:
		return "long press"
	default:
		return "none"
	}
}

// debouncer detects presses of a contact that bounces. It is a state machine
// over the times it is given: a level counts once it has been stable for the
// settle time.
type debouncer struct {
	settle time.Duration
	long   time.Duration // 0: there is no long press

	pressed bool // the settled state

	moving bool      // the contact was last seen in the other state
	since  time.Time // when it was first seen there

	down     time.Time // when the current press began
	reported bool      // this press was sent, or must not be
}

// newDebouncer starts with the current state of the contact: a button that is
// held at that time is no press, however long.
func newDebouncer(settle, long time.Duration, pressed bool) *debouncer {
	return &debouncer{settle: settle, long: long, pressed: pressed, reported: true}
}

// step takes the contact's state at a time, which must not be before that of
// the last step. Moved is true if the contact has moved since the last step,
// even if it came back.
func (d *debouncer) step(now time.Time, pressed, moved bool) Kind {
	switch {
	case pressed == d.pressed:
		d.moving = false
	case !d.moving || moved:
		d.moving, d.since = true, now
	}
	if d.moving && now.Sub(d.since) >= d.settle {
		d.moving, d.pressed = false, pressed
		return d.settled()
	}
	if d.long > 0 && !d.reported && d.pressed && !d.moving && now.Sub(d.down) >= d.long {
		d.reported = true
		return LongPress
	}
	return none
}

// settled returns the press to send after the contact has settled in a new state.
func (d *debouncer) settled() Kind {
	if d.pressed {
		d.down = d.since
		d.reported = d.long == 0
		if d.reported {
			return Press
		}
		return none
	}
	if d.reported {
		return none
	}
	d.reported = true
	if d.since.Sub(d.down) >= d.long {
		return LongPress // there was no step while it was held
	}
	return Press
}

// nextStep returns how long the next step may wait if the contact does not move; ok
// is false if it may wait for ever.
func (d *debouncer) nextStep(now time.Time) (wait time.Duration, ok bool) {
	switch {
	case d.moving:
		return max(d.since.Add(d.settle).Sub(now), 0), true
	case d.pressed && !d.reported:
		return max(d.down.Add(d.long).Sub(now), 0), true
	default:
		return 0, false
	}
}
