package panel

import (
	"image"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/devices/v3/waveshare2in13v4"
)

// WaveshareV4 is a Waveshare 2.13" v4: e-paper of 250×122 pixels, with full refreshes only.
const WaveshareV4 Model = "waveshare2in13v4"

func waveshareV4Driver() Driver {
	return waveshareDriver(WaveshareV4, "V4", wearV4, func(w Wires, o Opts) (epaperDriver, error) { return openV4(w, o.UpsideDown) })
}

// The times of a Waveshare 2.13" v4, whose driver refreshes twice a Draw, for
// two seconds each, with the built-in waveform.
var (
	setupV4 = job{limit: 2 * time.Second}
	drawV4  = job{limit: 10 * time.Second, refreshes: 2, minTime: 500 * time.Millisecond}
)

// waveshareV4 is an open Waveshare 2.13" v4.
type waveshareV4 struct {
	dev  *waveshare2in13v4.Dev
	busy *busyPin
}

func openV4(wires Wires, upsideDown bool) (*waveshareV4, error) {
	opts := waveshare2in13v4.EPD2in13v4
	opts.Origin = waveshare2in13v4.BottomLeft
	if upsideDown {
		opts.Origin = waveshare2in13v4.TopRight
	}
	busy := &busyPin{PinIn: wires.BUSY}
	dev, err := waveshare2in13v4.New(wires.Port, wires.DC, noCS{gpio.INVALID}, wires.RST, busy, &opts)
	if err != nil {
		return nil, err
	}
	return &waveshareV4{dev, busy}, nil
}

// draw implements epaperDriver. The driver sets neither the window nor the counters of
// the memory when it draws, but relies on a whole picture to bring them back to
// the start, so this always sends the whole picture. A controller that lost its
// settings meanwhile could not be noticed, and Init takes a twentieth of a
// second only, so every picture begins with it.
func (w *waveshareV4) draw(p *picture, _ image.Rectangle, _ bool) error {
	if err := w.busy.run(setupV4, w.dev.Init); err != nil {
		return err
	}
	return w.busy.run(drawV4, func() error { return w.dev.Draw(p.Rect, p, image.Point{}) })
}

// sleep implements epaperDriver.
func (w *waveshareV4) sleep() error { return w.dev.Sleep() }
