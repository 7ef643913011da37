package panel

import (
	"errors"
	"fmt"
	"image"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
	"periph.io/x/devices/v3/waveshare2in13v2"
)

// watchdog is how long a job may keep the panel busy. A full refresh takes two
// seconds, four in the cold.
const watchdog = 10 * time.Second

// Wires is where a panel hangs.
type Wires struct {
	Port    spi.PortCloser // with the panel's CS; the panel closes it
	DC, RST gpio.PinOut
	BUSY    gpio.PinIn
}

// Names are the names of a panel's wires in periph's registries.
type Names struct {
	Port, DC, RST, BUSY string
}

// Hat is the wiring of Waveshare's own HAT.
var Hat = Names{Port: "SPI0.0", DC: "GPIO25", RST: "GPIO17", BUSY: "GPIO24"}

// Open looks the wires up and opens the port.
func (n Names) Open() (Wires, error) {
	dc, err1 := pinNamed(n.DC)
	rst, err2 := pinNamed(n.RST)
	busy, err3 := pinNamed(n.BUSY)
	if err := errors.Join(err1, err2, err3); err != nil {
		return Wires{}, err
	}
	port, err := spireg.Open(n.Port)
	if err != nil {
		return Wires{}, fmt.Errorf("panel: opening port %q: %w", n.Port, err)
	}
	return Wires{Port: port, DC: dc, RST: rst, BUSY: busy}, nil
}

func pinNamed(name string) (gpio.PinIO, error) {
	pin := gpioreg.ByName(name)
	if pin == nil {
		return nil, fmt.Errorf("panel: there is no pin %q", name)
	}
	return pin, nil
}

// waveshare is an open Waveshare 2.13" v2.
type waveshare struct {
	wires Wires
	dev   *waveshare2in13v2.Dev
	busy  *busyPin
	mode  waveshare2in13v2.PartialUpdate
}

// openWaveshare opens a panel and initialises its controller, which takes 0.6 s.
func openWaveshare(open func() (Wires, error), upsideDown bool) (*waveshare, error) {
	wires, err := open()
	if err != nil {
		return nil, err
	}
	if wires.Port == nil || wires.DC == nil || wires.RST == nil || wires.BUSY == nil {
		return nil, errors.New("panel: a wire is missing")
	}
	w := &waveshare{wires: wires, busy: &busyPin{PinIn: wires.BUSY}}
	if err := w.init(upsideDown); err != nil {
		return nil, fmt.Errorf("panel on %s: initialising: %w", wires.Port, errors.Join(err, wires.Port.Close()))
	}
	return w, nil
}

func (w *waveshare) init(upsideDown bool) error {
	opts := waveshare2in13v2.EPD2in13v2
	// The driver turns the picture: landscape with the corner at the left of
	// the panel's foot, as in Waveshare's examples, or at the opposite one.
	opts.Origin = waveshare2in13v2.BottomLeft
	if upsideDown {
		opts.Origin = waveshare2in13v2.TopRight
	}
	var err error
	w.dev, err = waveshare2in13v2.New(w.wires.Port, w.wires.DC, noCS{}, w.wires.RST, w.busy, &opts)
	if err != nil {
		return err
	}
	return w.job(false, w.dev.Init)
}

// draw shows the picture, sending only the part within the rectangle; a full
// refresh takes all of it.
func (w *waveshare) draw(p *picture, part image.Rectangle, full bool) error {
	mode := waveshare2in13v2.Partial
	if full {
		mode, part = waveshare2in13v2.Full, p.Rect
	}
	err := w.setMode(mode)
	if err == nil {
		err = w.job(true, func() error { return w.dev.Draw(part, p, part.Min) })
	}
	if err != nil {
		return fmt.Errorf("panel on %s: drawing: %w", w.wires.Port, err)
	}
	return nil
}

// setMode loads the waveform of the mode, unless it is there. A new panel has
// that of full refreshes.
func (w *waveshare) setMode(mode waveshare2in13v2.PartialUpdate) error {
	if mode == w.mode {
		return nil
	}
	w.mode = mode
	return w.job(false, func() error { return w.dev.SetUpdateMode(mode) })
}

// sleep puts the controller to deep sleep, which the panel keeps its picture in
// without power, and closes the port.
func (w *waveshare) sleep() error {
	if err := errors.Join(w.dev.Sleep(), w.wires.Port.Close()); err != nil {
		return fmt.Errorf("panel on %s: going to sleep: %w", w.wires.Port, err)
	}
	return nil
}

// abandon closes the port of a panel that failed.
func (w *waveshare) abandon() error { return w.wires.Port.Close() }

// job does one thing with the panel under the watchdog.
func (w *waveshare) job(refreshes bool, do func() error) error {
	w.busy.arm(watchdog, refreshes)
	if err := do(); err != nil {
		return err
	}
	return w.busy.err()
}
