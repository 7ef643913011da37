package virtual

import (
	"image/color"
	"slices"
	"sync"

	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
)

// Lamps is an emulated chain of APA102 lamps, a strip or a ring.
//
// The protocol (APA102 datasheet; timing from cpldcpu.wordpress.com, "Understanding
// the APA102 superled"): a word of 32 zero bits begins a frame; each lamp keeps
// the first word after it, 111 and five bits of brightness, blue, green, red,
// and hands on the rest half a clock later. So the far lamps see their word
// only if the frame is followed by another half bit for each lamp.
type Lamps struct {
	bus      *bus
	watchers watchers

	mu     sync.Mutex
	lamps  []Lamp
	frames int
}

// Lamp is what one lamp was told.
type Lamp struct {
	Color      color.NRGBA // of the three channels, always opaque
	Brightness uint8       // 0 to 31, common to the channels
}

// NewLamps returns n dark lamps on a port of this name, as "SPI0.1".
func NewLamps(port string, n int) *Lamps {
	l := &Lamps{lamps: make([]Lamp, max(n, 0))}
	for i := range l.lamps {
		l.lamps[i].Color.A = 0xFF
	}
	l.bus = &bus{name: port, listen: l.listen}
	return l
}

// Open opens the lamps' port. It is a spireg.Opener.
func (l *Lamps) Open() (spi.PortCloser, error) { return l.bus.open() }

// Register makes the lamps' port known to spireg.
func (l *Lamps) Register() error { return l.bus.register() }

// Unregister takes back Register.
func (l *Lamps) Unregister() error { return spireg.Unregister(l.bus.name) }

// Fail makes the port fail with this error, in use and at opening; nil mends it.
func (l *Lamps) Fail(err error) { l.bus.fail(err) }

// Traffic is the number of bytes and of transfers over the port so far.
func (l *Lamps) Traffic() (bytes, transfers int) { return l.bus.traffic() }

// Lamps returns what each lamp was told last.
func (l *Lamps) Lamps() []Lamp {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.lamps)
}

// Colors returns the light that leaves each lamp: its channels times its
// brightness.
func (l *Lamps) Colors() []color.NRGBA {
	lamps := l.Lamps()
	colors := make([]color.NRGBA, len(lamps))
	for i, p := range lamps {
		colors[i] = color.NRGBA{R: p.dim(p.Color.R), G: p.dim(p.Color.G), B: p.dim(p.Color.B), A: 0xFF}
	}
	return colors
}

func (p Lamp) dim(channel uint8) uint8 {
	return uint8((int(channel)*int(p.Brightness) + 15) / 31)
}

// Frames is the number of frames seen so far.
func (l *Lamps) Frames() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.frames
}

// Watch signals that a lamp has changed; see the package.
func (l *Lamps) Watch() (changed <-chan struct{}, stop func()) { return l.watchers.watch() }

// listen decodes one transfer.
func (l *Lamps) listen(w []byte) {
	if l.take(w) {
		l.watchers.tell()
	}
}

// take gives the lamps their words and says whether one of them changed.
func (l *Lamps) take(w []byte) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(w) < 4 || w[0]|w[1]|w[2]|w[3] != 0 {
		return false // no start of a frame: the lamps wait for one
	}
	l.frames++
	changed := false
	for i := range l.lamps {
		end := 4 * (i + 2)
		if end > len(w) || w[end-4]>>5 != 0b111 {
			break
		}
		if lateClocks := (len(w) - end) * 8; lateClocks < i/2 {
			break
		}
		word := w[end-4 : end]
		lamp := Lamp{Color: color.NRGBA{R: word[3], G: word[2], B: word[1], A: 0xFF}, Brightness: word[0] & 0x1F}
		changed = changed || lamp != l.lamps[i]
		l.lamps[i] = lamp
	}
	return changed
}
