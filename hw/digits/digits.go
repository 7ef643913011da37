// Package digits shows a number on a small display of seven-segment digits.
//
// A Display has a goroutine of its own: Show hands a number over and returns, and of several numbers the latest wins. Everything is sent to the
// display once a second, so that one that has lost its settings recovers by itself; to a dark one, every ten seconds. The chip acknowledges each byte, so
// a display that is not there is noticed by then. It is opened again every half second.
package digits

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"

	"familiar/hw/keep"
)

// Count is the number of digits.
const Count = 4

// maxNumber is the largest number that is shown; it is shown instead of a larger one.
const maxNumber = 9999

// DefaultBrightness is how bright the digits are, in percent.
const DefaultBrightness = 50

// An unchanged number is sent again after refreshInterval; to a dark display, which has nothing to lose, darkness is sent after darkInterval.
const (
	refreshInterval = time.Second
	darkInterval    = 10 * time.Second
)

// ErrNoAnswer means that nothing acknowledges what is sent.
var ErrNoAnswer = errors.New("the display does not answer")

// Wires are the connections of a display.
type Wires struct {
	Clock gpio.PinOut
	Data  gpio.PinIO
}

// Opts describes a display and its wires.
type Opts struct {
	Model Model
	// Open finds the wires. It is called at the start and after each fault.
	Open func() (Wires, error)
	// Brightness is how bright the digits are, in percent; 0 is DefaultBrightness.
	Brightness int
}

// Display is a display with its goroutine. Its methods may be called from any goroutine.
type Display struct {
	driver     Driver
	opts       Opts
	supervisor *keep.Supervisor[frame]
}

// frame is what a display shows: the segments of each digit from the left, A to G from the lowest bit on.
type frame [Count]byte

// New opens a display, dark, and shows numbers on it until Halt. It returns at once; Health reports whether there is a display.
func New(opts Opts) (*Display, error) {
	driver, err := Find(opts.Model)
	if err != nil {
		return nil, fmt.Errorf("digits: %w", err)
	}
	opts.Brightness = cmp.Or(opts.Brightness, DefaultBrightness)
	switch {
	case opts.Open == nil:
		return nil, errors.New("digits: no way to open them")
	case opts.Brightness < 0 || opts.Brightness > 100:
		return nil, fmt.Errorf("digits: %d %% of brightness", opts.Brightness)
	}
	d := &Display{driver: driver, opts: opts}
	d.supervisor = keep.New(d.open, new(frame))
	return d, nil
}

// Show shows a number, as far right as it goes: a negative one as 0, one of more than four digits as 9999. It does not wait.
func (d *Display) Show(number int) {
	f := segmentsOf(number)
	d.supervisor.Show(&f)
}

// Blank shows nothing.
func (d *Display) Blank() { d.supervisor.Show(new(frame)) }

// Health returns the current health.
func (d *Display) Health() keep.Health { return d.supervisor.Health() }

// String names the display.
func (d *Display) String() string { return fmt.Sprintf("%d digits, %s", Count, d.opts.Model) }

// Halt turns the display off and waits for the end.
func (d *Display) Halt() error { return d.supervisor.Halt() }

// segmentsOfDigit has the lit segments of each digit, 0 to 9.
var segmentsOfDigit = [10]byte{0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F}

// segmentsOf returns the picture of a number, without leading zeros.
func segmentsOf(number int) frame {
	var f frame
	rest := min(max(number, 0), maxNumber)
	for i := Count - 1; i >= 0; i-- {
		f[i] = segmentsOfDigit[rest%10]
		if rest /= 10; rest == 0 {
			break
		}
	}
	return f
}

// chip is an open display.
type chip interface {
	// show shows a frame with a brightness of 1 to 100 percent.
	show(f frame, brightness int) error
	// off turns the display off. Its error is ErrNoAnswer if there is none.
	off() error
}

// open finds the wires and opens the display.
func (d *Display) open() (keep.Device[frame], error) {
	wires, err := d.opts.Open()
	if err != nil {
		return nil, err
	}
	return &openDisplay{chip: d.driver.open(wires), name: nameOf(wires), brightness: d.opts.Brightness}, nil
}

func nameOf(w Wires) string { return fmt.Sprintf("digits on %s and %s", w.Clock, w.Data) }

// openDisplay is a display on its wires.
type openDisplay struct {
	chip       chip
	name       string
	brightness int
	shown      *frame    // nil before the first
	due        time.Time // when it is sent again
}

// Step implements keep.Device: it sends the frame when it is due.
func (o *openDisplay) Step(wanted *frame) (time.Duration, error) {
	if o.shown != nil && *o.shown == *wanted {
		if left := time.Until(o.due); left > 0 {
			return left, nil
		}
	}
	if err := o.chip.show(*wanted, o.brightness); err != nil {
		return 0, fmt.Errorf("%s: %w", o.name, err)
	}
	interval := refreshInterval
	if *wanted == (frame{}) {
		interval = darkInterval
	}
	o.shown, o.due = wanted, time.Now().Add(interval)
	return interval, nil
}

// End implements keep.Device: it turns the display off.
func (o *openDisplay) End(*frame) error {
	if err := o.chip.off(); err != nil {
		return fmt.Errorf("%s: turning off: %w", o.name, err)
	}
	return nil
}

// Abandon implements keep.Device. The wires are not owned by it.
func (o *openDisplay) Abandon() error { return nil }
