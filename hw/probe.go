package hw

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/hw/nfc"
	"familiar/hw/part"
)

// probeTimeout is how long a reader may take to answer Probe.
const probeTimeout = 2 * time.Second

// probeTime is how long a reader that answers is polled.
const probeTime = 500 * time.Millisecond

// Probe examines every device of a config and returns their health in the order of the config, without showing or sounding
// anything. Readers, OLEDs and digits have to answer, readers for half a second. The others cannot answer: it only checks that their
// ports and pins exist. Health.Device is the kind of the device and its name: "reader altar-1".
func Probe(ctx context.Context, c *Config, system System) []Health {
	found := make([]Health, len(c.Readers))
	var readers sync.WaitGroup
	for i, r := range c.Readers {
		readers.Go(func() {
			found[i] = examineReader(ctx, system, r)
		})
	}
	readers.Wait()
	for _, b := range c.Buttons {
		found = append(found, probeHealth(DeviceName("button", b.Name), probePins(b.Pin), buttonAdvice))
	}
	for _, k := range c.Knobs {
		found = append(found, probeHealth(DeviceName("knob", k.Name), probePins(k.A, k.B, k.Press), buttonAdvice))
	}
	if c.Panel != nil {
		found = append(found, examinePanel(*c.Panel))
	}
	if c.Digits != nil {
		found = append(found, examineDigits(*c.Digits))
	}
	if l := c.Lamps; l != nil {
		found = append(found, probeHealth("lamps", probePort(l.Bus), lampsAdvice))
	}
	if b := c.Buzzer; b != nil {
		found = append(found, probeHealth("buzzer", probeBuzzer(system, *b), buzzerAdvice(*b)))
	}
	return found
}

// probeHealth returns the health of a device, with the advice for unknown errors.
func probeHealth(device string, err error, advice string) Health {
	if err != nil {
		return Health{Device: device, Text: advise(err, advice)}
	}
	return Health{Device: device, OK: true}
}

// answerHealth is probeHealth for a device that can answer.
func answerHealth(device string, err error, advice string) Health {
	h := probeHealth(device, err, advice)
	h.Asked = true
	return h
}

// examineReader returns the health of a reader, with the results of polling it for a while if it answers.
func examineReader(ctx context.Context, system System, r Reader) Health {
	name := DeviceName("reader", r.Name)
	driver, err := r.driver()
	if err != nil {
		return probeHealth(name, err, configAdvice)
	}
	err = probeReader(ctx, watch(driver, system, r))
	h := answerHealth(name, err, part.CheckWires)
	if err == nil {
		h.Stats = pollReader(ctx, watch(driver, system, r))
	}
	return h
}

// examinePanel returns the health of a panel.
func examinePanel(p Panel) Health {
	driver, err := p.driver()
	switch {
	case err != nil:
		return probeHealth("panel", err, configAdvice)
	case driver.Probe != nil:
		return answerHealth("panel", driver.Probe(p.Bus), driver.WiresAdvice)
	}
	return probeHealth("panel", errors.Join(probePort(p.Bus), probePins(p.DC, p.Reset, p.Busy)), driver.WiresAdvice)
}

// examineDigits returns the health of a display of digits. It leaves them dark.
func examineDigits(c Digits) Health {
	driver, err := c.driver()
	if err != nil {
		return probeHealth("digits", err, configAdvice)
	}
	wires, err := c.wires()
	if err == nil {
		err = driver.Probe(wires)
	}
	return answerHealth("digits", err, buttonAdvice)
}

// probeReader returns nil if a reader answers.
func probeReader(ctx context.Context, w *nfc.Watcher) error {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	dev, err := w.Open(ctx)
	if err != nil {
		return err
	}
	_, err = dev.Tags(ctx, nil)
	return errors.Join(err, dev.Halt())
}

// pollReader polls a reader for a while and returns the results as text.
func pollReader(ctx context.Context, w *nfc.Watcher) string {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	w.Notify = func(nfc.Event) {}
	err := w.Run(ctx)
	h := w.Health()
	text := fmt.Sprintf("%d polls in %v, errors: %d, retries: %d, tags in its field: %d", h.Polls, probeTime, h.Errors, h.Retries, h.Tags)
	if err = errors.Join(h.LastError, err); err != nil {
		text += " (" + err.Error() + ")"
	}
	return text
}

func probePort(bus string) error {
	port, err := part.OpenSPI(bus)
	if err != nil {
		return err
	}
	return port.Close()
}

func probePins(names ...string) error {
	var errs []error
	for _, name := range names {
		_, err := part.FindPin(name)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func probeBuzzer(system System, b Buzzer) error {
	s, err := openSounder(system.sysfs(), b)
	if err != nil {
		return err
	}
	return s.Halt()
}
