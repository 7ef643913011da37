package virtual

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/physic"
)

// edgeQueue is how many unread edges the kernel keeps for a line: 16 per line
// unless the request says otherwise (include/uapi/linux/gpio.h,
// gpio_v2_line_request.event_buffer_size).
const edgeQueue = 16

// changesKept is the number of outputs that a pin's record keeps.
const changesKept = 1024

// ErrNoPWM is the error of PWM on a plain pin, as the kernel's character device
// has no PWM.
var ErrNoPWM = errors.New("virtual: no PWM on this pin")

// Pin is an emulated GPIO line. It behaves like the pins of periph's gpioioctl
// where these differ from the gpio contract:
//
//   - WaitForEdge(0) waits for ever and a negative timeout returns false at
//     once (in the contract it is the other way round: periph/host#78);
//   - the kernel queues edges, up to 16, and In does not empty the queue;
//   - Read of a pin that is not an input makes it one, with a pull-up;
//   - Halt ends a current wait and has no other effect.
//
// The methods of gpio.PinIO are for the program; the others are for the
// outside: Set and Float, Level, Changes and Watch.
type Pin struct {
	name   string
	number int
	pwm    bool

	edges chan struct{} // one token for each queued edge

	mu       sync.Mutex
	dir      direction
	pull     gpio.Pull
	edge     gpio.Edge
	driven   bool       // the outside drives the line to the level outside
	outside  gpio.Level // also the level of a floating line
	changes  []Change
	dropped  int // changes no longer kept
	halted   chan struct{}
	fault    error
	onOutput func(gpio.Level) // a chip that is connected to this pin

	watchers
}

type direction int

const (
	unset direction = iota
	input
	output
)

// Change is the output of a program on a pin from some moment on.
type Change struct {
	At    time.Time
	Level gpio.Level       // of a plain output
	Freq  physic.Frequency // of a PWM output; 0 for a plain one
	Duty  gpio.Duty        // of a PWM output
}

// NewPin returns a line that nothing drives. Name and number are those of the
// board, such as "GPIO24" and 24.
func NewPin(name string, number int) *Pin {
	return &Pin{
		name:   name,
		number: number,
		edges:  make(chan struct{}, edgeQueue),
		halted: make(chan struct{}),
	}
}

// NewPWMPin returns a line that also has PWM, like the pins of other periph
// hosts.
func NewPWMPin(name string, number int) *Pin {
	p := NewPin(name, number)
	p.pwm = true
	return p
}

// Fail makes every use of the line return an error, as if its chip were gone,
// and ends a current wait; nil repairs it. Its former function is lost: an
// input gets no edges, an output drives nothing.
func (p *Pin) Fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = err
	p.in(gpio.PullNoChange, gpio.NoEdge)
	p.endWait()
}

// Register registers the pin with gpioreg by its name and, as on the real
// board, by its number.
func (p *Pin) Register() error {
	if err := gpioreg.Register(p); err != nil {
		return fmt.Errorf("virtual: registering %s: %w", p.name, err)
	}
	if err := gpioreg.RegisterAlias(strconv.Itoa(p.number), p.name); err != nil {
		return errors.Join(fmt.Errorf("virtual: registering %s as %d: %w", p.name, p.number, err), gpioreg.Unregister(p.name))
	}
	return nil
}

// Unregister undoes Register.
func (p *Pin) Unregister() error {
	return errors.Join(gpioreg.Unregister(p.name), gpioreg.Unregister(strconv.Itoa(p.number)))
}

// String implements conn.Resource.
func (p *Pin) String() string { return p.name }

// Name implements pin.Pin.
func (p *Pin) Name() string { return p.name }

// Number implements pin.Pin.
func (p *Pin) Number() int { return p.number }

// Function implements pin.Pin.
func (p *Pin) Function() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch p.dir {
	case input:
		return "In/" + p.level().String()
	case output:
		return "Out/" + p.level().String()
	default:
		return ""
	}
}

// Halt implements conn.Resource: a current WaitForEdge returns false. It has no
// effect on later ones.
func (p *Pin) Halt() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.endWait()
	return nil
}

// endWait ends a current wait; p.mu is held.
func (p *Pin) endWait() {
	close(p.halted)
	p.halted = make(chan struct{})
}

// failed returns the error of a failed line; p.mu is held.
func (p *Pin) failed() error {
	if p.fault == nil {
		return nil
	}
	return fmt.Errorf("virtual: %s: %w", p.name, p.fault)
}

// In implements gpio.PinIn. Queued edges stay in the queue.
func (p *Pin) In(pull gpio.Pull, edge gpio.Edge) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.failed(); err != nil {
		return err
	}
	p.in(pull, edge)
	return nil
}

// in makes the line an input; p.mu is held.
func (p *Pin) in(pull gpio.Pull, edge gpio.Edge) {
	p.dir, p.pull, p.edge = input, pull, edge
}

// Read implements gpio.PinIn. A failed line reads low.
func (p *Pin) Read() gpio.Level {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault != nil {
		return gpio.Low
	}
	if p.dir != input {
		p.in(gpio.PullUp, gpio.NoEdge)
	}
	return p.level()
}

// WaitForEdge implements gpio.PinIn with the reversed meaning of timeouts that
// the type's comment describes. It returns false at once if In did not request
// edges.
func (p *Pin) WaitForEdge(timeout time.Duration) bool {
	p.mu.Lock()
	listening := p.dir == input && p.edge != gpio.NoEdge
	halted := p.halted
	p.mu.Unlock()
	if !listening || timeout < 0 {
		return false
	}
	select {
	case <-p.edges:
		return true
	default:
	}
	var expired <-chan time.Time
	if timeout > 0 {
		expired = time.After(timeout)
	}
	select {
	case <-p.edges:
		return true
	case <-expired:
		return false
	case <-halted:
		return false
	}
}

// Pull implements gpio.PinIn.
func (p *Pin) Pull() gpio.Pull {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pull
}

// DefaultPull implements gpio.PinIn. The kernel does not know it.
func (p *Pin) DefaultPull() gpio.Pull { return gpio.PullNoChange }

// Out implements gpio.PinOut.
func (p *Pin) Out(l gpio.Level) error {
	return p.put(Change{Level: l})
}

// PWM implements gpio.PinOut on a pin made by NewPWMPin; on any other it
// returns ErrNoPWM.
func (p *Pin) PWM(duty gpio.Duty, f physic.Frequency) error {
	switch {
	case !p.pwm:
		return ErrNoPWM
	case !duty.Valid():
		return fmt.Errorf("virtual: %s: duty %d is not within 0 and %d", p.name, duty, gpio.DutyMax)
	case f <= 0:
		return fmt.Errorf("virtual: %s: frequency %s is not positive", p.name, f)
	}
	return p.put(Change{Freq: f, Duty: duty})
}

// put makes the line an output, records a change and notifies chip and watchers.
func (p *Pin) put(c Change) error {
	c.At = time.Now()
	p.mu.Lock()
	if err := p.failed(); err != nil {
		p.mu.Unlock()
		return err
	}
	if last, ok := p.last(); ok && p.dir == output && last.Level == c.Level && last.Freq == c.Freq && last.Duty == c.Duty {
		p.mu.Unlock()
		return nil
	}
	p.dir, p.pull, p.edge = output, gpio.PullNoChange, gpio.NoEdge
	if len(p.changes) == changesKept {
		half := changesKept / 2
		p.changes = append(p.changes[:0], p.changes[half:]...)
		p.dropped += half
	}
	p.changes = append(p.changes, c)
	hook := p.onOutput
	p.mu.Unlock()
	if hook != nil {
		hook(c.Level)
	}
	p.signal()
	return nil
}

// last returns the newest change; p.mu is held.
func (p *Pin) last() (Change, bool) {
	if len(p.changes) == 0 {
		return Change{}, false
	}
	return p.changes[len(p.changes)-1], true
}

// Set drives the line from outside, like a pressed button or a chip does.
func (p *Pin) Set(l gpio.Level) { p.drive(true, l) }

// Float releases the line: the pull resistor decides its level, or it keeps its
// level.
func (p *Pin) Float() { p.drive(false, gpio.Low) }

func (p *Pin) drive(driven bool, l gpio.Level) {
	p.mu.Lock()
	before := p.level()
	if p.driven = driven; driven {
		p.outside = l
	}
	after := p.level()
	if before != after && p.dir == input && wants(p.edge, after) {
		select {
		case p.edges <- struct{}{}:
		default: // the queue is full, and all edges in it count the same
		}
	}
	p.mu.Unlock()
	if before != after {
		p.signal()
	}
}

// wants reports whether an edge that ends at this level is to be reported.
func wants(e gpio.Edge, after gpio.Level) bool {
	switch e {
	case gpio.BothEdges:
		return true
	case gpio.RisingEdge:
		return after == gpio.High
	case gpio.FallingEdge:
		return after == gpio.Low
	default:
		return false
	}
}

// Outside returns the level at which the outside drives the line, and whether it
// drives it at all.
func (p *Pin) Outside() (level gpio.Level, driven bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.outside, p.driven
}

// Level returns the level that a voltmeter would show, without the side effect
// of Read. A PWM output counts as high.
func (p *Pin) Level() gpio.Level {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.level()
}

// level is Level; p.mu is held.
func (p *Pin) level() gpio.Level {
	if c, ok := p.last(); ok && p.dir == output {
		return c.Level || c.Freq > 0
	}
	if !p.driven {
		switch p.pull {
		case gpio.PullUp:
			return gpio.High
		case gpio.PullDown:
			return gpio.Low
		}
	}
	return p.outside
}

// Changes returns the outputs of the program on the pin, from the given change
// on, and the number for the next call; begin with 0. Consecutive changes
// differ. About the last thousand are kept; older ones are skipped.
func (p *Pin) Changes(from int) (changes []Change, next int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	next = p.dropped + len(p.changes)
	skip := min(max(from-p.dropped, 0), len(p.changes))
	return append([]Change(nil), p.changes[skip:]...), next
}

var _ gpio.PinIO = (*Pin)(nil)
