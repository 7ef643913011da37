// Package lamp lights a chain of APA102 or WS2812 lamps, a ring or a strip.
//
// A Chain has a goroutine of its own, which sends frames over SPI: Show hands a
// frame over and returns, and of several frames the latest wins. Lamps do not
// answer, so lamps without power are not noticed; but a frame is sent again
// every second, so they recover by themselves. A failed port is noticed, and
// opened again every half second.
//
// Colours are only made darker: there is no correction of temperature or gamma,
// and the APA102's own 5-bit dimmer, which flickers, stays at full.
//
// WS2812 lamps have no clock: they read a bit from how long the data line is
// high, and that line is MOSI. See ws2812.go.
package lamp

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"
	"sync/atomic"
	"time"

	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/apa102"

	"familiar/hw/keep"
	"familiar/hw/part"
)

// DefaultBrightness is how bright full white is, in percent: a lamp at full
// power takes 60 mA and hurts the eyes across a table.
const DefaultBrightness = 25

const (
	// frameTime is the shortest time from the end of one frame to the next. The
	// eye sees no more, and the bus is not flooded by a fast animation.
	frameTime = 10 * time.Millisecond
	// refreshInterval is the time after which an unchanged frame is sent again.
	refreshInterval = time.Second
)

// Model is a model of lamps, as a config calls it.
type Model string

// The models.
const (
	APA102 Model = "apa102"
	WS2812 Model = "ws2812" // also WS2812B, WS2813, SK6812 and others of their kind, in RGB
)

// Opts describes a chain of lamps and its port.
type Opts struct {
	Model Model
	// Open opens the port of the lamps: Port returns such a function. It is
	// called at the start and after each fault.
	Open func() (spi.PortCloser, error)
	// Lamps is their number, 340 at most for WS2812.
	Lamps int
	// Brightness is how bright full white is, in percent; 0 is DefaultBrightness.
	Brightness int
}

// Port returns a function for Opts.Open that opens a port by its name in
// periph's registry.
func Port(name string) func() (spi.PortCloser, error) {
	return func() (spi.PortCloser, error) { return part.OpenSPI(name) }
}

// Health is the health of a chain.
type Health struct {
	keep.Health
	Frames int // frames sent
}

// Chain is a chain of lamps with its goroutine. Its methods may be called from
// any goroutine.
type Chain struct {
	opts       Opts
	supervisor *keep.Supervisor[image.NRGBA]

	frames atomic.Int64
}

// New opens the lamps, dark, and shows frames on them until Halt. It returns at
// once; Health reports whether there is a port.
func New(opts Opts) (*Chain, error) {
	opts.Brightness = cmp.Or(opts.Brightness, DefaultBrightness)
	switch {
	case opts.Model != APA102 && opts.Model != WS2812:
		return nil, fmt.Errorf("lamp: model %q is not known", opts.Model)
	case opts.Open == nil:
		return nil, errors.New("lamp: no way to open a port")
	case opts.Lamps < 1 || opts.Brightness < 0 || opts.Brightness > 100:
		return nil, fmt.Errorf("lamp: %d lamps at %d %% of brightness", opts.Lamps, opts.Brightness)
	case opts.Model == WS2812 && opts.Lamps > maxWS2812:
		return nil, fmt.Errorf("lamp: %d lamps; one port takes %d of %s", opts.Lamps, maxWS2812, WS2812)
	}
	r := &Chain{opts: opts}
	r.supervisor = keep.New(r.open, newFrame(opts.Lamps, nil))
	return r, nil
}

// newFrame returns an image of one row, as the driver needs it. Lamps without a
// colour are dark, colours without a lamp are ignored.
func newFrame(lamps int, colors []color.NRGBA) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, lamps, 1))
	for x, c := range colors[:min(lamps, len(colors))] {
		img.SetNRGBA(x, 0, color.NRGBA{R: c.R, G: c.G, B: c.B, A: 0xFF})
	}
	return img
}

// Show lights the lamps, the first colour at the cable's end. Alpha is ignored.
// It does not wait, and the slice may be changed afterwards.
func (r *Chain) Show(frame []color.NRGBA) { r.supervisor.Show(newFrame(r.opts.Lamps, frame)) }

// Lamps is the number of lamps.
func (r *Chain) Lamps() int { return r.opts.Lamps }

// Health returns the current health.
func (r *Chain) Health() Health {
	return Health{r.supervisor.Health(), int(r.frames.Load())}
}

// String names the chain.
func (r *Chain) String() string { return fmt.Sprintf("%d lamps, %s", r.opts.Lamps, r.opts.Model) }

// Halt turns all lamps off and waits for the end.
func (r *Chain) Halt() error { return r.supervisor.Halt() }

// open opens the port and the lamps on it. If the lamps cannot be opened, it
// closes the port.
func (r *Chain) open() (keep.Device[image.NRGBA], error) {
	port, err := r.opts.Open()
	if err != nil {
		return nil, fmt.Errorf("lamp: %w", err)
	}
	c := &openChain{chain: r, port: port}
	if r.opts.Model == WS2812 {
		c.show, err = openWS2812(port, r.opts)
	} else {
		c.show, err = openAPA102(port, r.opts)
	}
	if err != nil {
		return nil, c.failed("", errors.Join(err, port.Close()))
	}
	return c, nil
}

// openAPA102 returns a function that shows a frame on APA102 lamps on a port.
func openAPA102(port spi.Port, o Opts) (show func(*image.NRGBA) error, err error) {
	opts := apa102.PassThruOpts
	opts.NumPixels = o.Lamps
	opts.Intensity = o.intensity()
	dev, err := apa102.New(port, &opts)
	if err != nil {
		return nil, err
	}
	return func(frame *image.NRGBA) error { return dev.Draw(dev.Bounds(), frame, image.Point{}) }, nil
}

// intensity returns the brightness of full white as a colour value.
func (o Opts) intensity() uint8 { return uint8((o.Brightness*255 + 50) / 100) }

// openChain is a chain of lamps on an open port.
type openChain struct {
	chain *Chain
	port  spi.PortCloser
	show  func(frame *image.NRGBA) error
	shown *image.NRGBA // nil before the first
	sent  time.Time    // when the last frame had been sent
}

func (c *openChain) failed(doing string, err error) error {
	return fmt.Errorf("lamp on %s: %s%w", c.port, doing, err)
}

// Step implements keep.Device: it sends the frame when it is due.
func (c *openChain) Step(wanted *image.NRGBA) (time.Duration, error) {
	wait := frameTime
	if c.shown != nil && slices.Equal(c.shown.Pix, wanted.Pix) {
		wait = refreshInterval
	}
	if left := time.Until(c.sent.Add(wait)); left > 0 {
		return left, nil
	}
	if err := c.show(wanted); err != nil {
		return 0, c.failed("", err)
	}
	c.shown, c.sent = wanted, time.Now()
	c.chain.frames.Add(1)
	return refreshInterval, nil
}

// End implements keep.Device: it turns the lamps off.
func (c *openChain) End(*image.NRGBA) error {
	// Right after a frame, WS2812 lamps would take this as the rest of that frame.
	time.Sleep(frameTime - time.Since(c.sent))
	if err := errors.Join(c.show(newFrame(c.chain.opts.Lamps, nil)), c.port.Close()); err != nil {
		return c.failed("turning off: ", err)
	}
	return nil
}

// Abandon implements keep.Device.
func (c *openChain) Abandon() error { return c.port.Close() }
