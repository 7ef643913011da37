package panel

import (
	"errors"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// The faults of a panel that it does not tell by an error of its bus.
var (
	// ErrStuck is a panel that stays busy.
	ErrStuck = errors.New("panel is stuck: BUSY does not fall")
	// ErrAbsent is a panel that was told to refresh and did not get busy.
	ErrAbsent = errors.New("panel does not answer: BUSY does not rise")
	// ErrReset is a panel that has lost its settings: a refresh is over too soon,
	// or a display is off that nobody turned off.
	ErrReset = errors.New("panel has reset itself")
)

const (
	// riseTime is how long a panel may take to raise BUSY. It does so within
	// microseconds.
	riseTime = 20 * time.Millisecond
	// edgesQueued is how many edges the kernel keeps for a line.
	edgesQueued = 16
)

// job is what BUSY has to do while the driver does something.
type job struct {
	limit     time.Duration // when the panel is to be done with all of it
	refreshes int           // how often the driver waits for the end of a refresh
	least     time.Duration // how long each of these lasts at least
}

// busyPin is the BUSY line as the driver is to see it. The driver reads it in a
// loop without end, in the caller's goroutine, so the way to get out of a
// stuck panel is to tell the driver that it is idle; the job then ends, and
// during tells what became of it.
//
// It is used by the panel's goroutine alone.
type busyPin struct {
	gpio.PinIn
	job      job
	deadline time.Time
	rose     time.Time // when the refresh under way began to show; zero: not yet
	err      error     // the first thing that was wrong
}

// during does one thing with the panel. Its error is the driver's, or else what
// was wrong with BUSY.
func (b *busyPin) during(j job, do func() error) error {
	b.drain()
	b.job, b.deadline, b.rose, b.err = j, time.Now().Add(j.limit), time.Time{}, nil
	if err := do(); err != nil {
		return err
	}
	return b.err
}

// drain forgets the edges of earlier refreshes: they prove nothing for the next.
func (b *busyPin) drain() {
	for range edgesQueued {
		if !b.PinIn.WaitForEdge(time.Millisecond) {
			return
		}
	}
}

// Read implements gpio.PinIn. With the first low level the driver's wait is
// over.
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

// rise waits for the panel to get busy. The line may be read before the panel
// has raised it, and, if the panel was quick, after it has fallen again: then
// there is the edge of its fall.
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

// fell ends a refresh.
func (b *busyPin) fell() {
	switch {
	case b.rose.IsZero():
		b.err = ErrAbsent
	case time.Since(b.rose) < b.job.least:
		b.err = ErrReset
	}
	b.rose = time.Time{}
	if b.job.refreshes--; b.job.refreshes > 0 {
		b.drain()
	}
}
