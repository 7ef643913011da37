package clock

import (
	"time"

	"familiar/engine"
)

// Countdown counts the timer of a game down. It stands still while the game says so, and rings at every full second and at its end.
type Countdown struct {
	Run     int           // the number of the timer in its game
	Seat    engine.Seat   // whose time it is
	Then    engine.Move   // the move that the end of the time makes
	Total   time.Duration // at its beginning
	Running bool          // there is a timer, running or standing still

	left  time.Duration // when it last began to run, or was stopped
	since time.Time     // when it last began to run; zero while it stands still
	alarm Alarm
}

// Follow takes over the timer of a game as it stands at a moment.
func (c *Countdown) Follow(timer engine.Timer, now time.Time) {
	if timer.For == 0 {
		c.Stop()
		return
	}
	if !c.Running || c.Run != timer.Run {
		c.Stop()
		*c = Countdown{Run: timer.Run, Seat: timer.Seat, Then: timer.Then, Total: timer.For, left: timer.For, Running: true}
	}
	switch {
	case timer.Paused && !c.since.IsZero():
		c.left = c.LeftAt(now)
		c.since = time.Time{}
		c.alarm.Stop()
	case !timer.Paused && c.since.IsZero():
		// What has let it run on may have been waiting for a while.
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

// Runs reports whether time passes.
func (c *Countdown) Runs() bool { return !c.since.IsZero() }

// Ends returns the moment at which the time is over, if nothing stops it.
func (c *Countdown) Ends() time.Time { return c.since.Add(c.left) }

// EndedBefore reports whether the time was over before a moment.
func (c *Countdown) EndedBefore(at time.Time) bool {
	return !c.since.IsZero() && at.After(c.Ends())
}

// Due is called when the alarm rang. It reports whether the time is over, and sets the next alarm otherwise.
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

// Retry rings again in a second, because the end could not be written down: the disk may be full.
func (c *Countdown) Retry() { c.alarm.Set(time.Second) }

// Wake returns the channel on which the countdown rings.
func (c *Countdown) Wake() <-chan time.Time { return c.alarm.Wake() }

// Silence has the countdown ring no more, though it goes on.
func (c *Countdown) Silence() { c.alarm.Stop() }

// StandsStill reports whether there is a timer and its time does not pass.
func (c *Countdown) StandsStill() bool { return c.Running && c.since.IsZero() }

// Left returns the time that a countdown had left when it was stopped.
func (c *Countdown) Left() time.Duration { return c.left }

// SetLeft has a countdown that stands still go on with the time that it had left before a restart.
func (c *Countdown) SetLeft(left time.Duration) { c.left = min(max(0, left), c.Total) }
