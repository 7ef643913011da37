package main

import (
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio/gpioreg"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/hw/bench"
	"familiar/hw/part"
	"familiar/hw/virtual"
)

// tableFault is a fault at a table.
type tableFault struct {
	name     string
	reports  map[string]string // devices as people call them, and how the message about each begins; a passing fault may stay unnoticed
	unusable unusable          // while it lasts
	breaks   func(*bench.Bench)
	mends    func(*bench.Bench) // nil: the fault passes by itself
	hangs    time.Duration      // how long the panel may hang in the refresh under way, until it is reset
}

// reportTime is the time limit for reporting a fault of a device in use. A v4 panel is used every ten seconds, and has as long for a refresh.
const reportTime = 25 * time.Second

// chipFails is a fault of a reader's chip.
func chipFails(reader, title string, fault virtual.ChipFault, name, todo string) tableFault {
	return tableFault{
		name: name, reports: map[string]string{title: todo}, unusable: unusable{readers: []string{reader}},
		breaks: func(b *bench.Bench) { b.Reader(reader).SetFault(fault) },
		mends:  func(b *bench.Bench) { b.Reader(reader).SetFault(virtual.ChipSound) },
	}
}

// chipPasses is a fault of a reader's chip for a moment, in the middle of an exchange.
func chipPasses(reader string, fault virtual.ChipFault, name string) tableFault {
	return tableFault{
		name: name, unusable: unusable{readers: []string{reader}},
		breaks: func(b *bench.Bench) { b.Reader(reader).FaultAfter(7, fault) },
	}
}

// panelFails is a fault of the panel.
func panelFails(fault virtual.PanelFault, name, todo string) tableFault {
	return tableFault{
		name: name, reports: map[string]string{"panel": todo},
		breaks: func(b *bench.Bench) { b.Panel.SetFault(fault) },
		mends:  func(b *bench.Bench) { b.Panel.SetFault(virtual.PanelSound) },
	}
}

// pinFails is a fault of a pin.
func pinFails(pin, name string, out unusable, told map[string]string) tableFault {
	return tableFault{
		name: name, reports: told, unusable: out,
		breaks: func(*bench.Bench) { pinNamed(pin).Fail(syscall.ENODEV) },
		mends:  func(*bench.Bench) { pinNamed(pin).Fail(nil) },
	}
}

// pinNamed returns the emulated pin with that name.
func pinNamed(name string) *virtual.Pin { return gpioreg.ByName(name).(*virtual.Pin) }

func passing(name string, breaks func(*bench.Bench)) tableFault {
	return tableFault{name: name, breaks: breaks}
}

const (
	tellsWires = "check its wires and its 3.3 V ("
	tellsPanel = "check its wires, the names of its pins and that SPI is enabled ("
	tellsPWM   = "enable it with dtoverlay=pwm, and check that you are in the group gpio ("
	tellsHeld  = "SDA or SCL of its bus is held low: unplug what hangs on the bus, one after the other ("
	tellsPin   = "is its pin used by something else, and are you in the group gpio? ("
	tellsOLED  = "check its wires, the name of its bus and that I2C is enabled ("
	tellsSPI   = part.EnableSPI + " ("
	tellsI2C   = part.EnableI2C + " ("
)

// faultsByTable are the faults tried at each table.
var faultsByTable = map[string][]tableFault{
	"ink": {
		chipFails("first", "First", virtual.ChipLineLow, "an MFRC522 is unplugged", tellsWires),
		chipFails("first", "First", virtual.ChipLineHigh, "an MFRC522 is unplugged, and its wire is high", tellsWires),
		chipFails("first", "First", virtual.ChipBusFails, "an MFRC522's port fails", tellsWires),
		chipFails("first", "First", virtual.ChipFrozen, "an MFRC522 is frozen", tellsWires),
		chipFails("first", "First", virtual.ChipScrambled, "an MFRC522 talks nonsense", tellsWires),
		chipPasses("first", virtual.ChipBrownout, "an MFRC522 resets itself"),
		{
			name: "a whole bus fails", reports: map[string]string{"First": tellsWires, "Second": tellsWires}, unusable: unusable{readers: []string{"first", "second"}},
			breaks: func(b *bench.Bench) {
				b.Reader("first").SetFault(virtual.ChipBusFails)
				b.Reader("second").SetFault(virtual.ChipBusFails)
			},
			mends: func(b *bench.Bench) {
				b.Reader("first").SetFault(virtual.ChipSound)
				b.Reader("second").SetFault(virtual.ChipSound)
			},
		},
		panelFails(virtual.PanelBusFails, "the panel's port fails", tellsSPI),
		panelFails(virtual.PanelStuck, "BUSY is high for ever", tellsPanel),
		hanging(5*time.Second, panelFails(virtual.PanelHung, "the panel hangs", tellsPanel)),
		panelFails(virtual.PanelUnplugged, "the panel is unplugged", tellsPanel),
		passing("the panel resets itself", func(b *bench.Bench) { b.Panel.SetFault(virtual.PanelBrownout) }),
		pinFails("GPIO25", "a pin of the panel fails", unusable{}, map[string]string{"panel": tellsPanel}),
		{
			name: "the digits are unplugged", reports: map[string]string{"number display": tellsWires},
			breaks: func(b *bench.Bench) { b.Digits.SetPower(false) }, mends: func(b *bench.Bench) { b.Digits.SetPower(true) },
		},
		passing("the digits reset themselves", func(b *bench.Bench) { b.Digits.SetPower(false); b.Digits.SetPower(true) }),
		pinFails("GPIO22", "a pin of the digits fails", unusable{}, map[string]string{"number display": tellsPin}),
		{
			name: "the lamps' port fails", reports: map[string]string{"lamps": tellsSPI},
			breaks: func(b *bench.Bench) { b.Lamps.Fail(virtual.ErrBus) }, mends: func(b *bench.Bench) { b.Lamps.Fail(nil) },
		},
		{
			name: "the lamps are unplugged", reports: map[string]string{},
			breaks: func(b *bench.Bench) { b.Lamps.Unplug(true) }, mends: func(b *bench.Bench) { b.Lamps.Unplug(false) },
		},
		pinFails("GPIO23", "the buzzer's pin fails", unusable{}, map[string]string{"buzzer": tellsPin}),
		pinFails("GPIO16", "a button's pin fails", unusable{button: true}, map[string]string{"Draw": tellsPin}),
		pinFails("GPIO5", "a contact of the knob fails", unusable{knob: true}, map[string]string{"Knob": tellsPin}),
		pinFails("GPIO12", "the button in the knob fails", unusable{knob: true}, map[string]string{"Knob": tellsPin}),
	},
	"OLED": {
		chipFails("fourth", "Fourth", virtual.ChipLineLow, "a PN532 on I2C is unplugged", tellsWires),
		chipFails("fourth", "Fourth", virtual.ChipBusFails, "a PN532's transfers fail", tellsWires),
		chipFails("fourth", "Fourth", virtual.ChipFrozen, "a PN532 on I2C is frozen", tellsWires),
		chipFails("fourth", "Fourth", virtual.ChipScrambled, "a PN532 on I2C talks nonsense", tellsWires),
		chipFails("fourth", "Fourth", virtual.ChipMute, "a PN532 on I2C is mute", tellsWires),
		chipFails("fourth", "Fourth", virtual.ChipRefuses, "a PN532 on I2C refuses everything", tellsWires),
		chipPasses("fourth", virtual.ChipBrownout, "a PN532 on I2C resets itself"),
		chipPasses("fourth", virtual.ChipGlitch, "a byte of a PN532 on I2C is disturbed"),
		panelFails(virtual.PanelUnplugged, "the OLED does not acknowledge", tellsOLED),
		passing("the OLED resets itself", func(b *bench.Bench) { b.Panel.SetFault(virtual.PanelBrownout) }),
		{
			name: "the I2C bus fails", reports: map[string]string{"Fourth": tellsWires, "panel": tellsI2C}, unusable: unusable{readers: []string{"fourth"}},
			breaks: func(b *bench.Bench) { b.I2CBus("I2C1").SetFault(virtual.I2CFails) },
			mends:  func(b *bench.Bench) { b.I2CBus("I2C1").SetFault(virtual.I2CSound) },
		},
		{
			name: "a line of the I2C bus is low", reports: map[string]string{"Fourth": tellsHeld, "panel": tellsHeld}, unusable: unusable{readers: []string{"fourth"}},
			breaks: func(b *bench.Bench) { b.I2CBus("I2C1").SetFault(virtual.I2CStuck) },
			mends:  func(b *bench.Bench) { b.I2CBus("I2C1").SetFault(virtual.I2CSound) },
		},
		{
			name: "the port of WS2812 lamps fails", reports: map[string]string{"lamps": tellsSPI},
			breaks: func(b *bench.Bench) { b.Lamps.Fail(virtual.ErrBus) }, mends: func(b *bench.Bench) { b.Lamps.Fail(nil) },
		},
		{
			name: "WS2812 lamps are unplugged", reports: map[string]string{},
			breaks: func(b *bench.Bench) { b.Lamps.Unplug(true) }, mends: func(b *bench.Bench) { b.Lamps.Unplug(false) },
		},
		{
			name: "the PWM is gone", reports: map[string]string{"buzzer": tellsPWM},
			breaks: func(b *bench.Bench) { b.PWM().Fail(syscall.ENODEV) }, mends: func(b *bench.Bench) { b.PWM().Fail(nil) },
		},
	},
	"whole": {
		chipFails("fifth", "Fifth", virtual.ChipLineLow, "a PN532 on SPI is unplugged", tellsWires),
		chipFails("fifth", "Fifth", virtual.ChipLineHigh, "a PN532 on SPI is unplugged, and its wire is high", tellsWires),
		chipFails("fifth", "Fifth", virtual.ChipBusFails, "a PN532's port fails", tellsWires),
		chipFails("fifth", "Fifth", virtual.ChipFrozen, "a PN532 on SPI is frozen", tellsWires),
		chipFails("fifth", "Fifth", virtual.ChipScrambled, "a PN532 on SPI talks nonsense", tellsWires),
		chipFails("fifth", "Fifth", virtual.ChipMute, "a PN532 on SPI is mute", tellsWires),
		chipFails("fifth", "Fifth", virtual.ChipRefuses, "a PN532 on SPI refuses everything", tellsWires),
		chipPasses("fifth", virtual.ChipBrownout, "a PN532 on SPI resets itself"),
		chipPasses("fifth", virtual.ChipGlitch, "a byte of a PN532 on SPI is disturbed"),
		panelFails(virtual.PanelBusFails, "the v4's port fails", tellsSPI),
		panelFails(virtual.PanelStuck, "BUSY of the v4 is high for ever", tellsPanel),
		hanging(10*time.Second, panelFails(virtual.PanelHung, "the v4 hangs", tellsPanel)),
		panelFails(virtual.PanelUnplugged, "the v4 is unplugged", tellsPanel),
		passing("the v4 resets itself", func(b *bench.Bench) { b.Panel.SetFault(virtual.PanelBrownout) }),
	},
}

// raceRuns is the share of faults, one in raceRuns, under the race detector, which makes emulated chips ten times as slow.
const raceRuns = 5

// TestFaults makes one thing after the other fail in the middle of a game: everything else works as before, every screen reports the fault, and the
// device works again soon after the end of the fault.
func TestFaults(t *testing.T) {
	for name, config := range faultyTables {
		t.Run(name, func(t *testing.T) {
			if !rig.OwnProcess(t) {
				return
			}
			withFaultTable(t, config, func(o *faultTable) {
				for i, a := range faultsByTable[name] {
					if rig.Raced && i%raceRuns > 0 {
						continue
					}
					o.tryFault(a)
				}
			})
		})
	}
}

// tryFault makes something fail and repairs it.
func (o *faultTable) tryFault(a tableFault) {
	o.Helper()
	o.during = a.name
	var lying, laid []string // before the fault, and during it
	for _, reader := range a.unusable.readers {
		lying = append(lying, o.layCard(reader))
		o.undo(true)
	}
	a.breaks(o.Daemon.Virtual().Bench())
	if a.mends != nil {
		o.useDevices(a.unusable)
		o.within(reportTime, fmt.Sprintf("phones are told of %v", a.reports), func() bool { return o.reported(a.reports) })
		if len(a.unusable.readers) > 0 {
			laid = append(laid, o.putCard(a.unusable.readers[0]))
		}
		o.Pass(time.Second) // until no lamp flashes any more
		a.mends(o.Daemon.Virtual().Bench())
	}
	mended := time.Now()
	full, _ := o.Daemon.Virtual().Bench().Panel.Refreshes()
	for i, card := range laid {
		o.expectWithin(recoveryTime-time.Since(mended), o.sacrifice(card, a.unusable.readers[i]))
		o.undo(false)
	}
	o.waitUntilMended(a, mended, full)
	for _, card := range slices.Concat(lying, laid) {
		o.Lift(o.Tags[card]...)
	}
	o.useDevices(unusable{})
	o.checkDisplays(time.Now())
}

// waitUntilMended waits until everything works again that was repaired at a moment. A panel of e-paper works again once it has made a refresh.
func (o *faultTable) waitUntilMended(a tableFault, mended time.Time, full int) {
	o.Helper()
	isWell := func() bool { return len(o.brokenDevices()) == 0 }
	if !o.isInk() || a.reports["panel"] == "" {
		o.within(recoveryTime-time.Since(mended), "all devices are well", isWell)
		o.checkDisplays(mended)
		return
	}
	const one = 2 * time.Second // a refresh, at most
	o.within(recoveryTime+one+a.hangs-time.Since(mended), "the panel has made a full refresh", func() bool {
		now, _ := o.Daemon.Virtual().Bench().Panel.Refreshes()
		return now > full || isWell()
	})
	o.within(recoveryTime+2*one+a.hangs-time.Since(mended), "the panel is well", isWell)
	o.checkDisplays(time.Now())
}

// reported reports whether every screen reports these devices, and no others.
func (o *faultTable) reported(want map[string]string) bool {
	o.Helper()
	ill := o.brokenDevices()
	for device, todo := range want {
		if !strings.HasPrefix(ill[device], todo) {
			return false
		}
	}
	return len(ill) == len(want)
}

// checkDisplays waits until all displays show the scene, and plays a tune: everything that was repaired at a moment must
// work soon after it.
func (o *faultTable) checkDisplays(mended time.Time) {
	o.Helper()
	b := o.Daemon.Virtual().Bench()
	if b.Lamps != nil { // before they flash for something else
		o.within(recoveryTime-time.Since(mended), "the lamps show the scene", o.lampsMatch)
	}
	if b.Buzzer != nil {
		o.phones[0].Must(protocol.MoveRequest{Verb: "draw"})
		o.expect("ann: draw")
		o.undo(false)
		o.within(recoveryTime-time.Since(mended), "a tune is heard", func() bool { return o.toneSince(mended) })
	}
	o.within(recoveryTime+refreshTime[o.Wiring.Panel.Model]-time.Since(mended), "the panel shows the scene", o.panelMatches)
}

// hanging sets how long the panel may hang in a refresh that was under way when it was repaired.
func hanging(d time.Duration, a tableFault) tableFault {
	a.hangs = d
	return a
}
