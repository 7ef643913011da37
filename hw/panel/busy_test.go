package panel

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"

	"familiar/hw/virtual"
)

// What the line BUSY of a panel does while a driver waits for it.
var (
	quiet = func(*virtual.Pin) {}
	blink = func(p *virtual.Pin) { p.Set(gpio.High); p.Set(gpio.Low) }
	stuck = func(p *virtual.Pin) { p.Set(gpio.High) }
)

// pulse is a line that gets busy some time after the driver began to wait.
func pulse(after, length time.Duration) func(*virtual.Pin) {
	return func(p *virtual.Pin) {
		time.AfterFunc(after, func() { p.Set(gpio.High) })
		time.AfterFunc(after+length, func() { p.Set(gpio.Low) })
	}
}

// TestRefreshThatIsOverTooSoon: a panel that is busy for half as long as its refresh takes was reset, or lost its power.
func TestRefreshThatIsOverTooSoon(t *testing.T) {
	for name, test := range map[string]struct {
		job   job
		takes time.Duration // of one refresh of the panel's own
	}{
		"2.13 inch V2, full": {fullV2, 1800 * time.Millisecond}, "2.13 inch V2, partial": {partialV2, 200 * time.Millisecond},
		"2.13 inch V4": {drawV4, 2 * time.Second}, "Inky pHAT": {drawInky, 9 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			for takes, want := range map[time.Duration]error{test.takes: nil, test.job.minTime - time.Millisecond: ErrReset} {
				pin := virtual.NewPin("GPIO24", 24)
				if err := pin.In(gpio.Float, gpio.FallingEdge); err != nil {
					t.Fatal(err)
				}
				one := test.job
				one.refreshes, one.resets = 1, 0
				busy := &busyPin{PinIn: pin}
				err := busy.run(one, func() error {
					pulse(0, takes)(pin)
					for busy.Read() == gpio.High {
						busy.WaitForEdge(time.Minute)
					}
					return nil
				})
				if !errors.Is(err, want) {
					t.Errorf("%s: after a refresh of %v the job ends with %v, not %v", name, takes, err, want)
				}
			}
			if half := test.takes / 2; test.job.minTime > half || test.job.minTime < test.takes/5 {
				t.Errorf("%s: a refresh of %v counts from %v on", name, test.takes, test.job.minTime)
			}
		})
	}
}

// TestBusy waits for BUSY like the drivers do, on lines of all kinds.
func TestBusy(t *testing.T) {
	const ms = time.Millisecond
	const limit = 2 * time.Second
	one := job{limit: limit, refreshes: 1, minTime: 100 * ms}
	two := job{limit: limit, refreshes: 2, minTime: 100 * ms}
	tests := map[string]struct {
		job   job
		waits []func(*virtual.Pin) // the line's behaviour in each wait
		want  error
		takes time.Duration // edges of earlier jobs cost a millisecond between two waits
	}{
		"busy at once":               {one, []func(*virtual.Pin){pulse(0, 200*ms)}, nil, 200 * ms},
		"busy a little late":         {one, []func(*virtual.Pin){pulse(5*ms, 200*ms)}, nil, 205 * ms},
		"over before the first look": {one, []func(*virtual.Pin){blink}, ErrReset, 0},
		"over too soon":              {one, []func(*virtual.Pin){pulse(0, 90*ms)}, ErrReset, 90 * ms},
		"never busy":                 {one, []func(*virtual.Pin){quiet}, ErrAbsent, riseTime},
		"busy for ever":              {one, []func(*virtual.Pin){stuck}, ErrStuck, limit},
		"not expected":               {job{limit: limit}, []func(*virtual.Pin){quiet, blink, pulse(0, 10*ms)}, nil, 10 * ms},
		"not expected, and stuck":    {job{limit: limit}, []func(*virtual.Pin){stuck, stuck}, ErrStuck, limit},
		"twice":                      {two, []func(*virtual.Pin){pulse(0, 200*ms), pulse(0, 200*ms)}, nil, 401 * ms},
		"not the second time":        {two, []func(*virtual.Pin){pulse(0, 200*ms), quiet}, ErrAbsent, 201*ms + riseTime},
		"broken off the second time": {two, []func(*virtual.Pin){pulse(0, 200*ms), pulse(0, 50*ms)}, ErrReset, 251 * ms},
		"stuck the second time":      {two, []func(*virtual.Pin){pulse(0, 200*ms), stuck}, ErrStuck, limit + ms},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pin := virtual.NewPin("GPIO24", 24)
				if err := pin.In(gpio.Float, gpio.FallingEdge); err != nil {
					t.Fatal(err)
				}
				for range 5 { // edges of earlier jobs
					blink(pin)
				}
				b := &busyPin{PinIn: pin}
				var start time.Time
				err := b.run(test.job, func() error {
					start = time.Now()
					for _, line := range test.waits {
						line(pin)
						synctest.Wait()
						for b.Read() == gpio.High {
							b.WaitForEdge(100 * ms)
						}
					}
					return nil
				})
				if got := time.Since(start); got != test.takes {
					t.Errorf("took %s, want %s", got, test.takes)
				}
				if err != test.want {
					t.Errorf("error %v, want %v", err, test.want)
				}
			})
		})
	}
}

// TestBusyDriverFails: the driver's error takes precedence over that of the line.
func TestBusyDriverFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &busyPin{PinIn: virtual.NewPin("GPIO24", 24)}
		broken := errors.New("input/output error")
		if err := b.run(job{limit: time.Second, refreshes: 1}, func() error { b.Read(); return broken }); err != broken {
			t.Errorf("error %v", err)
		}
	})
}
