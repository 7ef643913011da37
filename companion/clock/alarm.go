// Package clock has an alarm for what the table waits for, and the countdown of the time that a game gives a player, such as the six seconds of a prayer. Both use
// the monotonic clock.
package clock

import "time"

// Alarm rings once after a time, on the channel of Wake. The zero value is not set.
type Alarm struct{ timer *time.Timer }

// Set makes the alarm ring after d, instead of any earlier time.
func (a *Alarm) Set(d time.Duration) {
	a.Stop()
	a.timer = time.NewTimer(d)
}

// Stop cancels the alarm.
func (a *Alarm) Stop() {
	if a.timer != nil {
		a.timer.Stop()
		a.timer = nil
	}
}

// Wake returns the channel on which the alarm rings. It is nil while the alarm is not set, so that a select ignores it.
func (a *Alarm) Wake() <-chan time.Time {
	if a.timer == nil {
		return nil
	}
	return a.timer.C
}
