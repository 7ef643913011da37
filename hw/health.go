package hw

import (
	"context"
	"time"
)

// Health is how one device is.
type Health struct {
	Device string // its name in the config, or "panel", "lamps", "buzzer"
	OK     bool
	Text   string // what to do, and what is wrong; empty if it is well
	Stats  string // how a reader fared that was asked by Probe
	Asked  bool   // Probe asked the device itself; else it only looked for its port and its pins
}

const (
	// examineEvery is how soon a change is told.
	examineEvery = 200 * time.Millisecond
	// patience is how long a device may say nothing before it is told as not well. A panel's first picture takes three seconds.
	patience = 5 * time.Second
)

// state is what is known of a device.
type state struct {
	answered bool   // it is well, unless there is trouble
	trouble  string // what to do, and what is wrong
}

// device is a device as its state is asked for.
type device struct {
	name  string
	state func() state
}

// ofHealth makes a state of what the devices' own packages tell.
func ofHealth(ok bool, lastError, todo string) state {
	switch {
	case ok:
		return state{answered: true}
	case lastError == "":
		return state{}
	}
	return state{trouble: withCause(todo, lastError)}
}

// ofError does the same where they tell their error itself, for which there may be an advice.
func ofError(ok bool, lastError error, todo string) state {
	switch {
	case ok:
		return state{answered: true}
	case lastError == nil:
		return state{}
	}
	return state{trouble: advise(lastError, todo)}
}

// examine tells how the devices are until ctx ends.
func (t *Devices) examine(ctx context.Context) {
	tick := time.NewTicker(examineEvery)
	defer tick.Stop()
	start := time.Now()
	told := make(map[string]Health)
	for {
		late := time.Since(start) >= patience
		for _, d := range t.devices {
			h, known := d.health(late)
			if before, ok := told[d.name]; known && (!ok || before != h) {
				told[d.name] = h
				t.listener.Health(h)
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// health is how a device is. Known is false for one that has said nothing yet and is not late.
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
