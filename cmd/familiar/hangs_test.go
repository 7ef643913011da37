package main

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
)

// countPolls returns how often each reader is polled during a time in which a card is drawn and undone all the time.
func (o *faultTable) countPolls(while time.Duration) map[string]uint64 {
	o.Helper()
	count := func(into map[string]uint64, sign uint64) {
		for _, h := range o.Daemon.Wired().Readers() {
			into[h.Reader] += sign * h.Polls
		}
	}
	n := make(map[string]uint64)
	count(n, ^uint64(0))
	for end := time.Now().Add(while); time.Now().Before(end); o.Pass(200 * time.Millisecond) {
		o.phones[0].Must(protocol.MoveRequest{Verb: "draw"})
		o.expect("ann: draw")
		o.undo(false)
	}
	count(n, 1)
	return n
}

// TestOthersGoOn makes devices hang, and counts the polls of the readers meanwhile: readers on other wires are polled as often as before.
func TestOthersGoOn(t *testing.T) {
	hang := map[string][]string{
		"ink":   {"an MFRC522 is frozen", "BUSY is high for ever", "the panel hangs"},
		"OLED":  {"a PN532 on I2C is frozen", "a PN532 on I2C is mute", "a line of the I2C bus is low"},
		"whole": {"a PN532 on SPI is frozen", "BUSY of the v4 is high for ever", "the v4 hangs"},
	}
	for name, config := range faultyTables {
		t.Run(name, func(t *testing.T) {
			if !rig.OwnProcess(t) {
				return
			}
			withFaultTable(t, config, func(o *faultTable) {
				usually := o.countPolls(5 * time.Second)
				for _, a := range faultsByTable[name] {
					if i := slices.Index(hang[name], a.name); i < 0 || rig.Raced && i > 0 {
						continue
					}
					o.during = a.name
					a.breaks(o.Daemon.Virtual().Bench())
					for reader, n := range o.countPolls(15 * time.Second) {
						if usual := 3 * usually[reader]; !slices.Contains(a.unusable.readers, reader) && 100*n < 98*usual {
							t.Errorf("%s: %s was asked %d times, and %d times usually", a.name, reader, n, usual)
						}
					}
					a.mends(o.Daemon.Virtual().Bench())
					o.waitUntilWorking(recoveryTime + a.hangs + refreshTime[o.Wiring.Panel.Model])
				}
			})
		})
	}
}

// How long stopping the daemon may take while something fails. The kernel gives up each transfer of a device after a second, and a device has several
// of them to make; a panel that hangs gets the time of a refresh, of its setup, and of another refresh.
const (
	stopsWithin    = 4 * time.Second
	stopsPanelHung = 31 * time.Second
)

// TestStopsInTheMiddle stops the daemon in the middle of each fault, and right at its beginning: it ends in time, with no error except those of the
// faulty device.
func TestStopsInTheMiddle(t *testing.T) {
	for name, config := range faultyTables {
		t.Run(name, func(t *testing.T) {
			if !rig.OwnProcess(t) {
				return
			}
			rng := rand.New(rand.NewPCG(5, 5))
			for i, a := range faultsByTable[name] {
				if rig.Raced && i%raceRuns > 0 {
					continue
				}
				for _, after := range []time.Duration{0, time.Duration(rng.IntN(6000)) * time.Millisecond} {
					state := t.TempDir()
					synctest.Test(t, func(t *testing.T) {
						o := &faultTable{Rig: rig.New(t, games(), config, state), during: a.name}
						defer o.End()
						o.begin()
						a.breaks(o.Daemon.Virtual().Bench())
						o.countPolls(after)
						o.compareJournal()
						o.stopInTime(a)
					})
				}
			}
		})
	}
}

// stopInTime stops the daemon during a fault.
func (o *faultTable) stopInTime(a tableFault) {
	o.Helper()
	began := time.Now()
	err := o.End()
	most := stopsWithin
	if o.isInk() {
		most = stopsPanelHung
	}
	if took := time.Since(began); took > most {
		o.Errorf("%s: stopping took %v", a.name, took)
	}
	if err == nil {
		return
	}
	for line := range strings.Lines(err.Error()) {
		if !slices.ContainsFunc(a.parts(), func(part string) bool { return strings.Contains(line, part) }) {
			o.Errorf("%s: stopping says %s", a.name, line)
		}
	}
}

// parts returns the names of the faulty parts in errors.
func (a tableFault) parts() []string {
	parts := append(slices.Clone(a.unusable.readers), slices.Collect(maps.Keys(a.reports))...)
	if a.unusable.button || a.unusable.knob {
		parts = append(parts, "releasing GPIO")
	}
	if _, ok := a.reports["number display"]; ok {
		parts = append(parts, "halting digits") // people read another name than the log
	}
	if a.mends == nil {
		parts = append(parts, "panel") // no other field says that the panel has failed for a moment
	}
	return parts
}
