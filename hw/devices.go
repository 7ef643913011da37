package hw

import (
	"context"
	"errors"
	"fmt"
	"image"
	"sync"
	"sync/atomic"
	"time"

	"familiar/hw/button"
	"familiar/hw/buzzer"
	"familiar/hw/knob"
	"familiar/hw/lamp"
	"familiar/hw/nfc"
	"familiar/hw/nfc/pn532"
	"familiar/hw/panel"
)

// Listener holds the functions that get the events of the wired table. None may be nil; the package's doc says when they are called.
type Listener struct {
	Tag    func(nfc.Event) // nfc.Arrived, nfc.Left or nfc.Found
	Press  func(button string, long bool, at time.Time)
	Turn   func(knob string, steps int, at time.Time) // steps clockwise; less than 0: counter-clockwise
	Push   func(knob string, long bool, at time.Time)
	Health func(Health)
}

// Devices is the open devices of a config.
type Devices struct {
	// Panel, Lamps and Buzzer are nil if the config has none.
	Panel  *panel.Panel
	Lamps  *lamp.Ring
	Buzzer *buzzer.Player

	system   System
	listener Listener
	runs     []func(context.Context) error // of the input devices
	halts    []func() error                // of the output devices
	devices  []device
	readers  []*nfc.Watcher
	stirred  atomic.Int64 // when somebody last used the table, in ns since epoch
	epoch    time.Time
}

// restAfter is how long the table stays unused before it rests.
const restAfter = time.Minute

// stir notes that somebody uses the table.
func (t *Devices) stir() { t.stirred.Store(int64(time.Since(t.epoch))) }

// resting reports whether nobody has used the table for a while.
func (t *Devices) resting() bool {
	return time.Since(t.epoch)-time.Duration(t.stirred.Load()) >= restAfter
}

// Open opens the devices of a config by their names in periph's registries and in the system.
func Open(c *Config, system System, heard Listener) *Devices {
	t := &Devices{system: system, listener: heard, epoch: time.Now()}
	for _, r := range c.Readers {
		t.openReader(r)
	}
	for _, b := range c.Buttons {
		t.openButton(b)
	}
	for _, k := range c.Knobs {
		t.openKnob(k)
	}
	if c.Panel != nil {
		t.openPanel(*c.Panel)
	}
	if c.Lamps != nil {
		t.openLamps(*c.Lamps)
	}
	if c.Buzzer != nil {
		t.openBuzzer(*c.Buzzer)
	}
	return t
}

// intervals are the pauses between two polls that suit the chips; for other chips the watcher's default applies.
var intervals = map[string]time.Duration{ChipPN532: pn532.Interval}

// openReader makes the watcher that opens the reader.
func (t *Devices) openReader(r Reader) {
	var lost lostReader
	w := &nfc.Watcher{Name: r.Name, Open: openReader(t.system, r), Interval: intervals[r.Chip], Resting: t.resting, Settle: time.Duration(r.Settle), Notify: func(e nfc.Event) {
		if e.Kind == nfc.Lost || e.Kind == nfc.Back {
			lost.set(e.Err)
			return
		}
		t.stir()
		t.listener.Tag(e)
	}}
	t.runs, t.readers = append(t.runs, w.Run), append(t.readers, w)
	t.devices = append(t.devices, device{r.Name, func() state {
		// A single failed poll is no trouble: the watcher decides when a reader is lost.
		if err := lost.get(); err != nil {
			return state{trouble: advise(err, checkReader)}
		}
		return state{answered: w.Health().Ready}
	}})
}

func (t *Devices) openButton(b Button) {
	opts := button.Opts{ActiveHigh: b.ActiveHigh}
	if b.Long != "" {
		opts.Long = button.DefaultLong
	}
	pressed := keepButton(b.Pin, opts, func(e button.Event) {
		t.stir()
		t.listener.Press(b.Name, e.Kind == button.LongPress, e.At)
	})
	t.runs = append(t.runs, pressed.run)
	t.devices = append(t.devices, device{b.Name, pressed.state})
}

// openKnob listens to a knob and to the button in it, which are one device.
func (t *Devices) openKnob(k Knob) {
	turned := keepKnob(k, func(e knob.Event) {
		t.stir()
		t.listener.Turn(k.Name, e.Steps, e.At)
	})
	pushed := keepButton(k.Press, button.Opts{Long: button.DefaultLong}, func(e button.Event) {
		t.stir()
		t.listener.Push(k.Name, e.Kind == button.LongPress, e.At)
	})
	t.runs = append(t.runs, turned.run, pushed.run)
	t.devices = append(t.devices, device{k.Name, func() state {
		if s := turned.state(); !s.answered || s.trouble != "" {
			return s
		}
		return pushed.state()
	}})
}

func (t *Devices) openPanel(p Panel) {
	todo := checkPanel
	opts := panel.Opts{Model: panel.Model(p.Model), UpsideDown: p.UpsideDown}
	names := panel.Names{Port: p.Bus, DC: p.DC, RST: p.Reset, BUSY: p.Busy}
	if p.Model == PanelOLED {
		todo = checkOLED
		names = panel.Names{I2C: p.Bus}
		opts.Size = image.Pt(128, 64)
		if p.Size == SizeSmall {
			opts.Size.Y = 32
		}
	}
	opts.Open = names.Open
	dev, err := panel.New(opts)
	if err != nil {
		t.devices = append(t.devices, device{"panel", func() state { return state{trouble: advise(err, checkConfig)} }})
		return
	}
	t.Panel = dev
	t.add("panel", t.Panel.Halt, func() state {
		h := t.Panel.Health()
		return ofError(h.OK, h.LastError, todo)
	})
}

func (t *Devices) openLamps(l Lamps) {
	ring, err := lamp.New(lamp.Opts{Model: lamp.Model(l.Model), Open: lamp.Port(l.Bus), Lamps: l.Count, Brightness: l.Brightness})
	if err != nil {
		t.devices = append(t.devices, device{"lamps", func() state { return state{trouble: advise(err, checkConfig)} }})
		return
	}
	t.Lamps = ring
	t.add("lamps", ring.Halt, func() state {
		h := ring.Health()
		return ofError(h.OK, h.LastError, checkLamps)
	})
}

func (t *Devices) openBuzzer(b Buzzer) {
	t.Buzzer = buzzer.NewPlayer(func() (buzzer.Sounder, error) { return openSounder(t.system.sysfs(), b) })
	t.add("buzzer", t.Buzzer.Halt, func() state {
		h := t.Buzzer.Health()
		return ofError(h.OK, h.LastError, checkBuzzer(b))
	})
}

// add registers how to halt a device and how to get its state.
func (t *Devices) add(name string, halt func() error, how func() state) {
	t.devices = append(t.devices, device{name, how})
	t.halts = append(t.halts, func() error {
		if err := halt(); err != nil {
			return fmt.Errorf("halting %s: %w", name, err)
		}
		return nil
	})
}

// ReaderHealth is the health of a reader.
type ReaderHealth struct {
	Reader string
	nfc.Health
}

// Readers returns the health of the readers, in the order of the config. It may be called at any time.
func (t *Devices) Readers() []ReaderHealth {
	all := make([]ReaderHealth, len(t.readers))
	for i, w := range t.readers {
		all[i] = ReaderHealth{w.Name, w.Health()}
	}
	return all
}

// Run passes on the events and the health of all devices until ctx ends. Then it halts the devices, all at once, which
// turns lamps and buzzer off and puts the panel to sleep, and waits for them. That takes some tenths of a second, with a panel that
// is drawing up to three seconds, and with one that hangs half a minute. Its error is that of the halting.
func (t *Devices) Run(ctx context.Context) error {
	var parts sync.WaitGroup
	errs := make([]error, len(t.runs)+len(t.halts))
	for i, run := range t.runs {
		parts.Go(func() { errs[i] = run(ctx) })
	}
	parts.Go(func() { t.examine(ctx) })
	<-ctx.Done()
	for i, halt := range t.halts {
		parts.Go(func() { errs[len(t.runs)+i] = halt() })
	}
	parts.Wait()
	return errors.Join(errs...)
}
