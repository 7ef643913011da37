package hw

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"familiar/hw/button"
	"familiar/hw/buzzer"
	"familiar/hw/digits"
	"familiar/hw/knob"
	"familiar/hw/lamp"
	"familiar/hw/nfc"
	"familiar/hw/panel"
	"familiar/hw/part"
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
	// Panel, Digits, Lamps and Buzzer are nil if the config has none.
	Panel  *panel.Panel
	Digits *digits.Display
	Lamps  *lamp.Chain
	Buzzer *buzzer.Player

	system   System
	listener Listener
	runs     []func(context.Context) error // of the input devices
	halts    []func() error                // of the output devices
	devices  []device
	readers  []*nfc.Watcher
	lastUsed atomic.Int64 // when somebody last used the table, in ns since epoch
	epoch    time.Time
}

// idleAfter is how long the table must be unused before its readers are polled less often.
const idleAfter = time.Minute

// markUsed records that somebody uses the table.
func (d *Devices) markUsed() { d.lastUsed.Store(int64(time.Since(d.epoch))) }

// idle reports whether nobody has used the table for a while.
func (d *Devices) idle() bool {
	return time.Since(d.epoch)-time.Duration(d.lastUsed.Load()) >= idleAfter
}

// Open opens the devices of a config by their names in periph's registries and in the system.
func Open(c *Config, system System, listener Listener) *Devices {
	d := &Devices{system: system, listener: listener, epoch: time.Now()}
	for _, r := range c.Readers {
		d.addReader(r)
	}
	for _, b := range c.Buttons {
		d.addButton(b)
	}
	for _, k := range c.Knobs {
		d.addKnob(k)
	}
	if c.Panel != nil {
		d.addPanel(*c.Panel)
	}
	if c.Digits != nil {
		d.addDigits(*c.Digits)
	}
	if c.Lamps != nil {
		d.addLamps(*c.Lamps)
	}
	if c.Buzzer != nil {
		d.addBuzzer(*c.Buzzer)
	}
	return d
}

// addReader adds a reader. Its watcher opens the reader when Run starts.
func (d *Devices) addReader(r Reader) {
	driver, err := r.driver()
	if err != nil {
		d.addMisconfigured(r.Name, err)
		return
	}
	var lost lostCause
	w := watch(driver, d.system, r)
	w.Idle, w.Settle = d.idle, time.Duration(r.Settle)
	w.Notify = func(e nfc.Event) {
		if e.Kind == nfc.Lost || e.Kind == nfc.Back {
			lost.set(e.Err)
			return
		}
		d.markUsed()
		d.listener.Tag(e)
	}
	d.runs, d.readers = append(d.runs, w.Run), append(d.readers, w)
	d.devices = append(d.devices, device{name: r.Name, state: func() state {
		// A single failed poll is no trouble: the watcher decides when a reader is lost.
		if err := lost.get(); err != nil {
			return state{trouble: advise(err, part.CheckWires)}
		}
		return state{answered: w.Health().Ready}
	}})
}

func (d *Devices) addButton(b Button) {
	opts := button.Opts{ActiveHigh: b.ActiveHigh}
	if b.Long != "" {
		opts.Long = button.DefaultLong
	}
	pressed := superviseButton(b.Pin, opts, func(e button.Event) {
		d.markUsed()
		d.listener.Press(b.Name, e.Kind == button.LongPress, e.At)
	})
	d.runs = append(d.runs, pressed.run)
	d.devices = append(d.devices, device{name: b.Name, state: pressed.state})
}

// addKnob adds a knob. Its encoder and its button are one device.
func (d *Devices) addKnob(k Knob) {
	turned := superviseKnob(k, func(e knob.Event) {
		d.markUsed()
		d.listener.Turn(k.Name, e.Steps, e.At)
	})
	pushed := superviseButton(k.Press, button.Opts{Long: button.DefaultLong}, func(e button.Event) {
		d.markUsed()
		d.listener.Push(k.Name, e.Kind == button.LongPress, e.At)
	})
	d.runs = append(d.runs, turned.run, pushed.run)
	d.devices = append(d.devices, device{name: k.Name, state: func() state {
		if s := turned.state(); !s.answered || s.trouble != "" {
			return s
		}
		return pushed.state()
	}})
}

func (d *Devices) addPanel(p Panel) {
	driver, err := p.driver()
	if err != nil {
		d.addMisconfigured("panel", err)
		return
	}
	size, ok := driver.Size(p.Size)
	if !ok {
		d.addMisconfigured("panel", fmt.Errorf("there is no %s of size %q", p.Model, p.Size))
		return
	}
	dev, err := panel.New(panel.Opts{Model: p.Model, Size: size, Open: p.names(driver).Open, UpsideDown: p.UpsideDown})
	if err != nil {
		d.addMisconfigured("panel", err)
		return
	}
	d.Panel = dev
	d.addOutput("panel", d.Panel.Halt, func() state {
		h := d.Panel.Health()
		return newState(h.OK, h.LastError, driver.WiresAdvice)
	})
	d.devices[len(d.devices)-1].startTimeout = driver.FirstPicture
}

func (d *Devices) addDigits(c Digits) {
	if _, err := c.driver(); err != nil {
		d.addMisconfigured("digits", err)
		return
	}
	display, err := digits.New(digits.Opts{Model: c.Model, Open: c.wires, Brightness: c.Brightness})
	if err != nil {
		d.addMisconfigured("digits", err)
		return
	}
	d.Digits = display
	d.addOutput("digits", display.Halt, func() state {
		h := display.Health()
		return newState(h.OK, h.LastError, buttonAdvice)
	})
}

func (d *Devices) addLamps(l Lamps) {
	ring, err := lamp.New(lamp.Opts{Model: lamp.Model(l.Model), Open: lamp.Port(l.Bus), Lamps: l.Count, Brightness: l.Brightness})
	if err != nil {
		d.addMisconfigured("lamps", err)
		return
	}
	d.Lamps = ring
	d.addOutput("lamps", ring.Halt, func() state {
		h := ring.Health()
		return newState(h.OK, h.LastError, lampsAdvice)
	})
}

func (d *Devices) addBuzzer(b Buzzer) {
	d.Buzzer = buzzer.NewPlayer(func() (buzzer.Sounder, error) { return openSounder(d.system.sysfs(), b) })
	d.addOutput("buzzer", d.Buzzer.Halt, func() state {
		h := d.Buzzer.Health()
		return newState(h.OK, h.LastError, buzzerAdvice(b))
	})
}

// addMisconfigured adds a device that cannot be opened as the config has it.
func (d *Devices) addMisconfigured(name string, err error) {
	d.devices = append(d.devices, device{name: name, state: func() state { return state{trouble: advise(err, configAdvice)} }})
}

// addOutput adds an output device, with a function that halts it and one that returns its state.
func (d *Devices) addOutput(name string, halt func() error, current func() state) {
	d.devices = append(d.devices, device{name: name, state: current})
	d.halts = append(d.halts, func() error {
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
func (d *Devices) Readers() []ReaderHealth {
	all := make([]ReaderHealth, len(d.readers))
	for i, w := range d.readers {
		all[i] = ReaderHealth{w.Name, w.Health()}
	}
	return all
}

// Run passes on the events and the health of all devices until ctx ends. Then it halts the devices, all at once, which turns digits,
// lamps and buzzer off and puts the panel to sleep, and waits for them. That takes some tenths of a second, with a panel that is drawing
// up to three seconds, with a slow one up to twenty, and with one that hangs half a minute. Its error is that of the halting.
func (d *Devices) Run(ctx context.Context) error {
	var parts sync.WaitGroup
	errs := make([]error, len(d.runs)+len(d.halts))
	for i, run := range d.runs {
		parts.Go(func() { errs[i] = run(ctx) })
	}
	parts.Go(func() { d.examine(ctx) })
	<-ctx.Done()
	for i, halt := range d.halts {
		parts.Go(func() { errs[len(d.runs)+i] = halt() })
	}
	parts.Wait()
	return errors.Join(errs...)
}
