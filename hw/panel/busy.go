package panel

import (
	"errors"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// The faults of a panel that cause no error on its bus.
var (
	// ErrStuck is a panel that stays busy.
	ErrStuck = errors.New("panel is stuck: BUSY does not fall")
	// ErrAbsent is a panel that did not get busy after the start of a refresh.
	ErrAbsent = errors.New("panel does not answer: BUSY does not rise")
	// ErrReset is a panel that has lost its settings: a refresh is over too
	// soon, or a display is off without a command.
	ErrReset = errors.New("panel has reset itself")
)

const (
	// riseTime is how long a panel may take to raise BUSY. It does so within
	// microseconds.
	riseTime = 20 * time.Millisecond
	// edgesQueued is how many edges the kernel keeps for a line.
	edgesQueued = 16
)

// job is the expected behaviour of BUSY during one operation of the driver.
type job struct {
	limit     time.Duration // of the whole operation
	resets    int           // how often the driver of an edgePin first waits for the end of a reset
	refreshes int           // how often the driver waits for the end of a refresh
	minTime   time.Duration // the minimum length of each of these refreshes
}

// busyPin is the BUSY line that the driver sees. The driver reads it in an
// endless loop in the caller's goroutine, so the way out of a stuck panel is to
// report it to the driver as idle; the job then ends, and run returns the error.
//
// It is used by the panel's goroutine alone.
type busyPin struct {
	gpio.PinIn
	job      job
	deadline time.Time
	rose     time.Time // when the current refresh began; zero: not yet
	err      error     // the first fault
}

// run runs one operation of the driver. The error is the driver's, or else the
// fault that BUSY showed.
func (b *busyPin) run(j job, do func() error) error {
	b.drain()
	b.job, b.deadline, b.rose, b.err = j, time.Now().Add(j.limit), time.Time{}, nil
	if err := do(); err != nil {
		return err
	}
	return b.err
}

// drain drops the edges of earlier refreshes: they prove nothing for the next.
func (b *busyPin) drain() {
	for range edgesQueued {
		if !b.PinIn.WaitForEdge(time.Millisecond) {
			return
		}
	}
}

// Read implements gpio.PinIn. The driver stops waiting at the first low level.
func (b *busyPin) Read() gpio.Level {
	switch {
	case b.err != nil:
		return gpio.Low // there is nothing more to wait for
	case !time.Now().Before(b.deadline):
		b.err = ErrStuck
		return gpio.Low
	case b.job.refreshes == 0:
		return b.PinIn.Read()
	}
	level := b.PinIn.Read()
	if b.rose.IsZero() {
		level = b.rise(level)
	}
	if level == gpio.Low {
		b.fell()
	}
	return level
}

// rise waits for the panel to get busy. The driver may read the line before the
// panel has raised it, or, after a quick refresh, when it has fallen again:
// then the edge of its fall is in the queue.
func (b *busyPin) rise(level gpio.Level) gpio.Level {
	now := time.Now()
	if level == gpio.Low {
		fell := b.PinIn.WaitForEdge(riseTime)
		if level = b.PinIn.Read(); level == gpio.Low && !fell {
			return level
		}
	}
	b.rose = now
	return level
}

// fell ends a refresh, and checks how long it took.
func (b *busyPin) fell() {
	switch {
	case b.rose.IsZero():
		b.err = ErrAbsent
	case time.Since(b.rose) < b.job.minTime:
		b.err = ErrReset
	}
	b.rose = time.Time{}
	if b.job.refreshes--; b.job.refreshes > 0 {
		b.drain()
	}
}
