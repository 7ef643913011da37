package hw

import (
	"context"
	"time"
)

// Health is the state of one device.
type Health struct {
	Device string // its name in the config, or "panel", "lamps", "buzzer"
	OK     bool
	Text   string // what to do, and what is wrong; empty if OK
	Stats  string // the results of polling a reader; only set by Probe
	Asked  bool   // Probe asked the device itself; else it only looked for its port and its pins
}

const (
	// examineEvery is the interval at which changes are looked for and reported.
	examineEvery = 200 * time.Millisecond
	// patience is how long a device may stay silent before it is reported as failed. A panel's first picture takes three seconds.
	patience = 5 * time.Second
)

// state is what is known about a device.
type state struct {
	answered bool   // the device is OK, unless there is trouble
	trouble  string // what to do, and what is wrong
}

// device is a named device whose state can be asked for.
type device struct {
	name  string
	state func() state
}

// ofHealth makes a state from the health that a device's own package reports.
func ofHealth(ok bool, lastError, todo string) state {
	switch {
	case ok:
		return state{answered: true}
	case lastError == "":
		return state{}
	}
	return state{trouble: withCause(todo, lastError)}
}

// ofError does the same for packages that report the error itself; advise may know what to do about it.
func ofError(ok bool, lastError error, todo string) state {
	switch {
	case ok:
		return state{answered: true}
	case lastError == nil:
		return state{}
	}
	return state{trouble: advise(lastError, todo)}
}

// examine reports the health of the devices to the listener until ctx ends.
func (d *Devices) examine(ctx context.Context) {
	tick := time.NewTicker(examineEvery)
	defer tick.Stop()
	start := time.Now()
	told := make(map[string]Health)
	for {
		late := time.Since(start) >= patience
		for _, dev := range d.devices {
			h, known := dev.health(late)
			if before, ok := told[dev.name]; known && (!ok || before != h) {
				told[dev.name] = h
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

// health returns the health of a device. Known is false if it is silent so far and not late.
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
