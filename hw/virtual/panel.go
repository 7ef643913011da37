package virtual

import "image"

// Panel is an emulated panel of any model.
type Panel interface {
	// Image is the picture as a person sees it: each pixel black or white; lit
	// pixels of an OLED are white.
	Image() *image.Gray
	// Refreshes is the number of full and of partial refreshes that were
	// completed.
	Refreshes() (full, partial int)
	// Asleep says that the panel was turned off: e-paper keeps its picture, an OLED
	// is dark.
	Asleep() bool
	// Watch signals that the picture may have changed; see the package.
	Watch() (changed <-chan struct{}, stop func())
	// SetFault breaks the panel, or mends it with PanelSound.
	SetFault(PanelFault)
	// Traffic is the number of bytes and of transfers to the panel so far.
	Traffic() (bytes, transfers int)
	// Complaints lists what a driver did that the datasheet forbids, the first of
	// it at least. A sound driver on a sound panel causes none.
	Complaints() []string
}

// PanelFault is what can be wrong with a panel.
type PanelFault int

// The faults.
const (
	PanelSound PanelFault = iota // nothing is wrong
	// PanelBusFails is a bus that cannot be opened, and on which transfers are
	// errors.
	PanelBusFails
	// PanelStuck is a line that is held: BUSY is high and stays so; or, of an OLED,
	// the data line is low, and no transfer on its bus comes to an end.
	PanelStuck
	// PanelHung is a controller that does not come to the end of a refresh, until
	// it is reset by its pin; an OLED knows no such thing and does its work.
	PanelHung
	// PanelUnplugged is a panel without power: nothing arrives, BUSY is undriven
	// and low, an OLED does not acknowledge and is dark.
	PanelUnplugged
	// PanelBrownout is a dip of the supply: the controller resets itself, and is
	// sound then.
	PanelBrownout
)

// complaints are what a chip has against its driver.
type complaints []string

func (c *complaints) add(err error) {
	const enough = 32
	if len(*c) < enough {
		*c = append(*c, err.Error())
	}
}
