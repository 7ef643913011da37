package panel

import (
	"errors"
	"fmt"
	"image"
	"time"

	"familiar/hw/keep"
	"familiar/hw/part"
)

// epaper is an open e-paper panel.
type epaper struct {
	wires  Wires
	driver epaperDriver
	pace   pace
	shown  *picture // nil before the first
	counts *counts
}

// epaperDriver drives a model of e-paper and checks its BUSY line.
type epaperDriver interface {
	// draw shows the picture. It sends only the part within the rectangle if it
	// can; a full refresh takes the whole picture.
	draw(p *picture, part image.Rectangle, full bool) error
	// sleep puts the controller to deep sleep, without power for the glass.
	sleep() error
}

// ePaperHAT is an e-paper HAT as it is wired pin by pin.
func ePaperHAT() part.Module {
	return part.Module{
		Power: []string{"VCC"}, Ground: "GND",
		Connections: []part.Connection{{Bus: part.SPI, Terminals: map[string]string{"MOSI": "DIN", "SCK": "CLK", "CS": "CS"}}},
	}
}

// waveshareDriver is the driver of a version of Waveshare's 2.13" HAT, which start starts. All versions are wired alike.
func waveshareDriver(model Model, version string, spare wear, start func(Wires, Opts) (epaperDriver, error)) Driver {
	return Driver{
		Model: model, Kind: "an e-ink panel", Market: "Waveshare 2.13inch e-Paper HAT", Version: version,
		Module: ePaperHAT(), Pins: true, HAT: Names{Port: "SPI0.0", DC: "GPIO25", RST: "GPIO17", BUSY: "GPIO24"},
		Sizes:       []image.Point{{X: 250, Y: 122}},
		WiresAdvice: part.CheckPins, Advice: []part.Advice{{Err: ErrReset, Text: part.CheckSupply}},
		open: func(w Wires, o Opts, c *counts) (keep.Device[picture], error) {
			return openEPaper(w, spare, c, func() (epaperDriver, error) { return start(w, o) })
		},
	}
}

// openEPaper opens an e-paper panel with limits that spare its glass; start starts
// its driver. If the panel does not start, it closes the port.
func openEPaper(wires Wires, spare wear, t *counts, start func() (epaperDriver, error)) (*epaper, error) {
	if wires.Port == nil || wires.DC == nil || wires.RST == nil || wires.BUSY == nil {
		return nil, errors.New("panel: a wire is missing")
	}
	e := &epaper{wires: wires, counts: t, pace: pace{wear: spare}}
	var err error
	if e.driver, err = start(); err != nil {
		return nil, errors.Join(e.failed("initialising", err), wires.Port.Close())
	}
	return e, nil
}

// failed wraps an error with the failed operation, and counts it if the panel
// was stuck.
func (e *epaper) failed(doing string, err error) error {
	if errors.Is(err, ErrStuck) {
		e.counts.stuck.Add(1)
	}
	return fmt.Errorf("panel on %s: %s: %w", e.wires.Port, doing, err)
}

// Step implements keep.Device: it shows the picture when it is due.
func (e *epaper) Step(wanted *picture) (time.Duration, error) {
	if !e.due(wanted) {
		e.pace.clearWanted()
		return keep.Idle, nil
	}
	now := time.Now()
	e.pace.want(wanted, now)
	if wait := e.pace.wait(now); wait > 0 {
		return wait, nil
	}
	if err := e.draw(wanted); err != nil {
		return 0, err
	}
	return keep.Idle, nil
}

// due reports whether the wanted picture is not shown yet.
func (e *epaper) due(wanted *picture) bool {
	return wanted != nil && (e.shown == nil || !changed(e.shown, wanted).Empty())
}

// draw shows a picture now.
func (e *epaper) draw(p *picture) error {
	full, part := e.pace.full(), p.Rect
	if e.shown != nil {
		part = changed(e.shown, p)
	}
	began := time.Now()
	if err := e.driver.draw(p, part, full); err != nil {
		return e.failed("drawing", err)
	}
	e.pace.refreshed(began, full)
	e.shown = p
	e.counts.countRefresh(full)
	return nil
}

// End implements keep.Device: it shows the picture without the usual pauses,
// and puts the panel to sleep.
func (e *epaper) End(wanted *picture) error {
	var err error
	if e.due(wanted) {
		err = e.draw(wanted)
	}
	if err == nil {
		if err = e.driver.sleep(); err != nil {
			err = e.failed("going to sleep", err)
		}
	}
	return errors.Join(err, e.wires.Port.Close())
}

// Abandon implements keep.Device.
func (e *epaper) Abandon() error { return e.wires.Port.Close() }
