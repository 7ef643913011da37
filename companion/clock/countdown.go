package clock

import (
	"time"

	"familiar/engine"
)

// Countdown counts down the timer of a game. It stands still while the game has paused the timer, and rings at every full second and at its end.
type Countdown struct {
	Run    int           // the number of the timer in its game
	Seat   engine.Seat   // whose time it is
	Then   engine.Move   // the move to be made when the time is over
	Total  time.Duration // at its beginning
	Active bool          // there is a timer, running or standing still

	left  time.Duration // the time left when it last began to run, or stopped
	since time.Time     // when it last began to run; zero while it stands still
	alarm Alarm
}

// Follow makes the countdown agree with the timer of a game at a moment.
func (c *Countdown) Follow(timer engine.Timer, now time.Time) {
	if timer.For == 0 {
		c.Stop()
		return
	}
	if !c.Active || c.Run != timer.Run {
		c.Stop()
		*c = Countdown{Run: timer.Run, Seat: timer.Seat, Then: timer.Then, Total: timer.For, left: timer.For, Active: true}
	}
	switch {
	case timer.Paused && !c.since.IsZero():
		c.left = c.LeftAt(now)
		c.since = time.Time{}
		c.alarm.Stop()
	case !timer.Paused && c.since.IsZero():
		// The event that ended the pause may have waited in a queue: the player gets the time from now on.
		c.since = time.Now()
		c.arm(c.since)
	}
}

// Stop ends the countdown: there is no timer.
func (c *Countdown) Stop() {
	c.alarm.Stop()
	*c = Countdown{}
}

// arm sets the alarm to the next full second left.
func (c *Countdown) arm(now time.Time) {
	left := c.LeftAt(now)
	next := left % time.Second
	if next == 0 {
		next = min(left, time.Second)
	}
	c.alarm.Set(next)
}

// LeftAt returns the time that is left at a moment.
func (c *Countdown) LeftAt(now time.Time) time.Duration {
	if c.since.IsZero() {
		return c.left
	}
	return min(c.left, max(0, c.left-now.Sub(c.since)))
}

// IsCounting reports whether there is a timer and its time passes.
func (c *Countdown) IsCounting() bool { return !c.since.IsZero() }

// Ends returns the moment at which the time is over, if nothing stops it.
func (c *Countdown) Ends() time.Time { return c.since.Add(c.left) }

// EndedBefore reports whether the time was over before a moment.
func (c *Countdown) EndedBefore(at time.Time) bool {
	return !c.since.IsZero() && at.After(c.Ends())
}

// Due is to be called when the countdown rings. It reports whether the time is over; otherwise it sets the next alarm.
func (c *Countdown) Due(now time.Time) bool {
	if c.since.IsZero() {
		return false
	}
	if c.LeftAt(now) == 0 {
		return true
	}
	c.arm(now)
	return false
}

// Retry makes the countdown ring again in a second: the move at its end was refused, or could not be written.
func (c *Countdown) Retry() { c.alarm.Set(time.Second) }

// Wake returns the channel on which the countdown rings.
func (c *Countdown) Wake() <-chan time.Time { return c.alarm.Wake() }

// Silence makes the countdown ring no more. Its time goes on.
func (c *Countdown) Silence() { c.alarm.Stop() }

// StandsStill reports whether there is a timer and its time does not pass.
func (c *Countdown) StandsStill() bool { return c.Active && c.since.IsZero() }

// Left returns the time that was left when the countdown last began to run, or stopped. See LeftAt.
func (c *Countdown) Left() time.Duration { return c.left }

// SetLeft sets the time left of a countdown that stands still, to what it was before a restart.
func (c *Countdown) SetLeft(left time.Duration) { c.left = min(max(0, left), c.Total) }
