package companion

import "time"

// alarm rings once after a time, on the channel of wake. The zero value is not set.
type alarm struct{ timer *time.Timer }

func (a *alarm) set(d time.Duration) {
	a.stop()
	a.timer = time.NewTimer(d)
}

func (a *alarm) stop() {
	if a.timer != nil {
		a.timer.Stop()
		a.timer = nil
	}
}

// wake is nil while the alarm is not set, which no select waits for.
func (a *alarm) wake() <-chan time.Time {
	if a.timer == nil {
		return nil
	}
	return a.timer.C
}
