// Package lamp lights a chain of APA102 lamps, a ring or a strip.
//
// A Ring has a goroutine of its own, which sends frames through periph's apa102
// over SPI: Show hands a frame over and returns, and of several frames the
// latest wins. Nothing is sent when nothing changed. Lamps do not answer, so a
// ring without power is not noticed; a port that fails is, and is opened again
// with growing pauses.
//
// Colours come out as they are given, only darker: no correction of temperature
// or gamma, and the lamps' own 5-bit dimmer, which flickers, stays at full.
package lamp

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"
	"sync"
	"time"

	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
	"periph.io/x/devices/v3/apa102"
)

// DefaultBrightness is how bright full white is, in per cent: a lamp at full
// power takes 60 mA and hurts the eyes across a table.
const DefaultBrightness = 25

// The pauses before a port is opened again: doubled from the first to the last.
const (
	firstPause = time.Second
	lastPause  = time.Minute
)

// frameTime is the shortest time from one frame to the next. The eye sees no
// more, and the bus is not flooded by a fast animation.
const frameTime = 10 * time.Millisecond

// Opts says where a ring is.
type Opts struct {
	// Open opens the port of the lamps: a function like Port's. It is called at
	// the start and after each fault.
	Open func() (spi.PortCloser, error)
	// Lamps is their number.
	Lamps int
	// Brightness is how bright full white is, in per cent; 0 is DefaultBrightness.
	Brightness int
	// OnHealth, if any, is told of each change of Health.OK and of each failed
	// attempt to open. It is called by the ring's goroutine and must not block.
	OnHealth func(Health)
}

// Port returns a function for Opts.Open that opens a port by its name in
// periph's registry.
func Port(name string) func() (spi.PortCloser, error) {
	return func() (spi.PortCloser, error) {
		port, err := spireg.Open(name)
		if err != nil {
			return nil, fmt.Errorf("opening port %q: %w", name, err)
		}
		return port, nil
	}
}

// Health is how a ring does.
type Health struct {
	OK        bool      // the last frame went out
	Since     time.Time // since when it is so
	LastError string    // also after it was mended
	Frames    int       // sent
	Opens     int       // attempts to open
}

// Ring is a chain of lamps with its goroutine. Its methods may be called from
// any goroutine.
type Ring struct {
	opts Opts
	next chan *image.NRGBA // holds the latest frame that was not taken
	stop chan struct{}
	done chan struct{}
	halt sync.Once

	// The goroutine's own.
	wanted *image.NRGBA // the latest frame taken; dark before the first
	err    error        // of turning the lamps off

	mu     sync.Mutex
	health Health
}

// New opens the lamps, dark, and shows frames on them until Halt. It returns at
// once; whether there is a port is said by its Health.
func New(opts Opts) (*Ring, error) {
	if opts.Brightness == 0 {
		opts.Brightness = DefaultBrightness
	}
	if opts.Open == nil {
		return nil, errors.New("lamp: no way to open a port")
	}
	if opts.Lamps < 1 || opts.Brightness < 0 || opts.Brightness > 100 {
		return nil, fmt.Errorf("lamp: %d lamps at %d %% of brightness", opts.Lamps, opts.Brightness)
	}
	r := &Ring{
		opts:   opts,
		next:   make(chan *image.NRGBA, 1),
		stop:   make(chan struct{}),
		done:   make(chan struct{}),
		wanted: newFrame(opts.Lamps, nil),
		health: Health{Since: time.Now()},
	}
	go r.run()
	return r, nil
}

// newFrame is an image of one row, as the driver wants it. Lamps beyond the
// colours are dark, colours beyond the lamps are left out.
func newFrame(lamps int, colors []color.NRGBA) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, lamps, 1))
	for x, c := range colors[:min(lamps, len(colors))] {
		img.SetNRGBA(x, 0, color.NRGBA{R: c.R, G: c.G, B: c.B, A: 0xFF})
	}
	return img
}

// Show lights the lamps, the first colour at the cable's end. Alpha means
// nothing. It does not wait, and the slice may be changed after it.
func (r *Ring) Show(frame []color.NRGBA) {
	img := newFrame(r.opts.Lamps, frame)
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.next:
	default:
	}
	r.next <- img
}

// Lamps is the number of lamps.
func (r *Ring) Lamps() int { return r.opts.Lamps }

// Health returns how the ring does now.
func (r *Ring) Health() Health {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.health
}

// String names the ring.
func (r *Ring) String() string { return fmt.Sprintf("%d APA102 lamps", r.opts.Lamps) }

// Halt turns all lamps off and waits for the end.
func (r *Ring) Halt() error {
	r.halt.Do(func() { close(r.stop) })
	<-r.done
	return r.err
}

// run opens the port again and again, with pauses that grow until a frame goes
// out.
func (r *Ring) run() {
	defer close(r.done)
	pause := firstPause
	for {
		sent, err := r.session()
		if err == nil {
			return
		}
		r.failed(err)
		if sent {
			pause = firstPause
		}
		if !r.sleep(pause) {
			return
		}
		pause = min(2*pause, lastPause)
	}
}

// session opens the port and sends frames until it fails or until Halt, which
// is no error. Sent says that it has sent something.
func (r *Ring) session() (sent bool, err error) {
	r.count(func(h *Health) { h.Opens++ })
	port, err := r.opts.Open()
	if err != nil {
		return false, fmt.Errorf("lamp: %w", err)
	}
	dev, err := apa102.New(port, r.driverOpts())
	if err == nil {
		sent, err = r.serve(dev)
	}
	if err != nil {
		return sent, fmt.Errorf("lamp on %s: %w", port, errors.Join(err, port.Close()))
	}
	if err := errors.Join(dev.Halt(), port.Close()); err != nil {
		r.err = fmt.Errorf("lamp on %s: turning off: %w", port, err)
	}
	return sent, nil
}

func (r *Ring) driverOpts() *apa102.Opts {
	opts := apa102.PassThruOpts
	opts.NumPixels = r.opts.Lamps
	opts.Intensity = uint8((r.opts.Brightness*255 + 50) / 100)
	return &opts
}

// serve sends frames until one fails or until Halt.
func (r *Ring) serve(dev *apa102.Dev) (sent bool, err error) {
	var shown *image.NRGBA
	for {
		if shown == nil || !slices.Equal(shown.Pix, r.wanted.Pix) {
			if err := dev.Draw(dev.Bounds(), r.wanted, image.Point{}); err != nil {
				return shown != nil, err
			}
			shown = r.wanted
			r.sentFrame()
			if !r.rest() {
				return true, nil
			}
		}
		select {
		case r.wanted = <-r.next:
		case <-r.stop:
			return true, nil
		}
	}
}

// rest waits until the next frame may go out; it returns false at once on Halt.
func (r *Ring) rest() bool {
	t := time.NewTimer(frameTime)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-r.stop:
		return false
	}
}

// sleep waits for a time and keeps taking frames; it returns false at once on
// Halt.
func (r *Ring) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	for {
		select {
		case r.wanted = <-r.next:
		case <-t.C:
			return true
		case <-r.stop:
			return false
		}
	}
}

func (r *Ring) count(change func(*Health)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.health)
}

// sentFrame notes that a frame went out.
func (r *Ring) sentFrame() {
	r.mu.Lock()
	r.health.Frames++
	news := !r.health.OK
	if news {
		r.health.OK, r.health.Since = true, time.Now()
	}
	h := r.health
	r.mu.Unlock()
	if news {
		r.tell(h)
	}
}

// failed notes a fault.
func (r *Ring) failed(err error) {
	r.mu.Lock()
	if r.health.OK {
		r.health.OK, r.health.Since = false, time.Now()
	}
	r.health.LastError = err.Error()
	h := r.health
	r.mu.Unlock()
	r.tell(h)
}

func (r *Ring) tell(h Health) {
	if r.opts.OnHealth != nil {
		r.opts.OnHealth(h)
	}
}
