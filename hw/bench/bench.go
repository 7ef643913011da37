// Package bench is a table without hardware: every device of a config emulated at the chip and registered under the name that
// the config gives it, so that the daemon's own code opens it, and hands to play with them.
//
// Names are the process's own, so there is one Bench of a name at a time; they stay registered until Close. What was opened by then
// goes on working. A Bench may be used from any goroutine.
package bench

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"

	"familiar/hw"
	"familiar/hw/nfc"
	"familiar/hw/virtual"
)

// Bench is the emulated devices of a config.
type Bench struct {
	Panel  virtual.Panel   // nil where the config has none
	Lamps  *virtual.Lamps  // nil where the config has none
	Buzzer *virtual.Buzzer // nil where the config has none

	pwm     *virtual.PWMChip
	readers map[string]Chip
	i2c     map[string]*virtual.I2CBus
	spi     map[string]*virtual.SPIBus // by the beginning of their ports' names, as SPI0
	ports   map[string]string          // serial ports by their names, and where they are
	buttons map[string]push
	knobs   map[string]*virtual.Encoder

	mu         sync.Mutex
	tags       map[nfc.UID]*virtual.Tag
	unregister []func() error
}

// push is a button and the level at which it is pressed.
type push struct {
	pin  *virtual.Pin
	down gpio.Level
}

// ErrNoSuch says that the bench has no device of that name.
var ErrNoSuch = errors.New("there is no such device on the bench")

// How long a finger stays on a button.
const (
	shortPress = 120 * time.Millisecond
	longPress  = time.Second
)

// New makes and registers the devices of a config.
func New(c *hw.Config) (*Bench, error) {
	b := &Bench{
		readers: make(map[string]Chip), i2c: make(map[string]*virtual.I2CBus), spi: make(map[string]*virtual.SPIBus), ports: make(map[string]string), buttons: make(map[string]push), knobs: make(map[string]*virtual.Encoder),
		tags: make(map[nfc.UID]*virtual.Tag),
	}
	if err := b.build(c); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

func (b *Bench) build(c *hw.Config) error {
	for _, r := range c.Readers {
		chip, err := b.chip(r)
		if err != nil {
			return err
		}
		if err := b.registered(chip.Register(), chip.Unregister); err != nil {
			return err
		}
		b.readers[r.Name] = chip
	}
	for _, config := range c.Buttons {
		if err := b.buildButton(config.Name, config.Pin, config.ActiveHigh); err != nil {
			return err
		}
	}
	for _, config := range c.Knobs {
		if err := b.buildKnob(config); err != nil {
			return err
		}
	}
	if c.Lamps != nil {
		newLamps := virtual.NewAPA102
		if c.Lamps.Model == hw.LampsWS2812 {
			newLamps = virtual.NewWS2812
		}
		b.Lamps = newLamps(c.Lamps.Bus, c.Lamps.Count)
		b.Lamps.Share(b.spiBus(c.Lamps.Bus))
		if err := b.registered(b.Lamps.Register(), b.Lamps.Unregister); err != nil {
			return err
		}
	}
	if err := b.buildPanel(c.Panel); err != nil {
		return err
	}
	return b.buildBuzzer(c.Buzzer)
}

// chip makes the chip of a reader, on its bus.
func (b *Bench) chip(r hw.Reader) (Chip, error) {
	switch {
	case r.Chip == hw.ChipMFRC522:
		chip := virtual.NewMFRC522(r.Bus)
		chip.Share(b.spiBus(r.Bus))
		return chip, nil
	case strings.HasPrefix(r.Bus, "SPI"):
		chip := virtual.NewPN532OnSPI(r.Bus)
		chip.Share(b.spiBus(r.Bus))
		return chip, nil
	case strings.HasPrefix(r.Bus, "I2C"):
		bus, err := b.i2cBus(r.Bus)
		return virtual.NewPN532OnI2C(bus), err
	}
	dir, err := os.MkdirTemp("", "familiar-port-")
	if err != nil {
		return nil, fmt.Errorf("a place for the serial port: %w", err)
	}
	b.unregister = append(b.unregister, func() error { return os.RemoveAll(dir) })
	b.ports[r.Bus] = filepath.Join(dir, filepath.Base(r.Bus))
	return virtual.NewPN532OnSerial(b.ports[r.Bus]), nil
}

// i2cBus is an I2C bus of a name, made when it is first wanted.
func (b *Bench) i2cBus(name string) (*virtual.I2CBus, error) {
	if bus := b.i2c[name]; bus != nil {
		return bus, nil
	}
	bus := virtual.NewI2CBus(name)
	b.i2c[name] = bus
	return bus, b.registered(bus.Register(), bus.Unregister)
}

// spiBus is the bus that a port belongs to, made when it is first wanted.
func (b *Bench) spiBus(port string) *virtual.SPIBus {
	name, _, _ := strings.Cut(port, ".")
	if b.spi[name] == nil {
		b.spi[name] = virtual.NewSPIBus()
	}
	return b.spi[name]
}

// Pace makes what goes over SPI take the time it would take on the wires, which ports of one bus share: else only PN532s take theirs.
func (b *Bench) Pace(on bool) {
	for _, chip := range b.readers {
		if chip, ok := chip.(pacer); ok {
			chip.Pace(on)
		}
	}
	if panel, ok := b.Panel.(pacer); ok {
		panel.Pace(on)
	}
	if b.Lamps != nil {
		b.Lamps.Pace(on)
	}
}

// pacer is a chip whose transfers take no time unless that is wanted.
type pacer interface{ Pace(on bool) }

func (b *Bench) buildButton(name, pinName string, activeHigh bool) error {
	pin, err := b.pin(pinName, virtual.NewPin)
	if err != nil {
		return err
	}
	p := push{pin, gpio.Level(activeHigh)}
	p.pin.Set(!p.down)
	b.buttons[name] = p
	return nil
}

// buildKnob makes an encoder and the button in it, which goes by the same name.
func (b *Bench) buildKnob(k hw.Knob) error {
	one, err := b.pin(k.A, virtual.NewPin)
	if err != nil {
		return err
	}
	other, err := b.pin(k.B, virtual.NewPin)
	if err != nil {
		return err
	}
	b.knobs[k.Name] = virtual.NewEncoder(one, other, virtual.EncoderOpts{Edges: k.Edges})
	return b.buildButton(k.Name, k.Press, false)
}

func (b *Bench) registered(err error, undo func() error) error {
	if err == nil {
		b.unregister = append(b.unregister, undo)
	}
	return err
}

func (b *Bench) pin(name string, kind func(string, int) *virtual.Pin) (*virtual.Pin, error) {
	pin, err := newPin(name, kind)
	if err != nil {
		return nil, err
	}
	return pin, b.registered(pin.Register(), pin.Unregister)
}

// newPin makes a pin of its name on the board.
func newPin(name string, kind func(string, int) *virtual.Pin) (*virtual.Pin, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(name, "GPIO"))
	if err != nil || !strings.HasPrefix(name, "GPIO") {
		return nil, fmt.Errorf("pin %q: the bench has pins GPIO0, GPIO1, …", name)
	}
	return kind(name, n), nil
}

func (b *Bench) buildPanel(p *hw.Panel) error {
	if p == nil {
		return nil
	}
	if p.Model == hw.PanelOLED {
		return b.buildOLED(p)
	}
	dc, err1 := newPin(p.DC, virtual.NewPin)
	reset, err2 := newPin(p.Reset, virtual.NewPin)
	busy, err3 := newPin(p.Busy, virtual.NewPin)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	newPanel := virtual.NewWaveshareV2
	if p.Model == hw.PanelV4 {
		newPanel = virtual.NewWaveshareV4
	}
	panel := newPanel(p.Bus, dc, reset, busy)
	panel.Share(b.spiBus(p.Bus))
	b.Panel = panel
	return b.registered(panel.Register(), panel.Unregister)
}

func (b *Bench) buildOLED(p *hw.Panel) error {
	bus, err := b.i2cBus(p.Bus)
	if err != nil {
		return err
	}
	height := 64
	if p.Size == hw.SizeSmall {
		height = 32
	}
	oled, err := virtual.NewOLED(bus, height)
	if err != nil {
		return err
	}
	b.Panel = oled
	return nil
}

func (b *Bench) buildBuzzer(z *hw.Buzzer) error {
	if z == nil {
		return nil
	}
	if z.PWM != "" {
		return b.buildPWM(z.PWM)
	}
	kind, hang := virtual.NewPin, virtual.NewActiveBuzzer
	if z.Kind == hw.BuzzerPassive {
		kind, hang = virtual.NewPWMPin, virtual.NewPassiveBuzzer
	}
	pin, err := b.pin(z.Pin, kind)
	if err != nil {
		return err
	}
	b.Buzzer = hang(pin)
	return nil
}

// buildPWM makes a PWM of the kernel with as many channels as are needed, and hangs the buzzer on the last one.
func (b *Bench) buildPWM(dir string) error {
	channel, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(dir), "pwm"))
	if err != nil {
		return fmt.Errorf("pwm %q: it looks like /sys/class/pwm/pwmchip0/pwm0", dir)
	}
	pins := make([]*virtual.Pin, channel+1)
	for i := range pins {
		pins[i] = virtual.NewPWMPin(fmt.Sprintf("PWM%d", i), i)
	}
	b.pwm = virtual.NewPWMChip(filepath.Dir(dir), pins...)
	b.Buzzer = virtual.NewPassiveBuzzer(pins[channel])
	return nil
}

// System is where the devices hang that have no name in periph's registries.
func (b *Bench) System() hw.System {
	s := hw.System{Ports: b.ports}
	if b.pwm != nil {
		s.Sysfs = b.pwm
	}
	return s
}

// PWM is the emulated PWM of the kernel, nil where the config has none.
func (b *Bench) PWM() *virtual.PWMChip { return b.pwm }

// Close takes the names back. A second Close does nothing.
func (b *Bench) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	var errs []error
	for _, undo := range slices.Backward(b.unregister) { // a chip leaves its bus before the bus goes
		errs = append(errs, undo())
	}
	b.unregister = nil
	return errors.Join(errs...)
}

// Chip is the emulated chip of a reader.
type Chip interface {
	Field() *virtual.Field
	SetFault(virtual.ChipFault)
	FaultAfter(n int, f virtual.ChipFault)
	Register() error
	Unregister() error
}

// Reader is the emulated chip of a reader, nil if there is none of that name.
func (b *Bench) Reader(name string) Chip { return b.readers[name] }

// I2C is an emulated I2C bus, nil if nothing hangs on one of that name.
func (b *Bench) I2C(name string) *virtual.I2CBus { return b.i2c[name] }

// Lay puts the tag of a UID into the field of a reader; from another field it is lifted first. The error is ErrNoSuch, or
// nfc.ErrUID for a UID that no tag can have.
func (b *Bench) Lay(uid nfc.UID, reader string) error {
	chip := b.readers[reader]
	if chip == nil {
		return fmt.Errorf("reader %q: %w", reader, ErrNoSuch)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	tag := b.tags[uid]
	if tag == nil {
		var err error
		if tag, err = virtual.NewTag(uid); err != nil {
			return err
		}
		b.tags[uid] = tag
	}
	b.lift(tag)
	chip.Field().Put(tag)
	return nil
}

// Lift takes the tag of a UID out of whatever field it is in.
func (b *Bench) Lift(uid nfc.UID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if tag := b.tags[uid]; tag != nil {
		b.lift(tag)
	}
}

func (b *Bench) lift(tag *virtual.Tag) {
	for _, chip := range b.readers {
		chip.Field().Take(tag)
	}
}

// Tags lists the tags in the field of a reader.
func (b *Bench) Tags(reader string) []nfc.UID {
	chip := b.readers[reader]
	if chip == nil {
		return nil
	}
	var uids []nfc.UID
	for _, tag := range chip.Field().Tags() {
		uids = append(uids, tag.UID())
	}
	return uids
}

// Press presses a button and lets go of it, which takes as long as a finger does: a tenth of a second, or a whole one.
func (b *Bench) Press(button string, long bool) error {
	p, ok := b.buttons[button]
	if !ok {
		return fmt.Errorf("button %q: %w", button, ErrNoSuch)
	}
	p.pin.Set(p.down)
	defer p.pin.Set(!p.down)
	if long {
		time.Sleep(longPress)
	} else {
		time.Sleep(shortPress)
	}
	return nil
}

// Turn turns a knob by so many clicks, clockwise, or less than 0 the other way, as quickly as a hand does.
func (b *Bench) Turn(knob string, clicks int) error {
	e, ok := b.knobs[knob]
	if !ok {
		return fmt.Errorf("knob %q: %w", knob, ErrNoSuch)
	}
	e.Turn(clicks)
	return nil
}

// Down tells whether a button is pressed.
func (b *Bench) Down(button string) bool {
	p, ok := b.buttons[button]
	return ok && p.pin.Level() == p.down
}

// Picture is what the panel shows, nil where there is none.
func (b *Bench) Picture() image.Image {
	if b.Panel == nil {
		return nil
	}
	return b.Panel.Image()
}

// Lights are the colours of the lamps.
func (b *Bench) Lights() []color.NRGBA {
	if b.Lamps == nil {
		return nil
	}
	return b.Lamps.Colors()
}

// Hz is the pitch that sounds now; 0 is silence.
func (b *Bench) Hz() int {
	if b.Buzzer == nil {
		return 0
	}
	return b.Buzzer.Hz()
}

// The faults of a reader.
const (
	FaultNone   = "none"
	FaultUnplug = "unplug"
)

// Fault breaks a reader, or mends it. Other faults are made at the emulated parts themselves: Reader, Panel, Lamps.
func (b *Bench) Fault(reader, fault string) error {
	chip := b.readers[reader]
	if chip == nil {
		return fmt.Errorf("reader %q: %w", reader, ErrNoSuch)
	}
	switch fault {
	case FaultNone:
		chip.SetFault(virtual.ChipSound)
	case FaultUnplug:
		chip.SetFault(virtual.ChipLineLow)
	default:
		return fmt.Errorf("there is no fault %q: a reader knows %s and %s", fault, FaultUnplug, FaultNone)
	}
	return nil
}
