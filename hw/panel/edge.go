package panel

import (
	"time"

	"periph.io/x/conn/v3/gpio"
)

// edgePin is the BUSY line for a driver that never reads it, but waits for its
// fall with WaitForEdge(-1) alone. That means for ever, but returns at once on a
// line of the kernel's (github.com/periph/host/issues/78), so that the driver
// would send the panel to sleep in the middle of a refresh.
type edgePin struct{ *busyPin }

// resetLimit is how long a controller may take for a reset.
const resetLimit = 2 * time.Second

// lookInterval is the time between two looks at the line, in case that its edge is
// lost.
const lookInterval = 100 * time.Millisecond

// In implements gpio.PinIn. Falling edges are always queued, whatever the driver
// wants between two waits. Without a panel the line is low.
func (e edgePin) In(gpio.Pull, gpio.Edge) error {
	return e.PinIn.In(gpio.PullDown, gpio.FallingEdge)
}

// WaitForEdge implements gpio.PinIn. It waits until the line has fallen, but not
// beyond the limit of the job, whose error says then what is wrong.
func (e edgePin) WaitForEdge(time.Duration) bool {
	if e.job.resets > 0 {
		e.job.resets--
		e.awaitReset()
	} else {
		for e.Read() == gpio.High {
			e.PinIn.WaitForEdge(lookInterval)
		}
	}
	return e.err == nil
}

// awaitReset waits for the end of a reset, which may be too short to be seen.
func (e edgePin) awaitReset() {
	deadline := time.Now().Add(resetLimit)
	e.rise(e.PinIn.Read())
	e.rose = time.Time{}
	for e.err == nil && e.PinIn.Read() == gpio.High {
		e.PinIn.WaitForEdge(lookInterval)
		if !time.Now().Before(deadline) {
			e.err = ErrStuck
		}
	}
	e.drain()
}
