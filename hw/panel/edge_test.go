package panel

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"

	"familiar/hw/virtual"
)

// TestEdge waits for BUSY like the driver of an Inky pHAT does, with an endless wait for the end of a reset and one for that of a refresh, on a line of
// the kernel's, where an endless wait returns at once.
func TestEdge(t *testing.T) {
	const ms = time.Millisecond
	const limit = 15 * time.Second
	for name, test := range map[string]struct {
		reset, refresh func(*virtual.Pin) // the line's behaviour in each wait
		want           error
		takes          time.Duration // without the time in which queued edges are dropped, a few milliseconds
	}{
		"as it should be":         {pulse(0, 10*ms), pulse(0, 9*time.Second), nil, 9010 * ms},
		"a little late":           {pulse(5*ms, 10*ms), pulse(15*ms, 9*time.Second), nil, 9030 * ms},
		"too short a reset":       {blink, pulse(0, 9*time.Second), nil, 9000 * ms},
		"a reset without BUSY":    {quiet, pulse(0, 9*time.Second), nil, 9000*ms + riseTime},
		"no refresh":              {pulse(0, 10*ms), quiet, ErrAbsent, 10*ms + riseTime},
		"no panel":                {quiet, quiet, ErrAbsent, 2 * riseTime},
		"a refresh cut off":       {pulse(0, 10*ms), pulse(0, 3*time.Second), ErrReset, 3010 * ms},
		"stuck in the reset":      {stuck, stuck, ErrStuck, resetLimit},
		"stuck in the refresh":    {pulse(0, 10*ms), stuck, ErrStuck, limit},
		"longer than a reset may": {pulse(0, 3*time.Second), pulse(0, 9*time.Second), ErrStuck, resetLimit},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				line := virtual.NewPin("GPIO17", 17)
				e := edgePin{&busyPin{PinIn: line}}
				if err := e.In(gpio.PullUp, gpio.NoEdge); err != nil {
					t.Fatal(err)
				}
				for range 5 { // edges of earlier jobs
					blink(line)
				}
				var start time.Time
				err := e.run(drawInky, func() error {
					start = time.Now()
					for _, behaves := range []func(*virtual.Pin){test.reset, test.refresh} {
						behaves(line)
						if fell := e.WaitForEdge(-1); fell != (e.err == nil) {
							t.Errorf("fell: %t, with the error %v", fell, e.err)
						}
					}
					return nil
				})
				if took := time.Since(start); took < test.takes-10*ms || took > test.takes+25*ms {
					t.Errorf("took %v, want %v", took, test.takes)
				}
				if !errors.Is(err, test.want) {
					t.Errorf("error %v, want %v", err, test.want)
				}
				time.Sleep(time.Minute)
			})
		})
	}
}

// TestEdgeOfABrokenLine: a line that cannot be had is the driver's error.
func TestEdgeOfABrokenLine(t *testing.T) {
	line := virtual.NewPin("GPIO17", 17)
	broken := errors.New("no such line")
	line.Fail(broken)
	if _, err := openInky(Wires{BUSY: line}, false); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}
