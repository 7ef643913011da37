package hw

import (
	"cmp"
	"context"
	"time"
)

// Health is the state of one device.
type Health struct {
	Device string // its name in the config, or "panel", "digits", "lamps", "buzzer"
	OK     bool
	Text   string // what to do, and what is wrong; empty if OK
	Stats  string // the results of polling a reader; set by Probe only
	Asked  bool   // Probe got its result from the device itself; otherwise it only looked for the port and the pins
}

const (
	// examineEvery is the interval at which the states of all devices are compared with those last reported.
	examineEvery = 200 * time.Millisecond
	// startTimeout is how long a device may take to answer for the first time, unless it is known to take longer. The first picture of most panels takes
	// up to four seconds; Driver.FirstPicture is for those that take longer.
	startTimeout = 5 * time.Second
)

// state is what is known about a device.
type state struct {
	answered bool   // the device is OK, unless trouble is set
	trouble  string // what to do, and what is wrong
}

// device is a device by its name in Health, with a function that returns its state.
type device struct {
	name         string
	state        func() state
	startTimeout time.Duration // 0: the usual one
}

// newState makes a state from the health that a device's own package reports, with the advice for unknown errors.
func newState(ok bool, lastError error, advice string) state {
	switch {
	case ok:
		return state{answered: true}
	case lastError == nil:
		return state{}
	}
	return state{trouble: advise(lastError, advice)}
}

// examine reports the health of the devices to the listener until ctx ends.
func (d *Devices) examine(ctx context.Context) {
	tick := time.NewTicker(examineEvery)
	defer tick.Stop()
	start := time.Now()
	reported := make(map[string]Health)
	for {
		for _, dev := range d.devices {
			h, known := dev.health(time.Since(start) >= cmp.Or(dev.startTimeout, startTimeout))
			if before, ok := reported[dev.name]; known && (!ok || before != h) {
				reported[dev.name] = h
				d.listener.Health(h)
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// health returns the health of a device. Known is false if the device has neither answered nor failed, and is not late.
func (d device) health(late bool) (h Health, known bool) {
	s := d.state()
	switch {
	case s.trouble != "":
		return Health{Device: d.name, Text: s.trouble}, true
	case s.answered:
		return Health{Device: d.name, OK: true}, true
	}
	return Health{Device: d.name, Text: noAnswer}, late
}
