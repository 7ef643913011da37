// Package clock measures the time that a game gives a player, such as the six seconds of a prayer, on the monotonic clock.
package clock

import "time"

// Alarm rings once after a time, on the channel of Wake. The zero value is not set.
type Alarm struct{ timer *time.Timer }

// Set sets the alarm, anew if it was set.
func (a *Alarm) Set(d time.Duration) {
	a.Stop()
	a.timer = time.NewTimer(d)
}

// Stop has the alarm ring no more.
func (a *Alarm) Stop() {
	if a.timer != nil {
		a.timer.Stop()
		a.timer = nil
	}
}

// Wake returns the channel on which the alarm rings: nil while it is not set, for which no select waits.
func (a *Alarm) Wake() <-chan time.Time {
	if a.timer == nil {
		return nil
	}
	return a.timer.C
}
