package panel

import (
	"image"
	"image/color"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/devices/v3/inky"

	"familiar/hw/keep"
	"familiar/hw/part"
)

// InkyPHAT is a Pimoroni Inky pHAT of 212×104 pixels, with or without coloured
// ink, which is not used. The later one of 250×122 pixels has another controller.
const InkyPHAT Model = "inkyphat"

func inkyPHATDriver() Driver {
	return Driver{
		Model: InkyPHAT, Kind: "an Inky pHAT", Market: "Pimoroni Inky pHAT",
		Module: part.Module{
			Power: []string{"3V3"}, Ground: "GND",
			Connections: []part.Connection{{Bus: part.SPI, Terminals: map[string]string{"MOSI": "MOSI", "SCK": "SCLK", "CS": "CS"}}},
		},
		Pins: true, HAT: Names{Port: "SPI0.0", DC: "GPIO22", RST: "GPIO27", BUSY: "GPIO17"},
		Sizes:        []image.Point{{X: inkyHeight, Y: inkyWidth}},
		FirstPicture: drawInky.limit,
		WiresAdvice:  part.CheckPins, Advice: []part.Advice{{Err: ErrReset, Text: part.CheckSupply}},
		open: func(w Wires, o Opts, c *counts) (keep.Device[picture], error) {
			return openEPaper(w, wearInky, c, func() (epaperDriver, error) { return openInky(w, o.UpsideDown) })
		},
	}
}

// The size of the glass as the driver sees it.
const (
	inkyWidth  = 104
	inkyHeight = 212
)

// drawInky is a picture on an Inky pHAT. The driver resets the controller, for two
// tenths of a second, and loads a waveform of 892 frames, which take nine
// seconds.
var drawInky = job{limit: 15 * time.Second, resets: 1, refreshes: 1, minTime: 4 * time.Second}

// inkyPHAT is an open Inky pHAT.
type inkyPHAT struct {
	dev        *inky.Dev
	busy       edgePin
	upsideDown bool
}

func openInky(wires Wires, upsideDown bool) (*inkyPHAT, error) {
	busy := edgePin{&busyPin{PinIn: wires.BUSY}}
	if err := busy.In(gpio.PullDown, gpio.FallingEdge); err != nil {
		return nil, err
	}
	// The waveform for black and white is half as long as those with coloured ink,
	// and fits their glass, too. The driver takes the size of the model only if
	// none of its own is given.
	dev, err := inky.New(wires.Port, wires.DC, wires.RST, busy, &inky.Opts{
		Model: inky.PHAT, Width: inkyWidth, Height: inkyHeight, ModelColor: inky.Black, BorderColor: inky.White,
	})
	if err != nil {
		return nil, err
	}
	return &inkyPHAT{dev, busy, upsideDown}, nil
}

// draw implements epaperDriver. The driver sends the whole picture with all
// settings, and puts the controller to deep sleep.
func (i *inkyPHAT) draw(p *picture, _ image.Rectangle, _ bool) error {
	return i.busy.run(drawInky, func() error { return i.dev.DrawAll(portrait{p, i.upsideDown}) })
}

// sleep implements epaperDriver: the controller sleeps after each picture.
func (i *inkyPHAT) sleep() error { return nil }

// portrait is a picture of an Inky pHAT, turned as the driver wants it: by a
// quarter turn counter-clockwise and mirrored, for the driver mirrors it again.
type portrait struct {
	*picture
	upsideDown bool
}

// Bounds implements image.Image.
func (p portrait) Bounds() image.Rectangle { return image.Rect(0, 0, inkyWidth, inkyHeight) }

// At implements image.Image.
func (p portrait) At(x, y int) color.Color {
	if p.upsideDown {
		return p.picture.At(y, x)
	}
	return p.picture.At(inkyHeight-1-y, inkyWidth-1-x)
}
