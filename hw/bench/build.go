package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"periph.io/x/conn/v3/gpio"

	"familiar/hw"
	"familiar/hw/digits"
	"familiar/hw/panel"
	"familiar/hw/reader"
	"familiar/hw/virtual"
)

func (b *Bench) build(c *hw.Config) error {
	for _, r := range c.Readers {
		if err := b.buildReader(r); err != nil {
			return err
		}
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
		b.onSPI(c.Lamps.Bus, b.Lamps)
		if err := b.registered(b.Lamps.Register(), b.Lamps.Unregister); err != nil {
			return err
		}
	}
	if err := b.buildPanel(c.Panel); err != nil {
		return err
	}
	if err := b.buildDigits(c.Digits); err != nil {
		return err
	}
	return b.buildBuzzer(c.Buzzer)
}

// buildReader makes and registers the chip of a reader.
func (b *Bench) buildReader(r hw.Reader) error {
	if _, err := reader.Find(r.Chip); err != nil {
		return fmt.Errorf("%s: %w", hw.DeviceName("reader", r.Name), err)
	}
	emulate := readerChips[r.Chip]
	if emulate == nil {
		return fmt.Errorf("%s: the bench has no %s", hw.DeviceName("reader", r.Name), r.Chip)
	}
	chip, err := emulate(b, r.Bus)
	if err != nil {
		return err
	}
	b.readers[r.Name] = chip
	return b.registered(chip.Register(), chip.Unregister)
}

// spiChip is a chip that shares an SPI bus.
type spiChip interface {
	virtual.SPIDevice
	Share(*virtual.SPIBus)
}

// onSPI puts a chip on an SPI port.
func (b *Bench) onSPI(port string, chip spiChip) {
	b.chips[port] = chip
	chip.Share(b.spiBus(port))
}

// serialPort makes a place for a serial port and returns its path.
func (b *Bench) serialPort(name string) (string, error) {
	dir, err := os.MkdirTemp("", "familiar-port-")
	if err != nil {
		return "", fmt.Errorf("a place for the serial port: %w", err)
	}
	b.unregister = append(b.unregister, func() error { return os.RemoveAll(dir) })
	b.ports[name] = filepath.Join(dir, filepath.Base(name))
	return b.ports[name], nil
}

// i2cBus returns the I2C bus of a name, and makes it at its first use.
func (b *Bench) i2cBus(name string) (*virtual.I2CBus, error) {
	if bus := b.i2c[name]; bus != nil {
		return bus, nil
	}
	bus := virtual.NewI2CBus(name)
	b.i2c[name] = bus
	return bus, b.registered(bus.Register(), bus.Unregister)
}

// spiBus returns the bus of a port, and makes it at its first use.
func (b *Bench) spiBus(port string) *virtual.SPIBus {
	name, _, _ := strings.Cut(port, ".")
	if b.spi[name] == nil {
		b.spi[name] = virtual.NewSPIBus()
	}
	return b.spi[name]
}

func (b *Bench) buildButton(name, pinName string, activeHigh bool) error {
	pin, err := b.pin(pinName, virtual.NewPin)
	if err != nil {
		return err
	}
	p := pushButton{pin, gpio.Level(activeHigh)}
	p.pin.Set(!p.down)
	b.buttons[name] = p
	return nil
}

// buildKnob makes an encoder and its button, both under the knob's name.
func (b *Bench) buildKnob(k hw.Knob) error {
	pinA, err := b.pin(k.A, virtual.NewPin)
	if err != nil {
		return err
	}
	pinB, err := b.pin(k.B, virtual.NewPin)
	if err != nil {
		return err
	}
	b.knobs[k.Name] = virtual.NewEncoder(pinA, pinB, virtual.EncoderOpts{Edges: k.Edges})
	return b.buildButton(k.Name, k.Press, false)
}

// registered takes the result of registering something. If it was registered, Close will call undo.
func (b *Bench) registered(err error, undo func() error) error {
	if err == nil {
		b.unregister = append(b.unregister, undo)
	}
	return err
}

// pin makes and registers the pin of a name.
func (b *Bench) pin(name string, construct func(string, int) *virtual.Pin) (*virtual.Pin, error) {
	pin, err := newPin(name, construct)
	if err != nil {
		return nil, err
	}
	b.pins[name] = pin
	return pin, b.registered(pin.Register(), pin.Unregister)
}

// newPin makes the pin of a name, without registering it.
func newPin(name string, construct func(string, int) *virtual.Pin) (*virtual.Pin, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(name, "GPIO"))
	if err != nil || !strings.HasPrefix(name, "GPIO") {
		return nil, fmt.Errorf("pin %q: the bench has pins GPIO0, GPIO1, …", name)
	}
	return construct(name, n), nil
}

// buildPanel makes and registers a panel.
func (b *Bench) buildPanel(p *hw.Panel) error {
	if p == nil {
		return nil
	}
	d, err := panel.Find(p.Model)
	if err != nil {
		return fmt.Errorf("panel: %w", err)
	}
	emulate := panels[p.Model]
	size, ok := d.Size(p.Size)
	if emulate == nil || !ok {
		return fmt.Errorf("panel: the bench has no %s of size %q", p.Model, p.Size)
	}
	b.Panel, err = emulate(b, p, size)
	return err
}

// ePaper puts e-paper on its bus and its pins.
func (b *Bench) ePaper(p *hw.Panel, construct func(port string, dc, reset, busy *virtual.Pin) *virtual.EPaper) (virtual.Panel, error) {
	dc, err1 := newPin(p.DC, virtual.NewPin)
	reset, err2 := newPin(p.Reset, virtual.NewPin)
	busy, err3 := newPin(p.Busy, virtual.NewPin)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	glass := construct(p.Bus, dc, reset, busy)
	b.onSPI(p.Bus, glass)
	for _, pin := range []*virtual.Pin{dc, reset, busy} {
		b.pins[pin.Name()] = pin
	}
	return glass, b.registered(glass.Register(), glass.Unregister)
}

// buildDigits makes a display of digits on its pins.
func (b *Bench) buildDigits(c *hw.Digits) error {
	if c == nil {
		return nil
	}
	if _, err := digits.Find(c.Model); err != nil {
		return fmt.Errorf("digits: %w", err)
	}
	emulate := displays[c.Model]
	if emulate == nil {
		return fmt.Errorf("digits: the bench has no %s", c.Model)
	}
	clock, err := b.pin(c.Clk, virtual.NewPin)
	if err != nil {
		return err
	}
	data, err := b.pin(c.Dio, virtual.NewPin)
	if err != nil {
		return err
	}
	b.Digits = emulate(clock, data)
	return nil
}

func (b *Bench) buildBuzzer(z *hw.Buzzer) error {
	if z == nil {
		return nil
	}
	if z.PWM != "" {
		return b.buildPWM(z.PWM)
	}
	newPin, newBuzzer := virtual.NewPin, virtual.NewActiveBuzzer
	if z.Kind == hw.BuzzerPassive {
		newPin, newBuzzer = virtual.NewPWMPin, virtual.NewPassiveBuzzer
	}
	pin, err := b.pin(z.Pin, newPin)
	if err != nil {
		return err
	}
	b.Buzzer = newBuzzer(pin)
	return nil
}

// buildPWM makes a PWM of the kernel with as many channels as needed, and connects the buzzer to the last one.
func (b *Bench) buildPWM(dir string) error {
	channel, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(dir), "pwm"))
	if err != nil {
		return fmt.Errorf("pwm %q: it looks like /sys/class/pwm/pwmchip0/pwm0", dir)
	}
	pins := make([]*virtual.Pin, channel+1)
	for i := range pins {
		pins[i] = virtual.NewPWMPin(fmt.Sprintf("PWM%d", i), i)
	}
	b.pwmPins = pins
	b.pwm = virtual.NewPWMChip(filepath.Dir(dir), pins...)
	b.Buzzer = virtual.NewPassiveBuzzer(pins[channel])
	return nil
}
