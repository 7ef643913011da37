package companion

import (
	"time"

	"familiar/engine"
)

// countdown measures the timer of an engine on the monotonic clock. It stands still while the engine says so, and wakes the
// table at every full second and at its end.
type countdown struct {
	run     int
	seat    engine.Seat
	then    engine.Move
	total   time.Duration
	left    time.Duration // when it last began to run or was stopped
	since   time.Time     // when it last began to run; zero while it stands still
	alarm   alarm
	running bool // there is a timer at all
}

// follow takes over what is said of the timer at a moment.
func (c *countdown) follow(timer engine.Timer, now time.Time) {
	if timer.For == 0 {
		c.stop()
		return
	}
	if !c.running || c.run != timer.Run {
		c.stop()
		*c = countdown{run: timer.Run, seat: timer.Seat, then: timer.Then, total: timer.For, left: timer.For, running: true}
	}
	switch {
	case timer.Paused && !c.since.IsZero():
		c.left = c.leftAt(now)
		c.since = time.Time{}
		c.alarm.stop()
	case !timer.Paused && c.since.IsZero():
		// What has let it run on may have been waiting for a while.
		c.since = time.Now()
		c.arm(c.since)
	}
}

func (c *countdown) stop() {
	c.alarm.stop()
	*c = countdown{}
}

// arm sets the alarm to the next full second left.
func (c *countdown) arm(now time.Time) {
	left := c.leftAt(now)
	next := left % time.Second
	if next == 0 {
		next = min(left, time.Second)
	}
	c.alarm.set(next)
}

func (c *countdown) leftAt(now time.Time) time.Duration {
	if c.since.IsZero() {
		return c.left
	}
	return min(c.left, max(0, c.left-now.Sub(c.since)))
}

// runs reports whether time passes.
func (c *countdown) runs() bool { return !c.since.IsZero() }

// ends is the moment at which the timer ends, if nothing stops it.
func (c *countdown) ends() time.Time { return c.since.Add(c.left) }

// endedBefore reports whether the timer ended before a moment.
func (c *countdown) endedBefore(at time.Time) bool {
	return !c.since.IsZero() && at.After(c.ends())
}

// due is asked when the alarm rang: it reports whether the time is over, and sets the next alarm otherwise.
func (c *countdown) due(now time.Time) bool {
	if c.since.IsZero() {
		return false
	}
	if c.leftAt(now) == 0 {
		return true
	}
	c.arm(now)
	return false
}

// retry asks again in a second, when the end could not be made known: the disk may be full.
func (c *countdown) retry() { c.alarm.set(time.Second) }
