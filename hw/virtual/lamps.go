package virtual

import (
	"image/color"
	"slices"
	"sync"

	"periph.io/x/conn/v3/physic"
)

// Lamps is an emulated chain of lamps, a strip or a ring.
type Lamps struct {
	*bus
	watchers
	complaints
	protocol protocol

	mu        sync.Mutex
	unplugged bool
	lamps     []Lamp
	frames    int
	pieces    []byte           // of the current transaction of an SPIDevice
	clock     physic.Frequency // of the last of them
}

// lampsTransaction is the longest transaction of an SPIDevice that lamps
// receive; bytes beyond it are lost. It is more than ten times that of the
// longest chain in docs/wiring.md.
const lampsTransaction = 1 << 16

// Lamp is the last word that one lamp received.
type Lamp struct {
	Color      color.NRGBA // of the three channels, always opaque
	Brightness uint8       // 0 to 31, common to the channels; 31 in a lamp that has only the channels
}

// protocol decodes one transfer for lamps of a kind. It sets their words, and
// reports whether a frame began.
type protocol interface {
	take(lamps []Lamp, w []byte, speed physic.Frequency) (began bool, err error)
}

// NewAPA102 returns n dark APA102 lamps on a port such as "SPI0.1".
func NewAPA102(port string, n int) *Lamps { return newLamps(port, n, apa102{}) }

// NewWS2812 returns n dark WS2812B lamps, whose data line is the MOSI of the
// port.
func NewWS2812(port string, n int) *Lamps { return newLamps(port, n, &ws2812{}) }

func newLamps(port string, n int, p protocol) *Lamps {
	l := &Lamps{protocol: p, lamps: make([]Lamp, max(n, 0))}
	l.darken()
	l.bus = &bus{name: port, listen: l.listen}
	return l
}

// darken clears the lamps' words; l.mu is held.
func (l *Lamps) darken() {
	for i := range l.lamps {
		l.lamps[i] = Lamp{Color: color.NRGBA{A: 0xFF}}
	}
}

// Fail makes the port fail with this error, in use and at opening; nil repairs it.
func (l *Lamps) Fail(err error) { l.fail(err) }

// Lamps returns the last word of each lamp.
func (l *Lamps) Lamps() []Lamp {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.lamps)
}

// Colors returns the light of each lamp: its channels times its brightness.
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

// Unplug switches the lamps' power off, or on: without it they are dark and
// receive nothing, which no host can notice; with it they are dark until the
// next frame.
func (l *Lamps) Unplug(yes bool) {
	l.mu.Lock()
	l.unplugged = yes
	l.darken()
	l.mu.Unlock()
	l.signal()
}

// Frames returns the number of frames so far.
func (l *Lamps) Frames() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.frames
}

// Select implements SPIDevice. Lamps have no chip select: a transaction stands
// for bits that follow one another without a pause, and the lamps show it at its
// end.
func (l *Lamps) Select(selected bool) {
	if !l.setSelected(selected) || selected {
		return
	}
	l.mu.Lock()
	w, clock := l.pieces, l.clock
	l.pieces = nil
	l.mu.Unlock()
	if len(w) > 0 {
		l.listen(w, clock)
	}
}

// Exchange implements SPIDevice. The clock must be positive.
func (l *Lamps) Exchange(w []byte, clock physic.Frequency) (r []byte) {
	r = make([]byte, len(w))
	if !l.countBytes(len(w)) {
		return r
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pieces = append(l.pieces, w[:min(len(w), lampsTransaction-len(l.pieces))]...)
	l.clock = clock
	return r
}

// listen receives one transfer.
func (l *Lamps) listen(w []byte, speed physic.Frequency) {
	if l.take(w, speed) {
		l.signal()
	}
}

// take decodes a transfer and reports whether a lamp has changed.
func (l *Lamps) take(w []byte, speed physic.Frequency) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.unplugged {
		return false
	}
	before := slices.Clone(l.lamps)
	began, err := l.protocol.take(l.lamps, w, speed)
	if began {
		l.frames++
	}
	if err != nil {
		l.complaints.add(err)
	}
	return !slices.Equal(before, l.lamps)
}
