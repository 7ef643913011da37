package virtual

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
)

// The visible part of the glass, upright as the controller scans it.
const (
	glassWidth  = 122
	glassHeight = 250
)

// DefaultFrameTime is the length of a frame of a waveform at the usual 50 Hz:
// with the driver's waveforms a full refresh takes 1.8 s and a partial one 0.2 s.
const DefaultFrameTime = 20 * time.Millisecond

// Panel is an emulated Waveshare 2.13" v2 e-paper panel: an SSD1675B controller
// and its glass. The picture is what the waveform leaves on the glass, pixel by
// pixel, when BUSY falls; not merely what was written to the memory.
//
// The controller talks over SPI with a data/command pin; its CS belongs to the
// port. See ssd1675b.go for the commands.
type Panel struct {
	DC, RST, BUSY *Pin

	bus      *bus
	watchers watchers

	mu         sync.Mutex
	frameTime  time.Duration
	fault      PanelFault
	chip       ssd1675b
	glass      [glassHeight][glassWidth]shade
	busy       *time.Timer // the work that is under way; nil when idle
	full       int
	partial    int
	complaints []string
}

// PanelFault is what can be wrong with a panel.
type PanelFault int

// The faults.
const (
	PanelSound     PanelFault = iota // nothing is wrong
	PanelStuck                       // BUSY is high and stays so
	PanelUnplugged                   // nothing arrives, BUSY is undriven and low
)

// NewPanel returns a white panel on a port of this name, as "SPI0.0", and on
// these pins. The panel takes the pins over.
func NewPanel(port string, dc, rst, busy *Pin) *Panel {
	p := &Panel{DC: dc, RST: rst, BUSY: busy, frameTime: DefaultFrameTime}
	p.bus = &bus{name: port, listen: p.listen}
	for y := range p.glass {
		for x := range p.glass[y] {
			p.glass[y][x] = white
		}
	}
	p.chip.reset()
	rst.onOutput = p.resetLine
	busy.Set(gpio.Low)
	return p
}

// SetFrameTime changes how long the frames of waveforms take from now on; see
// DefaultFrameTime.
func (p *Panel) SetFrameTime(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frameTime = max(d, 0)
}

// Open opens the panel's port. It is a spireg.Opener.
func (p *Panel) Open() (spi.PortCloser, error) { return p.bus.open() }

// Register makes the panel's port and pins known to spireg and gpioreg.
func (p *Panel) Register() error {
	if err := p.bus.register(); err != nil {
		return err
	}
	for i, pin := range p.pins() {
		if err := pin.Register(); err != nil {
			err = errors.Join(err, spireg.Unregister(p.bus.name))
			for _, done := range p.pins()[:i] {
				err = errors.Join(err, done.Unregister())
			}
			return err
		}
	}
	return nil
}

// Unregister takes back Register.
func (p *Panel) Unregister() error {
	err := spireg.Unregister(p.bus.name)
	for _, pin := range p.pins() {
		err = errors.Join(err, pin.Unregister())
	}
	return err
}

func (p *Panel) pins() []*Pin { return []*Pin{p.DC, p.RST, p.BUSY} }

// FailBus makes the port fail with this error, in use and at opening; nil
// mends it.
func (p *Panel) FailBus(err error) { p.bus.fail(err) }

// Traffic is the number of bytes and of transfers over the port so far.
func (p *Panel) Traffic() (bytes, transfers int) { return p.bus.traffic() }

// SetFault breaks the panel, or mends it with PanelSound. A panel that is mended
// has lost its registers, as after a loss of power; its glass keeps the picture.
func (p *Panel) SetFault(f PanelFault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f == p.fault {
		return
	}
	p.fault = f
	p.powerUp()
}

// Image returns the picture on the glass as a person sees it who has turned the
// panel to landscape the way Waveshare's own examples do: 250×122 pixels, each
// of them black or white.
func (p *Panel) Image() *image.Gray {
	p.mu.Lock()
	defer p.mu.Unlock()
	img := image.NewGray(image.Rect(0, 0, glassHeight, glassWidth))
	for y, row := range p.glass {
		for x, s := range row {
			if s == white {
				img.SetGray(glassHeight-1-y, x, color.Gray{Y: 0xFF})
			}
		}
	}
	return img
}

// Refreshes is the number of full and of partial refreshes that were completed.
func (p *Panel) Refreshes() (full, partial int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.full, p.partial
}

// Asleep says that the controller is in deep sleep: only its reset pin wakes it.
func (p *Panel) Asleep() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.chip.asleep
}

// Complaints lists what a driver did that the datasheet forbids, the first of
// it at least. A sound driver on a sound panel causes none.
func (p *Panel) Complaints() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.complaints)
}

// Watch signals that the picture may have changed; see the package.
func (p *Panel) Watch() (changed <-chan struct{}, stop func()) { return p.watchers.watch() }

// listen takes one transfer: commands while D/C is low, else their data.
func (p *Panel) listen(w []byte) {
	data := p.DC.Level()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault != PanelSound {
		return
	}
	for _, b := range w {
		if err := p.take(b, data == gpio.High); err != nil {
			p.complain(err)
		}
	}
}

// take takes one byte; p.mu is held.
func (p *Panel) take(b byte, data bool) error {
	switch {
	case p.chip.asleep:
		return fmt.Errorf("byte %#02x in deep sleep", b)
	case p.busy != nil:
		return fmt.Errorf("byte %#02x while BUSY", b)
	case data:
		return p.chip.data(b)
	}
	job, err := p.chip.begin(b)
	switch job {
	case softReset:
		p.chip.reset()
		p.work(1, nil)
	case powerOnly:
		p.work(1, nil)
	case refresh:
		p.refresh()
	}
	return err
}

// refresh runs the waveform; p.mu is held.
func (p *Panel) refresh() {
	w := p.chip.waveform()
	p.work(w.frames, func() {
		for y := range min(glassHeight, p.chip.lines) {
			for x := range p.glass[y] {
				if s := w.drive[p.chip.kind(x, y)].end; s != unchanged {
					p.glass[y][x] = s
				}
			}
		}
		if w.full() {
			p.full++
		} else {
			p.partial++
		}
	})
}

// work raises BUSY for so many frames, then does what the work does and lowers
// it; p.mu is held.
func (p *Panel) work(frames int, done func()) {
	p.BUSY.Set(gpio.High)
	var t *time.Timer
	t = time.AfterFunc(time.Duration(frames)*p.frameTime, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.busy != t {
			return // a reset or a fault came in between
		}
		if done != nil {
			done()
		}
		p.busy = nil
		p.BUSY.Set(gpio.Low)
		p.watchers.tell()
	})
	p.busy = t
}

// resetLine follows the reset pin: low resets the controller.
func (p *Panel) resetLine(l gpio.Level) {
	if l == gpio.High {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.powerUp()
}

// powerUp ends all work and resets the controller; p.mu is held.
func (p *Panel) powerUp() {
	if p.busy != nil {
		p.busy.Stop()
		p.busy = nil
	}
	p.chip.reset()
	switch p.fault {
	case PanelStuck:
		p.BUSY.Set(gpio.High)
	case PanelUnplugged:
		p.BUSY.Set(gpio.Low)
		p.BUSY.Float()
	default:
		p.BUSY.Set(gpio.Low)
	}
}

// complain notes an error of the driver; p.mu is held.
func (p *Panel) complain(err error) {
	const enough = 32
	if len(p.complaints) < enough {
		p.complaints = append(p.complaints, err.Error())
	}
}
