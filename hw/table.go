package hw

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/spi/spireg"

	"familiar/hw/button"
	"familiar/hw/buzzer"
	"familiar/hw/lamp"
	"familiar/hw/nfc"
	"familiar/hw/nfc/mfrc522"
	"familiar/hw/panel"
)

// Listener hears what the wired table says. Its functions are called from the devices' goroutines: one that waits
// holds up that one device only.
type Listener struct {
	Tag    func(nfc.Event)
	Press  func(button string, long bool, at time.Time)
	Health func(Health)
}

// Health is how one device is.
type Health struct {
	Device string // its name in the config, or what it is
	OK     bool
	Text   string // what is wrong, and what to do
}

// Table is the open devices of a config.
type Table struct {
	// Panel, Lamps and Buzzer are nil where none is wired or none could be opened.
	Panel  *panel.Panel
	Lamps  *lamp.Ring
	Buzzer *buzzer.Player

	heard    Listener
	watchers []*nfc.Watcher
	buttons  map[string]*button.Button
}

// Open opens the devices of a config by their names in periph's registries. What cannot be opened is told to the listener, and the
// rest is opened all the same.
func Open(c *Config, heard Listener) *Table {
	t := &Table{heard: heard, buttons: make(map[string]*button.Button)}
	for _, r := range c.Readers {
		t.watchers = append(t.watchers, &nfc.Watcher{Name: r.Name, Open: openReader(r), Notify: t.notify})
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

func openReader(r Reader) func(context.Context) (nfc.Reader, error) {
	return func(context.Context) (nfc.Reader, error) {
		port, err := spireg.Open(r.Bus)
		if err != nil {
			return nil, fmt.Errorf("opening port %s: %w", r.Bus, err)
		}
		dev, err := mfrc522.NewSPI(port, nil)
		if err != nil {
			return nil, errors.Join(err, port.Close())
		}
		return &wiredReader{dev, port}, nil
	}
}

// notify passes on what a reader saw, and how it is.
func (t *Table) notify(e nfc.Event) {
	switch e.Kind {
	case nfc.Lost:
		t.tell(e.Reader, e.Err, "check its wires and that SPI is enabled; it is tried again by itself")
	case nfc.Back:
		t.tell(e.Reader, nil, "")
	default:
		t.heard.Tag(e)
	}
}

func (t *Table) tell(device string, err error, todo string) {
	h := Health{Device: device, OK: err == nil}
	if err != nil {
		h.Text = fmt.Sprintf("%v: %s", err, todo)
	}
	t.heard.Health(h)
}

func (t *Table) openButton(b Button) {
	pin := gpioreg.ByName(b.Pin)
	if pin == nil {
		t.tell(b.Name, fmt.Errorf("there is no pin %s", b.Pin), "check the name; a Pi calls its pins GPIO0 to GPIO27")
		return
	}
	opts := button.Opts{ActiveHigh: b.ActiveHigh}
	if b.Long != "" {
		opts.Long = button.DefaultLong
	}
	dev, err := button.New(pin, opts)
	if err != nil {
		t.tell(b.Name, err, "is the pin used by something else, and are you in the group gpio?")
		return
	}
	t.buttons[b.Name] = dev
	t.tell(b.Name, nil, "")
}

func (t *Table) openPanel(p Panel) {
	names := panel.Names{Port: p.Bus, DC: p.DC, RST: p.Reset, BUSY: p.Busy}
	t.Panel = panel.New(panel.Opts{Open: names.Open, OnHealth: func(h panel.Health) {
		t.tell("panel", failure(h.OK, h.LastError), "check its wires; it is tried again by itself")
	}})
}

func (t *Table) openLamps(l Lamps) {
	ring, err := lamp.New(lamp.Opts{Open: lamp.Port(l.Bus), Lamps: l.Count, Brightness: l.Brightness, OnHealth: func(h lamp.Health) {
		t.tell("lamps", failure(h.OK, h.LastError), "check their wires; they are tried again by themselves")
	}})
	if err != nil {
		t.tell("lamps", err, "mend the config")
		return
	}
	t.Lamps = ring
}

// failure is a health's last error, if it is not well.
func failure(ok bool, text string) error {
	if ok {
		return nil
	}
	return errors.New(text)
}

func (t *Table) openBuzzer(b Buzzer) {
	sounder, err := openSounder(b)
	if err != nil {
		t.tell("buzzer", err, "mend the config or the wires, then start again")
		return
	}
	t.Buzzer = buzzer.NewPlayer(sounder)
	t.tell("buzzer", nil, "")
}

func openSounder(b Buzzer) (buzzer.Sounder, error) {
	if b.PWM != "" {
		channel, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(b.PWM), "pwm"))
		if err != nil {
			return nil, fmt.Errorf("pwm %q is no channel: it looks like /sys/class/pwm/pwmchip0/pwm0", b.PWM)
		}
		return buzzer.OpenPWM(filepath.Dir(b.PWM), channel)
	}
	pin := gpioreg.ByName(b.Pin)
	if pin == nil {
		return nil, fmt.Errorf("there is no pin %s", b.Pin)
	}
	if b.Kind == buzzerPassive {
		return buzzer.Passive{Pin: pin}, nil
	}
	if err := pin.Out(gpio.Low); err != nil {
		return nil, fmt.Errorf("making %s an output: %w", b.Pin, err)
	}
	return buzzer.Active{Pin: pin}, nil
}

// Run listens to readers and buttons until ctx ends; then it halts all devices, which clears lamps and buzzer and puts the panel to
// sleep, and waits for them.
func (t *Table) Run(ctx context.Context) error {
	var wait sync.WaitGroup
	failed := make([]error, len(t.watchers))
	for i, w := range t.watchers {
		wait.Go(func() { failed[i] = w.Run(ctx) })
	}
	for name, b := range t.buttons {
		wait.Go(func() {
			for e := range b.Events() {
				t.heard.Press(name, e.Kind == button.LongPress, e.At)
			}
		})
	}
	<-ctx.Done()
	errs := []error{t.halt()}
	wait.Wait()
	return errors.Join(append(errs, failed...)...)
}

func (t *Table) halt() error {
	var errs []error
	for name, b := range t.buttons {
		if err := b.Halt(); err != nil {
			errs = append(errs, fmt.Errorf("button %s: %w", name, err))
		}
	}
	if t.Buzzer != nil {
		errs = append(errs, t.Buzzer.Halt())
	}
	if t.Lamps != nil {
		errs = append(errs, t.Lamps.Halt())
	}
	if t.Panel != nil {
		errs = append(errs, t.Panel.Halt())
	}
	return errors.Join(errs...)
}

// Readers tells how the readers are, by name.
func (t *Table) Readers() map[string]nfc.Health {
	healths := make(map[string]nfc.Health, len(t.watchers))
	for _, w := range t.watchers {
		healths[w.Name] = w.Health()
	}
	return healths
}
