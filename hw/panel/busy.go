package panel

import (
	"errors"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// The faults of a panel that show on its BUSY line.
var (
	// ErrStuck is a panel that stays busy.
	ErrStuck = errors.New("panel is stuck: BUSY does not fall")
	// ErrAbsent is a panel that was told to refresh and did not get busy.
	ErrAbsent = errors.New("panel does not answer: BUSY does not rise")
)

const (
	// riseTime is how long a panel may take to raise BUSY. It does so within
	// microseconds.
	riseTime = 20 * time.Millisecond
	// edgesQueued is how many edges the kernel keeps for a line.
	edgesQueued = 16
)

// busyPin is the BUSY line as the driver is to see it. The driver reads it in a
// loop without end, in the caller's goroutine, so the way to get out of a
// stuck panel is to tell the driver that it is idle; the job then ends, and
// arm's counterpart err tells what became of it.
//
// It is used by the panel's goroutine alone.
type busyPin struct {
	gpio.PinIn
	deadline time.Time
	expects  bool // the job under way makes the panel busy
	rose     bool
	expired  bool
}

// arm begins a job that has to be done by a time from now. A job that makes
// the panel busy must show so.
func (b *busyPin) arm(limit time.Duration, expects bool) {
	// Edges of earlier jobs prove nothing for this one.
	for range edgesQueued {
		if !b.PinIn.WaitForEdge(time.Millisecond) {
			break
		}
	}
	b.deadline = time.Now().Add(limit)
	b.expects, b.rose, b.expired = expects, false, false
}

// err is what BUSY tells of the job.
func (b *busyPin) err() error {
	switch {
	case b.expired:
		return ErrStuck
	case b.expects && !b.rose:
		return ErrAbsent
	default:
		return nil
	}
}

// Read implements gpio.PinIn. The line may be read before the panel has raised
// it, and, if the panel was quick, after it has fallen again: then there is the
// edge of its fall.
func (b *busyPin) Read() gpio.Level {
	if !time.Now().Before(b.deadline) {
		b.expired = true
		return gpio.Low
	}
	level := b.PinIn.Read()
	if level == gpio.Low && b.expects && !b.rose {
		b.rose = b.PinIn.WaitForEdge(riseTime)
		level = b.PinIn.Read()
	}
	b.rose = b.rose || level == gpio.High
	return level
}
