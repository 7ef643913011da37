package panel

import (
	"image"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/devices/v3/waveshare2in13v2"
)

// WaveshareV2 is a Waveshare 2.13" v2: e-paper of 250×122 pixels, with full and partial refreshes.
const WaveshareV2 Model = "waveshare2in13v2"

func waveshareV2Driver() Driver {
	return waveshareDriver(WaveshareV2, "V2", wearV2, func(w Wires, o Opts) (epaperDriver, error) { return openV2(w, o.UpsideDown) })
}

// The times of a Waveshare 2.13" v2, whose driver loads waveforms of 1.8 s and
// 0.2 s. Init takes 0.6 s for a reset, during which the panel is not busy.
var (
	setupV2   = job{limit: 2 * time.Second}
	fullV2    = job{limit: 5 * time.Second, refreshes: 1, minTime: 900 * time.Millisecond}
	partialV2 = job{limit: 2 * time.Second, refreshes: 1, minTime: 100 * time.Millisecond}
)

// waveshareV2 is an open Waveshare 2.13" v2.
type waveshareV2 struct {
	dev  *waveshare2in13v2.Dev
	busy *busyPin
	mode waveshare2in13v2.PartialUpdate
}

func openV2(wires Wires, upsideDown bool) (*waveshareV2, error) {
	opts := waveshare2in13v2.EPD2in13v2
	// The driver rotates the picture: landscape with the origin at the left of
	// the panel's foot, as in Waveshare's examples, or at the opposite corner.
	opts.Origin = waveshare2in13v2.BottomLeft
	if upsideDown {
		opts.Origin = waveshare2in13v2.TopRight
	}
	busy := &busyPin{PinIn: wires.BUSY}
	dev, err := waveshare2in13v2.New(wires.Port, wires.DC, noCS{gpio.INVALID}, wires.RST, busy, &opts)
	if err != nil {
		return nil, err
	}
	return &waveshareV2{dev: dev, busy: busy}, busy.run(setupV2, dev.Init)
}

// draw implements epaperDriver.
func (w *waveshareV2) draw(p *picture, part image.Rectangle, full bool) error {
	mode, work := waveshare2in13v2.Partial, partialV2
	if full {
		mode, work, part = waveshare2in13v2.Full, fullV2, p.Rect
	}
	if err := w.setMode(mode); err != nil {
		return err
	}
	return w.busy.run(work, func() error { return w.dev.Draw(part, p, part.Min) })
}

// setMode loads the waveform of the mode, unless it is loaded. A new panel has
// that of full refreshes.
func (w *waveshareV2) setMode(mode waveshare2in13v2.PartialUpdate) error {
	if mode == w.mode {
		return nil
	}
	w.mode = mode
	return w.busy.run(setupV2, func() error { return w.dev.SetUpdateMode(mode) })
}

// sleep implements epaperDriver.
func (w *waveshareV2) sleep() error { return w.dev.Sleep() }
