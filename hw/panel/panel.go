package panel

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"slices"
	"sync/atomic"

	"familiar/hw/keep"
)

// Opts describes a panel and its wires.
type Opts struct {
	Model Model
	// Size is its size in pixels; zero is the usual one of its model.
	Size image.Point
	// Open opens the panel's wires: Names.Open or a function like it. It is called
	// at the start and after each fault.
	Open func() (Wires, error)
	// UpsideDown rotates the picture by 180 degrees.
	UpsideDown bool
}

// Health is the health of a panel. On e-paper only a refresh shows whether
// there is a panel, so it is OK after the first one; an OLED is checked every
// second.
type Health struct {
	keep.Health
	Full    int // full refreshes; of an OLED, the first picture after each opening
	Partial int // partial refreshes
	Stuck   int // number of times it stayed busy
}

// Panel is a panel with its goroutine. Its methods may be called from any
// goroutine.
type Panel struct {
	driver     Driver
	opts       Opts
	supervisor *keep.Supervisor[picture]
	counts     counts
}

// counts holds the counts in Health.
type counts struct{ full, partial, stuck atomic.Int64 }

func (t *counts) countRefresh(full bool) {
	if full {
		t.full.Add(1)
	} else {
		t.partial.Add(1)
	}
}

// New opens the panel and shows pictures on it until Halt. It returns at once;
// Health reports whether there is a panel. The error is about an unknown model
// or size, or a missing Opts.Open.
func New(opts Opts) (*Panel, error) {
	driver, err := Find(opts.Model)
	if err != nil {
		return nil, fmt.Errorf("panel: %w", err)
	}
	opts.Size = cmp.Or(opts.Size, driver.Sizes[0])
	switch {
	case !slices.Contains(driver.Sizes, opts.Size):
		return nil, fmt.Errorf("panel: there is no %s of %d×%d pixels", opts.Model, opts.Size.X, opts.Size.Y)
	case opts.Open == nil:
		return nil, errors.New("panel: no way to open it")
	}
	p := &Panel{driver: driver, opts: opts}
	var first *picture // e-paper keeps its picture
	if p.Lit() {
		first = p.picture(image.White) // its memory may hold anything
	}
	p.supervisor = keep.New(p.open, first)
	return p, nil
}

// Lit reports whether the pixels of the panel give light, so that black ones of
// a picture are lit.
func (p *Panel) Lit() bool { return p.driver.Lit }

func (p *Panel) picture(img image.Image) *picture {
	return newPicture(img, p.opts.Size, p.Lit())
}

// open opens the panel with the driver of its model.
func (p *Panel) open() (keep.Device[picture], error) {
	wires, err := p.opts.Open()
	if err != nil {
		return nil, err
	}
	return p.driver.open(wires, p.opts, &p.counts)
}

// Size returns the size of the panel's pictures in pixels.
func (p *Panel) Size() image.Point { return p.opts.Size }

// Show shows the upper left of an image as soon as the panel can: dark on light
// on e-paper, and light on dark on an OLED, where black becomes lit. It does
// not wait, and the image may be changed afterwards. A nil image is ignored.
func (p *Panel) Show(img image.Image) {
	if img == nil {
		return
	}
	p.supervisor.Show(p.picture(img))
}

// Health returns the current health.
func (p *Panel) Health() Health {
	c := &p.counts
	return Health{p.supervisor.Health(), int(c.full.Load()), int(c.partial.Load()), int(c.stuck.Load())}
}

// String names the panel.
func (p *Panel) String() string {
	return fmt.Sprintf("%s, %d×%d", p.opts.Model, p.opts.Size.X, p.opts.Size.Y)
}

// Halt ends the panel and waits for it. E-paper, which keeps its picture
// without power, shows the latest picture if it works, and goes to sleep: so
// show the picture that should stay when the daemon has ended before Halt. An
// OLED goes dark. Halt takes as long as the current refresh and the last one,
// half a minute at most if the panel gets stuck just then.
func (p *Panel) Halt() error { return p.supervisor.Halt() }
