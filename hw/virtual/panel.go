package virtual

import (
	"image"
	"slices"
	"sync"
)

// Panel is an emulated panel of any model.
type Panel interface {
	// Image returns the picture as a person sees it: each pixel black or white;
	// lit pixels of an OLED are white.
	Image() *image.Gray
	// Refreshes returns the number of completed full and partial refreshes.
	Refreshes() (full, partial int)
	// Asleep reports whether the panel was turned off: e-paper keeps its
	// picture, an OLED is dark.
	Asleep() bool
	// Watch signals that the picture may have changed; see the package.
	Watch() (changed <-chan struct{}, stop func())
	// SetFault breaks the panel, or repairs it with PanelSound.
	SetFault(PanelFault)
	// Traffic returns the number of bytes and of transfers to the panel so far.
	Traffic() (bytes, transfers int)
	// Complaints lists violations of the datasheet by the driver, at least the
	// first one. A correct driver on a panel without fault causes none.
	Complaints() []string
}

// PanelFault is a fault of a panel.
type PanelFault int

// The faults.
const (
	PanelSound PanelFault = iota // no fault
	// PanelBusFails is a bus that cannot be opened, and whose transfers are
	// errors.
	PanelBusFails
	// PanelStuck is a line that is held: BUSY stays high; or, for an OLED, the
	// data line is low, and no transfer on its bus ends.
	PanelStuck
	// PanelHung is a controller that does not finish a refresh until its pin
	// resets it; it has no effect on an OLED.
	PanelHung
	// PanelUnplugged is a panel without power: it receives nothing, BUSY is
	// undriven and low, an OLED does not acknowledge and is dark.
	PanelUnplugged
	// PanelBrownout is a dip in the supply: the controller resets itself, and
	// then works.
	PanelBrownout
)

// complaints are a chip's complaints about its driver.
type complaints struct {
	mu  sync.Mutex
	all []string
}

func (c *complaints) add(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	const enough = 32
	if len(c.all) < enough {
		c.all = append(c.all, err.Error())
	}
}

// Complaints lists violations of the datasheet by the driver, at least the
// first one. A correct driver on a part without fault causes none.
func (c *complaints) Complaints() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.all)
}
