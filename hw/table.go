package hw

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/hw/button"
	"familiar/hw/buzzer"
	"familiar/hw/lamp"
	"familiar/hw/nfc"
	"familiar/hw/panel"
)

// Listener hears what the wired table says. None of its functions may be nil; the package tells when they are called.
type Listener struct {
	Tag    func(nfc.Event) // nfc.Arrived, nfc.Left or nfc.Found
	Press  func(button string, long bool, at time.Time)
	Health func(Health)
}

// Table is the open devices of a config.
type Table struct {
	// Panel, Lamps and Buzzer are nil where none is wired. Buzzer is nil also if it could not be opened.
	Panel  *panel.Panel
	Lamps  *lamp.Ring
	Buzzer *buzzer.Player

	heard    Listener
	watchers []*nfc.Watcher
	buttons  map[string]*button.Button
	devices  []device
	halts    []func() error
}

// Open opens the devices of a config by their names in periph's registries.
func Open(c *Config, heard Listener) *Table {
	t := &Table{heard: heard, buttons: make(map[string]*button.Button)}
	for _, r := range c.Readers {
		t.openReader(r)
	}
	for _, b := range c.Buttons {
		t.openButton(b)
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

// openReader makes the watcher that opens the reader.
func (t *Table) openReader(r Reader) {
	var lost lostReader
	w := &nfc.Watcher{Name: r.Name, Open: openReader(r), Settle: time.Duration(r.Settle), Notify: func(e nfc.Event) {
		if e.Kind == nfc.Lost || e.Kind == nfc.Back {
			lost.set(e.Err)
			return
		}
		t.heard.Tag(e)
	}}
	t.watchers = append(t.watchers, w)
	t.devices = append(t.devices, device{r.Name, func() state {
		// A single poll that failed is no trouble: the watcher tells what is.
		if err := lost.get(); err != nil {
			return state{trouble: advise(err, checkReader)}
		}
		return state{answered: !w.Health().LastAnswer.IsZero()}
	}})
}

func (t *Table) openButton(b Button) {
	pin, err := findPin(b.Pin)
	if err != nil {
		t.devices = append(t.devices, broken(b.Name, advise(err, checkButton)))
		return
	}
	opts := button.Opts{ActiveHigh: b.ActiveHigh}
	if b.Long != "" {
		opts.Long = button.DefaultLong
	}
	dev, err := button.New(pin, opts)
	if err != nil {
		t.devices = append(t.devices, broken(b.Name, advise(err, checkButton)))
		return
	}
	t.buttons[b.Name] = dev
	t.add(b.Name, dev.Halt, func() state {
		h := dev.Health()
		return ofHealth(h.OK, h.LastError, checkButton)
	})
}

func (t *Table) openPanel(p Panel) {
	names := panel.Names{Port: p.Bus, DC: p.DC, RST: p.Reset, BUSY: p.Busy}
	t.Panel = panel.New(panel.Opts{Open: names.Open, UpsideDown: p.UpsideDown})
	t.add("panel", t.Panel.Halt, func() state {
		h := t.Panel.Health()
		return ofHealth(h.OK, h.LastError, checkPanel)
	})
}

func (t *Table) openLamps(l Lamps) {
	ring, err := lamp.New(lamp.Opts{Open: lamp.Port(l.Bus), Lamps: l.Count, Brightness: l.Brightness})
	if err != nil {
		t.devices = append(t.devices, broken("lamps", advise(err, checkConfig)))
		return
	}
	t.Lamps = ring
	t.add("lamps", ring.Halt, func() state {
		h := ring.Health()
		return ofHealth(h.OK, h.LastError, checkLamps)
	})
}

func (t *Table) openBuzzer(b Buzzer) {
	sounder, err := openSounder(b)
	if err != nil {
		t.devices = append(t.devices, broken("buzzer", advise(err, checkBuzzer)))
		return
	}
	t.Buzzer = buzzer.NewPlayer(sounder)
	t.add("buzzer", t.Buzzer.Halt, func() state {
		h := t.Buzzer.Health()
		return ofHealth(h.OK, h.LastError, checkBuzzer)
	})
}

// add notes how to halt a device and how to ask for its state.
func (t *Table) add(name string, halt func() error, how func() state) {
	t.devices = append(t.devices, device{name, how})
	t.halts = append(t.halts, func() error {
		if err := halt(); err != nil {
			return fmt.Errorf("halting %s: %w", name, err)
		}
		return nil
	})
}

// Run listens to readers and buttons and tells how all devices are, until ctx ends. Then it halts the devices, all at once, which
// turns lamps and buzzer off and puts the panel to sleep, and waits for them; that takes some tenths of a second, with a panel that
// is busy drawing up to three, and with one that hangs half a minute. Its error is that of the halting.
func (t *Table) Run(ctx context.Context) error {
	var parts sync.WaitGroup
	errs := make([]error, len(t.watchers)+len(t.halts))
	for i, w := range t.watchers {
		parts.Go(func() { errs[i] = w.Run(ctx) })
	}
	for name, b := range t.buttons {
		parts.Go(func() {
			for e := range b.Events() {
				t.heard.Press(name, e.Kind == button.LongPress, e.At)
			}
		})
	}
	parts.Go(func() { t.examine(ctx) })
	<-ctx.Done()
	for i, halt := range t.halts {
		parts.Go(func() { errs[len(t.watchers)+i] = halt() })
	}
	parts.Wait()
	return errors.Join(errs...)
}
