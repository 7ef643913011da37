package hw

import (
	"context"
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/spi/spireg"
)

// probeTimeout is how long a device may take to answer Probe.
const probeTimeout = 2 * time.Second

// Probe asks every device of a config once and says how it is, without showing or sounding anything. Readers have to answer; of
// panel, lamps and buzzer, which never answer anything, only their ports and pins are looked for.
func Probe(ctx context.Context, c *Config) []Health {
	var found []Health
	for _, r := range c.Readers {
		found = append(found, probed("reader "+r.Name, probeReader(ctx, r), "check its wires, its 3.3 V and that SPI is enabled"))
	}
	for _, b := range c.Buttons {
		found = append(found, probed("button "+b.Name, probePins(b.Pin), "a Pi calls its pins GPIO0 to GPIO27"))
	}
	if p := c.Panel; p != nil {
		found = append(found, probed("panel", errors.Join(probePort(p.Bus), probePins(p.DC, p.Reset, p.Busy)), "check that SPI is enabled and the names of the pins"))
	}
	if l := c.Lamps; l != nil {
		found = append(found, probed("lamps", probePort(l.Bus), "check that SPI is enabled"))
	}
	if b := c.Buzzer; b != nil {
		found = append(found, probed("buzzer", probeBuzzer(*b), "check the name of the pin, or enable the PWM with dtoverlay=pwm"))
	}
	return found
}

func probed(device string, err error, todo string) Health {
	if err != nil {
		return Health{Device: device, Text: fmt.Sprintf("%v: %s", err, todo)}
	}
	return Health{Device: device, OK: true}
}

func probeReader(ctx context.Context, r Reader) error {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	dev, err := openReader(r)(ctx)
	if err != nil {
		return err
	}
	_, err = dev.Tags(ctx, nil)
	return errors.Join(err, dev.Halt())
}

func probePort(name string) error {
	port, err := spireg.Open(name)
	if err != nil {
		return fmt.Errorf("opening port %s: %w", name, err)
	}
	return port.Close()
}

func probePins(names ...string) error {
	for _, name := range names {
		if gpioreg.ByName(name) == nil {
			return fmt.Errorf("there is no pin %s", name)
		}
	}
	return nil
}

func probeBuzzer(b Buzzer) error {
	if b.PWM != "" {
		s, err := openSounder(b)
		if err != nil {
			return err
		}
		return s.Halt()
	}
	return probePins(b.Pin)
}
