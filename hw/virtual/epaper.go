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
	"periph.io/x/conn/v3/physic"
)

// glassModel is the visible part of a glass, upright as the controller scans it.
type glassModel struct {
	width, height int
	// fromFirst means that people hold it so that the line that is scanned first is
	// on their left; else it is on their right.
	fromFirst bool
	frameTime time.Duration // of waveforms, with the settings of its driver
}

// The glasses of the panels. That of the Inky pHAT is scanned twice as fast: its
// driver sets 213 lines and 7 more (commands 01h and 3Ah) of 44 µs each (3Bh).
var (
	waveshareGlass = glassModel{width: 122, height: 250, frameTime: DefaultFrameTime}
	inkyGlass      = glassModel{width: 104, height: 212, fromFirst: true, frameTime: 220 * 44 * time.Microsecond}
)

// pixel returns where people see a pixel of the glass.
func (m *glassModel) pixel(source, line int) (x, y int) {
	if m.fromFirst {
		return line, m.width - 1 - source
	}
	return m.height - 1 - line, source
}

// DefaultFrameTime is the usual length of a frame of a waveform, at 50 Hz:
// with the waveforms of the v2's driver a full refresh takes 1.8 s and a partial
// one 0.2 s.
const DefaultFrameTime = 20 * time.Millisecond

// EPaper is an emulated e-paper panel: a controller and its glass. The picture
// is the one that the waveform has left on the glass, pixel by pixel, when BUSY
// falls; it is not merely the content of the memory.
//
// The controller is on SPI with a data/command pin; its CS belongs to the port.
// See controller.go for the commands.
type EPaper struct {
	DC, RST, BUSY *Pin

	*bus
	watchers
	complaints

	mu        sync.Mutex
	frameTime time.Duration
	fault     PanelFault
	chip      controller
	model     *glassModel
	glass     [][]shade   // by lines
	busy      *time.Timer // the current work; nil when idle
	hung      bool        // the current work does not end
	full      int
	partial   int
}

// NewWaveshareV2 returns a white Waveshare 2.13" v2, with an SSD1675B, on a
// port such as "SPI0.0" and on these pins, which the panel takes over.
func NewWaveshareV2(port string, dc, rst, busy *Pin) *EPaper {
	return newEPaper(&ssd1675b, &waveshareGlass, port, dc, rst, busy)
}

// NewWaveshareV4 returns a white Waveshare 2.13" v4, with an SSD1680; otherwise
// it is like NewWaveshareV2.
func NewWaveshareV4(port string, dc, rst, busy *Pin) *EPaper {
	return newEPaper(&ssd1680, &waveshareGlass, port, dc, rst, busy)
}

// NewInkyPHAT returns a white Pimoroni Inky pHAT of 212×104 pixels, without
// coloured ink; otherwise it is like NewWaveshareV2. Its maker does not name the
// controller. Its driver sends the commands of an SSD1675, which differs from an
// SSD1675B in nothing that it uses.
func NewInkyPHAT(port string, dc, rst, busy *Pin) *EPaper {
	return newEPaper(&ssd1675b, &inkyGlass, port, dc, rst, busy)
}

func newEPaper(model *controllerModel, glass *glassModel, port string, dc, rst, busy *Pin) *EPaper {
	p := &EPaper{DC: dc, RST: rst, BUSY: busy, frameTime: glass.frameTime, model: glass, chip: controller{model: model}}
	p.bus = &bus{name: port, listen: p.listen}
	p.glass = make([][]shade, glass.height)
	for line := range p.glass {
		p.glass[line] = slices.Repeat([]shade{white}, glass.width)
	}
	p.chip.reset()
	rst.onOutput = p.resetLine
	busy.Set(gpio.Low)
	return p
}

// SetFrameTime sets the length of the frames of waveforms from now on; see
// DefaultFrameTime.
func (p *EPaper) SetFrameTime(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frameTime = max(d, 0)
}

// Register registers the panel's port and pins with spireg and gpioreg.
func (p *EPaper) Register() error {
	if err := p.bus.Register(); err != nil {
		return err
	}
	for i, pin := range p.pins() {
		if err := pin.Register(); err != nil {
			err = errors.Join(err, p.bus.Unregister())
			for _, done := range p.pins()[:i] {
				err = errors.Join(err, done.Unregister())
			}
			return err
		}
	}
	return nil
}

// Unregister undoes Register.
func (p *EPaper) Unregister() error {
	err := p.bus.Unregister()
	for _, pin := range p.pins() {
		err = errors.Join(err, pin.Unregister())
	}
	return err
}

func (p *EPaper) pins() []*Pin { return []*Pin{p.DC, p.RST, p.BUSY} }

// SetFault implements Panel. A controller without power, or after a reset, has
// lost its registers; the glass keeps its picture.
func (p *EPaper) SetFault(f PanelFault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.fault
	if p.fault = f; f == PanelBrownout {
		p.fault = PanelSound
	}
	if f == PanelBrownout || (f == PanelUnplugged) != (before == PanelUnplugged) {
		p.powerUp()
	}
	p.driveBusy()
	var err error
	if f == PanelBusFails {
		err = ErrBus
	}
	p.fail(err)
}

// Image returns the picture on the glass as seen by a person who has turned the
// panel to landscape in the same way as its maker's own examples: 250×122 pixels
// of a Waveshare, 212×104 of an Inky pHAT, each of them black or white.
func (p *EPaper) Image() *image.Gray {
	p.mu.Lock()
	defer p.mu.Unlock()
	img := image.NewGray(image.Rect(0, 0, p.model.height, p.model.width))
	for line, sources := range p.glass {
		for source, s := range sources {
			if s == white {
				x, y := p.model.pixel(source, line)
				img.SetGray(x, y, color.Gray{Y: 0xFF})
			}
		}
	}
	return img
}

// Refreshes implements Panel. A full refresh passes through black and white; a
// partial one drives each pixel one way only.
func (p *EPaper) Refreshes() (full, partial int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.full, p.partial
}

// Asleep implements Panel. Only its reset pin wakes the controller.
func (p *EPaper) Asleep() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.chip.asleep
}

// Select implements SPIDevice.
func (p *EPaper) Select(selected bool) { p.setSelected(selected) }

// Exchange implements SPIDevice. The current level of D/C holds for all bytes.
func (p *EPaper) Exchange(w []byte, clock physic.Frequency) (r []byte) {
	if p.countBytes(len(w)) {
		p.listen(w, clock)
	}
	return make([]byte, len(w))
}

// listen takes bytes: commands while D/C is low, else their data.
func (p *EPaper) listen(w []byte, _ physic.Frequency) {
	data := p.DC.Level()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault == PanelUnplugged {
		return
	}
	for _, b := range w {
		if err := p.take(b, data == gpio.High); err != nil {
			p.complaints.add(err)
		}
	}
}

// take takes one byte; p.mu is held.
func (p *EPaper) take(b byte, data bool) error {
	switch {
	case p.chip.asleep:
		return fmt.Errorf("byte %#02x in deep sleep", b)
	case p.busy != nil || p.hung:
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
func (p *EPaper) refresh() {
	if p.fault == PanelHung {
		p.hung = true
		p.driveBusy()
		return
	}
	w := p.chip.waveform
	p.work(w.frames, func() {
		for y := range min(p.model.height, p.chip.lines) {
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

// work is busy for some frames, and then calls done; p.mu is held.
func (p *EPaper) work(frames int, done func()) {
	var t *time.Timer
	t = time.AfterFunc(time.Duration(frames)*p.frameTime, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.busy != t {
			return // there was a reset or a fault in between
		}
		if done != nil {
			done()
		}
		p.busy = nil
		p.driveBusy()
		p.signal()
	})
	p.busy = t
	p.driveBusy()
}

// resetLine follows the reset pin: low resets the controller.
func (p *EPaper) resetLine(l gpio.Level) {
	if l == gpio.High {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.powerUp()
	p.driveBusy()
}

// powerUp ends all work and resets the controller; p.mu is held.
func (p *EPaper) powerUp() {
	if p.busy != nil {
		p.busy.Stop()
		p.busy = nil
	}
	p.hung = false
	p.chip.reset()
}

// driveBusy sets the BUSY line to its current level; p.mu is held.
func (p *EPaper) driveBusy() {
	switch p.fault {
	case PanelStuck:
		p.BUSY.Set(gpio.High)
	case PanelUnplugged:
		p.BUSY.Set(gpio.Low)
		p.BUSY.Float()
	default:
		p.BUSY.Set(gpio.Level(p.busy != nil || p.hung))
	}
}

var _ Panel = (*EPaper)(nil)
