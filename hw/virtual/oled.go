package virtual

import (
	"fmt"
	"image"
	"image/color"
	"sync"
	"time"
)

// OLEDAddress is the address of an OLED on its bus.
const OLEDAddress = 0x3C

// OLED is an emulated OLED of 128×64 or 128×32 pixels: an SSD1306, or an SH1106
// with 128×64, and its glass. Each height has its own wiring of the controller's
// common lines: alternating for 64, sequential for 32. The glass is wired to the
// middle of the controller's segments.
//
// All data without a pause of a twentieth of a second counts as one picture: as
// a full refresh if it has as many bytes as the glass, else as a partial one.
type OLED struct {
	watchers
	complaints
	bus    *I2CBus
	height int

	mu        sync.Mutex
	fault     PanelFault
	chip      oledController
	last      time.Time // when the last byte was written
	written   int       // bytes of the current picture
	full      int
	partial   int
	bytes     int
	transfers int
}

// NewOLED returns a dark OLED with an SSD1306 and 128 by height pixels, 64 or
// 32, at OLEDAddress of the bus.
func NewOLED(bus *I2CBus, height int) (*OLED, error) {
	if height != 64 && height != 32 {
		return nil, fmt.Errorf("virtual: an OLED of %d lines; it has 64 or 32", height)
	}
	return newOLED(&ssd1306, bus, height)
}

// NewSH1106 returns a dark OLED of 128 by 64 pixels with an SH1106 at
// OLEDAddress of the bus.
func NewSH1106(bus *I2CBus) (*OLED, error) { return newOLED(&sh1106, bus, oledHeight) }

func newOLED(model *oledModel, bus *I2CBus, height int) (*OLED, error) {
	o := &OLED{bus: bus, height: height, chip: oledController{model: model}}
	o.chip.powerUp()
	return o, bus.Attach(OLEDAddress, o)
}

// Write implements I2CDevice.
func (o *OLED) Write(w []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.answers(); err != nil {
		return err
	}
	o.bytes += len(w)
	o.transfers++
	data, err := o.chip.write(w)
	if err != nil {
		o.complaints.add(err)
	}
	if data > 0 {
		o.count(data)
	}
	o.signal()
	return nil
}

// Read implements I2CDevice. Every byte it reads is the status.
func (o *OLED) Read(r []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.answers(); err != nil {
		return err
	}
	o.bytes += len(r)
	o.transfers++
	for i := range r {
		r[i] = o.chip.status()
	}
	return nil
}

// answers returns the error of a controller that does not answer; o.mu is held.
func (o *OLED) answers() error {
	if o.fault == PanelUnplugged {
		return ErrNAK
	}
	return nil
}

// count counts written data; o.mu is held.
func (o *OLED) count(data int) {
	const pause = 50 * time.Millisecond
	now := time.Now()
	if now.Sub(o.last) >= pause {
		o.written = 0
		o.partial++
	}
	o.last = now
	all := oledWidth * o.height / 8
	if before := o.written; before < all && before+data >= all {
		o.full++
		o.partial--
	}
	o.written += data
}

// Image implements Panel. The module is held in its usual way: pins at the top
// of the glass, the first common line and the first segment at its far end.
func (o *OLED) Image() *image.Gray {
	o.mu.Lock()
	defer o.mu.Unlock()
	img := image.NewGray(image.Rect(0, 0, oledWidth, o.height))
	beside := (o.chip.model.columns - oledWidth) / 2 // segments on each side of the glass
	for y := range o.height {
		line := o.height - 1 - y
		com := line
		if o.height == oledHeight {
			com = line/2 + line%2*oledHeight/2
		}
		for x := range oledWidth {
			if o.fault != PanelUnplugged && o.chip.lights(beside+oledWidth-1-x, com) {
				img.SetGray(x, y, color.Gray{Y: 0xFF})
			}
		}
	}
	return img
}

// Contrast returns the brightness of lit pixels. On is false if the display is off.
func (o *OLED) Contrast() (level uint8, on bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.chip.contrast, o.fault != PanelUnplugged && o.chip.on && o.chip.pump
}

// Asleep implements Panel.
func (o *OLED) Asleep() bool {
	_, on := o.Contrast()
	return !on
}

// Refreshes implements Panel.
func (o *OLED) Refreshes() (full, partial int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.full, o.partial
}

// SetFault implements Panel. PanelBusFails and PanelStuck break the whole bus.
func (o *OLED) SetFault(f PanelFault) {
	if before := o.setFault(f); before.ofBus() || f.ofBus() {
		o.bus.SetFault(map[PanelFault]I2CFault{PanelBusFails: I2CFails, PanelStuck: I2CStuck}[f])
	}
	o.signal()
}

// setFault sets a fault of the OLED itself.
func (o *OLED) setFault(f PanelFault) (before PanelFault) {
	o.mu.Lock()
	defer o.mu.Unlock()
	before = o.fault
	if o.fault = f; f == PanelBrownout {
		o.fault = PanelSound
	}
	if f == PanelBrownout || (f == PanelUnplugged) != (before == PanelUnplugged) {
		o.chip.powerUp()
	}
	return before
}

// ofBus reports whether a fault of an OLED is one of its bus.
func (f PanelFault) ofBus() bool { return f == PanelBusFails || f == PanelStuck }

// Traffic implements Panel.
func (o *OLED) Traffic() (bytes, transfers int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.bytes, o.transfers
}

var (
	_ Panel     = (*OLED)(nil)
	_ I2CDevice = (*OLED)(nil)
)
