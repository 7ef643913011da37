// Package bench is a table without hardware. It emulates the chip of every device of a config and registers it under its name in the
// config, so that the daemon's own code opens it. Further methods act as the players' hands.
//
// Names are registered for the whole process, so only one Bench may use a name at a time. They stay registered until Close; devices
// that were opened before go on working. A Bench may be used from any goroutine.
package bench

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"familiar/hw"
	"familiar/hw/nfc"
	"familiar/hw/virtual"
)

// Bench is the emulated devices of a config.
type Bench struct {
	Panel  virtual.Panel   // nil if the config has none
	Digits Digits          // nil if the config has none
	Lamps  *virtual.Lamps  // nil if the config has none
	Buzzer *virtual.Buzzer // nil if the config has none

	pwm     *virtual.PWMChip
	pwmPins []*virtual.Pin
	readers map[string]Chip
	i2c     map[string]*virtual.I2CBus
	spi     map[string]*virtual.SPIBus   // by their names, such as SPI0
	ports   map[string]string            // paths of the serial ports by their names
	pins    map[string]*virtual.Pin      // by their names, such as GPIO5
	chips   map[string]virtual.SPIDevice // by their ports, such as SPI0.0
	buttons map[string]pushButton
	knobs   map[string]*virtual.Encoder

	mu         sync.Mutex
	tags       map[nfc.UID]*virtual.Tag
	unregister []func() error
}

// ErrNoDevice means that the bench has no device of that name.
var ErrNoDevice = errors.New("there is no such device on the bench")

// New makes and registers the devices of a config.
func New(c *hw.Config) (*Bench, error) {
	b := &Bench{
		readers: make(map[string]Chip),
		i2c:     make(map[string]*virtual.I2CBus),
		spi:     make(map[string]*virtual.SPIBus),
		ports:   make(map[string]string),
		pins:    make(map[string]*virtual.Pin),
		chips:   make(map[string]virtual.SPIDevice),
		buttons: make(map[string]pushButton),
		knobs:   make(map[string]*virtual.Encoder),
		tags:    make(map[nfc.UID]*virtual.Tag),
	}
	if err := b.build(c); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Pace makes transfers over SPI take the time they take on real wires, one after the other on each bus. Without it only I2C transfers, serial lines and the delays of the chips themselves take time.
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

// pacer is a chip whose transfers take no time unless Pace is on.
type pacer interface{ Pace(on bool) }

// System locates the devices that periph's registries do not have.
func (b *Bench) System() hw.System {
	s := hw.System{Ports: b.ports}
	if b.pwm != nil {
		s.Sysfs = b.pwm
	}
	return s
}

// PWM returns the emulated PWM of the kernel, nil if the config has none.
func (b *Bench) PWM() *virtual.PWMChip { return b.pwm }

// Close unregisters all names. A second Close does nothing.
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

// Digits is an emulated display of digits.
type Digits interface {
	Text() string    // what a person reads, as many characters as there are digits
	Brightness() int // 0: it is off
	SetPower(on bool)
	Watch() (changed <-chan struct{}, stop func())
	Complaints() []string
}

// Reader returns the emulated chip of a reader, nil if there is none of that name.
func (b *Bench) Reader(name string) Chip { return b.readers[name] }

// I2CBus returns an emulated I2C bus, nil if it has no device.
func (b *Bench) I2CBus(name string) *virtual.I2CBus { return b.i2c[name] }

// SPIChip returns the chip on an SPI port, nil if there is none.
func (b *Bench) SPIChip(port string) virtual.SPIDevice { return b.chips[port] }

// PWMPins returns the lines of the kernel's PWM by their channels, none if the config has no PWM.
func (b *Bench) PWMPins() []*virtual.Pin { return b.pwmPins }

// Pin returns an emulated line, such as "GPIO5"; nil if no device is on it.
func (b *Bench) Pin(name string) *virtual.Pin { return b.pins[name] }

// The faults of a reader.
const (
	FaultNone   = "none"
	FaultUnplug = "unplug"
)

// Fault breaks or repairs a reader. For other faults use the emulated parts themselves: Reader, Panel, Lamps.
func (b *Bench) Fault(reader, fault string) error {
	chip := b.readers[reader]
	if chip == nil {
		return fmt.Errorf("reader %q: %w", reader, ErrNoDevice)
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
