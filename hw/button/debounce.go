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

	pressed bool // the level that counts

	moving bool // the contact was last seen in the other state, since the time below
	since  time.Time

	down time.Time // when the press that counts began
	told bool      // there is nothing more to send for this press
}

// newDebouncer starts with the current state of the contact: a button that is
// held at that time is no press, however long.
func newDebouncer(settle, long time.Duration, pressed bool) *debouncer {
	return &debouncer{settle: settle, long: long, pressed: pressed, told: true}
}

// step takes the contact's state at a time, which must not be before that of
// the last step. Moved says that it has moved since the last step, even if it
// came back.
func (d *debouncer) step(now time.Time, pressed, moved bool) Kind {
	switch {
	case pressed == d.pressed:
		d.moving = false
	case !d.moving || moved:
		d.moving, d.since = true, now
	}
	if d.moving && now.Sub(d.since) >= d.settle {
		d.moving, d.pressed = false, pressed
		return d.turned()
	}
	if d.long > 0 && !d.told && d.pressed && !d.moving && now.Sub(d.down) >= d.long {
		d.told = true
		return LongPress
	}
	return none
}

// turned returns the press to send when the contact has settled in a new state.
func (d *debouncer) turned() Kind {
	if d.pressed {
		d.down = d.since
		d.told = d.long == 0
		if d.told {
			return Press
		}
		return none
	}
	if d.told {
		return none
	}
	d.told = true
	if d.since.Sub(d.down) >= d.long {
		return LongPress // there was no step while it was held
	}
	return Press
}

// wake returns how long the next step may wait if the contact does not move; ok
// is false if it may wait for ever.
func (d *debouncer) wake(now time.Time) (wait time.Duration, ok bool) {
	switch {
	case d.moving:
		return max(d.since.Add(d.settle).Sub(now), 0), true
	case d.pressed && !d.told:
		return max(d.down.Add(d.long).Sub(now), 0), true
	default:
		return 0, false
	}
}
